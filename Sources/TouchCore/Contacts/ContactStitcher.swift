/// The lift of a moving finger, which may be a broken contact.
///
/// Not private and not nested: Swift 6.3 crashes on a private type in the storage of a type of
/// another file.
struct LiftInMovement: Sendable {
    /// The report of the lift, in the slot of the finger.
    var report: TouchReport
    var time: Timestamp
    /// The last unfiltered position.
    var position: Point
    /// The finger's velocity at the lift, in mm/s.
    var velocity: Point
}

/// Joins contacts that break: a moving finger disappears for some frames and returns nearby.
///
///     down ──lift in movement──▶ held ──landing nearby──▶ down
///                                 └──no landing in time, or one elsewhere──▶ lifted
///
/// Runs before the filter and renumbers slots, so that all later stages see one continuous contact.
/// Lifts are held only if that is configured or the device has shown breaks, because a held lift
/// delays the end of a flick. The rule and its measurements are in `docs/gestures/contacts.md`.
struct ContactStitcher: ~Copyable {
    /// How long a lift is held if the device has shown that its contacts break (µs).
    private static let learnedHoldUs: Int64 = 40_000
    /// From this number of breaks on, the device is known to break contacts.
    static let proof: UInt64 = 3
    /// A contact that is slower than this at its lift has not broken (mm/s).
    private static let minimumSpeed = 5.0
    /// The fraction of the expected displacement by which a finger may deviate from it: it turns
    /// and changes its speed while it is not reported.
    private static let uncertainty = 0.25

    /// Slots of fingers whose lift is held.
    private(set) var held: UInt64 = 0
    /// Fingers in `held` that lifted in the present frame and had moved in it before.
    private var movedBeforeLift: UInt64 = 0
    /// Breaks since the device was opened.
    private(set) var breaks: UInt64 = 0
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
    private var lifts: UniqueArray<LiftInMovement>
    /// Slots of fingers that lifted while moving, while breaks are only counted.
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
            repeating: LiftInMovement(
                report: none, time: Timestamp(microseconds: .min), position: .zero,
                velocity: .zero),
            count: 64)
    }

    /// Whether lifts are held because the device has shown breaks.
    var hasAdapted: Bool { isLearning && isActive }
    private var isLearning: Bool { configuredHoldUs == nil }
    private var holdUs: Int64 { configuredHoldUs ?? Self.learnedHoldUs }

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

    /// Holds lifts from now on if the device has shown that its contacts break; returns whether
    /// that is new.
    ///
    /// Call it while no contact is down.
    mutating func adapt() -> Bool {
        guard isLearning, !isActive, breaks >= Self.proof else { return false }
        isActive = true
        return true
    }

    private func due(_ slot: Int) -> Timestamp {
        lifts[slot].time.advanced(byMicroseconds: holdUs)
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
        _ received: Span<TouchReport>, at time: Timestamp, counted: UInt64,
        fingers: borrowing FingerTable
    ) -> UInt64 {
        rewritten.removeAll()
        var lifted: UInt64 = 0
        var joined: UInt64 = 0
        movedBeforeLift = 0
        for index in received.indices {
            var report = received[index]
            report.slot = fingerSlots[report.index]
            switch report.phase {
            case .moved: rewritten.append(report)
            case .lifted:
                lifted |= report.bit
                hold(report, at: time, counted: counted, fingers: fingers)
            case .landed:
                // A landing in a slot that has not lifted first ends its contact, and is not
                // joined.
                guard counted & report.bit & ~lifted & ~held == 0,
                    let broken = nearest(to: report, at: time, among: held)
                else { continue }
                joined |= received[index].bit
                appendMovements(of: 1 << UInt64(broken))
                join(report, as: broken, deviceSlot: received[index].index)
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
        _ report: TouchReport, at time: Timestamp, counted: UInt64, fingers: borrowing FingerTable
    ) {
        guard counted & report.bit != 0, !report.isPalm,
            let lift = lift(report, at: time, fingers: fingers)
        else { return rewritten.append(report) }
        if report.movedBeforeLift { movedBeforeLift |= report.bit }
        lifts[report.index] = lift
        // `appendMovements` processes the movement in this frame.
        lifts[report.index].report.movedBeforeLift = false
        held |= report.bit
    }

    /// Continues a broken contact with the one that landed in a slot of the device.
    private mutating func join(_ report: TouchReport, as broken: Int, deviceSlot: Int) {
        breaks &+= 1
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

/// Counting breaks, until they prove that lifts must be held.
extension ContactStitcher {
    /// Counts the breaks in a frame in which contacts land or lift. Call it before fingers land.
    mutating func learn(
        from reports: Span<TouchReport>, at time: Timestamp, counted: UInt64,
        fingers: borrowing FingerTable
    ) {
        guard isLearning, !isActive else { return }
        for index in reports.indices {
            let report = reports[index]
            if report.phase == .lifted { recordLift(report, at: time, counted, fingers) }
            guard report.phase == .landed, !report.isPalm,
                let broken = nearest(to: report, at: time, among: recent)
            else { continue }
            recent &= ~(1 << UInt64(broken))
            breaks &+= 1
        }
    }

    private mutating func recordLift(
        _ report: TouchReport, at time: Timestamp, _ counted: UInt64,
        _ fingers: borrowing FingerTable
    ) {
        recent &= ~report.bit
        guard counted & report.bit != 0, let lift = lift(report, at: time, fingers: fingers)
        else { return }
        lifts[report.index] = lift
        recent |= report.bit
    }
}

extension ContactStitcher {
    /// The lift of a moving finger; `nil` if the finger rests.
    private func lift(
        _ report: TouchReport, at time: Timestamp, fingers: borrowing FingerTable
    ) -> LiftInMovement? {
        let velocity = fingers.velocity(of: report.bit, at: time)
        guard velocity.squaredLength >= Self.minimumSpeed * Self.minimumSpeed else { return nil }
        let position =
            report.movedBeforeLift
            ? surface.point(x: report.x, y: report.y) : fingers.rawPosition(ofSlot: report.index)
        return LiftInMovement(report: report, time: time, position: position, velocity: velocity)
    }

    /// The finger that a landing continues: of the fingers in `slots`, the one whose last or
    /// extrapolated position is nearest; `nil` if none is near enough.
    private func nearest(
        to report: TouchReport, at time: Timestamp, among slots: UInt64
    ) -> Int? {
        guard slots != 0, !report.isPalm else { return nil }
        let landing = surface.point(x: report.x, y: report.y)
        var nearest: (slot: Int, excess: Double)?
        for slot in SlotSequence(slots) {
            let us = time.microseconds(since: lifts[slot].time)
            guard us <= holdUs else { continue }
            let expected = lifts[slot].velocity * (Double(us) / 1e6)
            let actual = landing - lifts[slot].position
            let allowed = distance + Self.uncertainty * expected.length
            let excess = lesser(actual.length - distance, (actual - expected).length - allowed)
            guard excess <= 0, excess < nearest?.excess ?? .infinity else { continue }
            nearest = (slot, excess)
        }
        return nearest?.slot
    }
}
