import ArgumentParser
import GestureClient

/// `gesturectl record`
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Write the daemon's lines to a new file.",
        discussion: """
            One JSON object a line, as they are sent; the file is made new, for its owner alone. \
            It tells where fingers were: of a PIN pad that is the PIN. Ctrl-C ends. What the \
            hardware says, to be replayed: gestured --record FILE --dump.
            """)

    @Argument(help: ArgumentHelp("The file to make.", valueName: "file"))
    var file: String

    @OptionGroup var socket: SocketOption
    @OptionGroup var patience: PatienceOptions

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
            let client = patience.client(socket, filter.subscription)
            // Connects first: without a daemon no empty file is left.
            try await client.connect()
            let output = try OutputFile.make(file)
            CommandProcess.tell("recording to \(output.name); it will hold every place of a finger")
            var tally = EventTally(limit: count, of: filter.subscription)
            for try await line in client.lines {
                try output.write(line.text + "\n")
                if tally.isReached(by: line.event) { return }
            }
            try tally.requireReached()
        }
    }
}
