package import CEvdev
package import InputDevices
import LinuxIO
import SystemPackage
import TouchCore

/// Assembles the events of one device into frames: the C assembler and a buffer for its input.
///
/// A frame is valid until more events are fed.
struct EventAssembler: ~Copyable {
    /// Events passed to the assembler at once; how a stream is divided does not affect its frames.
    private static let capacity = 256

    // Both are created in `init`, freed with this value, and belong only to it. `feed` writes at
    // most `capacity` events into the block, and C reads only events that `feed` has written.
    private let assembler: OpaquePointer
    private let block: OwnedBlock
    private var events: UnsafeMutablePointer<input_event> { block.bound(to: input_event.self) }

    /// The last frame that was finished; events that follow may change its contents.
    private(set) var lastFrame: UnsafePointer<touch_frame>?

    /// The current slot: that of the last `ABS_MT_SLOT`.
    var slot: Int32 { cevdev_assembler_slot(assembler) }

    /// An assembler for a device that reports its contacts by `contactProtocol`.
    ///
    /// - Throws: `Errno.noMemory`.
    init(for device: InputDevice, _ contactProtocol: ContactProtocol) throws(Errno) {
        var layout = cevdev_layout(device, contactProtocol)
        guard let block = OwnedBlock(of: input_event.self, capacity: Self.capacity),
            let assembler = cevdev_assembler_create(&layout)
        else { throw .noMemory }
        self.block = block
        self.assembler = assembler
    }

    deinit {
        cevdev_assembler_destroy(assembler)
    }

    /// Feeds the next events of a recording; returns the frame that they finish, or `nil`.
    ///
    /// At most the last of `run` is a `SYN_REPORT`, so that they finish one frame at most.
    mutating func feed(_ run: ArraySlice<RecordedEvent>) -> UnsafePointer<touch_frame>? {
        var frame: UnsafePointer<touch_frame>?
        var count = 0
        for recorded in run {
            (events + count).initialize(to: input_event(recorded.event))
            count &+= 1
            if count == Self.capacity {
                _ = cevdev_assembler_feed(assembler, events, count, &frame)
                count = 0
            }
        }
        if count > 0 {
            _ = cevdev_assembler_feed(assembler, events, count, &frame)
        }
        lastFrame = frame ?? lastFrame
        return frame
    }

    /// Consumes events up to and including the first `SYN_REPORT`, or up to the first
    /// `SYN_DROPPED`; returns the frame that they finish, or `nil`.
    mutating func feedLive(_ events: inout InputEvents) -> UnsafePointer<touch_frame>? {
        feed(&events, by: cevdev_assembler_feed_live)
    }

    /// Consumes events up to and including the first `SYN_REPORT`; returns the frame that they
    /// finish, or `nil`.
    mutating func feed(_ events: inout InputEvents) -> UnsafePointer<touch_frame>? {
        feed(&events, by: cevdev_assembler_feed)
    }

    private mutating func feed(
        _ events: inout InputEvents,
        by assemble: (
            OpaquePointer?, UnsafePointer<input_event>?, Int,
            UnsafeMutablePointer<UnsafePointer<touch_frame>?>?
        ) -> Int
    ) -> UnsafePointer<touch_frame>? {
        guard let first = events.first else { return nil }
        var frame: UnsafePointer<touch_frame>?
        events.removeFirst(assemble(assembler, first, events.count, &frame))
        lastFrame = frame ?? lastFrame
        return frame
    }
}

extension cevdev_layout {
    /// The layout of a device that reports its contacts by `contactProtocol`.
    package init(_ device: InputDevice, _ contactProtocol: ContactProtocol) {
        self.init()
        slots = Int32(clamping: device.slotCount)
        multitouch = contactProtocol == .slots
        anonymous = contactProtocol == .anonymous
        has_pressure = device.has(.absPressure)
        // As in choose_touch_key() of CEvdev.
        let isMouse =
            contactProtocol == .singleTouch && !has_pressure && !device.has(.btnTouch)
            && device.has(.btnLeft)
        touch_key = isMouse ? InputCode.btnLeft.code : InputCode.btnTouch.code
        has_btn_touch = isMouse || device.has(.btnTouch)
        pressure_threshold = device.axis(.absPressure)?.minimum ?? 0
        hovers = device.has(.absDistance) && !device.has(.absMTDistance)
    }
}

/// Recognises contacts of panels that give a finger a new tracking id in every frame.
///
/// If its ids were trusted, a finger on such a panel would land a hundred times a second. But no
/// finger can lift, and another land in its slot, within one frame of the previous landing: if a
/// contact that was reported once is followed at once by another in its slot, both are one finger.
struct TrackingIDChurnFilter: ~Copyable {
    /// The maximum time until the next contact, in microseconds: a frame at 25 Hz, with some
    /// margin.
    private static let maximumUs: Int64 = 50_000

    /// The slots with a contact that has been reported only once.
    private var fresh: UInt64 = 0
    /// The time when the contact of each slot landed, in microseconds: the memory of `block`, which
    /// belongs only to this value.
    private let landedAt: UnsafeMutablePointer<Int64>
    private let block: OwnedBlock

    /// - Throws: `Errno.noMemory`.
    init() throws(Errno) {
        let count = Int(TOUCH_MAX_SLOTS)
        guard let block = OwnedBlock(of: Int64.self, capacity: count) else { throw .noMemory }
        landedAt = block.bound(to: Int64.self)
        landedAt.initialize(repeating: 0, count: count)
        self.block = block
    }

    /// Handles the next frame. Returns the slots in which a contact landed, and those in which a
    /// finger only has a new id.
    ///
    /// - Parameter isNear: whether the contact that ended in a slot can have continued to the
    ///   position of the one that began there.
    mutating func receive(
        _ frame: UnsafePointer<touch_frame>, isNear: (_ slot: Int) -> Bool
    ) -> (landed: UInt64, renewed: UInt64) {
        let landed = frame.pointee.landed
        fresh &= ~(frame.pointee.sampled & ~landed)
        guard landed != 0 else { return (0, 0) }
        guard !frame.pointee.resynchronised else {
            fresh = 0
            return (landed, 0)
        }
        let time = frame.pointee.time_us
        var renewed: UInt64 = 0
        var remaining = landed
        while remaining != 0 {
            let slot = remaining.trailingZeroBitCount
            let bit: UInt64 = 1 << UInt64(slot)
            remaining &= remaining &- 1
            let isSoon = time &- landedAt[slot] <= Self.maximumUs
            if frame.pointee.lifted & fresh & bit != 0, isSoon, isNear(slot) { renewed |= bit }
            landedAt[slot] = time
        }
        fresh |= landed
        return (landed & ~renewed, renewed)
    }
}
