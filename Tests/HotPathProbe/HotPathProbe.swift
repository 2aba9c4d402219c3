import BenchHarness
import Glibc
import TouchCore
import TouchRecordings

/// Plays a workload through the daemon's own way, events to socket, so that a counter outside of it
/// can see what a frame costs: `HotPathProbe WORKLOAD PASSES [--live] [--deliberate-malloc]
/// [--config FILE] [--ask REQUEST]`.
///
/// A workload is `pinch`, `alternate`, or a file of 64-bit `struct input_event` from the panel of the
/// harness. With --live they are read from a pipe, as from a device, and the client can ask for
/// something; else they come from a file. The workload `swift` is another way: a pinch on gestures that are
/// written in Swift, from frames to callbacks.
/// Prints how much that was.
@main
struct HotPathProbe {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let passes = Int(arguments[2]), passes > 0 else {
            print(
                """
                usage: HotPathProbe pinch|alternate|swift|FILE.evbin PASSES [--live] \
                [--deliberate-malloc] [--config FILE] [--ask REQUEST]
                """)
            exit(64)
        }
        guard arguments[1] != "swift" else { return try playSwift(passes) }
        let events = try events(of: arguments[1])
        var options = HarnessOptions()
        options.stage = .turn
        options.configuration = try configuration(named: arguments)
        if arguments.contains("--live") {
            try playLive(events, passes, options, asking: value(of: "--ask", in: arguments))
        } else {
            try play(events, passes, options)
        }
        if arguments.contains("--deliberate-malloc") {
            for _ in 0..<passes { allocateOnce() }
        }
    }

    private static func playSwift(_ passes: Int) throws {
        let panel = Panel(
            x: AxisRange(minimum: 0, maximum: 16_383, resolution: 31),
            y: AxisRange(minimum: 0, maximum: 9_215, resolution: 31),
            pressure: AxisRange(minimum: 0, maximum: 255))
        let played = try SwiftHarness(panel).play(passes: passes)
        guard played.calls > played.frames else { exit(1) }
        print("frames=\(played.frames) calls=\(played.calls)")
    }

    /// What stands after an option.
    private static func value(of option: String, in arguments: [String]) -> String? {
        guard let place = arguments.firstIndex(of: option), place + 1 < arguments.count else {
            return nil
        }
        return arguments[place + 1]
    }

    /// The text of the file after `--config`; empty where there is none.
    private static func configuration(named arguments: [String]) throws -> String {
        guard let path = value(of: "--config", in: arguments) else { return "" }
        return String(decoding: try readBytes(path), as: UTF8.self)
    }

    private static func events(of workload: String) throws -> [InputEvent] {
        switch workload {
        case "pinch": pinchAndRotate()
        case "alternate": twoInTurn()
        default: try readEvents(workload)
        }
    }

    private static func play(
        _ events: [InputEvent], _ passes: Int, _ options: HarnessOptions
    ) throws {
        let harness = try Harness(options)
        let file = try makeFile(of: events, passes: passes)
        try harness.play(file)
        print("events=\(events.count * passes) lines=\(harness.eventCount)")
    }

    private static func playLive(
        _ events: [InputEvent], _ passes: Int, _ options: HarnessOptions, asking request: String?
    ) throws {
        let path = "/tmp/hot-path-probe-\(getpid())"
        let harness = try LiveHarness(
            .benchPanel(slots: 10), events: events, passes: passes, socket: path,
            options.daemonConfiguration)
        let client = try ProbeClient(path)
        try harness.awaitClient()
        client.drain()
        if let request {
            try client.ask(request)
            try harness.serve { try client.hasAnswer() }
        }
        let greeting = client.byteCount
        let frames = try harness.play { client.drain() }
        guard client.byteCount > greeting else { throw ProbeError(text: "no line came") }
        print("frames=\(frames) bytes=\(client.byteCount)")
        unlink("\(path).lock")
    }

    /// One allocation, which the counter has to see.
    private static func allocateOnce() {
        let block = malloc(32)
        // Who hands it on keeps the optimiser from leaving it out.
        _ = write(-1, block, 1)
        free(block)
    }
}
