import CEvdev
import Glibc
import Testing
import TouchTestSupport

/// The end of a frame, and which of its slots are sampled, stamped or omitted.
struct FrameTests {
    private let device: FrameAssembler

    init() throws { device = try FrameAssembler(slots: 5) }

    @Test func `every SYN_REPORT gives a frame, even an empty one`() throws {
        _ = device.frame(.id(4), .report(at: 1))
        let frames = device.frames([.report(at: 2), .report(at: 3)])
        #expect(frames.map(\.timeUs) == [2, 3])
        #expect(frames.allSatisfy { $0.live == [0] && $0.sampled == [] && $0.landed == [] })
    }

    @Test func `events without a report give no frame yet`() throws {
        #expect(device.frames([.id(4), .x(5)]).isEmpty)
        let frame = try #require(device.frame(.y(6), .report))
        #expect(frame.landed == [0])
        #expect(frame.slots[0] == SlotSnapshot(id: 4, x: 5, y: 6))
    }

    @Test func `no events make no frame`() {
        #expect(device.frames([]).isEmpty)
        var frame: UnsafePointer<touch_frame>?
        var layout = cevdev_layout()
        let assembler = cevdev_assembler_create(&layout)
        defer { cevdev_assembler_destroy(assembler) }
        var event = input_event.report
        #expect(cevdev_assembler_feed(assembler, &event, 0, &frame) == 0)
        #expect(frame == nil)
    }

    @Test func `a call consumes one frame and leaves the rest`() throws {
        var layout = cevdev_layout()
        layout.multitouch = true
        let assembler = try #require(cevdev_assembler_create(&layout))
        defer { cevdev_assembler_destroy(assembler) }
        let events: [input_event] = [.id(4), .report, .lift, .report]
        var frame: UnsafePointer<touch_frame>?
        #expect(cevdev_assembler_feed(assembler, events, events.count, &frame) == 2)
        #expect(frame?.pointee.live == 1)
    }

    @Test(arguments: [ABS_MT_ORIENTATION, ABS_MT_BLOB_ID, ABS_MT_WIDTH_MAJOR, ABS_MT_TOOL_Y])
    func `an axis whose value is not stored is a sample nevertheless`(code: Int32) throws {
        _ = device.frame(.id(4), .slot(1), .id(5), .report)
        let frame = try #require(device.frame(.axis(code, 9), .report))
        #expect(frame.sampled == [1])
    }

    @Test func `becoming the current slot is not a sample`() throws {
        _ = device.frame(.id(4), .slot(1), .id(5), .report)
        let frame = try #require(device.frame(.slot(0), .report))
        #expect(frame.sampled == [])
    }

    @Test func `values of an empty slot are kept, but sample no contact`() throws {
        let frame = try #require(device.frame(.slot(2), .x(8), .report))
        #expect(frame.live == [] && frame.sampled == [])
        #expect(frame.slots[2] == SlotSnapshot(x: 8))
    }

    @Test(arguments: [
        input_event(EV_ABS, ABS_X, 9), input_event(EV_ABS, ABS_Y, 9),
        input_event(EV_ABS, ABS_PRESSURE, 9), input_event(EV_MSC, MSC_TIMESTAMP, 9),
        input_event(EV_KEY, BTN_TOOL_FINGER, 1), input_event(EV_SYN, SYN_MT_REPORT, 0),
        input_event(EV_ABS, 0xffff, 9), input_event(EV_REL, ABS_MT_POSITION_X, 9),
        input_event(0x7fff, ABS_MT_POSITION_X, 9),
    ])
    func `events that belong to no multitouch slot change nothing`(event: input_event) throws {
        let landed = try #require(device.frame(.id(4), .x(1), .y(2), .report))
        let frame = try #require(device.frame(event, .report))
        #expect(frame.slots == landed.slots)
        #expect(frame.live == [0] && frame.sampled == [])
    }

    @Test func `a frame has the panel's own time if the panel sends it`() throws {
        let clock = input_event(EV_MSC, MSC_TIMESTAMP, -1)
        let stamped = try #require(device.frame(.id(4), clock, .report))
        #expect(stamped.deviceTimeUs == .max)
        #expect(try #require(device.frame(.x(3), .report)).deviceTimeUs == nil)
        #expect(try #require(device.frame(clock, .dropped, .report)).deviceTimeUs == nil)
    }

    @Test(arguments: [
        (1, 500_000, 1_500_000), (-1, 250_000, -750_000), (0, 0, 0),
        (Int.max, 0, Int64.max), (Int.min, 0, Int64.min),
        (9_223_372_036_854, 999_999, Int64.max),
    ])
    func `stamps saturate`(seconds: Int, microseconds: Int, expected: Int64) throws {
        var report = input_event.report
        report.time = timeval(tv_sec: seconds, tv_usec: microseconds)
        #expect(device.frame(report)?.timeUs == expected)
    }
}

/// Invariants of the frames of any stream.
struct RandomStreamTests {
    private func stream(_ seed: UInt64) -> DeviceStream {
        RandomStreamMaker.stream(seed: seed, oddities: Set(RandomStreamMaker.Oddity.allCases))
    }

    @Test func `the position at which a stream is split does not change its frames`() throws {
        for seed in UInt64(0)..<500 {
            let stream = stream(seed)
            let whole = try FrameAssembler(of: stream).frames(stream.events)
            var random = SeededGenerator(seed: seed)
            for longest in [1, 3, 20] as [UInt64] {
                let device = try FrameAssembler(of: stream)
                var frames: [FrameSnapshot] = []
                var remaining = stream.events[...]
                while !remaining.isEmpty {
                    let length = Int(random.next() % longest) + 1
                    frames += device.frames(Array(remaining.prefix(length)))
                    remaining = remaining.dropFirst(length)
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
                try #require(isConsistent(frame), "seed \(seed): \(frame)")
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

    /// Whether the invariants within a frame hold.
    private func isConsistent(_ frame: FrameSnapshot) -> Bool {
        frame.landed.isSubset(of: frame.sampled) && frame.sampled.isSubset(of: frame.live)
            && frame.endedMoved.isSubset(of: frame.lifted)
            && frame.live.allSatisfy { frame.slots[$0].id >= 0 }
            && frame.ended.values.allSatisfy { $0.id >= 0 }
    }
}
