import CEvdev

/// A frame as a value, for tests to keep and compare.
struct FrameSnapshot: Equatable, CustomStringConvertible {
    var timeUs: Int64
    var live: Set<Int>
    var landed: Set<Int>
    var lifted: Set<Int>
    var sampled: Set<Int>
    var endedMoved: Set<Int>
    var resynchronised: Bool
    var pen: Bool
    var released: Bool
    var slots: [SlotSnapshot]
    /// The last values of the contacts in `lifted`, and of no others.
    var ended: [Int: SlotSnapshot]

    /// Copies what an assembler owns.
    init(_ frame: UnsafePointer<cevdev_frame>, slots count: Int) {
        timeUs = frame.pointee.time_us
        live = Set(bits: frame.pointee.live)
        landed = Set(bits: frame.pointee.landed)
        lifted = Set(bits: frame.pointee.lifted)
        sampled = Set(bits: frame.pointee.sampled)
        endedMoved = Set(bits: frame.pointee.ended_moved)
        resynchronised = frame.pointee.resynchronised
        pen = frame.pointee.pen
        released = frame.pointee.released
        let present = UnsafeBufferPointer(start: cevdev_frame_slots(frame), count: count)
        slots = present.map(SlotSnapshot.init)
        let past = UnsafeBufferPointer(start: cevdev_frame_ended(frame), count: count)
        ended = Dictionary(
            uniqueKeysWithValues: lifted.filter { $0 < count }.map { ($0, SlotSnapshot(past[$0])) })
    }

    var description: String {
        """
        \(timeUs) µs live \(live.sorted()) landed \(landed.sorted()) lifted \(lifted.sorted()) \
        sampled \(sampled.sorted()) endedMoved \(endedMoved.sorted())\
        \(resynchronised ? " resynchronised" : "")\(pen ? " pen" : "")\(released ? " released" : "") \
        slots \(slots) ended \(ended)
        """
    }
}

extension Set<Int> {
    /// The numbers of the bits that are set.
    init(bits: UInt64) {
        self.init((0..<64).filter { bits & (1 << UInt64($0)) != 0 })
    }
}
