import Glibc
import TouchCore

/// Plays a pinch on gestures that are written in Swift, from frames to callbacks, so that an
/// external counter can detect allocations of a frame: `HotPathProbe PASSES [--deliberate-malloc]`.
///
/// Prints the numbers of frames and of callbacks. The path from a device to a client's socket is
/// measured on the daemon itself (Scripts/bench).
@main
struct HotPathProbe {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 2, let passes = Int(arguments[1]), passes > 0 else {
            print("usage: HotPathProbe PASSES [--deliberate-malloc]")
            exit(64)
        }
        let panel = Panel(
            x: AxisRange(minimum: 0, maximum: 16_383, resolution: 31),
            y: AxisRange(minimum: 0, maximum: 9_215, resolution: 31),
            pressure: AxisRange(minimum: 0, maximum: 255))
        let counts = try SwiftHarness(panel).play(passes: passes)
        guard counts.calls > counts.frames else { exit(1) }
        print("frames=\(counts.frames) calls=\(counts.calls)")
        if arguments.contains("--deliberate-malloc") {
            for _ in 0..<passes { allocateOnce() }
        }
    }

    /// One allocation, which the counter must detect.
    private static func allocateOnce() {
        let block = malloc(32)
        // A call with the block keeps the optimiser from removing the allocation.
        _ = write(-1, block, 1)
        free(block)
    }
}
