import CEvdev
import Testing

/// An assembler that returns its frames as values.
final class FrameAssembler {
    private let assembler: OpaquePointer
    private let slots: Int

    /// An assembler of a device with that layout; throws if out of memory.
    convenience init(slots: Int32 = 5, multitouch: Bool = true, hasButton: Bool = true) throws {
        var layout = cevdev_layout()
        layout.slots = slots
        layout.multitouch = multitouch
        layout.has_btn_touch = hasButton
        try self.init(layout)
    }

    /// An assembler of a device with this layout; throws if out of memory.
    init(_ layout: cevdev_layout) throws {
        var layout = layout
        assembler = try #require(cevdev_assembler_create(&layout))
        let maximum = layout.multitouch ? Int(TOUCH_MAX_SLOTS) : Int(CEVDEV_MAX_ANONYMOUS)
        slots = layout.multitouch || layout.anonymous ? min(max(Int(layout.slots), 1), maximum) : 1
    }

    /// An assembler for the device of a stream.
    convenience init(of stream: DeviceStream) throws {
        try self.init(
            slots: stream.slots, multitouch: stream.isMultitouch, hasButton: stream.hasButton)
    }

    deinit { cevdev_assembler_destroy(assembler) }

    var counters: cevdev_counters { cevdev_assembler_counters(assembler) }

    /// The frames that `events` complete, fed in one piece.
    func frames(_ events: [input_event]) -> [FrameSnapshot] {
        var frames: [FrameSnapshot] = []
        events.withUnsafeBufferPointer { events in
            var remaining = events[...]
            while !remaining.isEmpty {
                let piece = UnsafeBufferPointer(rebasing: remaining)
                var frame: UnsafePointer<touch_frame>?
                let consumed = cevdev_assembler_feed(
                    assembler, piece.baseAddress, piece.count, &frame)
                if let frame { frames.append(FrameSnapshot(frame, slots: slots)) }
                remaining = remaining.dropFirst(consumed)
            }
        }
        return frames
    }

    /// The current slot.
    var slot: Int32 { cevdev_assembler_slot(assembler) }

    /// Feeds events once, as a reader of a device does. Returns the number of consumed events, and
    /// the frame that they complete.
    func feedLive(_ events: ArraySlice<input_event>) -> (consumed: Int, frame: FrameSnapshot?) {
        events.withUnsafeBufferPointer { piece in
            var frame: UnsafePointer<touch_frame>?
            let consumed = cevdev_assembler_feed_live(
                assembler, piece.baseAddress, piece.count, &frame)
            return (consumed, frame.map { FrameSnapshot($0, slots: slots) })
        }
    }

    /// The only frame that `events` complete.
    func frame(_ events: input_event...) -> FrameSnapshot? {
        let frames = frames(events)
        return frames.count == 1 ? frames[0] : nil
    }
}

/// A frame as a value, for tests to keep and compare.
struct FrameSnapshot: Equatable, CustomStringConvertible {
    var timeUs: Int64
    /// The panel's own time of the frame; `nil` if it sent none.
    var deviceTimeUs: UInt32?
    var live: Set<Int>
    var landed: Set<Int>
    var lifted: Set<Int>
    var sampled: Set<Int>
    var endedMoved: Set<Int>
    var resynchronised: Bool
    var pen: Bool
    var released: Bool
    var slots: [SlotSnapshot]
    /// The last values of the contacts in `lifted`, by slot.
    var ended: [Int: SlotSnapshot]

    /// Copies a frame that an assembler owns.
    init(_ frame: UnsafePointer<touch_frame>, slots count: Int) {
        timeUs = frame.pointee.time_us
        deviceTimeUs = frame.pointee.has_device_time ? frame.pointee.device_time_us : nil
        live = Set(bits: frame.pointee.live)
        landed = Set(bits: frame.pointee.landed)
        lifted = Set(bits: frame.pointee.lifted)
        sampled = Set(bits: frame.pointee.sampled)
        endedMoved = Set(bits: frame.pointee.ended_moved)
        resynchronised = frame.pointee.resynchronised
        pen = frame.pointee.pen
        released = frame.pointee.released
        let present = UnsafeBufferPointer(start: touch_frame_slots(frame), count: count)
        slots = present.map(SlotSnapshot.init)
        let past = UnsafeBufferPointer(start: touch_frame_ended(frame), count: count)
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

/// The values of a slot, in device units.
struct SlotSnapshot: Equatable, CustomStringConvertible {
    var id: Int32 = -1
    var x: Int32 = 0
    var y: Int32 = 0
    var pressure: Int32 = 0
    var major: Int32 = 0
    var minor: Int32 = 0
    var tool: Int32 = 0

    var description: String { "(\(id): \(x),\(y) p\(pressure) \(major)×\(minor) t\(tool))" }
}

extension SlotSnapshot {
    init(_ slot: touch_slot) {
        self.init(
            id: slot.tracking_id, x: slot.x, y: slot.y, pressure: slot.pressure,
            major: slot.touch_major, minor: slot.touch_minor, tool: slot.tool_type)
    }
}
