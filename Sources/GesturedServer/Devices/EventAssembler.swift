import CEvdev
import LinuxIO
import SystemPackage
import TouchCore
import TouchRecordings

/// Puts the events of one device together to frames: the C assembler and a buffer for its input.
///
/// A frame is valid until more events are fed.
struct EventAssembler: ~Copyable {
    /// Events handed to the assembler at once; how a stream is cut does not change its frames.
    private static let capacity = 256

    // Both made in `init`, freed with this value, and belonging to it alone. `feed` writes the first
    // `capacity` events of the block, and C reads none that was not written.
    private let assembler: OpaquePointer
    private let block: OwnedBlock
    private var events: UnsafeMutablePointer<input_event> { block.bound(to: input_event.self) }

    /// The last frame that was finished, as far as no later event has changed it.
    private(set) var lastFrame: UnsafePointer<cevdev_frame>?

    /// An assembler for a device that tells its contacts as `contactProtocol` says.
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

    /// Feeds the next events of a recording; the frame that they finish, if they do.
    ///
    /// At most the last of `run` is a `SYN_REPORT`, so that there is one frame at most.
    mutating func feed(_ run: ArraySlice<RecordedEvent>) -> UnsafePointer<cevdev_frame>? {
        var frame: UnsafePointer<cevdev_frame>?
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

    /// Feeds events up to and including the first `SYN_REPORT`.
    ///
    /// Returns how many that are, and the frame that they finish, if they do.
    mutating func feed(
        _ events: UnsafeBufferPointer<input_event>
    ) -> (count: Int, frame: UnsafePointer<cevdev_frame>?) {
        guard let first = events.baseAddress else { return (0, nil) }
        var frame: UnsafePointer<cevdev_frame>?
        let count = cevdev_assembler_feed(assembler, first, events.count, &frame)
        lastFrame = frame ?? lastFrame
        return (count, frame)
    }
}

extension cevdev_layout {
    /// What a device that tells its contacts as `contactProtocol` says announces about them.
    init(_ device: InputDevice, _ contactProtocol: ContactProtocol) {
        self.init()
        slots = Int32(clamping: device.slotCount)
        multitouch = contactProtocol == .slots
        anonymous = contactProtocol == .anonymous
        has_pressure = device.has(.absPressure)
        // As choose_touch_key() of CEvdev has it.
        let isMouse =
            contactProtocol == .singleTouch && !has_pressure && !device.has(.btnTouch)
            && device.has(.btnLeft)
        touch_key = isMouse ? InputCode.btnLeft.code : InputCode.btnTouch.code
        has_btn_touch = isMouse || device.has(.btnTouch)
        least_pressure = device.axis(.absPressure)?.minimum ?? 0
        hovers = device.has(.absMTDistance) || device.has(.absDistance)
    }
}

extension input_event {
    /// The event as the kernel would hand it out.
    init(_ event: InputEvent) {
        let (seconds, microseconds) = event.timeUs.quotientAndRemainder(dividingBy: 1_000_000)
        self.init(
            time: timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds)), type: event.type,
            code: event.code, value: event.value)
    }
}
