import RecognitionLaws
import Testing
import TouchCore
import TouchTestSupport

/// Frames without a change, which only some panels send.
@Suite struct BareFrameTests {
    @Test(arguments: 0..<20)
    func `a frame without a change has no effect`(block: UInt64) {
        for seed in (block * 10)..<(block * 10 + 10) {
            var random = RandomConfiguration(seed: seed)
            Property.check(seed: seed, random.configuration(), Property.frames(seed: seed)) {
                let plain = Property.screen($0)
                plain.play($1)
                let filled = Property.screen($0)
                filled.play(Self.filled($1, seed: seed))
                return EmittedEvent.difference(
                    EmittedEvent.all(on: plain), EmittedEvent.all(on: filled))
            }
        }
    }

    /// Adds up to three frames without a change between each frame and the previous one.
    private static func filled(_ frames: [TouchedFrame], seed: UInt64) -> [TouchedFrame] {
        var generator = SeededGenerator(seed: ~seed)
        var filled: [TouchedFrame] = []
        var last = frames.first?.ms ?? 0
        for frame in frames {
            if last <= frame.ms {
                let times = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    Double.random(in: last...frame.ms, using: &generator)
                }
                filled += times.sorted().map { TouchedFrame(ms: $0) }
            }
            filled.append(frame)
            last = max(last, frame.ms)
        }
        return filled
    }
}
