/// Joins contacts that break: a finger disappears for some frames and returns nearby.
///
///     down ──lift──▶ held ──landing where the finger may be──▶ down
///                     └──no landing in time, or one elsewhere──▶ lifted
///
/// Runs before the filter and renumbers slots, so that all later stages see one continuous contact.
/// Lifts are held only if that is configured or the device has shown breaks, because a held lift
/// delays the end of a gesture. The rule and its measurements are in `docs/gestures/contacts.md`.
struct ContactStitcher: ~Copyable {
    /// Slots of fingers whose lift is held.
    private(set) var held: UInt64 = 0
    /// Fingers in `held` that lifted in the present frame and had moved in it before.
    private var movedBeforeLift: UInt64 = 0
    /// Breaks since the device was opened.
    private var breaks: UInt64 = 0
    /// Breaks that were joined.
    private var joins: UInt64 = 0
    /// The breaks from which the device is learned.
    private var evidence = BreakEvidence()
    /// When a finger last lifted.
    private var lastLift: Timestamp?
    /// Slots of fingers that landed soon after a lift, and have not lifted since.
    private var hurried: UInt64 = 0
    /// Whether the finger that last lifted was one of them.
    private var lastWasHurried = false
    /// When the first of the lifts happened that the present frame continued; `never` if none.
    private(set) var joinedSince = Timestamp.never
    /// Whether lifts are held.
    private(set) var isActive: Bool
    /// Reports of the present frame, in the slots of fingers.
    private var rewritten = UniqueArray<TouchReport>(capacity: 192)
    private var releasedReports = UniqueArray<TouchReport>(capacity: 64)

    private var surface: Surface
    /// How long lifts are held, as configured (µs).
    private var configuredHoldUs: Int64?
    private var distance: Double
    /// The lifts in `held` and `recent`, by slot of the finger.
    private var lifts: UniqueArray<PossibleBreak>
    /// Slots of fingers that lifted, and whose return is only counted.
    private var recent: UInt64 = 0
    /// The slot of the finger, by slot of the device. Two entries are exchanged when a contact
    /// continues in another slot.
    private var fingerSlots = UniqueArray(count: 64) { UInt8($0) }

    init(surface: Surface, settings: DeviceSettings) {
        self.surface = surface
        configuredHoldUs = settings.stitch.map(\.microseconds)
        isActive = (configuredHoldUs ?? 0) > 0
        distance = settings.stitchDistance
        let none = TouchReport(slot: 0, phase: .lifted, x: 0, y: 0)
        lifts = UniqueArray(
            repeating: PossibleBreak(
                report: none, time: Timestamp(microseconds: .min),
                sampledAt: Timestamp(microseconds: .min), position: .zero, velocity: .zero,
                squaredTravel: 0, ageUs: 0, isHurried: false, isDash: false),
            count: 64)
    }

    /// What was counted, and how long lifts are held because the device has shown breaks (µs).
    struct Totals: Equatable, Sendable {
        var breaks: UInt64
        var joins: UInt64
        /// 0 if the device has shown none, or the configuration says how long.
        var adaptedHoldUs: Int64
    }

    var totals: Totals {
        Totals(
            breaks: breaks, joins: joins,
            adaptedHoldUs: isLearning && isActive ? evidence.holdUs : 0)
    }

    private var isLearning: Bool { configuredHoldUs == nil }
    /// How long lifts are held at most (µs).
    private var holdUs: Int64 { configuredHoldUs ?? evidence.holdUs }

    /// Whether `reports` have not been processed yet: until then the slots stay.
    var hasPendingReports = false

