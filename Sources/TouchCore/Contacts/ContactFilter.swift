/// Decides which contacts are fingers, and filters their positions, before recognisers see them.
///
/// `docs/gestures/contacts.md` has the rules and the measurements that they are based on. Not
/// copyable, and borrowed in place, so that a call does not copy all of its rules.
struct ContactFilter: ~Copyable {
    /// The effect of a report on the fingers.
    enum Change: Sendable {
        /// No change: the contact does not count, or not yet.
        case nothing
        /// The finger continues; `isVisible` if its filtered position or its force changed.
        case sampled(isVisible: Bool)
        /// The finger landed where it is now, and not where its first sample was.
        case relanded
        /// A pending contact counts from now on.
        case admitted
        /// A split is so far from its finger that it counts from now on, as no tap.
        case parted
        /// The contact is a palm, as reported or by its size: it does not count until it lifts.
        case rejected
        /// The contact jumped: it lifts at its last position and lands late at the new one.
        case jumped
    }

    private let inPlace = InPlace()
    /// Contacts that count as fingers.
    var counted: UInt64 = 0 {
        didSet { isRestStale = true }
    }
    /// Contacts that do not count yet, because too few frames have reported them.
    var pending: UInt64 = 0
    /// Pending contacts that count once they appear in a second frame.
    var unconfirmed: UInt64 = 0
    /// Contacts known to be fingers: their lift is not a ghost, however short they are.
    private var exempt: UInt64 = 0
    /// Contacts that landed in this frame and must be confirmed.
    private var confirming: UInt64 = 0
    /// The history of the device's contacts since it was opened.
    var history = ContactHistory()
    /// Which contacts count only once they appear in a second frame.
    var confirmation: ContactConfirmation
    /// The numbers of rejected contacts, steps and positions.
    var counters = ContactCounters() {
        didSet { refusals &+= 1 }
    }
    /// Increases with each change of `counters` or of the adaptations.
    var refusals: UInt64 = 0
    /// Contacts found to be stuck and not yet returned by `takeStuck`.
    private var newlyStuck: UInt64 = 0
    /// The device's force; `nil` if it has no axis for it.
    var sensor: ForceSensor?
    /// Fingers of this frame that did not move, and whose force changed before it was proven.
    var unprovenForce: UInt64 = 0
    /// Whether the configuration sets the range of the force.
    let isForceCalibrated: Bool
    /// The source of force; `nil` until the device has shown that it reports force.
    var forceSource: ForceSource? { sensor?.isProven == true ? sensor?.source : nil }

    /// Samples that no other sample has confirmed yet.
    var spikes: SpikeFilter
    /// Contacts that are parts of others.
    var splits: SplitFilter

    /// When the finger that has rested longest began to rest, as last computed.
    private var oldestRest = Timestamp.never
    /// When that finger counts as stuck.
    private var stuckDue = Timestamp.never
    /// Whether `oldestRest` is out of date: a finger landed, lifted, or left its resting position.
    var isRestStale = true

    let surface: Surface
    private let jitter: JitterEllipse
    /// Replaces `jitter` if it is configured.
    private let oneEuro: OneEuroFilter?
    let minimumEvents: Int
    let isConfirmationFixed: Bool
    let learnsSpikes: Bool
    /// Whether a step that no finger makes waits for the next sample.
    let confirmsJumps: Bool
    /// How far strokes from a side are drawn back.
    var landings: LandingRule
    private let stuckRule: StuckRule?
    var palmSize: PalmSize?
    /// When the panel sampled the present frame.
    var sampledAt = Timestamp(microseconds: 0)

    init(panel: Panel, surface: Surface, settings: DeviceSettings) {
        self.surface = surface
        jitter = JitterEllipse(surface, settings: settings)
        oneEuro = settings.oneEuro.flatMap(OneEuroFilter.init)
        minimumEvents = settings.minimumEvents
        confirmation = settings.confirmation ?? .late
        isConfirmationFixed = settings.confirmation != nil
        stuckRule = StuckRule(settings)
        palmSize = PalmSize(panel: panel, settings: settings)
        spikes = SpikeFilter(isActive: settings.spikes == .drop)
        learnsSpikes = settings.spikes == nil
        confirmsJumps = settings.spikes != .keep
        splits = SplitFilter(settings.splits, isSizeKnown: surface.sizeSource != .assumed)
        landings = LandingRule(settings)
        let sensor = ForceSensor(panel: panel, calibration: settings.force)
        self.sensor = sensor
        isForceCalibrated = sensor?.isCalibrated ?? false
    }

