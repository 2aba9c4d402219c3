import GesturedServer
import Glibc
import TouchRecordings

/// Plays a workload through the daemon's own way, events to socket, so that a counter outside of it
/// can see what a frame costs: `HotPathProbe WORKLOAD PASSES [--deliberate-malloc]`.
///
/// A workload is `pinch`, or a file of 64-bit `struct input_event` from the panel of `benchPanel`.
/// Prints `frames=N bytes=N`.
@main
struct HotPathProbe {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let passes = Int(arguments[2]), passes > 0 else {
            print("usage: HotPathProbe pinch|FILE.evbin PASSES [--deliberate-malloc]")
            exit(64)
        }
        let events = arguments[1] == "pinch" ? pinchAndRotate() : try readEvents(arguments[1])
        let isSpoilt = arguments.count > 3 && arguments[3] == "--deliberate-malloc"
        try play(events, passes: passes, isSpoilt: isSpoilt)
    }

    private static func play(_ events: [InputEvent], passes: Int, isSpoilt: Bool) throws {
        let path = "/tmp/hot-path-probe-\(getpid())"
        let rehearsal = try Rehearsal(
            benchPanel, events: events, passes: passes, socket: path)
        let client = try ProbeClient(path)
        try rehearsal.awaitClient()
        client.drain()
        let frames = try rehearsal.play { client.drain() }
        if isSpoilt {
            for _ in 0..<passes { allocateOnce() }
        }
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
