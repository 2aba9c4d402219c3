import GesturedServer
import Glibc
import TouchCore
import TouchRecordings

/// Plays a workload through the daemon's own way, events to socket, so that a counter outside of it
/// can see what a frame costs: `HotPathProbe WORKLOAD PASSES [--live] [--deliberate-malloc]
/// [--config FILE]`.
///
/// A workload is `pinch`, or a file of 64-bit `struct input_event` from the panel of the rehearsals.
/// With --live they are read from a pipe, as from a device, else they come from a file, and what is
/// recognised can be configured. The workload `swift` is another way: a pinch on gestures that are
/// written in Swift, from frames to callbacks.
/// Prints how much that was.
@main
struct HotPathProbe {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let passes = Int(arguments[2]), passes > 0 else {
            print(
                """
                usage: HotPathProbe pinch|swift|FILE.evbin PASSES [--live] [--deliberate-malloc] \
                [--config FILE]
                """)
            exit(64)
        }
        guard arguments[1] != "swift" else { return playSwift(passes) }
        let events = arguments[1] == "pinch" ? pinchAndRotate() : try readEvents(arguments[1])
        if arguments.contains("--live") {
            try playLive(events, passes)
        } else {
            try play(events, passes, try configuration(named: arguments))
        }
        if arguments.contains("--deliberate-malloc") {
            for _ in 0..<passes { allocateOnce() }
        }
    }

    private static func playSwift(_ passes: Int) {
        let panel = Panel(
            x: AxisRange(minimum: 0, maximum: 16_383, resolution: 31),
            y: AxisRange(minimum: 0, maximum: 9_215, resolution: 31),
            pressure: AxisRange(minimum: 0, maximum: 255))
        let played = SwiftRehearsal(panel).play(passes: passes)
        guard played.calls > played.frames else { exit(1) }
        print("frames=\(played.frames) calls=\(played.calls)")
    }

    /// The file after `--config`; empty where there is none.
    private static func configuration(named arguments: [String]) throws -> String {
        guard let place = arguments.firstIndex(of: "--config"), place + 1 < arguments.count else {
            return ""
        }
        return String(decoding: try readBytes(arguments[place + 1]), as: UTF8.self)
    }

    private static func play(_ events: [InputEvent], _ passes: Int, _ yaml: String) throws {
        var plan = RehearsalPlan()
        plan.stage = .written
        plan.configuration = yaml
        let rehearsal = try Rehearsal(plan)
        let file = try makeFile(of: events, passes: passes)
        try rehearsal.play(file)
        print("events=\(events.count * passes) lines=\(rehearsal.eventCount)")
    }

    private static func playLive(_ events: [InputEvent], _ passes: Int) throws {
        let path = "/tmp/hot-path-probe-\(getpid())"
        let rehearsal = try LiveRehearsal(
            .rehearsed(slots: 10), events: events, passes: passes, socket: path)
        let client = try ProbeClient(path)
        try rehearsal.awaitClient()
        client.drain()
        let frames = try rehearsal.play { client.drain() }
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
