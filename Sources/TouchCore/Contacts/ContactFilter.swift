/// From contacts to fingers: palms, noise, jitter and jumps, before any recogniser sees them.
///
/// The rules and the measurements behind them are in `docs/gestures/contacts.md`. Not copyable, and
/// asked where it lies, so that asking it something does not copy all of its rules.
struct ContactFilter: ~Copyable {
    /// What a report means for the fingers.
    enum Change: Sendable {
        /// Nothing: the contact does not count, or not yet.
        case nothing
        /// The finger went on; `isVisible` where its filtered position or its force changed.
        case sampled(isVisible: Bool)
        /// A contact that was pending counts from here on.
        case admitted
        /// It is a palm, by the device's word or by its size; it is out until it lifts.
        case rejected
        /// It is somewhere else at once: a lift there and a late landing here.
        case jumped
    }

    /// A contact this long on the glass counts, however few frames named it (µs).
    static let pendingLimitUs: Int64 = 60_000
    /// A contact this long on the glass is confirmed, where no second frame came (µs): more than a frame
    /// at 60 Hz, in which its lift would have come.
    static let confirmationUs: Int64 = 20_000
    /// Ghosts that show that a device has them.
    private static let ghostProof: UInt64 = 3

    private let inPlace = InPlace()
    /// Contacts that count as fingers.
    private(set) var counted: UInt64 = 0 {
        didSet { isRestStale = true }
    }
    /// Contacts that have not been named often enough yet.
    private(set) var pending: UInt64 = 0
    /// Those of them that count once they are there in a second frame.
    private(set) var unconfirmed: UInt64 = 0
    /// Fingers though they are shorter than ghosts are.
    private var excused: UInt64 = 0
    /// Landed in this frame, to be confirmed.
    private var confirming: UInt64 = 0
    /// What the device has shown since it was opened.
    private(set) var history = ContactHistory()
    /// Which contacts count only once they are there in a second frame.
    private(set) var confirmation: ContactConfirmation
    /// What was refused so far.
    private(set) var counters = ContactCounters() {
        didSet { refusals &+= 1 }
    }
    /// Rises with each change of `counters`.
    private(set) var refusals: UInt64 = 0
    /// Contacts that were found to be stuck since somebody asked.
    private var newlyStuck: UInt64 = 0
    /// What the device reports of force; `nil` where it has no axis for it.
    var sensor: ForceSensor?
    /// Fingers of the present frame that stay in place, and whose force changed while none was proven.
    var unprovenForce: UInt64 = 0
    /// The configuration gave the range of the force.
    let isForceCalibrated: Bool
    /// What stands in for force; `nil` until the device has shown that it has any.
    var forceSource: ForceSource? { sensor?.isProven == true ? sensor?.source : nil }

    /// Since when the finger rests that has rested longest, as of when that was asked last.
    private var oldestRest = Timestamp.never
    /// When that finger is stuck.
    private var stuckDue = Timestamp.never
    /// A finger came or went since, or that one rests elsewhere.
    private(set) var isRestStale = true