    /// The reports to process for the frame that `receive` handled; valid until its next call.
    var reports: UnsafeBufferPointer<TouchReport> {
        guard rewritten.count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: rewritten.address(of: 0), count: rewritten.count)
    }

    /// When the first held lift becomes final.
    var nextDeadline: Timestamp {
        var earliest = Timestamp.never
        for slot in SlotSequence(held) { earliest = min(earliest, due(slot)) }
        return earliest
    }

    /// The held lifts that are final at `time`.
    func due(at time: Timestamp) -> UInt64 {
        var slots: UInt64 = 0
        for slot in SlotSequence(held) where due(slot) <= time { slots |= 1 << UInt64(slot) }
        return slots
    }

    /// Releases the earliest of some held lifts, and the lifts of the same time, into `released`.
    ///
    /// - Parameter slots: slots of held lifts; the released ones are removed.
    /// - Returns: when the released lifts happened.
    mutating func release(earliestOf slots: inout UInt64) -> Timestamp {
        var earliest = Timestamp.never
        for slot in SlotSequence(slots) { earliest = min(earliest, lifts[slot].time) }
        releasedReports.removeAll()
        for slot in SlotSequence(slots) where lifts[slot].time == earliest {
            releasedReports.append(lifts[slot].report)
            slots &= ~(1 << UInt64(slot))
            held &= ~(1 << UInt64(slot))
            recent |= 1 << UInt64(slot)
            evidence.countLift()
        }
        return earliest
    }

    /// The lifts that `release` released; valid until the next call.
    var released: UnsafeBufferPointer<TouchReport> {
        guard releasedReports.count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(
            start: releasedReports.address(of: 0), count: releasedReports.count)
    }

    /// The slots of the fingers that contacts move.
    ///
    /// - Parameter slots: the device's slots of the contacts.
    func fingers(of slots: UInt64) -> UInt64 {
        var fingers: UInt64 = 0
        for slot in SlotSequence(slots) { fingers |= 1 << UInt64(fingerSlots[slot]) }
        return fingers
    }

    /// The slot of the device whose contact moves a finger.
    func deviceSlot(of finger: Int) -> Int {
        for slot in fingerSlots.indices where Int(fingerSlots[slot]) == finger { return slot }
        return finger
    }

    /// Forgets all lifts, but keeps the count of breaks.
    mutating func forgetLifts() { (held, recent) = (0, 0) }

    /// Applies other settings; there must be no held lift.
    mutating func reconfigure(surface: Surface, settings: DeviceSettings) {
        self.surface = surface
        configuredHoldUs = settings.stitch.map(\.microseconds)
        distance = settings.stitchDistance
        isActive = (configuredHoldUs ?? 0) > 0
        _ = adapt()
    }

    /// Holds lifts from now on, or no longer, as the device has shown; returns whether that is new.
    ///
    /// While lifts are held, call it only while no contact is down: slots change.
    mutating func adapt() -> Bool {
        guard isLearning, !hasPendingReports, isActive != evidence.isProof else { return false }
        isActive = evidence.isProof
        for slot in fingerSlots.indices { fingerSlots[slot] = UInt8(slot) }
        return true
    }

    private func due(_ slot: Int) -> Timestamp {
        lifts[slot].time.advanced(byMicroseconds: lifts[slot].holdUs)
    }
}

/// Holding lifts.
extension ContactStitcher {
    /// Handles the reports of a frame; `reports` then has the reports to process.
    ///
    /// - Parameter counted: the slots of contacts that count as fingers.
    /// - Returns: the held lifts to release before `reports` is processed, because another finger
    ///   landed.
    mutating func receive(
        _ received: Span<TouchReport>, at frame: TouchFrame, counted: UInt64,
        fingers: borrowing FingerTable
    ) -> UInt64 {
        rewritten.removeAll()
        var lifted: UInt64 = 0
        var joined: UInt64 = 0
        movedBeforeLift = 0
        joinedSince = .never
        for index in received.indices {
            var report = received[index]
            report.slot = fingerSlots[report.index]
            switch report.phase {
            case .moved: rewritten.append(report)
            case .lifted:
                lifted |= report.bit
                hold(report, at: frame, counted: counted, fingers: fingers)
            case .landed:
                // A landing in a slot that has not lifted first ends its contact, and is not
                // joined.
                guard counted & report.bit & ~lifted & ~held == 0,
                    let broken = nearest(to: report, at: frame, among: held, isJoined: true)
                else {
                    recordReturn(of: report, at: frame)
                    recordPace(of: report, at: frame)
                    continue
                }
                joined |= received[index].bit
                addBreak(broken)
                appendMovements(of: 1 << UInt64(broken.slot))
                if broken.us > PossibleBreak.briefUs {
                    lifts[broken.slot].returnedAt = frame.time
                }
                join(report, as: broken.slot, deviceSlot: received[index].index)
            }
        }
        guard appendLandings(of: received, except: joined) else {
            appendMovements(of: movedBeforeLift)
            return 0
        }
        // The held lifts end before the frame's movements are processed, so each keeps its
        // movement.
        for slot in SlotSequence(movedBeforeLift) { lifts[slot].report.movedBeforeLift = true }
        return held
    }

