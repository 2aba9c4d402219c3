#!/bin/sh
# Prints each completed gesture: gestures.sh [SOCKET]. Continues when gestured is restarted. Needs
# socat. Each line is one object whose members are in a fixed order; names in gesture lines have
# letters, digits, "_", "." and "-" only, so that patterns suffice to parse a line.

# The path of the given socket, or of the first that exists.
socket_path() {
    path=${1:-$GESTURED_SOCKET}
    user_path=$XDG_RUNTIME_DIR/gestured.sock
    [ "$path" ] || [ -e /run/gestured/gestured.sock ] || [ ! -e "$user_path" ] || path=$user_path
    echo "${path:-/run/gestured/gestured.sock}"
}

# The value of the member $2, a word or a number, in the line $1; empty if the line has no such member.
value() {
    case $1 in
    *"\"$2\":"*) ;;
    *) return ;;
    esac
    text=${1#*"\"$2\":"}
    text=${text%%[,\}]*}
    text=${text#\"}
    printf '%s' "${text%\"}"
}

# With -t, socat continues to read after the end of its input. A closed standard output ends the program.
while :; do
    printf '%s\n' '{"type":"subscribe","phases":["ended"]}' |
        socat -t 1000000000 - "UNIX-CONNECT:$(socket_path "$1")" |
        while IFS= read -r line; do
            line=${line%%,\"parts\":*} # without the parts of a composition
            case $line in
            '{"type":"gesture",'*'"phase":"ended",'*)
                echo "$(value "$line" name) $(value "$line" direction)$(value "$line" count)"
                ;;
            *'"reason":"too_many_clients"'*)
                echo "gestured has too many clients: end one, or raise its max_clients" >&2
                exit 69
                ;;
            esac
        done || exit
    sleep 1
done
