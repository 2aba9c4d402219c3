import CEvdev
import Foundation
import Testing
import TouchRecordings

/// Compares the assembler's slots with libevdev's, after every report.
///
/// There are two known differences: a second tracking id in a live slot (see `SecondLandings`), and
/// SYN_DROPPED, which libevdev handles with ioctls of its own and which no stream here has.
struct OracleTests {
    private static let corpus = ProcessInfo.processInfo.environment["TOUCH_CORPUS"]

    /// The number of events; the nightly run sets more (`DIFFERENTIAL_EVENTS` in the environment).
    private static let eventCount =
        ProcessInfo.processInfo.environment["DIFFERENTIAL_EVENTS"].flatMap(Int.init) ?? 480_000

    @Test func `random streams fill the slots as libevdev fills them`() throws {
        #expect(try compareStreams(ofEvents: Self.eventCount, from: 0) == 0)
    }

    @Test func `libevdev differs only in second landings`() throws {
        let count = Self.eventCount / 4
        let landings = try compareStreams(
            ofEvents: count, from: 1 << 32, oddities: [.secondLanding])
        #expect(landings > count / 120)
    }

    /// Compares random streams, a thousand at once, with at least `count` events in all. Returns
    /// the number of slots, over all frames, that differed because of second landings.
    private func compareStreams(
        ofEvents count: Int, from seed: UInt64, oddities: Set<RandomStreamMaker.Oddity> = []
    ) throws -> Int {
        var (seed, events, secondLandings) = (seed, 0, 0)
        while events < count {
            let streams = (seed..<seed + 1000).map {
                RandomStreamMaker.stream(seed: $0, oddities: oddities)
            }
            secondLandings += try compare(streams)
            events += streams.reduce(0) { $0 + $1.events.count }
            seed += 1000
        }
        return secondLandings
    }

    @Test(.enabled(if: corpus != nil, "TOUCH_CORPUS is not set"))
    func `recordings of real panels fill the slots as libevdev fills them`() throws {
        let folder = URL(filePath: try #require(Self.corpus)).appending(path: "corpus")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "evemu" }
        let streams = try files.compactMap { file in
            let name = file.lastPathComponent
            let recording = try Recording(parsing: Array(Data(contentsOf: file)), named: name)
            try #require(recording.failure == nil)
            return DeviceStream(recording, name: name)
        }
        // Protocol A has no slots to compare.
        #expect(Set(files.map(\.lastPathComponent)).subtracting(streams.map(\.name)).count <= 1)
        #expect(streams.count >= 9)
        #expect(try compare(streams) == 0)
    }

    /// Compares every slot of every frame. Returns the number of slots that differed because of
    /// second landings.
    private func compare(_ streams: [DeviceStream]) throws -> Int {
        var secondLandings = 0
        for (stream, expected) in zip(streams, try LibevdevOracle.slots(of: streams)) {
            let frames = try FrameAssembler(of: stream).frames(stream.events)
            let landings = SecondLandings.atReports(of: stream.events)
            try #require(frames.count == expected.count && landings.count == expected.count)
            for (index, frame) in frames.enumerated() {
                let slots = try slots(of: frame, after: landings[index], in: stream)
                try #require(slots == expected[index], "\(stream), \(frame.timeUs) µs")
                secondLandings += landings[index].differing.count
            }
        }
        return secondLandings
    }

    /// The slots of a frame, with libevdev's tracking ids where a second landing made them differ.
    private func slots(
        of frame: FrameSnapshot, after landings: SecondLandings, in stream: DeviceStream
    ) throws -> [SlotSnapshot] {
        var slots = frame.slots
        // The assembler generates tracking ids of a single touch; the oracle has 0 for each.
        guard stream.isMultitouch else {
            slots[0].id = min(slots[0].id, 0)
            return slots
        }
        for (slot, identities) in landings.differing {
            try #require(slots[slot].id == identities.newest, "\(stream), \(frame.timeUs) µs")
            slots[slot].id = identities.first
        }
        return slots
    }
}