    /// Appends the movements of fingers that moved in the frame of their lift.
    private mutating func appendMovements(of slots: UInt64) {
        for slot in SlotSequence(slots & movedBeforeLift) {
            var movement = lifts[slot].report
            movement.phase = .moved
            movement.movedBeforeLift = true
            rewritten.append(movement)
        }
        movedBeforeLift &= ~slots
    }

    /// Appends the landings that continue no finger, once the slots are final; returns whether any
    /// exists.
    private mutating func appendLandings(
        of received: Span<TouchReport>, except joined: UInt64
    ) -> Bool {
        var lands = false
        for index in received.indices {
            var report = received[index]
            guard report.phase == .landed, joined & report.bit == 0 else { continue }
            report.slot = fingerSlots[report.index]
            rewritten.append(report)
            lands = true
        }
        return lands
    }

    private mutating func hold(
        _ report: TouchReport, at frame: TouchFrame, counted: UInt64,
        fingers: borrowing FingerTable
    ) {
        guard counted & report.bit != 0, !report.isPalm else { return rewritten.append(report) }
        if report.movedBeforeLift { movedBeforeLift |= report.bit }
        recent &= ~report.bit
        var lift = lift(report, at: frame, fingers: fingers)
        lift.holdUs = min(holdUs, lift.limitUs)
        // `appendMovements` processes the movement in this frame.
        lift.report.movedBeforeLift = false
        lifts[report.index] = lift
        held |= report.bit
    }

    /// Continues a broken contact with the one that landed in a slot of the device.
    private mutating func join(_ report: TouchReport, as broken: Int, deviceSlot: Int) {
        joins &+= 1
        joinedSince = min(joinedSince, lifts[broken].time)
        held &= ~(1 << UInt64(broken))
        let other = self.deviceSlot(of: broken)
        (fingerSlots[other], fingerSlots[deviceSlot]) = (
            fingerSlots[deviceSlot], fingerSlots[other]
        )
        var movement = report
        movement.slot = UInt8(broken)
        movement.phase = .moved
        rewritten.append(movement)
    }
}

/// Counting breaks, which prove that lifts must be held, and for how long.
extension ContactStitcher {
    /// Counts the breaks in a frame in which contacts land or lift, while no lifts are held. Call it
    /// before fingers land.
    mutating func learn(
        from reports: Span<TouchReport>, at frame: TouchFrame, counted: UInt64,
        fingers: borrowing FingerTable
    ) {
        guard isLearning else { return }
        for index in reports.indices {
            let report = reports[index]
            switch report.phase {
            case .moved: break
            case .lifted: recordLift(report, at: frame, counted, fingers)
            case .landed:
                recordReturn(of: report, at: frame)
                recordPace(of: report, at: frame)
            }
        }
    }

    private mutating func recordLift(
        _ report: TouchReport, at frame: TouchFrame, _ counted: UInt64,
        _ fingers: borrowing FingerTable
    ) {
        recent &= ~report.bit
        guard counted & report.bit != 0 else { return }
        evidence.countLift()
        lifts[report.index] = lift(report, at: frame, fingers: fingers)
        recent |= report.bit
    }