    private let surface: Surface
    private let jitter: JitterEllipse
    /// In place of `jitter`.
    private let oneEuro: OneEuroFilter?
    private let minimumEvents: Int
    private let isConfirmationFixed: Bool
    private let stuckRule: StuckRule?
    private var palmSize: PalmSize?
    /// When the panel looked for the frame that is being taken.
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
        let sensor = ForceSensor(panel: panel, calibration: settings.force)
        self.sensor = sensor
        isForceCalibrated = sensor?.isCalibrated ?? false
    }

    /// Moves a finger: for the report at `index`, which `moved`, or moved before it `lifted`.
    ///
    /// Kept out of the loop over reports, whose registers it would take.
    @inline(never)
    mutating func move(
        _ reports: Span<TouchReport>, _ index: Int, at time: Timestamp, fingers: inout FingerTable
    ) -> Change {
        let report = reports[index]
        if report.isPalm { return reject(report.bit) }
        guard counted & report.bit != 0 else {
            return wait(reports, index, at: time, fingers: &fingers)
        }
        return sample(report, at: time, finger: &fingers.fingers[report.index])
    }

    /// Takes a report of a contact that comes or goes, before the fingers of its frame move.
    mutating func note(_ report: TouchReport) {
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

    /// Ends a contact; whether it counted.
    mutating func lift(
        _ report: TouchReport, at time: Timestamp, fingers: borrowing FingerTable
    ) -> Bool {
        defer { release(report.bit) }
        if pending & report.bit != 0 { counters.ghosts &+= 1 }
        if (pending | counted) & ~excused & report.bit != 0 {
            history.lift(report, at: time, within: Self.confirmationUs, fingers: fingers)
        }
        return counted & report.bit != 0
    }

    /// Whether `report` will land a finger at once.
    func willLand(_ report: TouchReport) -> Bool {
        report.phase == .landed && !report.isPalm && minimumEvents <= 1
            && confirming & report.bit == 0
    }

    /// Contacts lift that are fingers, however short they were.
    mutating func excuse(_ slots: UInt64) { excused |= slots }

    /// Contacts are palms, and count for nothing until they lift.
    mutating func rejectPalms(_ slots: UInt64) {
        counters.palms &+= UInt64((counted & slots).nonzeroBitCount)
        _ = ignoreUntilLift(slots)
    }

    /// Whether a pending contact counts at `time` by its age.
    func landsPending(at time: Timestamp, fingers: borrowing FingerTable) -> Bool {
        for slot in SlotSequence(pending) where due(slot, fingers) <= time { return true }
        return false
    }

    /// Contacts count from here on: they are there in a second frame.
    mutating func confirm(_ slots: UInt64) {
        unconfirmed &= ~slots
        pending &= ~slots
        counted |= slots
    }

    /// Asks every contact to show itself in a second frame from now on, where the device has shown ghosts;
    /// whether that is new.
    ///
    /// For while no contact is down.
    mutating func adapt() -> Bool {
        guard !isConfirmationFixed, confirmation != .all, history.ghosts >= Self.ghostProof
        else { return false }
        confirmation = .all
        return true
    }

    /// Whether the device has shown as many ghosts as prove that it has them.
    var showsGhosts: Bool { history.ghosts >= Self.ghostProof }

    /// Whether every contact is confirmed because the device has shown ghosts.
    var hasAdapted: Bool { !isConfirmationFixed && confirmation == .all }

    /// Whether no contact is down, of a finger or not.
    var isGlassEmpty: Bool { history.down == 0 }
    /// Takes the word of somebody else for which contacts are down.
    mutating func setContacts(_ down: UInt64) { history.down = down }

    /// Counts a change of what holds for the device.
    mutating func noteAdaptation() { refusals &+= 1 }

    /// Takes over what another filter has seen of the same device.
    mutating func adoptHistory(of other: ContactHistory) {
        history = other
        _ = adapt()
    }

    /// Starts a contact, for a report that `landed` or after a jump; whether it counts at once.
    ///
    /// - Parameter isJump: it counted before, elsewhere, and need not prove itself again.
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
        let waits = minimumEvents > 1
        guard isJump || !waits && confirming & report.bit == 0 else {
            pending |= report.bit
            if !waits { unconfirmed |= report.bit }
            return false
        }
        counted |= report.bit
        return true
    }

    /// Forgets every contact; those still on the glass count for nothing until they lift.
    mutating func ignoreAllUntilLift() {
        counted = 0
        pending = 0
        unconfirmed = 0
    }

    /// Takes contacts for none until they lift; those of them that were fingers.
    mutating func ignoreUntilLift(_ slots: UInt64) -> UInt64 {
        defer {
            counted &= ~slots
            pending &= ~slots
            unconfirmed &= ~slots
        }
        return counted & slots
    }

    /// Counts contacts that broke.
    mutating func note(breaks: UInt64, areJoined: Bool) {
        if breaks > 0 { counters.add(breaks: breaks, areJoined: areJoined) }
    }

    /// Takes over what another filter's sensor has shown of the same source.
    mutating func adoptProof(of other: ForceSensor?) {
        sensor?.adoptProof(of: other)
    }

    /// When the next pending contact counts by its age, or the next finger is stuck.
    @inline(__always)
    mutating func nextDeadline(_ fingers: borrowing FingerTable) -> Timestamp {
        if isRestStale { updateStuckDue(fingers) }
        var earliest = stuckDue
        for slot in SlotSequence(pending) {
            earliest = min(earliest, due(slot, fingers))
        }
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

    /// The fingers that are stuck from `time` on; they are out until they lift.
    mutating func stuck(at time: Timestamp, fingers: borrowing FingerTable) -> UInt64 {
        guard let stuckRule else { return 0 }
        var stuck: UInt64 = 0
        for slot in SlotSequence(counted)
        where stuckRule.deadline(restingSince: fingers.restsSince(slot: slot)) <= time {
            stuck |= 1 << UInt64(slot)
        }
        counted &= ~stuck
        newlyStuck |= stuck
        counters.stuck &+= UInt64(stuck.nonzeroBitCount)
        return stuck
    }

    /// A contact that was found to be stuck, each once; `nil` once all are taken.
    mutating func takeStuck(_ fingers: borrowing FingerTable) -> StuckContact? {
        guard newlyStuck != 0 else { return nil }
        let slot = newlyStuck.trailingZeroBitCount
        newlyStuck &= newlyStuck &- 1
        return StuckContact(
            slot: slot, position: fingers.position(ofSlot: slot),
            restsSince: fingers.restsSince(slot: slot))
    }

    /// The pending contacts that count from `time` on by their age; they have landed.
    mutating func landPending(at time: Timestamp, fingers: inout FingerTable) -> UInt64 {
        var landed: UInt64 = 0
        for slot in SlotSequence(pending) where due(slot, fingers) <= time {
            let bit: UInt64 = 1 << UInt64(slot)
            if unconfirmed & bit == 0 { fingers.fingers[slot].land(at: time) }
            landed |= bit
        }
        confirm(landed)
        return landed
    }

    /// When a pending contact counts by its age.
    private func due(_ slot: Int, _ fingers: borrowing FingerTable) -> Timestamp {
        let isUnconfirmed = unconfirmed & (1 << UInt64(slot)) != 0
        return fingers.landedAt(slot).advanced(
            byMicroseconds: isUnconfirmed ? Self.confirmationUs : Self.pendingLimitUs)
    }
}

