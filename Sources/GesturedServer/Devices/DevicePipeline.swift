import CEvdev
import GestureInspect
import GestureWire
import LinuxIO
import SystemPackage
import TouchCore
import TouchRecordings

/// One touch device: from its events to the gestures on it.
struct DevicePipeline: ~Copyable {
    /// What `device` lines hold.
    private(set) var record: DeviceRecord

    private let panel: Panel
    /// What it reports of the size of contacts.
    let axes: ContactAxes
    private var assembler: EventAssembler
    private var engine: GestureEngine
    private var buffer: ReportBuffer
    /// The rejections that clients have received.
    private var reportedCounters = ContactCounters()
    /// `refusals` of the engine when that was all.
    private var reportedRefusals: UInt64 = 0
    /// The frame that `feed` finished last; owned by the assembler.
    private(set) var frame: UnsafePointer<cevdev_frame>?

    /// A pipeline for `device`, which clients know by the number `id`.
    ///
    /// - Parameters:
    ///   - path: the node that it is read from; `nil` for a recording.
    ///   - configured: what holds for it.
    /// - Throws: exit status 65 where the device is none that can be taken.
    init(
        _ device: InputDevice, id: Int, path: String? = nil, configuration: GestureConfiguration,
        _ configured: ConfiguredDevice = ConfiguredDevice()
    ) throws(DaemonError) {
        let (contactProtocol, panel) = try Self.requirements(
            of: device, isLive: path != nil, isTouchscreen: configured.isTouchscreen)
        let assembler = try DaemonError.requiring { () throws(Errno) in
            try EventAssembler(for: device, contactProtocol)
        }
        let buffer = try DaemonError.requiring(ReportBuffer.init)
        self.assembler = assembler
        self.buffer = buffer
        self.panel = panel
        axes = ContactAxes(of: device)
        engine = GestureEngine(
            panel: panel, settings: configured.settings, configuration: configuration,
            zones: configuration.zones(named: device.name, output: configured.output), device: id)
        record = DeviceRecord(
            device, contactProtocol, id: id, path: path, surface: engine.surface,
            output: configured.output)
    }

    /// The last frame that was finished; good until more events are fed.
    var lastFrame: UnsafePointer<cevdev_frame>? { assembler.lastFrame }

    /// Whether events were lost before that frame.
    var isResynchronised: Bool { assembler.lastFrame?.pointee.resynchronised ?? false }

    /// Whether the kernel let go of what the frame that `feed` finished lifts.
    var isReleased: Bool { frame?.pointee.released ?? false }

    /// Whether contacts are on the glass, fingers or not.
    var hasContacts: Bool { assembler.lastFrame.map { $0.pointee.live != 0 } ?? false }

    /// The last time that the engine has seen: no event before it is emitted any more.
    var engineTime: Timestamp { engine.now }

    /// The surface, as configured.
    var surface: Surface { engine.surface }

