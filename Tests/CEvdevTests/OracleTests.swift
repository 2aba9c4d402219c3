import CEvdev
import Foundation
import Testing
import TouchRecordings

/// The assembler's slots beside libevdev's, after every report.
///
/// They differ by name in two things: a second tracking id in a live slot (see `SecondLandings`),
/// and SYN_DROPPED, which libevdev answers with ioctls of its own and which no stream here has.
struct OracleTests {
    private static let corpus = ProcessInfo.processInfo.environment["TOUCH_CORPUS"]

    @Test func `random streams fill the slots as libevdev fills them`() throws {
        let streams = (0..<8000).map { RandomStreamMaker.stream(seed: $0) }
        #expect(try compare(streams) == 0)
    }

    @Test func `a second landing is the only thing that libevdev sees otherwise`() throws {
        let streams = (8000..<10_000).map {
            RandomStreamMaker.stream(seed: $0, oddities: [.secondLanding])
        }
        #expect(try compare(streams) > 1000)
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

    /// Compares every slot of every frame; gives the number of second landings met.
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

    /// The slots of a frame, with libevdev's tracking ids where it is known to have others.
    private func slots(
        of frame: FrameSnapshot, after landings: SecondLandings, in stream: DeviceStream
    ) throws -> [SlotSnapshot] {
        var slots = frame.slots
        // Single touch has no tracking ids but our own.
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
