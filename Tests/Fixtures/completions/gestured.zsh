#compdef gestured

__gestured_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__gestured_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __gestured_complete "${completions[@]:0:-1}"
    fi
}

__gestured_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_gestured() {
    emulate -RL zsh -G
    setopt extendedglob nullglob numericglobsort
    unsetopt aliases banghist

    local -xr SAP_SHELL=zsh
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(builtin emulate zsh -c 'printf %s "${ZSH_VERSION}"')"
    local -r SAP_SHELL_VERSION

    local context state state_descr line
    local -A opt_args

    local -r command_name="${words[1]}"
    local -ar command_line=("${words[@]}")
    local -ir current_word_index="$((CURRENT - 1))"

    local -i ret=1
    local -ar ___log_level=('trace' 'debug' 'info' 'notice' 'warning' 'error' 'critical')
    local -ar arg_specs=(
        '*'{--device,-d}'[Read this device only. Repeat for several.]:path:_files'
        '--list-devices[Print the touch devices of this machine, and exit.]'
        '--replay[Read a recording; - is standard input.]:file:_files'
        '--realtime[Replay at the recording'\''s own pace.]'
        '--loop[With --replay\: begin again a second after the end, with later times, until Ctrl-C or a closed pipe. Mostly with --realtime; without, as fast as lines are read.]'
        '--await-subscription[With --replay into a socket\: start when the first client has subscribed, so that it misses nothing that it asks for.]'
        '--dump[Print devices, frames and gestures as text to standard output. Opens no socket.]'
        '--explain[With --dump\: print after each touch why gestures did not begin, with the measured value and the threshold.]'
        '--verbose[With --dump\: print every frame. Without it frames in which fingers only move are one line, four a second.]'
        '--json[Print the lines of the protocol to standard output. Opens no socket.]'
        '--record[Write the events that are read to a new file, in the format of libinput record.]:file:_files'
        '--plot[Draw a recording'\''s touches and gestures as SVG; - is standard output.]:file:_files'
        '--from[With --plot\: draw the recording from this time on, such as 1.2s.]:time:'
        '--to[With --plot\: draw the recording up to this time, such as 800ms.]:time:'
        '--socket[Serve this socket.]:path:_files'
        '--config[Read this configuration.]:file:_files'
        '--check[Check the configuration, report what is wrong and where, and exit.]'
        '--log-level[Log messages of at least this level\: trace, debug, info, notice, warning, error, critical.]:level:{__gestured_complete "${___log_level[@]}"}'
        '--trace-device[Log each change of state of the gestures on these devices, one line each.]:name:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        help)
            "_gestured_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_gestured_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _gestured ]]; then
    _gestured "${@}"
else
    compdef _gestured gestured
fi
