#!/bin/bash

__gesturectl_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__gesturectl_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__gesturectl_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__gesturectl_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_gesturectl() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __gesturectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    watch|devices|status|save|run|on|feedback|measure|calibrate|train|perform|play|describe|doctor|explain|bug-report|view|lock|unlock|init|check|help)
        # Offer subcommand argument completions
        "_gesturectl_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'watch devices status save run on feedback measure calibrate train perform play describe doctor explain bug-report view lock unlock init check help' -- "${cur}"))
        ;;
    esac
}

_gesturectl_watch() {
    repeating_flags=()
    non_repeating_flags=(--wait --reconnect --json --text --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --count --gestures --names --zones --phases --devices --fingers --events --max-rate)
    __gesturectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    '--count')
        return
        ;;
    '--gestures')
        __gesturectl_add_completions -W 'tap'$'\n''press'$'\n''long_press'$'\n''drag'$'\n''swipe'$'\n''swipe_hold'$'\n''magnify'$'\n''rotate'$'\n''deep_press'$'\n''force'$'\n''stroke'$'\n''screen_reader'$'\n''simultaneous'$'\n''sequence'$'\n''exclusive'
        return
        ;;
    '--names')
        return
        ;;
    '--zones')
        return
        ;;
    '--phases')
        __gesturectl_add_completions -W 'began'$'\n''changed'$'\n''ended'$'\n''cancelled'
        return
        ;;
    '--devices')
        return
        ;;
    '--fingers')
        return
        ;;
    '--events')
        __gesturectl_add_completions -W 'gesture'$'\n''device'$'\n''activity'$'\n''wake'$'\n''contact'$'\n''health'$'\n''explanation'
        return
        ;;
    '--max-rate')
        return
        ;;
    esac
}

_gesturectl_devices() {
    repeating_flags=()
    non_repeating_flags=(--json --text --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __gesturectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    esac
}

_gesturectl_status() {
    repeating_flags=()
    non_repeating_flags=(--json --text --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __gesturectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    esac
}

_gesturectl_save() {
    repeating_flags=()
    non_repeating_flags=(--wait --reconnect --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --count --gestures --names --zones --phases --devices --fingers --events --max-rate)
    __gesturectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    '--count')
        return
        ;;
    '--gestures')
        __gesturectl_add_completions -W 'tap'$'\n''press'$'\n''long_press'$'\n''drag'$'\n''swipe'$'\n''swipe_hold'$'\n''magnify'$'\n''rotate'$'\n''deep_press'$'\n''force'$'\n''stroke'$'\n''screen_reader'$'\n''simultaneous'$'\n''sequence'$'\n''exclusive'
        return
        ;;
    '--names')
        return
        ;;
    '--zones')
        return
        ;;
    '--phases')
        __gesturectl_add_completions -W 'began'$'\n''changed'$'\n''ended'$'\n''cancelled'
        return
        ;;
    '--devices')
        return
        ;;
    '--fingers')
        return
        ;;
    '--events')
        __gesturectl_add_completions -W 'gesture'$'\n''device'$'\n''activity'$'\n''wake'$'\n''contact'$'\n''health'$'\n''explanation'
        return
        ;;
    '--max-rate')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __gesturectl_add_completions -f
        return
        ;;
    esac
}

_gesturectl_run() {
    repeating_flags=()
    non_repeating_flags=(--wait --reconnect --version -h --help)
    repeating_options=(--trust-user)
    non_repeating_options=(--socket)
    __gesturectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    '--trust-user')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __gesturectl_add_completions -f
        return
        ;;
    esac
}

