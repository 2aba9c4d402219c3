import ArgumentParser
import GestureClient

/// `gesturectl watch`
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "watch",
        abstract: "Show gestures as they are made.",
        discussion: """
            On a terminal as text for people, at most ten changes a second of each gesture; into a \
            pipe or a file as the daemon's own lines, one JSON object each. Ctrl-C ends.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var reconnection: ReconnectOptions

    @Flag(help: "JSON lines, also on a terminal.")
    var json = false

    @Flag(help: "Text for people, also into a pipe.")
    var text = false

    @Option(
        help: ArgumentHelp(
            "End after so many lines of gestures.",
            discussion: "Where no gestures are asked for, of the events that are.",
            valueName: "number"))
    var count: Int?

    @OptionGroup(title: "What to show") var filter: FilterOptions

    func validate() throws {
        guard !(json && text) else {
            throw ValidationError("--json and --text exclude each other: choose one.")
        }
        guard count ?? 1 > 0 else { throw ValidationError("--count takes a number above 0.") }
    }

    func run() async throws {
        try await CommandProcess.run {
            CommandProcess.endQuietlyOnInterrupt()
            StandardOutputWatch.begin()
            let output = OutputFile.standard
            let isText = text || (output.isTerminal && !json)
            var subscription = filter.subscription
            if isText, filter.maxRate == nil {
                subscription = subscription ?? GestureSubscription()
                subscription?.maximumRate = 10
            }
            let client = reconnection.client(socket, subscription)
            // On a terminal control characters are escaped.
            if !isText, !output.isTerminal, count == nil {
                return try client.passBytes(to: output.write(bytes:))
            }
            var counter = EventCounter(limit: count, of: subscription)
            var writer = LineWriter(output, isText: isText)
            for try await line in client.lines {
                try writer.write(line)
                if counter.isReached(by: line.event) { return }
            }
            try counter.requireReached()
        }
    }
}

/// `gesturectl save`
struct SaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "save",
        abstract: "Write the daemon's lines to a new file.",
        discussion: """
            One JSON object a line, as they are sent; the file is made new, for its owner alone. \
            It holds where fingers were: of a PIN pad that is the PIN. Ctrl-C ends. To record \
            what the hardware reports, to be replayed: gestured --record FILE --dump.
            """,
        // Its name until 0.1: a record is what gestured makes.
        aliases: ["record"])

    @Argument(help: ArgumentHelp("The file to make.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var socket: SocketOption
    @OptionGroup var reconnection: ReconnectOptions

    @Option(
        help: ArgumentHelp(
            "End after so many lines of gestures.",
            discussion: "Where no gestures are asked for, of the events that are.",
            valueName: "number"))
    var count: Int?

    @OptionGroup(title: "What to record") var filter: FilterOptions

    func validate() throws {
        guard count ?? 1 > 0 else { throw ValidationError("--count takes a number above 0.") }
    }

    func run() async throws {
        try await CommandProcess.run {
            CommandProcess.endQuietlyOnInterrupt()
            let client = reconnection.client(socket, filter.subscription)
            // Connects first, so that no empty file remains if there is no daemon.
            try await client.connect()
            let output = try OutputFile.make(file)
            CommandProcess.report(
                "saving to \(output.name); it will hold every place of a finger")
            var counter = EventCounter(limit: count, of: filter.subscription)
            for try await line in client.lines {
                try output.write(line.text + "\n")
                if counter.isReached(by: line.event) { return }
            }
            try counter.requireReached()
        }
    }
}
