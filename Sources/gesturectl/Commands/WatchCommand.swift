import ArgumentParser
import GestureClient

/// `gesturectl watch`
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "watch",
        abstract: "Show gestures as they are made.",
        discussion: """
            On a terminal it prints text, with at most ten changes a second of each gesture. Into \
            a pipe or a file it writes the daemon's own lines, one JSON object each. Ends with \
            Ctrl-C.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var reconnection: ReconnectOptions

    @Flag(help: "Print JSON lines, even on a terminal.")
    var json = false

    @Flag(help: "Print text, even into a pipe.")
    var text = false

    @Option(
        help: ArgumentHelp(
            "End after this number of lines of gestures.",
            discussion: "If --events names no gestures, lines of the named events count.",
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
            // Lines are passed on unparsed, unless they are counted, or escaped for a terminal.
            if !isText, !output.isTerminal, count == nil {
                return try client.passBytes(to: output.write(bytes:))
            }
            var counter = EventCounter(limit: count, of: subscription)
            var writer = LineWriter(output, isText: isText)
            for try await line in client.lines {
                try writer.write(line)
                if counter.reachesLimit(counting: line.event) { return }
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
            Writes one JSON object in each line, as the daemon sends it, to a new file that only \
            its owner can read. The file holds where fingers were, so on a PIN pad it holds the \
            PIN. Ends with Ctrl-C. To record the events of the hardware for a replay, use gestured \
            --record FILE --dump.
            """)

    @Argument(help: ArgumentHelp("The file to make.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var socket: SocketOption
    @OptionGroup var reconnection: ReconnectOptions

    @Option(
        help: ArgumentHelp(
            "End after this number of lines of gestures.",
            discussion: "If --events names no gestures, lines of the named events count.",
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
                if counter.reachesLimit(counting: line.event) { return }
            }
            try counter.requireReached()
        }
    }
}

/// `gesturectl record`: the name of `save` until 0.1, which scripts still use. A recording is made
/// by gestured, from the events of the hardware.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: SaveCommand.configuration.abstract,
        discussion: SaveCommand.configuration.discussion, shouldDisplay: false)

    @OptionGroup var save: SaveCommand

    func run() async throws {
        try await save.run()
    }
}