_gesturectl_on() {
    repeating_flags=()
    non_repeating_flags=(--wait --reconnect --steps --version -h --help)
    repeating_options=(--trust-user)
    non_repeating_options=(--socket --name --direction --edge --fingers --count --zone --phase --stroke --screen-reader --device --at-most --cooldown)
    __gesturectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    '--trust-user')
        return
        ;;
    '--name')
        return
        ;;
    '--direction')
        __gesturectl_add_completions -W 'left'$'\n''right'$'\n''up'$'\n''down'$'\n''up_left'$'\n''up_right'$'\n''down_left'$'\n''down_right'
        return
        ;;
    '--edge')
        __gesturectl_add_completions -W 'left'$'\n''right'$'\n''top'$'\n''bottom'
        return
        ;;
    '--fingers')
        return
        ;;
    '--count')
        return
        ;;
    '--zone')
        return
        ;;
    '--phase')
        __gesturectl_add_completions -W 'began'$'\n''changed'$'\n''ended'$'\n''cancelled'
        return
        ;;
    '--stroke')
        return
        ;;
    '--screen-reader')
        __gesturectl_add_completions -W 'swipe_left'$'\n''swipe_right'$'\n''swipe_up'$'\n''swipe_down'$'\n''2_finger_swipe_left'$'\n''2_finger_swipe_right'$'\n''2_finger_swipe_up'$'\n''2_finger_swipe_down'$'\n''3_finger_swipe_left'$'\n''3_finger_swipe_right'$'\n''3_finger_swipe_up'$'\n''3_finger_swipe_down'$'\n''4_finger_swipe_left'$'\n''4_finger_swipe_right'$'\n''4_finger_swipe_up'$'\n''4_finger_swipe_down'$'\n''swipe_left_and_right'$'\n''swipe_left_and_up'$'\n''swipe_left_and_down'$'\n''swipe_right_and_left'$'\n''swipe_right_and_up'$'\n''swipe_right_and_down'$'\n''swipe_up_and_left'$'\n''swipe_up_and_right'$'\n''swipe_up_and_down'$'\n''swipe_down_and_left'$'\n''swipe_down_and_right'$'\n''swipe_down_and_up'$'\n''double_tap'$'\n''double_tap_and_hold'$'\n''2_finger_single_tap'$'\n''2_finger_double_tap'$'\n''2_finger_double_tap_and_hold'$'\n''2_finger_triple_tap'$'\n''2_finger_triple_tap_and_hold'$'\n''3_finger_single_tap'$'\n''3_finger_single_tap_and_hold'$'\n''3_finger_double_tap'$'\n''3_finger_double_tap_and_hold'$'\n''3_finger_triple_tap'$'\n''3_finger_triple_tap_and_hold'$'\n''4_finger_single_tap'$'\n''4_finger_double_tap'$'\n''4_finger_double_tap_and_hold'$'\n''4_finger_triple_tap'
        return
        ;;
    '--device')
        return
        ;;
    '--at-most')
        return
        ;;
    '--cooldown')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __gesturectl_add_completions -W 'tap'$'\n''press'$'\n''long_press'$'\n''drag'$'\n''swipe'$'\n''swipe_hold'$'\n''magnify'$'\n''rotate'$'\n''deep_press'$'\n''force'$'\n''stroke'$'\n''screen_reader'$'\n''simultaneous'$'\n''sequence'$'\n''exclusive'
        return
        ;;
    *)
        __gesturectl_add_completions -W "$(eval 'compgen -c')"
        return
        ;;
    esac
}

_gesturectl_feedback() {
    repeating_flags=()
    non_repeating_flags=(--wait --reconnect --version -h --help)
    repeating_options=(--on)
    non_repeating_options=(--socket --phase --strength --length)
    __gesturectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    '--on')
        __gesturectl_add_completions -W 'tap'$'\n''press'$'\n''long_press'$'\n''drag'$'\n''swipe'$'\n''swipe_hold'$'\n''magnify'$'\n''rotate'$'\n''deep_press'$'\n''force'$'\n''stroke'$'\n''screen_reader'$'\n''simultaneous'$'\n''sequence'$'\n''exclusive'
        return
        ;;
    '--phase')
        __gesturectl_add_completions -W 'began'$'\n''changed'$'\n''ended'$'\n''cancelled'
        return
        ;;
    '--strength')
        return
        ;;
    '--length')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __gesturectl_add_completions -f
        return
        ;;
    esac
}

