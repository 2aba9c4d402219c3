function __gesturectl_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __gesturectl_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __gesturectl_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __gesturectl_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __gesturectl_parse_tokens -S
    set -l unparsed_tokens (__gesturectl_tokens -pc)
    switch $unparsed_tokens[1]
    case 'gesturectl'
        __gesturectl_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'watch'
            __gesturectl_parse_subcommand 0 'socket=' 'wait' 'reconnect' 'json' 'text' 'count=' 'gestures=' 'names=' 'zones=' 'phases=' 'devices=' 'fingers=' 'events=' 'max-rate=' 'version' 'h/help'
        case 'devices'
            __gesturectl_parse_subcommand 0 'socket=' 'json' 'text' 'version' 'h/help'
        case 'status'
            __gesturectl_parse_subcommand 0 'socket=' 'json' 'text' 'version' 'h/help'
        case 'save'
            __gesturectl_parse_subcommand 1 'socket=' 'wait' 'reconnect' 'count=' 'gestures=' 'names=' 'zones=' 'phases=' 'devices=' 'fingers=' 'events=' 'max-rate=' 'version' 'h/help'
        case 'run'
            __gesturectl_parse_subcommand 1 'socket=' 'wait' 'reconnect' 'trust-user=+' 'version' 'h/help'
        case 'on'
            __gesturectl_parse_subcommand -r 2 'socket=' 'wait' 'reconnect' 'trust-user=+' 'name=' 'direction=' 'edge=' 'fingers=' 'count=' 'zone=' 'phase=' 'stroke=' 'screen-reader=' 'steps' 'device=' 'at-most=' 'cooldown=' 'version' 'h/help'
        case 'feedback'
            __gesturectl_parse_subcommand 1 'socket=' 'wait' 'reconnect' 'on=+' 'phase=' 'strength=' 'length=' 'version' 'h/help'
        case 'measure'
            __gesturectl_parse_subcommand 0 'socket=' 'tasks=' 'times=' 'wait' 'version' 'h/help'
        case 'calibrate'
            __gesturectl_parse_subcommand 0 'socket=' 'touch=' 'from=' 'axes=' 'version' 'h/help'
        case 'train'
            __gesturectl_parse_subcommand 1 'templates=' 'from=+' 'times=' 'parts=' 'replace' 'socket=' 'wait' 'version' 'h/help'
        case 'perform'
            __gesturectl_parse_subcommand -r 1 'script=' 'at=' 'speed=' 'person=' 'panel=' 'seed=' 'o/output=' 'uinput' 'yes' 'for-daemon' 'wait=' 'version' 'h/help'
        case 'play'
            __gesturectl_parse_subcommand 1 'uinput' 'yes' 'for-daemon' 'wait=' 'version' 'h/help'
        case 'describe'
            __gesturectl_parse_subcommand 1 'version' 'h/help'
        case 'doctor'
            __gesturectl_parse_subcommand 0 'socket=' 'touch=' 'version' 'h/help'
        case 'explain'
            __gesturectl_parse_subcommand 0 'socket=' 'wait' 'reconnect' 'all' 'json' 'devices=' 'version' 'h/help'
        case 'bug-report'
            __gesturectl_parse_subcommand 0 'socket=' 'seconds=' 'touches=' 'o/output=' 'no-positions' 'version' 'h/help'
        case 'view'
            __gesturectl_parse_subcommand 0 'port=' 'demo' 'no-open' 'version' 'h/help'
        case 'lock'
            __gesturectl_parse_subcommand 1 'message=' 'version' 'h/help'
        case 'unlock'
            __gesturectl_parse_subcommand 0 'version' 'h/help'
        case 'init'
            __gesturectl_parse_subcommand 0 'o/output=' 'version' 'h/help'
        case 'check'
            __gesturectl_parse_subcommand 1 'version' 'h/help'
        case 'help'
            __gesturectl_parse_subcommand -r 1 'version'
        end
    end
end

function __gesturectl_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __gesturectl_parse_subcommand -S -a positional_count
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