extension ContactFilter {
    private mutating func release(_ bit: UInt64) {
        counted &= ~bit
        pending &= ~bit
        unconfirmed &= ~bit
        excused &= ~bit
    }

    @inline(never)
    private mutating func reject(_ bit: UInt64) -> Change {
        defer { release(bit) }
        if (counted | pending) & bit != 0 { counters.palms &+= 1 }
        return counted & bit != 0 ? .rejected : .nothing
    }

    @inline(never)
    private mutating func wait(
        _ reports: Span<TouchReport>, _ index: Int, at time: Timestamp, fingers: inout FingerTable
    ) -> Change {
        let report = reports[index]
        guard pending & report.bit != 0 else { return .nothing }
        if palmSize?.isPalm(report) == true { return reject(report.bit) }
        let events = fingers.fingers[report.index].countEvent()
        let raw = surface.point(x: report.x, y: report.y)
        place(&fingers.fingers[report.index], report, at: raw)
        press(&fingers.fingers[report.index], report, at: time)
        guard events >= minimumEvents, unconfirmed & report.bit == 0 else { return .nothing }
        fingers.fingers[report.index].land(at: time)
        pending &= ~report.bit
        counted |= report.bit
        return .admitted
    }

    @inline(__always)
    mutating func sample(
        _ report: TouchReport, at time: Timestamp, finger: inout Finger
    ) -> Change {
        let raw = surface.point(x: report.x, y: report.y)
        let speed = JumpDetector.speed(
            from: finger.rawPosition, finger.sampledAt, to: raw, sampledAt)
        if let speed, speed > JumpDetector.ratio * finger.motion.velocity().length {
            return .jumped
        }
        if palmSize?.isPalm(report) == true { return reject(report.bit) }
        let before = finger.force.value
        place(&finger, report, at: raw)
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
        guard let oneEuro else { return jitter.held(raw, behind: finger.position) }
        return oneEuro.add(raw, at: sampledAt, to: &finger.smoothing)
    }

    /// Everything anew: the first sample of a contact.
    private mutating func start(_ finger: inout Finger, _ report: TouchReport, at time: Timestamp) {
        palmSize?.start(report)
        newlyStuck &= ~report.bit
        finger.motion.restart()
        place(&finger, report, at: surface.point(x: report.x, y: report.y))
        if let reading = sensor?.read(report) { finger.force.start(reading) }
        finger.land(at: time)
        finger.events = 1
    }

    @inline(__always)
    private mutating func press(
        _ finger: inout Finger, _ report: TouchReport, at time: Timestamp
    ) {
        if let reading = sensor?.read(report) { finger.press(reading, at: time) }
    }

    @inline(__always)
    private mutating func place(_ finger: inout Finger, _ report: TouchReport, at raw: Point) {
        if surface.isBeyondAxes(x: report.x, y: report.y) { counters.clamped &+= 1 }
        finger.rawPosition = raw
        finger.sampledAt = sampledAt
        finger.motion.add(raw, at: sampledAt)
    }
}
