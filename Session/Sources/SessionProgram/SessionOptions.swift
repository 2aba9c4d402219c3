import GestureClient
public import LinuxIO

/// The command line, as values.
public struct SessionOptions: Sendable, Equatable {
    /// The location of the daemon's socket.
    var socket = SocketLocation()
    var policy = Shield.Policy()
    /// The zones, or the bands along their sides, whose touches no program receives.
    var keeps: [Keep] = []
    /// The names of gestures that lock, with the duration, and of those that unlock.
    var lockGestures: [String: Int64] = [:]
    var unlockGestures: Set<String> = []
    var message = "Cleaning"
    var isDark = false

    /// The requested action.
    public enum Request: Sendable, Equatable {
        case run(SessionOptions)
        case help
        case version
    }

    /// The text of `--help`.
    public static let help = """
        usage: gestured-session [--wake] [--double-tap] [--keep ZONE[/SIDE]]...
                                [--lock-gesture NAME=DURATION]... [--unlock-gesture NAME]...
                                [--no-rest] [--message TEXT] [--dark] [--socket PATH]

        Keeps touches from the programs of a graphical session: the touch that wakes the screen, those
        of zones and edges, and all while the screen is cleaned. A client of gestured and of the
        Wayland compositor.

          --wake             the touch that wakes the screen presses nothing, after
                             activity.idle_after of gestured.yaml (60s) without a touch
          --double-tap       with --wake: a second tap right after it presses nothing either
          --keep ZONE[/SIDE]
                             touches that land in this zone of gestured.yaml reach no program; with
                             /left, /right, /top, /bottom or /edges only those in the band of that
                             side, from which edge gestures of the zone begin; repeat for several
          --lock-gesture NAME=DURATION
                             this gesture locks for a time, such as clean=30s or clean=2m
          --unlock-gesture NAME
                             this gesture ends a lock
          --no-rest          a lock does not end when three fingers or drops of water rest on it
          --message TEXT     what a lock shows by default; default Cleaning
          --dark             a lock is light on dark
          --socket PATH      the socket of gestured; default $GESTURED_SOCKET, else the first of
                             /run/gestured/gestured.sock and $XDG_RUNTIME_DIR/gestured.sock
          --version          prints the version
          --help             prints this

        Manual: gestured-session(1).
        """
    /// The options that take a value, and all options.
    private static let valued = [
        "--keep", "--lock-gesture", "--unlock-gesture", "--message", "--socket",
    ]
    private static let names =
        valued + ["--wake", "--double-tap", "--no-rest", "--dark", "--version", "--help"]

    /// Parses the arguments after the program's name.
    ///
    /// - Throws: the error and the advice, with status 64.
    public static func parse(_ arguments: [String]) throws(CommandError) -> Request {
        var options = SessionOptions()
        var remaining = arguments[...]
        while let word = remaining.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard parts.count == 1 || valued.contains(name) || !names.contains(name) else {
                throw usage("\(name) takes no value", "Write \(name), or leave it out")
            }
            switch name {
            case "--help", "-h": return .help
            case "--version": return .version
            case "--wake": options.policy.wakes = true
            case "--double-tap": options.policy.coversDoubleTap = true
            case "--no-rest": options.policy.endsByResting = false
            case "--dark": options.isDark = true
            default:
                guard valued.contains(name) else {
                    let nearest = Spelling.nearest(to: word, among: names)
                    throw usage(
                        "there is no option \(escapedText(word))",
                        nearest.map { "Did you mean \($0)?" } ?? "See gestured-session --help")
                }
                guard let value = parts.count > 1 ? String(parts[1]) : remaining.popFirst() else {
                    throw usage("\(name) needs a value", "See gestured-session --help")
                }
                try options.set(name, value)
            }
        }
        if options.policy.coversDoubleTap && !options.policy.wakes {
            throw usage("--double-tap does nothing without --wake", "Write both, or neither")
        }
        if let name = options.unlockGestures.first(where: { options.lockGestures[$0] != nil }) {
            throw usage("the gesture \(escapedText(name)) locks and unlocks", "Name two gestures")
        }
        return .run(options)
    }

    private static func usage(_ problem: String, _ advice: String) -> CommandError {
        CommandError(.usage, "\(problem)\n  \(advice)")
    }

    private mutating func set(_ name: String, _ value: String) throws(CommandError) {
        switch name {
        case "--keep":
            guard let keep = Keep(value) else {
                throw Self.usage(
                    "--keep does not take \(escapedText(value))",
                    "Write ZONE, ZONE/edges, or ZONE/left, /right, /top or /bottom")
            }
            keeps.append(keep)
        case "--lock-gesture":
            let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let duration = UnitDuration(parts[1]) else {
                throw Self.usage(
                    "--lock-gesture does not take \(escapedText(value))",
                    "Write the gesture's name and a duration: clean=30s or clean=2m, at most a day")
            }
            lockGestures[parts[0]] = Int64(duration.seconds) * 1_000_000
        case "--unlock-gesture": unlockGestures.insert(value)
        case "--message":
            guard value.utf8.count <= LockRequest.longestMessage else {
                throw Self.usage(
                    "--message is too long", "It has at most \(LockRequest.longestMessage) bytes")
            }
            message = value
        default: socket = SocketLocation(path: value)
        }
    }
}
