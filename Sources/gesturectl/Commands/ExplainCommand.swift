import ArgumentParser
import GestureClient
import LinuxIO

/// `gesturectl explain`
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "explain",
        abstract: "Show why gestures are not recognised.",
        discussion: """
            Prints what is recognised and, once the fingers have lifted, a line for each gesture \
            that was not: the measured value and the threshold that it missed. The daemon's \
            configuration must permit it: clients: { explain: true }. If you may read the devices, \
            gestured --dump --explain needs no permission. Ends with Ctrl-C.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var reconnection: ReconnectOptions

    @Flag(help: "Also gestures that take another number of fingers.")
    var all = false

    @Flag(help: "JSON lines: explanations, gestures and touchscreens.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Only these touchscreens: ids, names (with * and ?), or outputs.",
            discussion: "Separate several by commas.", valueName: "devices"))
    var devices: String?

    func validate() throws {
        guard devices?.split(separator: ",").isEmpty != true else {
            throw ValidationError("--devices is empty.")
        }
    }

    func run() async throws {
        try await CommandProcess.run {
            CommandProcess.endQuietlyOnInterrupt()
            StandardOutputWatch.begin()
            var writer = LineWriter(OutputFile.standard, isText: !json)
            for try await line in reconnection.client(socket, subscription).lines {
                if shows(line.event) { try writer.write(line) }
            }
        }
    }

    /// Whether to show an event. Without --all, gestures with another number of fingers are not
    /// explained: these are most of a list.
    func shows(_ event: GestureClientEvent) -> Bool {
        guard case .explanation(let explanation) = event else { return true }
        return all || explanation.part != nil || explanation.reason != .fingers
    }

    /// Explanations, and recognised gestures beside them.
    var subscription: GestureSubscription {
        var subscription = GestureSubscription()
        subscription.events = [.explanation, .gesture, .device]
        subscription.phases = [.began, .ended, .cancelled]
        subscription.devices = devices.map { FilterOptions.devices(in: $0) }
        return subscription
    }
}