    /// Counts a break that was not joined, if a landing shows one.
    private mutating func recordReturn(of report: TouchReport, at frame: TouchFrame) {
        guard let broken = nearest(to: report, at: frame, among: recent, isJoined: false) else {
            return
        }
        recent &= ~(1 << UInt64(broken.slot))
        addBreak(broken)
    }

    /// Records whether a finger lands soon after a lift. The third one in a row is a stroke among
    /// others, and not the rest of a broken one.
    private mutating func recordPace(of report: TouchReport, at frame: TouchFrame) {
        hurried &= ~report.bit
        guard let lastLift, !report.isPalm,
            frame.time.microseconds(since: lastLift) <= Self.hurryUs
        else { return }
        hurried |= report.bit
        if lastWasHurried { evidence.forgetLong() }
    }

    /// A finger that lands later than this after a lift belongs to another touch (µs).
    private static let hurryUs: Int64 = 300_000

    private mutating func addBreak(_ broken: BrokenFinger) {
        breaks &+= 1
        if isLearning { evidence.add(broken.us, broken.proof) }
    }
}

extension ContactStitcher {
    private mutating func lift(
        _ report: TouchReport, at frame: TouchFrame, fingers: borrowing FingerTable
    ) -> PossibleBreak {
        let last = lifts[report.index]
        let landedAt = fingers.landedAt(report.index)
        let returnedAt = last.returnedAt.flatMap { $0 > landedAt ? $0 : nil }
        let isDash =
            frame.time.microseconds(since: returnedAt ?? landedAt) <= PossibleBreak.dashUs
        // A third dash does not continue two that were joined.
        let isRow = returnedAt != nil && last.isDash && isDash
        let isHurried = hurried & report.bit != 0 || isRow
        hurried &= ~report.bit
        (lastLift, lastWasHurried) = (frame.time, isHurried)
        let finger = fingers.lastSample(ofSlot: report.index)
        return PossibleBreak(
            report: report, time: frame.time,
            sampledAt: report.movedBeforeLift ? frame.sampledAt ?? frame.time : finger.time,
            position: report.movedBeforeLift
                ? surface.point(x: report.x, y: report.y) : finger.position,
            velocity: fingers.velocity(of: report.bit, at: frame.time),
            squaredTravel: fingers.squaredTravel(of: report.bit),
            ageUs: frame.time.microseconds(since: landedAt),
            isHurried: isHurried, isDash: isDash)
    }

    /// The finger that a landing continues: the one in `slots` whose last or extrapolated position
    /// is nearest; `nil` if none is near enough.
    ///
    /// - Parameter isJoined: whether its lift must still be held; otherwise the landing must prove a
    ///   break.
    private func nearest(
        to report: TouchReport, at frame: TouchFrame, among slots: UInt64, isJoined: Bool
    ) -> BrokenFinger? {
        guard slots != 0, !report.isPalm else { return nil }
        let landing = surface.point(x: report.x, y: report.y)
        var nearest: BrokenFinger?
        for slot in SlotSequence(slots) {
            let lift = lifts[slot]
            let us = frame.time.microseconds(since: lift.time)
            guard us <= (isJoined ? lift.holdUs : lift.limitUs) else { continue }
            let sampleUs = (frame.sampledAt ?? frame.time).microseconds(since: lift.sampledAt)
            let excess = lift.excess(of: landing, after: us, sampleUs: sampleUs, distance: distance)
            let proof = lift.proof(
                landing, after: us, sampleUs: sampleUs, isSameSlot: slot == report.index)
            // A long break is joined more strictly, unless the configuration says how long.
            let isBreak =
                isJoined
                && (!isLearning || us <= PossibleBreak.briefUs
                    || lift.isContinued(by: landing, after: us, sampleUs: sampleUs))
            guard excess <= 0, excess < nearest?.excess ?? .infinity, isBreak || proof != .none
            else { continue }
            nearest = BrokenFinger(slot: slot, excess: excess, us: us, proof: proof)
        }
        return nearest
    }
}