    /// The force of a sample, as far as the device has shown any (`GestureEngine.force`).
    func force(pressure: Int32, touchMajor: Int32) -> Double? {
        engine.force(pressure: pressure, touchMajor: touchMajor)
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

    /// Feeds events up to and including the first `SYN_REPORT`.
    ///
    /// Returns how many that are, and the stamp of the frame that they finish, if they do.
    mutating func feed(
        _ events: UnsafeBufferPointer<input_event>
    ) -> (count: Int, time: Timestamp?) {
        let fed = assembler.feed(events)
        frame = fed.frame
        return (fed.count, fed.frame.map { Timestamp(microseconds: $0.pointee.time_us) })
    }

    /// Puts events together to frames, and leaves it at that.
    mutating func parse(_ events: UnsafeBufferPointer<input_event>) {
        var rest = events
        while !rest.isEmpty {
            let (count, _) = feed(rest)
            rest = UnsafeBufferPointer(rebasing: rest.dropFirst(count))
        }
    }

    /// Takes note that the device can no longer be read, for the reason `error`.
    mutating func fail(_ error: String) {
        record.state = .error
        record.error = error
    }

    /// Has `configured` and `configuration` hold from here on, having cancelled what is live.
    ///
    /// Contacts on the glass count as no finger until they lift. Returns whether what clients are
    /// sent of the device changed with it.
    mutating func reconfigure(
        _ configured: ConfiguredDevice, _ configuration: GestureConfiguration,
        ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) -> Bool {
        engine.reconfigure(
            settings: configured.settings, configuration: configuration,
            zones: configuration.zones(named: record.name, output: configured.output),
            ids: &ids, into: &events)
        reportedCounters = ContactCounters()
        reportedRefusals = engine.refusals
        let before = record
        record.width = engine.surface.width
        record.height = engine.surface.height
        record.size = engine.surface.sizeSource
        record.force = engine.forceSource
        record.output = configured.output
        return record != before
    }

    /// Gives the frame that `feed` finished to the engine.
    ///
    /// Returns whether what clients are sent of the device changed with it.
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

    /// Takes the contacts that the frame lifts for none, before `process` lifts them.
    mutating func rejectLifted(
        _ reason: CancellationReason, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        guard let frame else { return }
        let time = Timestamp(microseconds: frame.pointee.time_us)
        engine.advance(to: time, ids: &ids, into: &events)
        engine.rejectContacts(frame.pointee.lifted, reason, ids: &ids, into: &events)
    }

    /// Lets the device's time go on to `time`.
    mutating func advance(
        to time: Timestamp, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        engine.advance(to: time, ids: &ids, into: &events)
    }

    /// A contact that turned out to be stuck, each once; `nil` once all are reported.
    mutating func takeStuck() -> HealthReport? {
        guard let contact = engine.takeStuck() else { return nil }
        let place = contact.position
        let unit = Point(x: place.x / engine.surface.width, y: place.y / engine.surface.height)
        return .stuck(unitPosition: unit, position: place)
    }

    /// Whether more was rejected than clients have received; `takeRejections` returns whether they
    /// care.
    var hasRefused: Bool { engine.refusals != reportedRefusals }

    /// How much was refused, where that is more than at the last call.
    ///
    /// A finger beyond an axis stays there for many samples: they are reported when it has lifted.
    mutating func takeRejections() -> HealthReport? {
        let counters = engine.counters
        let waits = counters.clamped != reportedCounters.clamped && hasContacts
        if !waits { reportedRefusals = engine.refusals }
        guard
            (counters.palms, counters.ghosts, counters.jumps)
                != (reportedCounters.palms, reportedCounters.ghosts, reportedCounters.jumps)
                || (counters.clamped != reportedCounters.clamped && !waits)
        else { return nil }
        reportedCounters = counters
        reportedRefusals = engine.refusals
        return .rejected(
            palms: counters.palms, ghosts: counters.ghosts, jumps: counters.jumps,
            clamped: counters.clamped)
    }

    /// Adds a zone of a client, if the device is one of those that have it.
    mutating func add(_ added: AddedZone) {
        let own = GestureConfiguration(zones: [added.zone])
        if !own.zones(named: record.name, output: record.output).isEmpty {
            engine.addZone(added.zone, index: added.handle.rawValue)
        }
    }

    /// Takes a zone of a client away; its live gestures are cancelled.
    mutating func removeZone(
        _ handle: ZoneHandle, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        engine.removeZone(index: handle.rawValue, .reloaded, ids: &ids, into: &events)
    }

    /// Cancels every live gesture of the device.
    mutating func cancelAll(
        _ reason: CancellationReason, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        engine.cancelAll(reason, ids: &ids, into: &events)
    }

    /// From here on explains why gestures do not begin, and allocates for it.
    mutating func startExplaining(_ configuration: GestureConfiguration) {
        engine.startExplaining(configuration)
    }

    /// What did not come about in the touches that have ended since the last call.
    mutating func takeExplanations() -> [GestureExplanation] { engine.takeExplanations() }

    /// The frame that `feed` finished, in millimetres; allocates.
    func snapshot() -> FrameSnapshot? {
        frame.map { FrameSnapshot($0, device: record.id, panel: panel, surface: engine.surface) }
    }

    private static func requirements(
        of device: InputDevice, isLive: Bool, isTouchscreen: Bool
    ) throws(DaemonError) -> (ContactProtocol, Panel) {
        let name = escapedText(device.name)
        // A recording's word is all there is; a live one was named, or tagged by udev.
        let besidePen = isLive ? device.contactsBesidePen : nil
        let named = isTouchscreen ? device.contactsOfPointer : nil
        guard let contactProtocol = device.classification.contactProtocol ?? besidePen ?? named
        else {
            let advice =
                isLive
                ? "gestured --list-devices shows those that can be read"
                : "Record the touchscreen itself: evemu-record lists the devices"
            throw DaemonError(
                .data,
                """
                "\(name)" is no touchscreen: \(device.notTouchscreenReason ?? "it reports no fingers")
                  \(advice)
                """)
        }
        guard let panel = device.panel else {
            let advice = isLive ? "what evtest prints" : "the A: lines (absinfo)"
            throw DaemonError(
                .data,
                """
                "\(name)" has no usable positions: an axis begins where it ends, or lacks its range
                  Check \(advice) of ABS_MT_POSITION_X and _Y, or of ABS_X and ABS_Y
                """)
        }
        return (contactProtocol, panel)
    }
}

extension DeviceRecord {
    /// What clients receive about a device.
    fileprivate init(
        _ device: InputDevice, _ contactProtocol: ContactProtocol, id: Int, path: String?,
        surface: Surface, output: String?
    ) {
        self.init(
            id: id, name: device.name, path: path, bus: device.bus, vendor: device.vendor,
            product: device.product, width: surface.width, height: surface.height,
            size: surface.sizeSource,
            slots: Self.slots(of: device, contactProtocol), force: nil, output: output,
            state: .open, error: nil)
    }

    /// How many contacts the device is taken to report at once.
    private static func slots(
        of device: InputDevice, _ contactProtocol: ContactProtocol
    ) -> Int {
        switch contactProtocol {
        case .slots: min(max(device.slotCount, 1), Int(CEVDEV_MAX_SLOTS))
        case .anonymous: Int(CEVDEV_MAX_ANONYMOUS)
        case .singleTouch: 1
        }
    }
}
