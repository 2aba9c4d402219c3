import ArgumentParser
import GestureWire
import LinuxIO

/// `gesturectl lock`
struct LockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "lock",
        abstract: "Keep touches from every program for a time, such as to clean the screen.",
        discussion: """
            Asks gestured-session of this user to cover the screens with a message and the seconds \
            that remain. gesturectl unlock ends it early, and so do three fingers that rest for \
            three seconds. A mouse cannot press either. It does not keep people out: keyboards \
            still work. Exit status: 69 if there is no gestured-session.
            """)

    @Argument(
        help: ArgumentHelp("How long: 30s, 2m, 1h; at most a day.", valueName: "duration"),
        transform: { text in
            guard let duration = UnitDuration(text) else {
                throw ValidationError("It takes a duration such as 30s, 2m or 1h.")
            }
            return duration
        })
    var duration: UnitDuration

    @Option(
        help: ArgumentHelp(
            "What the screens show, at most 200 bytes.",
            discussion: "Defaults to the message of gestured-session.", valueName: "text"))
    var message: String?

    func validate() throws {
        guard (message?.utf8.count ?? 0) <= 200 else {
            throw ValidationError("--message has at most 200 bytes.")
        }
    }

    func run() async throws {
        try CommandProcess.runAlone {
            let text = message.map { message in
                String(
                    String.UnicodeScalarView(
                        message.unicodeScalars.map { $0.value < 0x20 && $0 != "\n" ? " " : $0 }))
            }
            let members = text.map { #","message":\#(quotedJSON($0))"# } ?? ""
            try SessionDoor.send(#"{"type":"lock","seconds":\#(duration.seconds)\#(members)}"#)
        }
    }
}

/// `gesturectl unlock`
struct UnlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "unlock",
        abstract: "End a lock of gesturectl lock.",
        discussion: "Exit status: 69 if there is no gestured-session.")

    func run() async throws {
        try CommandProcess.runAlone { try SessionDoor.send(#"{"type":"unlock"}"#) }
    }
}