    /// Handles the report at `index`: a movement, a lift after one, or a palm's lift.
    ///
    /// Not inlined: it would spill registers of the loop over reports.
    @inline(never)
    mutating func move(
        _ reports: Span<TouchReport>, _ index: Int, at time: Timestamp, fingers: inout FingerTable
    ) -> Change {
        let report = reports[index]
        if report.isPalm { return reject(report.bit) }
        guard counted & report.bit != 0 else {
            return samplePending(reports, index, at: time, fingers: &fingers)
        }
        return sample(report, at: time, finger: &fingers.fingers[report.index])
    }

    /// Records a report of a contact that lands or lifts, before the fingers of its frame move.
    mutating func recordPhase(of report: TouchReport) {
        guard report.phase == .landed else { return history.down &= ~report.bit }
        history.down |= report.bit
        let isConfirmed =
            switch confirmation {
            case .off: true
            case .late: counted & history.down & ~report.bit == 0
            case .all: false
            }
        confirming = isConfirmed ? confirming & ~report.bit : confirming | report.bit
    }

    /// Ends a contact; returns whether it counted.
    mutating func lift(
        _ report: TouchReport, at time: Timestamp, fingers: borrowing FingerTable
    ) -> Bool {
        defer { release(report.bit) }
        if splits.slots & report.bit != 0 { countSplit(report, at: time, fingers) }
        if spikes.watched & report.bit != 0 { endSpike(report, at: time) }
        if counted & report.bit != 0 { countLift() }
        if pending & report.bit != 0 { counters.ghosts &+= 1 }
        if (pending | counted) & ~exempt & report.bit != 0 {
            history.lift(report, at: time, within: Self.confirmationUs, fingers: fingers)
        }
        return counted & report.bit != 0
    }

    /// Whether `report` will land a finger immediately.
    func willLand(_ report: TouchReport) -> Bool {
        report.phase == .landed && !report.isPalm && minimumEvents <= 1
            && confirming & report.bit == 0
    }

    /// Exempts contacts from counting as ghosts at their lift: they are fingers, however short they
    /// were.
    mutating func exemptFromMinimumEvents(_ slots: UInt64) { exempt |= slots }

    /// Rejects contacts as palms until they lift.
    mutating func rejectPalms(_ slots: UInt64) {
        counters.palms &+= UInt64((counted & slots).nonzeroBitCount)
        _ = ignoreUntilLift(slots)
    }

    /// Makes unconfirmed contacts count.
    mutating func confirm(_ slots: UInt64) {
        unconfirmed &= ~slots
        pending &= ~slots
        counted |= slots
    }

    /// Whether no contact is down, finger or not.
    var isGlassEmpty: Bool { history.down == 0 }

    /// Sets the slots in contact, as reported by the caller.
    mutating func setContacts(_ down: UInt64) { history.down = down }

    /// Starts a contact that landed or jumped; returns whether it counts immediately.
    ///
    /// - Parameter isJump: whether it counted before a jump, and needs no confirmation.
    mutating func land(
        _ report: TouchReport, isJump: Bool, at time: Timestamp, fingers: inout FingerTable
    ) -> Bool {
        release(report.bit)
        guard !report.isPalm else {
            counters.palms &+= 1
            return false
        }
        if isJump { counters.jumps &+= 1 }
        start(&fingers.fingers[report.index], report, at: time)
        guard isJump || !splits.isEnabled || !isSplit(report, at: time, fingers) else {
            return false
        }
        let waits = minimumEvents > 1
        guard isJump || !waits && confirming & report.bit == 0 else {
            pending |= report.bit
            if !waits { unconfirmed |= report.bit }
            return false
        }
        counted |= report.bit
        return true
    }

    /// Forgets every contact; contacts that are down do not count until they lift.
    mutating func ignoreAllUntilLift() {
        counted = 0
        pending = 0
        unconfirmed = 0
        spikes.forget(.max)
        splits.forget(.max)
    }

    /// Rejects contacts until they lift; returns the contacts that were fingers.
    mutating func ignoreUntilLift(_ slots: UInt64) -> UInt64 {
        defer {
            counted &= ~slots
            pending &= ~slots
            unconfirmed &= ~slots
            spikes.forget(slots)
            splits.forget(slots)
        }
        return counted & slots
    }

    /// Counts contacts that broke, and those of them that were joined.
    mutating func countBreaks(_ breaks: UInt64, joined: UInt64) {
        if breaks > 0 { counters.add(breaks: breaks, joined: joined) }
    }

    /// Inherits the proof of another filter's sensor of the same source.
    mutating func inheritProof(of other: ForceSensor?) {
        sensor?.inheritProof(of: other)
    }

    /// When the next pending contact counts by its age, or the next finger is stuck.
    @inline(__always)
    mutating func nextDeadline(_ fingers: borrowing FingerTable, held: UInt64) -> Timestamp {
        if isRestStale { updateStuckDue(fingers) }
        var earliest = stuckDue
        for slot in SlotSequence(pending) {
            earliest = min(earliest, deadline(of: slot, fingers))
        }
        if spikes.withheld != 0 { earliest = min(earliest, spikes.nextDeadline(except: held)) }
        return earliest
    }

