import CEvdev
import Glibc
import TouchTestSupport

/// Checks the frames of a stream for consistency, and compares them with the frames of the same stream
/// fed in pieces.
struct FrameComparison {
    private let layout: cevdev_layout
    private let events: [input_event]
    private let seed: UInt64

    /// For a device with this layout; `seed` chooses the pieces.
    init(_ layout: cevdev_layout, _ events: [input_event], seed: UInt64) {
        self.layout = layout
        self.events = events
        self.seed = seed
    }

    /// - Throws: the first broken promise of `touch_frame`, or the first difference between the whole
    ///   stream and its pieces.
    func run() throws(Finding) {
        var layout = layout
        guard let whole = cevdev_assembler_create(&layout),
            let split = cevdev_assembler_create(&layout)
        else { return }
        defer {
            cevdev_assembler_destroy(whole)
            cevdev_assembler_destroy(split)
        }
        var stream = FrameStream(assembler: whole, events: events, pieces: nil)
        var pieces = FrameStream(
            assembler: split, events: events, pieces: SeededGenerator(seed: seed))
        var live: UInt64 = 0
        while let frame = stream.next() {
            try Self.check(frame, after: live)
            live = frame.pointee.live
            guard let other = pieces.next() else {
                throw Finding("a frame is missing if the stream is split")
            }
            try Finding.unless(
                Self.areEqual(frame, other), "a frame differs if the stream is split")
        }
        try Finding.unless(pieces.next() == nil, "splitting the stream adds a frame")
        let (counters, splitCounters) = (
            cevdev_assembler_counters(whole), cevdev_assembler_counters(split)
        )
        try Finding.unless(
            counters.dropped_events == splitCounters.dropped_events
                && counters.brief_contacts == splitCounters.brief_contacts
                && counters.unknown_slot_events == splitCounters.unknown_slot_events,
            "the counters differ if the stream is split")
    }

    private static func check(
        _ pointer: UnsafePointer<touch_frame>, after before: UInt64
    ) throws(Finding) {
        let frame = pointer.pointee
        let stayed = before & ~frame.lifted
        try Finding.unless(
            frame.live == stayed | frame.landed, "live contacts neither stayed nor landed")
        try Finding.unless(stayed & frame.landed == 0, "a contact that stayed lands")
        try Finding.unless(frame.lifted & ~before == 0, "a contact that was not live lifts")
        try Finding.unless(
            frame.landed & ~frame.sampled == 0 && frame.sampled & ~frame.live == 0
                && frame.ended_moved & ~frame.lifted == 0, "a mask is not a subset of another")
        if frame.resynchronised {
            try Finding.unless(
                frame.lifted == before && frame.landed == frame.live, "lost events keep contacts")
        }
        guard let slots = touch_frame_slots(pointer), let ended = touch_frame_ended(pointer)
        else { return }
        for slot in 0..<Int(TOUCH_MAX_SLOTS) {
            let bit = UInt64(1) << UInt64(slot)
            try Finding.unless(
                frame.live & bit == 0 || slots[slot].tracking_id >= 0, "a contact has no id")
            try Finding.unless(
                frame.lifted & bit == 0 || ended[slot].tracking_id >= 0,
                "an ended contact has no id")
        }
    }

    private static func areEqual(
        _ one: UnsafePointer<touch_frame>, _ other: UnsafePointer<touch_frame>
    ) -> Bool {
        guard let slots = touch_frame_slots(one), let others = touch_frame_slots(other) else {
            return false
        }
        let (a, b) = (one.pointee, other.pointee)
        return a.time_us == b.time_us && a.live == b.live && a.landed == b.landed
            && a.lifted == b.lifted && a.sampled == b.sampled && a.ended_moved == b.ended_moved
            && a.resynchronised == b.resynchronised && a.pen == b.pen
            && memcmp(
                slots, others, Int(TOUCH_MAX_SLOTS) * MemoryLayout<touch_slot>.stride) == 0
    }
}

/// The frames of a stream, one after another.
private struct FrameStream {
    let assembler: OpaquePointer
    let events: [input_event]
    /// Chooses how much is fed at once; `nil` to feed everything.
    var pieces: SeededGenerator?
    private var position = 0

    init(assembler: OpaquePointer, events: [input_event], pieces: SeededGenerator?) {
        self.assembler = assembler
        self.events = events
        self.pieces = pieces
    }

    mutating func next() -> UnsafePointer<touch_frame>? {
        while position < events.count {
            var count = events.count - position
            if pieces != nil {
                count = min(count, Int((pieces?.next() ?? 0) % 7) + 1)
            }
            var frame: UnsafePointer<touch_frame>?
            position += events.withUnsafeBufferPointer { events in
                guard let start = events.baseAddress else { return count }
                return cevdev_assembler_feed(assembler, start + position, count, &frame)
            }
            if let frame { return frame }
        }
        return nil
    }
}
