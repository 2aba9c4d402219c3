#!/bin/sh
# Prints each completed gesture: gestures.sh [SOCKET]. Continues when gestured is restarted. Needs
# socat. Each line is one object whose members are in a fixed order; names in gesture lines have
# letters, digits, "_", "." and "-" only, so that patterns suffice to parse a line.

# The given socket, or the first that exists.
place() {
    named=${1:-$GESTURED_SOCKET}
    own=$XDG_RUNTIME_DIR/gestured.sock
    [ "$named" ] || [ -e /run/gestured/gestured.sock ] || [ ! -e "$own" ] || named=$own
    echo "${named:-/run/gestured/gestured.sock}"
}

# The value of the member $2, a word or a number, in the line $1; empty if it has none.
value() {
    case $1 in
    *"\"$2\":"*) ;;
    *) return ;;
    esac
    rest=${1#*"\"$2\":"}
    rest=${rest%%[,\}]*}
    rest=${rest#\"}
    printf '%s' "${rest%\"}"
}

# With -t socat continues reading when its own input has ended. A closed standard output ends it all.
while :; do
    printf '%s\n' '{"type":"subscribe","phases":["ended"]}' |
        socat -t 1000000000 - "UNIX-CONNECT:$(place "$1")" |
        while IFS= read -r line; do
            line=${line%%,\"parts\":*} # of a composition: the parts are left out
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