    private mutating func updateStuckDue(_ fingers: borrowing FingerTable) {
        isRestStale = false
        guard let stuckRule else { return }
        oldestRest = .never
        for slot in SlotSequence(counted) {
            oldestRest = min(oldestRest, fingers.restsSince(slot: slot))
        }
        stuckDue = stuckRule.deadline(restingSince: oldestRest)
    }

    /// Rejects the fingers that are stuck at `time` until they lift, and returns them.
    mutating func stuck(at time: Timestamp, fingers: borrowing FingerTable) -> UInt64 {
        guard let stuckRule else { return 0 }
        var stuck: UInt64 = 0
        for slot in SlotSequence(counted)
        where stuckRule.deadline(restingSince: fingers.restsSince(slot: slot)) <= time {
            stuck |= 1 << UInt64(slot)
        }
        counted &= ~stuck
        spikes.forget(stuck)
        newlyStuck |= stuck
        counters.stuck &+= UInt64(stuck.nonzeroBitCount)
        return stuck
    }

    /// Removes and returns a contact that was found to be stuck; `nil` if none is left.
    mutating func takeStuck(_ fingers: borrowing FingerTable) -> StuckContact? {
        guard newlyStuck != 0 else { return nil }
        let slot = newlyStuck.trailingZeroBitCount
        newlyStuck &= newlyStuck &- 1
        return StuckContact(
            slot: slot, position: fingers.position(ofSlot: slot),
            restsSince: fingers.restsSince(slot: slot))
    }

}

extension ContactFilter {
    private mutating func release(_ bit: UInt64) {
        counted &= ~bit
        pending &= ~bit
        unconfirmed &= ~bit
        exempt &= ~bit
        spikes.forget(bit)
        splits.forget(bit)
    }

    @inline(never)
    mutating func reject(_ bit: UInt64) -> Change {
        defer { release(bit) }
        if (counted | pending) & bit != 0 { counters.palms &+= 1 }
        return counted & bit != 0 ? .rejected : .nothing
    }

    @inline(__always)
    mutating func sample(
        _ report: TouchReport, at time: Timestamp, finger: inout Finger
    ) -> Change {
        let raw = surface.point(x: report.x, y: report.y)
        let squaredStep = raw.squaredDistance(to: finger.rawPosition)
        if needsJudgement(squaredStep, finger) {
            switch judgeStep(of: report, to: raw, at: time, &finger) {
            case .movement: break
            case .withheld: return .nothing
            case .relanding: return reland(report, at: raw, time, &finger)
            case .jump: return .jumped
            }
        }
        finger.squaredStep = squaredStep
        if palmSize?.isPalm(report) == true { return reject(report.bit) }
        let before = finger.force.value
        addSample(&finger, report, at: raw)
        press(&finger, report, at: time)
        let position = filtered(raw, finger: &finger)
        guard position != finger.position else {
            guard finger.force.value != before else { return .sampled(isVisible: false) }
            guard forceSource == nil else { return .sampled(isVisible: true) }
            unprovenForce |= report.bit
            return .sampled(isVisible: false)
        }
        if let restedSince = finger.move(to: position, at: time), restedSince <= oldestRest {
            isRestStale = true
        }
        return .sampled(isVisible: true)
    }

    @inline(__always)
    private func filtered(_ raw: Point, finger: inout Finger) -> Point {
        guard let oneEuro else { return jitter.centre(draggedFrom: finger.position, to: raw) }
        return oneEuro.add(raw, at: sampledAt, to: &finger.smoothing)
    }

    /// Starts `finger` with the first sample of a contact.
    private mutating func start(_ finger: inout Finger, _ report: TouchReport, at time: Timestamp) {
        palmSize?.start(report)
        newlyStuck &= ~report.bit
        finger.motion.restart()
        finger.squaredStep = 0
        addSample(&finger, report, at: surface.point(x: report.x, y: report.y))
        if let reading = sensor?.read(report) { finger.force.start(reading) }
        finger.land(at: time)
        finger.isArriving = mayArrive(at: finger.landing)
        finger.events = 1
    }

    @inline(__always)
    mutating func press(
        _ finger: inout Finger, _ report: TouchReport, at time: Timestamp
    ) {
        if let reading = sensor?.read(report) { finger.press(reading, at: time) }
    }

    @inline(__always)
    mutating func addSample(_ finger: inout Finger, _ report: TouchReport, at raw: Point) {
        if surface.isBeyondAxes(x: report.x, y: report.y) { counters.clamped &+= 1 }
        finger.rawPosition = raw
        finger.sampledAt = sampledAt
        finger.motion.add(raw, at: sampledAt)
        if finger.isArriving { arrive(&finger) }
    }
}