function __gesturectl_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __gesturectl_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__gesturectl_tokens -p)
    if test -z "$(__gesturectl_tokens -t)"
        set -l index (count (__gesturectl_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'gesturectl' -f
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'watch' -d 'Show gestures as they are made.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'devices' -d 'List the touchscreens that the daemon reads.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'status' -d 'Show the state of the daemon.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'save' -d 'Write the daemon\'s lines to a new file.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'run' -d 'Run commands at gestures, as a file lists them.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'on' -d 'Run one command at a gesture, without a file.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'feedback' -d 'Play a buzz on an input device at gestures.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'measure' -d 'Measure how a person touches, and print thresholds that fit.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'calibrate' -d 'Ask for four touches, and print the calibration of the panel.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'train' -d 'Record how a shape is drawn, for gestures of the kind stroke.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'perform' -d 'Make a recording of touches that a sentence describes.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'play' -d 'Play a recording on a touchscreen that the kernel makes.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'describe' -d 'Describe a kind of gesture, its thresholds and the members of its lines.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'doctor' -d 'Find out why gestures do not come.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'explain' -d 'Show why gestures are not recognised.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'bug-report' -d 'Collect what a report of a fault needs, in one file.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'view' -d 'Open the live page: the glass, fingers and gestures, in a browser.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'lock' -d 'Keep touches from every program for a time, such as to clean the screen.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'unlock' -d 'End a lock of gesturectl lock.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'init' -d 'Write a short configuration to begin with.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'check' -d 'Check a configuration, and report each problem with its place.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" wait' -l 'wait' -d 'Wait for a daemon that does not run yet.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" reconnect' -l 'reconnect' -d 'Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" json' -l 'json' -d 'Print JSON lines, even on a terminal.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" text' -l 'text' -d 'Print text, even into a pipe.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" count' -l 'count' -d 'End after this number of lines of gestures.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" gestures' -l 'gestures' -d 'Only these kinds: tap, press, long_press, drag, swipe, swipe_hold, magnify, rotate, deep_press, force, stroke, screen_reader, simultaneous, sequence, exclusive.' -rfka 'tap press long_press drag swipe swipe_hold magnify rotate deep_press force stroke screen_reader simultaneous sequence exclusive'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" names' -l 'names' -d 'Only gestures of these names.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" zones' -l 'zones' -d 'Only gestures in these zones.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" phases' -l 'phases' -d 'Only these: began, changed, ended, cancelled.' -rfka 'began changed ended cancelled'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" devices' -l 'devices' -d 'Only these touchscreens: ids, names (with * and ?), or outputs.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" fingers' -l 'fingers' -d 'Only this number of fingers, or a range as in 2-5.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" events' -l 'events' -d 'Which lines are sent: gesture, device, activity, wake, contact, health, explanation.' -rfka 'gesture device activity wake contact health explanation'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" max-rate' -l 'max-rate' -d 'Maximum number of changed lines a second for each gesture, 1 to 240.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl watch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl devices" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl devices" json' -l 'json' -d 'Print JSON lines, even on a terminal.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl devices" text' -l 'text' -d 'Print text, even into a pipe.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl devices" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl devices" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl status" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl status" json' -l 'json' -d 'Print JSON, even on a terminal.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl status" text' -l 'text' -d 'Print text, even into a pipe.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl status" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl save" -eq 1' -F
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" wait' -l 'wait' -d 'Wait for a daemon that does not run yet.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" reconnect' -l 'reconnect' -d 'Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" count' -l 'count' -d 'End after this number of lines of gestures.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" gestures' -l 'gestures' -d 'Only these kinds: tap, press, long_press, drag, swipe, swipe_hold, magnify, rotate, deep_press, force, stroke, screen_reader, simultaneous, sequence, exclusive.' -rfka 'tap press long_press drag swipe swipe_hold magnify rotate deep_press force stroke screen_reader simultaneous sequence exclusive'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" names' -l 'names' -d 'Only gestures of these names.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" zones' -l 'zones' -d 'Only gestures in these zones.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" phases' -l 'phases' -d 'Only these: began, changed, ended, cancelled.' -rfka 'began changed ended cancelled'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" devices' -l 'devices' -d 'Only these touchscreens: ids, names (with * and ?), or outputs.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" fingers' -l 'fingers' -d 'Only this number of fingers, or a range as in 2-5.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" events' -l 'events' -d 'Which lines are sent: gesture, device, activity, wake, contact, health, explanation.' -rfka 'gesture device activity wake contact health explanation'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" max-rate' -l 'max-rate' -d 'Maximum number of changed lines a second for each gesture, 1 to 240.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl save" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl run" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl run" wait' -l 'wait' -d 'Wait for a daemon that does not run yet.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl run" reconnect' -l 'reconnect' -d 'Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl run"' -l 'trust-user' -d 'Also accept a daemon of this user, by name or number. Repeat for several.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl run" -eq 1' -F
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl run" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl run" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" wait' -l 'wait' -d 'Wait for a daemon that does not run yet.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" reconnect' -l 'reconnect' -d 'Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on"' -l 'trust-user' -d 'Also accept a daemon of this user, by name or number. Repeat for several.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl on" -eq 1' -fka 'tap press long_press drag swipe swipe_hold magnify rotate deep_press force stroke screen_reader simultaneous sequence exclusive'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" name' -l 'name' -d 'The gesture\'s name in gestured.yaml.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" direction' -l 'direction' -d 'The direction of a swipe: left, right, up, down, up_left, …' -rfka 'left right up down up_left up_right down_left down_right'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" edge' -l 'edge' -d 'The edge from which a swipe or a drag came: left, right, top, bottom.' -rfka 'left right top bottom'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" fingers' -l 'fingers' -d 'The number of fingers, or a range as in 2-5.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" count' -l 'count' -d 'The number of taps, or of ticks of a press, or a range as in 2-3.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" zone' -l 'zone' -d 'The name of the zone.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" phase' -l 'phase' -d 'The phase: began, changed, ended, cancelled; by default ended.' -rfka 'began changed ended cancelled'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" stroke' -l 'stroke' -d 'The shape of a stroke.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" screen-reader' -l 'screen-reader' -d 'Which of the screen readers\' gestures: swipe_right_and_down, 2_finger_double_tap, …' -rfka 'swipe_left swipe_right swipe_up swipe_down 2_finger_swipe_left 2_finger_swipe_right 2_finger_swipe_up 2_finger_swipe_down 3_finger_swipe_left 3_finger_swipe_right 3_finger_swipe_up 3_finger_swipe_down 4_finger_swipe_left 4_finger_swipe_right 4_finger_swipe_up 4_finger_swipe_down swipe_left_and_right swipe_left_and_up swipe_left_and_down swipe_right_and_left swipe_right_and_up swipe_right_and_down swipe_up_and_left swipe_up_and_right swipe_up_and_down swipe_down_and_left swipe_down_and_right swipe_down_and_up double_tap double_tap_and_hold 2_finger_single_tap 2_finger_double_tap 2_finger_double_tap_and_hold 2_finger_triple_tap 2_finger_triple_tap_and_hold 3_finger_single_tap 3_finger_single_tap_and_hold 3_finger_double_tap 3_finger_double_tap_and_hold 3_finger_triple_tap 3_finger_triple_tap_and_hold 4_finger_single_tap 4_finger_double_tap 4_finger_double_tap_and_hold 4_finger_triple_tap'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" steps' -l 'steps' -d 'Run at each line with new steps, instead of at a phase.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" device' -l 'device' -d 'The touchscreen: its name (with * and ?), or its output.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" at-most' -l 'at-most' -d 'How many commands may run at the same time, 1 to 16; by default 1.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" cooldown' -l 'cooldown' -d 'The time after a start in which no other command starts: 500ms, 2s.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl on" -ge 2' -fka '(compgen -c)'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl on" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl feedback" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl feedback" wait' -l 'wait' -d 'Wait for a daemon that does not run yet.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl feedback" reconnect' -l 'reconnect' -d 'Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl feedback"' -l 'on' -d 'At this gesture: a kind, or a name of the configuration. Repeat for several.' -rfka 'tap press long_press drag swipe swipe_hold magnify rotate deep_press force stroke screen_reader simultaneous sequence exclusive'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl feedback" phase' -l 'phase' -d 'At this phase: began, changed, ended, cancelled.' -rfka 'began changed ended cancelled'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl feedback" strength' -l 'strength' -d 'How strong, 0 to 1.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl feedback" length' -l 'length' -d 'How long, 1ms to 10s.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl feedback" -eq 1' -F
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl feedback" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl feedback" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl measure" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl measure" tasks' -l 'tasks' -d 'What is done, in this order: tap, double_tap, press, swipe.' -rfka 'tap double_tap press swipe'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl measure" times' -l 'times' -d 'How many times each is done, 3 to 100.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl measure" wait' -l 'wait' -d 'Wait for a daemon that does not run yet.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl measure" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl measure" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl calibrate" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl calibrate" touch' -l 'touch' -d 'How many seconds to wait for the touch of a cross that is drawn.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl calibrate" from' -l 'from' -d 'Values of xinput_calibrator: MinX,MaxX,MinY,MaxY, and ,SwapXY for swapped axes.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl calibrate" axes' -l 'axes' -d 'With --from: the device\'s own ranges, MinX,MaxX,MinY,MaxY, as evtest prints them.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl calibrate" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl calibrate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl train" templates' -l 'templates' -d 'The file of shapes to which the drawings are added. It is created if it does not exist.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl train"' -l 'from' -d 'Take the drawings from these recordings instead of asking for them.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl train" times' -l 'times' -d 'How many times it is drawn, 3 to 5.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl train" parts' -l 'parts' -d 'The number of parts of a drawing, 1 to 3: the finger lifts between them.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl train" replace' -l 'replace' -d 'Remove the drawings of the shape that the file already has.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl train" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl train" wait' -l 'wait' -d 'Wait for a daemon that does not run yet.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl train" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl train" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" script' -l 'script' -d 'Perform the lines of this file.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" at' -l 'at' -d 'Where fingers land, in mm from the top left, if a sentence does not say it.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" speed' -l 'speed' -d 'How fast fingers move, in mm/s, if a sentence does not say it.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" person' -l 'person' -d 'Whose hands: adult, child, slow, tremor, glove, arm, and figures that differ, for example "slow, stagger 0..80 ms".' -rfka 'adult child slow tremor glove arm'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" panel' -l 'panel' -d 'On which panel: good, ir-30hz, pi-7in, resistive, wet, wall-86in, and figures that differ, for example "good, 30 Hz, noise 0.5 mm"; left out: the one of a line panel:, or good.' -rfka 'good ir-30hz pi-7in resistive wet wall-86in'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" seed' -l 'seed' -d 'The same seed gives the same bytes.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" o output' -s 'o' -l 'output' -d 'The file to make; left out: standard output.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" uinput' -l 'uinput' -d 'Play the touches on a touchscreen that the kernel makes (uinput), as root.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" yes' -l 'yes' -d 'With --uinput: confirms that it may press what is on the screen. Required.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" for-daemon' -l 'for-daemon' -d 'With --uinput: gestured reads the touchscreen, and bindings run. Without, gestured ignores it.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" wait' -l 'wait' -d 'With --uinput: how long the touchscreen exists before the first touch and after the last.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl perform" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl play" uinput' -l 'uinput' -d 'Play the touches on a touchscreen that the kernel makes (uinput), as root.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl play" yes' -l 'yes' -d 'With --uinput: confirms that it may press what is on the screen. Required.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl play" for-daemon' -l 'for-daemon' -d 'With --uinput: gestured reads the touchscreen, and bindings run. Without, gestured ignores it.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl play" wait' -l 'wait' -d 'With --uinput: how long the touchscreen exists before the first touch and after the last.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl play" -eq 1' -F
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl play" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl play" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl describe" -eq 1' -fka 'tap press long_press drag swipe swipe_hold magnify rotate deep_press force stroke screen_reader simultaneous sequence exclusive'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl describe" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl describe" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl doctor" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl doctor" touch' -l 'touch' -d 'How many seconds to wait for a touch; 0 asks for none.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl doctor" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl explain" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl explain" wait' -l 'wait' -d 'Wait for a daemon that does not run yet.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl explain" reconnect' -l 'reconnect' -d 'Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl explain" all' -l 'all' -d 'Also gestures that take another number of fingers.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl explain" json' -l 'json' -d 'JSON lines: explanations, gestures and touchscreens.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl explain" devices' -l 'devices' -d 'Only these touchscreens: ids, names (with * and ?), or outputs.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl explain" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl explain" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl bug-report" socket' -l 'socket' -d 'Connect to this socket.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl bug-report" seconds' -l 'seconds' -d 'How many seconds of touches; 0 asks for none.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl bug-report" touches' -l 'touches' -d 'Record what the hardware reports, for this long, such as 10s.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl bug-report" o output' -l 'output' -s 'o' -d 'The file to make.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl bug-report" no-positions' -l 'no-positions' -d 'Leave out positions.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl bug-report" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl bug-report" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl view" port' -l 'port' -d 'The port of gestured-web.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl view" demo' -l 'demo' -d 'Open the page with a demo, from a file.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl view" no-open' -l 'no-open' -d 'Print the address, and open nothing.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl view" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl view" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl lock" message' -l 'message' -d 'What the screens show, at most 200 bytes.' -rfka ''
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl lock" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl lock" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl unlock" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl unlock" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl init" o output' -l 'output' -s 'o' -d 'The file to make.' -rF
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl init" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl init" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_positional "gesturectl check" -eq 1' -F
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl check" version' -l 'version' -d 'Show the version.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'gesturectl' -n '__gesturectl_should_offer_completions_for_flags_or_options "gesturectl help" version' -l 'version' -d 'Show the version.'
