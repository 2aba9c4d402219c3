#compdef gesturectl

__gesturectl_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__gesturectl_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __gesturectl_complete "${completions[@]:0:-1}"
    fi
}

__gesturectl_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_gesturectl() {
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
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'watch:Show gestures as they are made.'
            'devices:List the touchscreens that the daemon reads.'
            'status:Show the state of the daemon.'
            'save:Write the daemon'\''s lines to a new file.'
            'run:Run commands at gestures, as a file lists them.'
            'on:Run one command at a gesture, without a file.'
            'feedback:Play a buzz on an input device at gestures.'
            'measure:Measure how a person touches, and print thresholds that fit.'
            'calibrate:Ask for four touches, and print the calibration of the panel.'
            'train:Record how a shape is drawn, for gestures of the kind stroke.'
            'perform:Make a recording of touches that a sentence describes.'
            'play:Play a recording on a touchscreen that the kernel makes.'
            'describe:Describe a kind of gesture, its thresholds and the members of its lines.'
            'doctor:Find out why gestures do not come.'
            'explain:Show why gestures are not recognised.'
            'bug-report:Collect what a report of a fault needs, in one file.'
            'view:Open the live page: the glass, fingers and gestures, in a browser.'
            'lock:Keep touches from every program for a time, such as to clean the screen.'
            'unlock:End a lock of gesturectl lock.'
            'init:Write a short configuration to begin with.'
            'check:Check a configuration, and report each problem with its place.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        watch|devices|status|save|run|on|feedback|measure|calibrate|train|perform|play|describe|doctor|explain|bug-report|view|lock|unlock|init|check|help)
            "_gesturectl_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_gesturectl_watch() {
    local -i ret=1
    local -ar ___gestures=('tap' 'press' 'long_press' 'drag' 'swipe' 'swipe_hold' 'magnify' 'rotate' 'deep_press' 'force' 'stroke' 'screen_reader' 'simultaneous' 'sequence' 'exclusive')
    local -ar ___phases=('began' 'changed' 'ended' 'cancelled')
    local -ar ___events=('gesture' 'device' 'activity' 'wake' 'contact' 'health' 'explanation')
    local -ar arg_specs=(
        '--socket[Connect to this socket.]:path:_files'
        '--wait[Wait for a daemon that does not run yet.]'
        '--reconnect[Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).]'
        '--json[Print JSON lines, even on a terminal.]'
        '--text[Print text, even into a pipe.]'
        '--count[End after this number of lines of gestures.]:number:'
        '--gestures[Only these kinds\: tap, press, long_press, drag, swipe, swipe_hold, magnify, rotate, deep_press, force, stroke, screen_reader, simultaneous, sequence, exclusive.]:kinds:{__gesturectl_complete "${___gestures[@]}"}'
        '--names[Only gestures of these names.]:names:'
        '--zones[Only gestures in these zones.]:zones:'
        '--phases[Only these\: began, changed, ended, cancelled.]:phases:{__gesturectl_complete "${___phases[@]}"}'
        '--devices[Only these touchscreens\: ids, names (with * and ?), or outputs.]:devices:'
        '--fingers[Only this number of fingers, or a range as in 2-5.]:fingers:'
        '--events[Which lines are sent\: gesture, device, activity, wake, contact, health, explanation.]:events:{__gesturectl_complete "${___events[@]}"}'
        '--max-rate[Maximum number of changed lines a second for each gesture, 1 to 240.]:number:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_devices() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[Connect to this socket.]:path:_files'
        '--json[Print JSON lines, even on a terminal.]'
        '--text[Print text, even into a pipe.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_status() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[Connect to this socket.]:path:_files'
        '--json[Print JSON, even on a terminal.]'
        '--text[Print text, even into a pipe.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_save() {
    local -i ret=1
    local -ar ___gestures=('tap' 'press' 'long_press' 'drag' 'swipe' 'swipe_hold' 'magnify' 'rotate' 'deep_press' 'force' 'stroke' 'screen_reader' 'simultaneous' 'sequence' 'exclusive')
    local -ar ___phases=('began' 'changed' 'ended' 'cancelled')
    local -ar ___events=('gesture' 'device' 'activity' 'wake' 'contact' 'health' 'explanation')
    local -ar arg_specs=(
        ':file:_files'
        '--socket[Connect to this socket.]:path:_files'
        '--wait[Wait for a daemon that does not run yet.]'
        '--reconnect[Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).]'
        '--count[End after this number of lines of gestures.]:number:'
        '--gestures[Only these kinds\: tap, press, long_press, drag, swipe, swipe_hold, magnify, rotate, deep_press, force, stroke, screen_reader, simultaneous, sequence, exclusive.]:kinds:{__gesturectl_complete "${___gestures[@]}"}'
        '--names[Only gestures of these names.]:names:'
        '--zones[Only gestures in these zones.]:zones:'
        '--phases[Only these\: began, changed, ended, cancelled.]:phases:{__gesturectl_complete "${___phases[@]}"}'
        '--devices[Only these touchscreens\: ids, names (with * and ?), or outputs.]:devices:'
        '--fingers[Only this number of fingers, or a range as in 2-5.]:fingers:'
        '--events[Which lines are sent\: gesture, device, activity, wake, contact, health, explanation.]:events:{__gesturectl_complete "${___events[@]}"}'
        '--max-rate[Maximum number of changed lines a second for each gesture, 1 to 240.]:number:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_run() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[Connect to this socket.]:path:_files'
        '--wait[Wait for a daemon that does not run yet.]'
        '--reconnect[Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).]'
        '*--trust-user[Also accept a daemon of this user, by name or number. Repeat for several.]:user:'
        ':file:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_on() {
    local -i ret=1
    local -ar _gesture=('tap' 'press' 'long_press' 'drag' 'swipe' 'swipe_hold' 'magnify' 'rotate' 'deep_press' 'force' 'stroke' 'screen_reader' 'simultaneous' 'sequence' 'exclusive')
    local -ar ___direction=('left' 'right' 'up' 'down' 'up_left' 'up_right' 'down_left' 'down_right')
    local -ar ___edge=('left' 'right' 'top' 'bottom')
    local -ar ___phase=('began' 'changed' 'ended' 'cancelled')
    local -ar ___screen_reader=('swipe_left' 'swipe_right' 'swipe_up' 'swipe_down' '2_finger_swipe_left' '2_finger_swipe_right' '2_finger_swipe_up' '2_finger_swipe_down' '3_finger_swipe_left' '3_finger_swipe_right' '3_finger_swipe_up' '3_finger_swipe_down' '4_finger_swipe_left' '4_finger_swipe_right' '4_finger_swipe_up' '4_finger_swipe_down' 'swipe_left_and_right' 'swipe_left_and_up' 'swipe_left_and_down' 'swipe_right_and_left' 'swipe_right_and_up' 'swipe_right_and_down' 'swipe_up_and_left' 'swipe_up_and_right' 'swipe_up_and_down' 'swipe_down_and_left' 'swipe_down_and_right' 'swipe_down_and_up' 'double_tap' 'double_tap_and_hold' '2_finger_single_tap' '2_finger_double_tap' '2_finger_double_tap_and_hold' '2_finger_triple_tap' '2_finger_triple_tap_and_hold' '3_finger_single_tap' '3_finger_single_tap_and_hold' '3_finger_double_tap' '3_finger_double_tap_and_hold' '3_finger_triple_tap' '3_finger_triple_tap_and_hold' '4_finger_single_tap' '4_finger_double_tap' '4_finger_double_tap_and_hold' '4_finger_triple_tap')
    local -ar arg_specs=(
        '--socket[Connect to this socket.]:path:_files'
        '--wait[Wait for a daemon that does not run yet.]'
        '--reconnect[Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).]'
        '*--trust-user[Also accept a daemon of this user, by name or number. Repeat for several.]:user:'
        ':gesture:{__gesturectl_complete "${_gesture[@]}"}'
        '--name[The gesture'\''s name in gestured.yaml.]:name:'
        '--direction[The direction of a swipe\: left, right, up, down, up_left, …]:word:{__gesturectl_complete "${___direction[@]}"}'
        '--edge[The edge from which a swipe or a drag came\: left, right, top, bottom.]:edge:{__gesturectl_complete "${___edge[@]}"}'
        '--fingers[The number of fingers, or a range as in 2-5.]:fingers:'
        '--count[The number of taps, or of ticks of a press, or a range as in 2-3.]:count:'
        '--zone[The name of the zone.]:zone:'
        '--phase[The phase\: began, changed, ended, cancelled; by default ended.]:phase:{__gesturectl_complete "${___phase[@]}"}'
        '--stroke[The shape of a stroke.]:shape:'
        '--screen-reader[Which of the screen readers'\'' gestures\: swipe_right_and_down, 2_finger_double_tap, …]:word:{__gesturectl_complete "${___screen_reader[@]}"}'
        '--steps[Run at each line with new steps, instead of at a phase.]'
        '--device[The touchscreen\: its name (with * and ?), or its output.]:device:'
        '--at-most[How many commands may run at the same time, 1 to 16; by default 1.]:number:'
        '--cooldown[The time after a start in which no other command starts\: 500ms, 2s.]:time:'
        '*:command:{local -a list;list=(${(f)"$(compgen -c)"});_describe -V "" list}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_feedback() {
    local -i ret=1
    local -ar ___on=('tap' 'press' 'long_press' 'drag' 'swipe' 'swipe_hold' 'magnify' 'rotate' 'deep_press' 'force' 'stroke' 'screen_reader' 'simultaneous' 'sequence' 'exclusive')
    local -ar ___phase=('began' 'changed' 'ended' 'cancelled')
    local -ar arg_specs=(
        '--socket[Connect to this socket.]:path:_files'
        '--wait[Wait for a daemon that does not run yet.]'
        '--reconnect[Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).]'
        '*--on[At this gesture\: a kind, or a name of the configuration. Repeat for several.]:gesture:{__gesturectl_complete "${___on[@]}"}'
        '--phase[At this phase\: began, changed, ended, cancelled.]:phase:{__gesturectl_complete "${___phase[@]}"}'
        '--strength[How strong, 0 to 1.]:strength:'
        '--length[How long, 1ms to 10s.]:length:'
        ':node:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_measure() {
    local -i ret=1
    local -ar ___tasks=('tap' 'double_tap' 'press' 'swipe')
    local -ar arg_specs=(
        '--socket[Connect to this socket.]:path:_files'
        '--tasks[What is done, in this order\: tap, double_tap, press, swipe.]:tasks:{__gesturectl_complete "${___tasks[@]}"}'
        '--times[How many times each is done, 3 to 100.]:number:'
        '--wait[Wait for a daemon that does not run yet.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_calibrate() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[Connect to this socket.]:path:_files'
        '--touch[How many seconds to wait for the touch of a cross that is drawn.]:seconds:'
        '--from[Values of xinput_calibrator\: MinX,MaxX,MinY,MaxY, and ,SwapXY for swapped axes.]:values:'
        '--axes[With --from\: the device'\''s own ranges, MinX,MaxX,MinY,MaxY, as evtest prints them.]:ranges:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_train() {
    local -i ret=1
    local -ar arg_specs=(
        ':name:'
        '--templates[The file of shapes to which the drawings are added. It is created if it does not exist.]:file:_files'
        '--from[Take the drawings from these recordings instead of asking for them.]:files:_files'
        '--times[How many times it is drawn, 3 to 5.]:number:'
        '--parts[The number of parts of a drawing, 1 to 3\: the finger lifts between them.]:number:'
        '--replace[Remove the drawings of the shape that the file already has.]'
        '--socket[Connect to this socket.]:path:_files'
        '--wait[Wait for a daemon that does not run yet.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_perform() {
    local -i ret=1
    local -ar ___person=('adult' 'child' 'slow' 'tremor' 'glove' 'arm')
    local -ar ___panel=('good' 'ir-30hz' 'pi-7in' 'resistive' 'wet' 'wall-86in')
    local -ar arg_specs=(
        '*:sentence:'
        '--script[Perform the lines of this file.]:file:_files'
        '--at[Where fingers land, in mm from the top left, if a sentence does not say it.]:x,y:'
        '--speed[How fast fingers move, in mm/s, if a sentence does not say it.]:speed:'
        '--person[Whose hands\: adult, child, slow, tremor, glove, arm, and figures that differ, for example "slow, stagger 0..80 ms".]:person:{__gesturectl_complete "${___person[@]}"}'
        '--panel[On which panel\: good, ir-30hz, pi-7in, resistive, wet, wall-86in, and figures that differ, for example "good, 30 Hz, noise 0.5 mm"; left out\: the one of a line panel\:, or good.]:panel:{__gesturectl_complete "${___panel[@]}"}'
        '--seed[The same seed gives the same bytes.]:number:'
        '(-o --output)'{-o,--output}'[The file to make; left out\: standard output.]:file:_files'
        '--uinput[Play the touches on a touchscreen that the kernel makes (uinput), as root.]'
        '--yes[With --uinput\: confirms that it may press what is on the screen. Required.]'
        '--for-daemon[With --uinput\: gestured reads the touchscreen, and bindings run. Without, gestured ignores it.]'
        '--wait[With --uinput\: how long the touchscreen exists before the first touch and after the last.]:time:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_play() {
    local -i ret=1
    local -ar arg_specs=(
        '--uinput[Play the touches on a touchscreen that the kernel makes (uinput), as root.]'
        '--yes[With --uinput\: confirms that it may press what is on the screen. Required.]'
        '--for-daemon[With --uinput\: gestured reads the touchscreen, and bindings run. Without, gestured ignores it.]'
        '--wait[With --uinput\: how long the touchscreen exists before the first touch and after the last.]:time:'
        ':recording:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_describe() {
    local -i ret=1
    local -ar _kind=('tap' 'press' 'long_press' 'drag' 'swipe' 'swipe_hold' 'magnify' 'rotate' 'deep_press' 'force' 'stroke' 'screen_reader' 'simultaneous' 'sequence' 'exclusive')
    local -ar arg_specs=(
        ':kind:{__gesturectl_complete "${_kind[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_doctor() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[Connect to this socket.]:path:_files'
        '--touch[How many seconds to wait for a touch; 0 asks for none.]:seconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_explain() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[Connect to this socket.]:path:_files'
        '--wait[Wait for a daemon that does not run yet.]'
        '--reconnect[Reconnect whenever the connection is lost. Active gestures are cancelled (connection_lost).]'
        '--all[Also gestures that take another number of fingers.]'
        '--json[JSON lines\: explanations, gestures and touchscreens.]'
        '--devices[Only these touchscreens\: ids, names (with * and ?), or outputs.]:devices:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_bug-report() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[Connect to this socket.]:path:_files'
        '--seconds[How many seconds of touches; 0 asks for none.]:seconds:'
        '--touches[Record what the hardware reports, for this long, such as 10s.]:time:'
        '(--output -o)'{--output,-o}'[The file to make.]:file:_files'
        '--no-positions[Leave out positions.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_view() {
    local -i ret=1
    local -ar arg_specs=(
        '--port[The port of gestured-web.]:port:'
        '--demo[Open the page with a demo, from a file.]'
        '--no-open[Print the address, and open nothing.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_lock() {
    local -i ret=1
    local -ar arg_specs=(
        ':duration:'
        '--message[What the screens show, at most 200 bytes.]:text:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_unlock() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_init() {
    local -i ret=1
    local -ar arg_specs=(
        '(--output -o)'{--output,-o}'[The file to make.]:file:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_check() {
    local -i ret=1
    local -ar arg_specs=(
        ':file:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_gesturectl_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _gesturectl ]]; then
    _gesturectl "${@}"
else
    compdef _gesturectl gesturectl
fi
