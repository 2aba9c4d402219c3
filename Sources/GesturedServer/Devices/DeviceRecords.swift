import GestureInspect
import GestureSettings
import GestureWire
import Logging
import TouchCore
import TouchDevices
import TouchRecordings

/// Device settings, in the form that `TouchDevices` needs.
extension DaemonConfiguration {
    /// Whether any rule makes devices touchscreens, whatever udev reports.
    var namesTouchscreens: Bool { devices.contains { $0.declaredRole == .touchscreen } }

    /// The rules for opening devices.
    var devicePolicy: DevicePolicy {
        var patterns: [Int: String] = [:]
        for (number, rule) in devices.enumerated() where rule.match != DeviceMatch() {
            patterns[number] = rule.match.text
        }
        let unmatched = UnmatchedPatterns(patterns)
        let configured = { (device: InputDevice, paths: [String]) in
            for (number, rule) in devices.enumerated() where rule.match.matches(device, paths) {
                unmatched.recordMatch(of: number)
            }
            return settings(for: device, paths: paths)
        }
        return DevicePolicy(
            gestures: gestures, namesTouchscreens: namesTouchscreens, unmatched: unmatched,
            ignoresPen: { configured($0, $1).isIgnored }, configured: configured)
    }

    /// The settings of `device` by all rules that match it. Settings of later rules override those
    /// of earlier ones.
    ///
    /// - Parameter paths: the device's node and the links to it; none for a recording.
    func settings(for device: InputDevice, paths: [String] = []) -> ConfiguredDevice {
        var result = ConfiguredDevice()
        for rule in deviceRules where rule.match.matches(device, paths) { result.apply(rule) }
        return result
    }
}

extension DeviceMatch {
    fileprivate func matches(_ device: InputDevice, _ paths: [String]) -> Bool {
        matches(
            name: device.name, vendor: device.vendor, product: device.product, paths: paths)
    }
}

extension ConfiguredDevice {
    fileprivate mutating func apply(_ rule: DeviceRule) {
        isIgnored = rule.ignore ?? isIgnored
        if rule.declaredRole == .touchscreen, rule.match != DeviceMatch() { isTouchscreen = true }
        isGrabbed = rule.grab ?? isGrabbed
        output = rule.output ?? output
        isMapped = rule.isMapped ?? isMapped
        settings.size = rule.size ?? settings.size
        settings.quarterTurns = rule.quarterTurns ?? settings.quarterTurns
        settings.calibration = rule.calibration ?? settings.calibration
        settings.force = rule.force ?? settings.force
        settings.jitter = rule.filter.jitter ?? settings.jitter
        settings.minimumEvents = rule.filter.minimumEvents ?? settings.minimumEvents
        settings.confirmation = rule.filter.confirmation ?? settings.confirmation
        settings.landings = rule.filter.landings ?? settings.landings
        settings.pauses = rule.filter.pauses ?? settings.pauses
        settings.stillAfter = rule.filter.stillAfter ?? settings.stillAfter
        settings.spikes = rule.filter.spikes ?? settings.spikes
        settings.splits = rule.filter.splits ?? settings.splits
        settings.stitch = rule.filter.stitch ?? settings.stitch
        settings.stitchDistance = rule.filter.stitchDistance ?? settings.stitchDistance
        if let major = rule.filter.palmMajor {
            settings.palmMajor = major == 0 ? nil : major
        }
        settings.oneEuro = rule.filter.oneEuro ?? settings.oneEuro
        settings.stuckAfter = rule.filter.stuckAfter ?? settings.stuckAfter
    }
}

extension DeviceOpener {
    /// Opens devices by the rules of `configuration`.
    init(source: any DeviceSource, configuration: DaemonConfiguration, logger: Logger) {
        self.init(source: source, policy: configuration.devicePolicy, logger: logger)
    }
}

/// Records and snapshots of a device and of its frames, for clients and users.
extension Device {
    /// The members of `device` lines.
    var record: DeviceRecord {
        DeviceRecord(
            id: summary.id, name: summary.name, path: summary.path, bus: summary.bus,
            vendor: summary.vendor, product: summary.product, width: summary.width,
            height: summary.height, size: summary.size, slots: summary.slots,
            force: summary.force, output: summary.output, isMapped: summary.isMapped,
            transform: summary.transform, state: isReadable ? .open : .error,
            error: summary.error)
    }

