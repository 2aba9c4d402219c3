import CEvdev
import GestureWire
import SystemPackage
import TouchCore
import TouchRecordings

/// One touch device: from its events to the gestures on it.
struct DevicePipeline: ~Copyable {
    /// What clients are told of the device.
    private(set) var record: DeviceRecord

    private let panel: Panel
    private var assembler: EventAssembler
    private var engine: GestureEngine
    private var buffer = ReportBuffer()
    /// The frame that `feed` finished last; owned by the assembler.
    private var frame: UnsafePointer<cevdev_frame>?

    /// A pipeline for `device`, which clients know by the number `id`.
    ///
    /// - Throws: exit status 65 where the device is none that can be taken.
    init(
        _ device: InputDevice, id: Int, configuration: GestureConfiguration
    ) throws(DaemonError) {
        let (contactProtocol, panel) = try Self.requirements(of: device)
        assembler = try DaemonError.requiring { () throws(Errno) in
            try EventAssembler(for: device, contactProtocol)
        }
        self.panel = panel
        engine = GestureEngine(panel: panel, configuration: configuration, device: id)
        record = DeviceRecord(device, id: id, surface: engine.surface)
    }

    /// When the engine wants to be woken; `nil` while it waits for nothing.
    var nextDeadline: Timestamp? { engine.nextDeadline }

    /// Feeds the next events of a recording, of which at most the last is a `SYN_REPORT`.
    ///
    /// Returns the stamp of the frame that they finish, if they do; `process` handles that frame.
    mutating func feed(_ run: ArraySlice<RecordedEvent>) -> Timestamp? {
        frame = assembler.feed(run)
        return frame.map { Timestamp(microseconds: $0.pointee.time_us) }
    }

    /// Gives the frame that `feed` finished to the engine.
    ///
    /// Returns whether what clients are told of the device changed with it.
    mutating func process(ids: inout GestureIDs, into events: inout GestureEventBuffer) -> Bool {
        guard let frame else { return false }
        let head = TouchFrame(
            time: Timestamp(microseconds: frame.pointee.time_us),
            isResynchronised: frame.pointee.resynchronised)
        buffer.fill(from: frame)
        let reports = buffer.reports
        engine.process(head, reports: reports.span, ids: &ids, into: &events)
        guard engine.forceSource != record.force else { return false }
        record.force = engine.forceSource
        return true
    }

    /// Lets the device's time go on to `time`.
    mutating func advance(
        to time: Timestamp, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        engine.advance(to: time, ids: &ids, into: &events)
    }

    /// Cancels every live gesture of the device.
    mutating func cancelAll(_ reason: CancellationReason, into events: inout GestureEventBuffer) {
        engine.cancelAll(reason, into: &events)
    }

    /// The frame that `feed` finished, in millimetres; allocates.
    func account() -> FrameAccount? {
        frame.map { FrameAccount($0, device: record.id, panel: panel, surface: engine.surface) }
    }

    private static func requirements(
        of device: InputDevice
    ) throws(DaemonError) -> (ContactProtocol, Panel) {
        let name = escapedText(device.name)
        guard let contactProtocol = device.classification.contactProtocol else {
            throw DaemonError(
                .data,
                """
                "\(name)" is no touchscreen: \(device.whyNoTouchscreen ?? "it tells of no fingers")
                  Record the touchscreen itself: evemu-record lists the devices
                """)
        }
        guard contactProtocol != .anonymous else {
            throw DaemonError(
                .data,
                """
                "\(name)" tells its contacts without slots (multitouch protocol A), which is not \
                supported
                  Record it on a kernel whose driver has ABS_MT_SLOT, or with another device
                """)
        }
        guard let panel = device.panel else {
            throw DaemonError(
                .data,
                """
                "\(name)" has no usable positions: an axis begins where it ends, or lacks its range
                  Check the A: lines (absinfo) of ABS_MT_POSITION_X and _Y, or of ABS_X and ABS_Y
                """)
        }
        return (contactProtocol, panel)
    }
}

extension DeviceRecord {
    /// What clients are told of a device that a recording describes.
    fileprivate init(_ device: InputDevice, id: Int, surface: Surface) {
        self.init(
            id: id, name: device.name, path: nil, bus: device.bus, vendor: device.vendor,
            product: device.product, width: surface.width, height: surface.height,
            size: surface.sizeSource,
            // A single-touch device has no slots, and is taken as one.
            slots: min(max(device.slotCount, 1), Int(CEVDEV_MAX_SLOTS)), force: nil, output: nil,
            state: .open, error: nil)
    }
}
