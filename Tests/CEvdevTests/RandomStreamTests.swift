import CEvdev
import Testing
import TouchTestSupport

/// What holds of the frames of any stream.
struct RandomStreamTests {
    private func stream(_ seed: UInt64) -> DeviceStream {
        RandomStreamMaker.stream(seed: seed, oddities: Set(RandomStreamMaker.Oddity.allCases))
    }

    @Test func `how a stream is cut does not change its frames`() throws {
        for seed in UInt64(0)..<500 {
            let stream = stream(seed)
            let whole = try FrameAssembler(of: stream).frames(stream.events)
            var random = SeededGenerator(seed: seed)
            for longest in [1, 3, 20] as [UInt64] {
                let device = try FrameAssembler(of: stream)
                var frames: [FrameSnapshot] = []
                var rest = stream.events[...]
                while !rest.isEmpty {
                    let length = Int(random.next() % longest) + 1
                    frames += device.frames(Array(rest.prefix(length)))
                    rest = rest.dropFirst(length)
                }
                try #require(frames == whole, "seed \(seed), pieces of up to \(longest)")
            }
        }
    }

    @Test func `each frame follows from the one before`() throws {
        var seen = Set<String>()
        for seed in UInt64(0)..<2000 {
            let stream = stream(seed)
            var before: Set<Int> = []
            for frame in try FrameAssembler(of: stream).frames(stream.events) {
                let stayed = before.subtracting(frame.lifted)
                try #require(frame.live == stayed.union(frame.landed), "seed \(seed): \(frame)")
                try #require(stayed.isDisjoint(with: frame.landed), "seed \(seed): \(frame)")
                try #require(frame.lifted.isSubset(of: before), "seed \(seed): \(frame)")
                try #require(checksOut(frame), "seed \(seed): \(frame)")
                if frame.resynchronised {
                    try #require(frame.lifted == before && frame.landed == frame.live)
                }
                if !frame.lifted.isDisjoint(with: frame.landed) { seen.insert("retaken") }
                if frame.live.count > 2 { seen.insert("many") }
                if frame.resynchronised && !frame.live.isEmpty { seen.insert("dropout") }
                before = frame.live
            }
        }
        #expect(seen == ["retaken", "many", "dropout"])
    }

    /// What holds within a frame.
    private func checksOut(_ frame: FrameSnapshot) -> Bool {
        frame.landed.isSubset(of: frame.sampled) && frame.sampled.isSubset(of: frame.live)
            && frame.endedMoved.isSubset(of: frame.lifted)
            && frame.live.allSatisfy { frame.slots[$0].id >= 0 }
            && frame.ended.values.allSatisfy { $0.id >= 0 }
    }
}