    /// Calls `body` with the members of `contact` lines for the frame that `feed` finished, by
    /// slot.
    ///
    /// Called before `process`. Allocates nothing.
    ///
    /// - Parameter isReleased: whether the contacts that the frame ends ended without a lift.
    func forEachContactRecord(
        of frame: FinishedFrame, isReleased: Bool, _ body: (ContactRecord) -> Void
    ) {
        let (id, source, surface) = (summary.id, summary.force, surface)
        // If the frame's timestamp runs back, the engine's time replaces it.
        let time = max(frame.time, engineTime)
        forEachContact { contact in
            let unit = Point(
                x: contact.position.x / surface.width, y: contact.position.y / surface.height)
            var record = ContactRecord(
                time: time, device: id, slot: contact.slot, trackingID: contact.trackingID,
                phase: ContactRecord.Phase(contact.change), unitPosition: unit,
                position: contact.position)
            record.force = contact.force
            record.forceSource = source
            record.major = contact.major.map { ContactRecord.Extent($0) }
            record.minor = contact.minor.map { ContactRecord.Extent($0) }
            record.isPalm = contact.isNotFinger
            record.isResynchronised = frame.isResynchronised
            record.isReleased = isReleased && record.phase == .ended
            record.isLast = contact.isLast
            body(record)
        }
    }

    /// The frame that `feed` finished, for display, in millimetres; allocates.
    func snapshot(of frame: FinishedFrame) -> FrameSnapshot {
        var snapshot = FrameSnapshot(
            device: summary.id, time: frame.time, isResynchronised: frame.isResynchronised,
            contacts: [])
        forEachContact(includingStill: true) { contact in
            let pressure = panel.pressure.map { min(max($0.share(of: contact.pressure), 0), 1) }
            snapshot.contacts.append(
                FrameSnapshot.Contact(
                    slot: contact.slot, change: FrameSnapshot.Contact.Change(contact.change),
                    position: contact.position, pressure: pressure, isPalm: contact.isPalm))
        }
        return snapshot
    }

    /// Moves a client's zone to its present position, or adds it; does nothing if the zone is not
    /// for this device.
    mutating func addOrMoveZone(_ added: AddedZone) {
        addZone(added.zone, index: added.handle.rawValue)
        moveZone(index: added.handle.rawValue, to: added.zone.rect)
    }

    /// The next stuck contact that is not reported yet; `nil` once all are reported.
    mutating func takeStuckReport() -> HealthReport? {
        guard let position = takeStuck() else { return nil }
        let unit = Point(x: position.x / surface.width, y: position.y / surface.height)
        return .stuck(unitPosition: unit, position: position)
    }

    /// The adaptations to the device that apply from now on, and whether one is new; `nil` if they
    /// have not changed. The report is `nil` if there are none.
    mutating func takeAdaptationReport() -> (report: HealthReport?, isNew: Bool)? {
        takeAdaptation().map { (HealthReport($0.adaptation), $0.isNew) }
    }

    /// The adaptations to the device; `nil` if there are none.
    var adaptationReport: HealthReport? { HealthReport(adaptation) }

    /// The counts of rejected contacts, if a report of them is due.
    mutating func takeRejectionReport() -> HealthReport? {
        takeRejections().map { counters in
            .rejected(
                palms: counters.palms, ghosts: counters.ghosts, jumps: counters.jumps,
                clamped: counters.clamped)
        }
    }
}

extension ContactRecord.Phase {
    fileprivate init(_ change: ContactSample.Change) {
        switch change {
        case .landed: self = .began
        case .moved, .still: self = .changed
        case .lifted: self = .ended
        }
    }
}

extension ContactRecord.Extent {
    fileprivate init(_ extent: ContactSample.Extent) {
        self.init(raw: extent.raw, millimetres: extent.millimetres)
    }
}

extension FrameSnapshot.Contact.Change {
    fileprivate init(_ change: ContactSample.Change) {
        switch change {
        case .landed: self = .landed
        case .moved: self = .moved
        case .still: self = .still
        case .lifted: self = .lifted
        }
    }
}

extension AxisRange {
    /// `value` as a share of the range: 0 at its minimum, 1 at its maximum.
    fileprivate func share(of value: Int32) -> Double {
        span > 0 ? (Double(value) - Double(minimum)) / span : 0
    }
}

extension HealthReport {
    /// The adaptations to a device; `nil` if there are none.
    fileprivate init?(_ adaptation: DeviceAdaptation) {
        let settings = [
            adaptation.holdsLifts
                ? "stitch: \(Int(adaptation.hold / .milliseconds(1)))ms" : nil,
            adaptation.confirmsContacts ? "confirm: all" : nil,
            adaptation.dropsSpikes ? "spikes: drop" : nil,
            adaptation.dropsSplits ? "splits: drop" : nil,
            adaptation.landsLate ? "landings: late" : nil,
        ].compactMap(\.self)
        guard !settings.isEmpty else { return nil }
        self = .adapted(
            breaks: adaptation.breaks, ghosts: adaptation.ghosts, spikes: adaptation.spikes,
            splits: adaptation.splits,
            setting: "filter: { \(settings.joined(separator: ", ")) }")
    }
}
