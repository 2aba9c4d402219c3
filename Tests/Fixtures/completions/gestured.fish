function __gestured_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __gestured_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __gestured_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __gestured_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __gestured_parse_tokens -S
    set -l unparsed_tokens (__gestured_tokens -pc)
    switch $unparsed_tokens[1]
    case 'gestured'
        __gestured_parse_subcommand 0 'd/device=+' 'list-devices' 'replay=' 'realtime' 'loop' 'await-subscription' 'dump' 'explain' 'verbose' 'json' 'record=' 'plot=' 'from=' 'to=' 'socket=' 'config=' 'check' 'log-level=' 'trace-device=' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'help'
            __gestured_parse_subcommand -r 1 'version'
        end
    end
end

function __gestured_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __gestured_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __gestured_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __gestured_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__gestured_tokens -p)
    if test -z "$(__gestured_tokens -t)"
        set -l index (count (__gestured_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'gestured' -f
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured"' -l 'device' -s 'd' -d 'Read this device only. Repeat for several.' -rF
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" list-devices' -l 'list-devices' -d 'Print the touch devices of this machine, and exit.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" replay' -l 'replay' -d 'Read a recording; - is standard input.' -rF
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" realtime' -l 'realtime' -d 'Replay at the recording\'s own pace.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" loop' -l 'loop' -d 'With --replay: begin again a second after the end, with later times, until Ctrl-C or a closed pipe. Mostly with --realtime; without, as fast as lines are read.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" await-subscription' -l 'await-subscription' -d 'With --replay into a socket: start when the first client has subscribed, so that it misses nothing that it asks for.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" dump' -l 'dump' -d 'Print devices, frames and gestures as text to standard output. Opens no socket.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" explain' -l 'explain' -d 'With --dump: print after each touch why gestures did not begin, with the measured value and the threshold.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" verbose' -l 'verbose' -d 'With --dump: print every frame. Without it frames in which fingers only move are one line, four a second.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" json' -l 'json' -d 'Print the lines of the protocol to standard output. Opens no socket.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" record' -l 'record' -d 'Write the events that are read to a new file, in the format of libinput record.' -rF
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" plot' -l 'plot' -d 'Draw a recording\'s touches and gestures as SVG; - is standard output.' -rF
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" from' -l 'from' -d 'With --plot: draw the recording from this time on, such as 1.2s.' -rfka ''
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" to' -l 'to' -d 'With --plot: draw the recording up to this time, such as 800ms.' -rfka ''
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" socket' -l 'socket' -d 'Serve this socket.' -rF
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" config' -l 'config' -d 'Read this configuration.' -rF
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" check' -l 'check' -d 'Check the configuration, report what is wrong and where, and exit.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" log-level' -l 'log-level' -d 'Log messages of at least this level: trace, debug, info, notice, warning, error, critical.' -rfka 'trace debug info notice warning error critical'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" trace-device' -l 'trace-device' -d 'Log each change of state of the gestures on these devices, one line each.' -rfka ''
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" version' -l 'version' -d 'Show the version.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_positional "gestured" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'gestured' -n '__gestured_should_offer_completions_for_flags_or_options "gestured help" version' -l 'version' -d 'Show the version.'
