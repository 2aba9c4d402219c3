import ArgumentParser
import GestureClient

/// `gesturectl watch`
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show gestures as they are made.",
        discussion: """
            On a terminal as text for people, at most ten changes a second of each gesture; into a \
            pipe or a file as the daemon's own lines, one JSON object each. Ctrl-C ends.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var patience: PatienceOptions

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
            ReaderWatch.begin()
            let output = OutputFile.standard
            let isText = text || (output.isTerminal && !json)
            var subscription = filter.subscription
            if isText, filter.maxRate == nil {
                subscription = subscription ?? GestureSubscription()
                subscription?.maximumRate = 10
            }
            var tally = EventTally(limit: count, of: subscription)
            var writer = LineWriter(output, isText: isText)
            for try await line in patience.client(socket, subscription).lines {
                try writer.write(line)
                if tally.isReached(by: line.event) { return }
            }
            try tally.requireReached()
        }
    }
}