_gesturectl_measure() {
    repeating_flags=()
    non_repeating_flags=(--wait --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --tasks --times)
    __gesturectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    '--tasks')
        __gesturectl_add_completions -W 'tap'$'\n''double_tap'$'\n''press'$'\n''swipe'
        return
        ;;
    '--times')
        return
        ;;
    esac
}

_gesturectl_calibrate() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --touch --from --axes)
    __gesturectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    '--touch')
        return
        ;;
    '--from')
        return
        ;;
    '--axes')
        return
        ;;
    esac
}

_gesturectl_train() {
    repeating_flags=()
    non_repeating_flags=(--replace --wait --version -h --help)
    repeating_options=(--from)
    non_repeating_options=(--templates --times --parts --socket)
    __gesturectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--templates')
        __gesturectl_add_completions -f
        return
        ;;
    '--from')
        __gesturectl_add_completions -f
        return
        ;;
    '--times')
        return
        ;;
    '--parts')
        return
        ;;
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    esac
}

_gesturectl_perform() {
    repeating_flags=()
    non_repeating_flags=(--uinput --yes --for-daemon --version -h --help)
    repeating_options=()
    non_repeating_options=(--script --at --speed --person --panel --seed -o --output --wait)
    __gesturectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--script')
        __gesturectl_add_completions -f
        return
        ;;
    '--at')
        return
        ;;
    '--speed')
        return
        ;;
    '--person')
        __gesturectl_add_completions -W 'adult'$'\n''child'$'\n''slow'$'\n''tremor'$'\n''glove'$'\n''arm'
        return
        ;;
    '--panel')
        __gesturectl_add_completions -W 'good'$'\n''ir-30hz'$'\n''pi-7in'$'\n''resistive'$'\n''wet'$'\n''wall-86in'
        return
        ;;
    '--seed')
        return
        ;;
    '-o'|'--output')
        __gesturectl_add_completions -f
        return
        ;;
    '--wait')
        return
        ;;
    esac
}

_gesturectl_play() {
    repeating_flags=()
    non_repeating_flags=(--uinput --yes --for-daemon --version -h --help)
    repeating_options=()
    non_repeating_options=(--wait)
    __gesturectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--wait')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __gesturectl_add_completions -f
        return
        ;;
    esac
}

_gesturectl_describe() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __gesturectl_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __gesturectl_add_completions -W 'tap'$'\n''press'$'\n''long_press'$'\n''drag'$'\n''swipe'$'\n''swipe_hold'$'\n''magnify'$'\n''rotate'$'\n''deep_press'$'\n''force'$'\n''stroke'$'\n''screen_reader'$'\n''simultaneous'$'\n''sequence'$'\n''exclusive'
        return
        ;;
    esac
}

_gesturectl_doctor() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --touch)
    __gesturectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    '--touch')
        return
        ;;
    esac
}

_gesturectl_explain() {
    repeating_flags=()
    non_repeating_flags=(--wait --reconnect --all --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --devices)
    __gesturectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    '--devices')
        return
        ;;
    esac
}

_gesturectl_bug-report() {
    repeating_flags=()
    non_repeating_flags=(--no-positions --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --seconds --touches --output -o)
    __gesturectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __gesturectl_add_completions -f
        return
        ;;
    '--seconds')
        return
        ;;
    '--touches')
        return
        ;;
    '--output'|'-o')
        __gesturectl_add_completions -f
        return
        ;;
    esac
}

_gesturectl_view() {
    repeating_flags=()
    non_repeating_flags=(--demo --no-open --version -h --help)
    repeating_options=()
    non_repeating_options=(--port)
    __gesturectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--port')
        return
        ;;
    esac
}

_gesturectl_lock() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--message)
    __gesturectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--message')
        return
        ;;
    esac
}

_gesturectl_unlock() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __gesturectl_offer_flags_options 0
}

_gesturectl_init() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--output -o)
    __gesturectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __gesturectl_add_completions -f
        return
        ;;
    esac
}

_gesturectl_check() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __gesturectl_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __gesturectl_add_completions -f
        return
        ;;
    esac
}

_gesturectl_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __gesturectl_offer_flags_options -1
}

complete -o filenames -o default -F _gesturectl gesturectl
