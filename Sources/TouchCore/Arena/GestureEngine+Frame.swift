/// The effect of a frame's reports on the fingers, as masks of slots.
struct FrameChanges: Sendable {
    /// Fingers whose filtered position or force changed.
    var visible: UInt64 = 0
    /// Fingers that the frame reports.
    var sampled: UInt64 = 0
    /// Fingers that were rejected.
    var rejected: UInt64 = 0
    /// Fingers that jumped to another position.
    var jumped: UInt64 = 0
    /// Contacts that count from this frame on, after waiting.
    var admitted: UInt64 = 0
    /// Admitted contacts that split off from others: they land as late fingers, and are not taps.
    var parted: UInt64 = 0
    /// Fingers that leave their hands: they lift, jump or are rejected. No gesture begins there in
    /// this frame.
    var leaving: UInt64 = 0
    /// Fingers that landed where they are now, and not where their first sample was.
    var relanded: UInt64 = 0
    /// Whether contacts land, lift, jump, are rejected or begin to count.
    var contactsChange = false
    /// Whether contacts landed that must be confirmed. Each may be another finger of a hand, so no
    /// gesture begins in this frame.
    var landsUnconfirmed = false
    /// Whether a deadline has changed, or may have.
    var deadlineChanges = false
    /// Contacts that count from this frame on and are not assigned to arenas yet.
    var unassigned: UInt64 = 0
}

/// One frame in three steps, in this order: movements, lifts, landings.
extension GestureEngine {
    /// Processes the reports; returns whether a deadline may have changed. Most frames only move
    /// fingers, and change no deadline.
    @inline(__always)
    mutating func processReports(
        _ reports: Span<TouchReport>, isFrame: Bool = true, into events: inout GestureEventBuffer
    ) -> Bool {
        var changes = FrameChanges()
        for index in reports.indices { filterMovement(reports, index, &changes) }
        if changes.relanded != 0 { reland(changes.relanded) }
        if changes.unassigned != 0 { assign(reports, &changes) }
        if isFrame, filter.unconfirmed != 0 { confirm(reports, &changes, into: &events) }
        forceSource = filter.forceSource
        if filter.unprovenForce != 0 { changes.visible |= filter.removeUnprovenForce() }
        moveFingers(&changes, into: &events)
        guard changes.contactsChange else {
            return changes.deadlineChanges || filter.isRestStale || isObserved
        }
        learn(from: reports)
        reject(changes.rejected, .palm, into: &events)
        processLifts(reports, jumped: changes.jumped, into: &events)
        processLandings(reports, changes, into: &events)
        if filter.isGlassEmpty { adapt() }
        return true
    }

    @inline(__always)
    private mutating func filterMovement(
        _ reports: Span<TouchReport>, _ index: Int, _ changes: inout FrameChanges
    ) {
        if reports[index].phase != .moved {
            guard recordPhase(of: reports[index], &changes) else { return }
        }
        switch filter.move(reports, index, at: now, fingers: &fingers) {
        case .nothing: break
        case .sampled(let isVisible):
            changes.sampled |= reports[index].bit
            if isVisible { changes.visible |= reports[index].bit }
        case .relanded:
            changes.sampled |= reports[index].bit
            changes.visible |= reports[index].bit
            changes.relanded |= reports[index].bit
        case .admitted: admit(reports[index], &changes)
        case .parted:
            admit(reports[index], &changes)
            changes.parted |= reports[index].bit
        case .rejected: reject(reports[index], &changes)
        case .jumped: jump(reports[index], &changes)
        }
    }

    /// Records a contact that lands or lifts; returns whether the filter must see its report as a
    /// movement, too.
    @inline(never)
    private mutating func recordPhase(
        of report: TouchReport, _ changes: inout FrameChanges
    ) -> Bool {
        changes.contactsChange = true
        if filter.counted & report.bit != 0 { changes.leaving |= report.bit }
        filter.recordPhase(of: report)
        guard report.phase == .landed else {
            if report.movedBeforeLift || report.isPalm { return true }
            if filter.endsFlick(report, fingers) { moveToLast(report, &changes) }
            return false
        }
        filter.recordForce(of: report)
        if filter.willLand(report) {
            changes.unassigned |= report.bit
        } else if !report.isPalm {
            changes.landsUnconfirmed = true
        }
        return false
    }

    /// Moves a finger that lifts to the last sample of its flick, which was withheld.
    private mutating func moveToLast(_ report: TouchReport, _ changes: inout FrameChanges) {
        switch filter.acceptLast(report.bit, at: now, &fingers.fingers[report.index]) {
        case .sampled(let isVisible):
            changes.sampled |= report.bit
            if isVisible { changes.visible |= report.bit }
        case .rejected: reject(report, &changes)
        default: break
        }
    }

    /// Restarts the measurement of movements from the present positions of fingers.
    ///
    /// Runs after every finger of the frame has its position, so that the result does not depend on
    /// slot numbers.
    @inline(never)
    private mutating func reland(_ slots: UInt64) {
        for offset in 0..<zones.active.count {
            zones.arenas[zones.active[offset]].restartRound(
                of: slots, at: now, fingers: fingers)
        }
    }

    @inline(never)
    private mutating func admit(_ report: TouchReport, _ changes: inout FrameChanges) {
        changes.admitted |= report.bit
        changes.contactsChange = true
        changes.unassigned |= report.bit
    }

    @inline(never)
    func reject(_ report: TouchReport, _ changes: inout FrameChanges) {
        changes.rejected |= report.bit
        changes.leaving |= report.bit
        changes.contactsChange = true
    }

    @inline(never)
    private mutating func jump(_ report: TouchReport, _ changes: inout FrameChanges) {
        guard report.phase == .moved else { return }
        changes.jumped |= report.bit
        changes.leaving |= report.bit
        changes.contactsChange = true
        filter.recordForce(of: report)
        changes.unassigned |= report.bit
    }

    /// Chooses the arenas in which fingers land.
    ///
    /// Runs after every finger of the frame has its position, so that the result does not depend on
    /// slot numbers. If the frame reports a slot twice, the last position counts.
    @inline(never)
    private mutating func assign(_ reports: Span<TouchReport>, _ changes: inout FrameChanges) {
        for index in reports.indices where changes.unassigned & reports[index].bit != 0 {
            let report = reports[index]
            guard report.phase != .lifted || report.movedBeforeLift else { continue }
            zones.addLanding(report.index, at: surface.point(x: report.x, y: report.y))
        }
        zones.assignLandings(leaving: changes.leaving, context, fingers: fingers)
        changes.unassigned = 0
    }

    @inline(__always)
    mutating func moveFingers(
        _ changes: inout FrameChanges, into events: inout GestureEventBuffer
    ) {
        guard changes.sampled != 0 else { return }
        // Usually one arena is active. A loop costs more for it: before the first iteration it
        // loads every value that the iterations share.
        guard zones.active.count == 1 else { return moveEachArena(&changes, into: &events) }
        moveArena(zones.active[0], context, &changes, into: &events)
    }

    @inline(never)
    private mutating func moveEachArena(
        _ changes: inout FrameChanges, into events: inout GestureEventBuffer
    ) {
        let context = self.context
        for offset in 0..<zones.active.count {
            moveArena(zones.active[offset], context, &changes, into: &events)
        }
    }

    @inline(__always)
    private mutating func moveArena(
        _ index: Int, _ context: StepContext, _ changes: inout FrameChanges,
        into events: inout GestureEventBuffer
    ) {
        let fingersChange =
            changes.contactsChange
            && (changes.leaving & zones.fingers(in: index) != 0 || zones.landing(in: index) != 0
                || changes.landsUnconfirmed)
        if zones.arenas.read(index, { $0.aside.fingers }) != 0,
            joinMovedAside(in: index, context, into: &events)
        {
            changes.deadlineChanges = true
        }
        let first = events.count
        let deadlineMayChange = zones.arenas[index].move(
            visible: changes.visible, sampled: changes.sampled, fingersChange: fingersChange,
            context, fingers: fingers, into: &events)
        if deadlineMayChange { changes.deadlineChanges = true }
        guard observer != nil else { return }
        observe(.move(fingersChange: fingersChange), index, context, since: first, events)
    }

    private mutating func processLifts(
        _ reports: Span<TouchReport>, jumped: UInt64, into events: inout GestureEventBuffer
    ) {
        var lifted = jumped
        // A landing in a slot whose contact has not lifted ends that contact: the tracking id has
        // changed.
        for index in reports.indices where reports[index].phase != .moved {
            if filter.lift(reports[index], at: now, fingers: fingers) {
                lifted |= reports[index].bit
            }
        }
        guard lifted != 0 else { return }
        fingers.endArrival(of: lifted)
        let resting = filter.counted & ~lifted
        if resting != 0 {
            for slot in SlotSequence(lifted) { fingers.countLift(of: slot, beside: resting) }
        }
        let context = self.context
        for offset in 0..<zones.active.count {
            let index = zones.active[offset]
            let first = events.count
            prepare(.lift(lifted), index, context, since: first)
            zones.arenas[index].lift(lifted, context, fingers: fingers, into: &events)
            observe(.lift(lifted), index, context, since: first, events)
        }
    }

    private mutating func processLandings(
        _ reports: Span<TouchReport>, _ changes: FrameChanges,
        into events: inout GestureEventBuffer
    ) {
        // An admitted contact that lifted in this frame no longer counts, and does not land.
        var landed = changes.admitted & filter.counted
        for index in reports.indices {
            let report = reports[index]
            let isJump = report.phase == .moved && changes.jumped & report.bit != 0
            guard report.phase == .landed || isJump else { continue }
            let counts = filter.land(report, isJump: isJump, at: now, fingers: &fingers)
            if counts { landed |= report.bit }
        }
        // If the frame reports a slot twice, the last report counts.
        land(landed & filter.counted, jumped: changes.jumped | changes.parted, into: &events)
    }

    /// Lands fingers in the arenas to which they were assigned.
    mutating func land(
        _ landed: UInt64, jumped: UInt64, into events: inout GestureEventBuffer
    ) {
        let context = self.context
        if zones.hasMaskOfSeveral {
            takeTouches(with: landed, jumped: jumped, context, into: &events)
        }
        for offset in 0..<zones.active.count {
            let index = zones.active[offset]
            let landing = zones.takeLanding(in: index) & landed
            land(landing & ~jumped, isJump: false, in: index, context, into: &events)
            land(landing & jumped, isJump: true, in: index, context, into: &events)
        }
    }

    private mutating func land(
        _ landed: UInt64, isJump: Bool, in arena: Int, _ context: StepContext,
        into events: inout GestureEventBuffer
    ) {
        guard landed != 0 else { return }
        let isAside = zones.arenas[arena].putsAside(
            landed, isJump: isJump, at: context.time, fingers: fingers)
        guard !isAside else { return putAside(landed, in: arena, context, into: &events) }
        joinAside(in: arena, context, into: &events)
        rejectResting(beside: landed, in: arena, context, into: &events)
        let first = events.count
        zones.arenas[arena].land(
            landed, isJump: isJump, context, fingers: fingers, into: &events)
        observe(.land(isJump: isJump), arena, context, since: first, events)
    }
}

/// Palms, spikes, and ghosts.
extension GestureEngine {
    /// The maximum distance of a tapping finger from its landing point (mm, squared).
    private static let tapSquaredTravel = 16.0

    private mutating func rejectResting(
        beside landed: UInt64, in arena: Int, _ context: StepContext,
        into events: inout GestureEventBuffer
    ) {
        let palms = zones.arenas[arena].restingPalms(
            beside: landed, at: context.time, fingers: fingers)
        rejectPalms(palms, in: arena, context, into: &events)
    }

    /// Rejects palms among the fingers of an arena.
    mutating func rejectPalms(
        _ palms: UInt64, in arena: Int, _ context: StepContext,
        into events: inout GestureEventBuffer
    ) {
        guard palms != 0 else { return }
        let first = events.count
        zones.arenas[arena].reject(palms, .palm, context, fingers: fingers, into: &events)
        observe(.reject(.palm), arena, context, since: first, events)
        var elsewhere: UInt64 = 0
        for offset in 0..<zones.active.count {
            elsewhere |= zones.fingers(in: zones.active[offset])
        }
        filter.rejectPalms(palms & ~elsewhere)
    }

    /// Moves fingers to withheld positions that no other sample has confirmed or refuted in time.
    mutating func acceptWithheld(into events: inout GestureEventBuffer) {
        while let step = filter.spikes.takeDue(at: now, except: stitcher.held) {
            let sampledAt = filter.sampledAt
            filter.sampledAt = step.sampledAt
            let reports: InlineArray<1, TouchReport> = [step.report]
            _ = processReports(reports.span, isFrame: false, into: &events)
            filter.sampledAt = sampledAt
        }
    }

    /// Processes a frame after lost events: contacts that are down are ignored until they lift.
    ///
    /// - Parameter reports: every contact that is down.
    mutating func resynchronise(
        _ reports: Span<TouchReport>, into events: inout GestureEventBuffer
    ) {
        ignoreContacts(.resynchronised, into: &events)
        var down: UInt64 = 0
        for index in reports.indices { down |= reports[index].bit }
        filter.setContacts(stitcher.fingers(of: down))
        updateDeadline(into: &events)
    }

    /// Adapts to the behaviour of the device. Call it while no contact is down.
    @inline(never)
    private mutating func adapt() {
        let stitches = stitcher.held == 0 && stitcher.adapt()
        if filter.adapt() || stitches { filter.countAdaptation() }
    }

    /// Admits unconfirmed contacts. This frame is their second one.
    ///
    /// An unconfirmed contact that lifts in this frame was a finger if a finger that may be tapping
    /// lifts with it: ghosts disappear alone.
    @inline(never)
    private mutating func confirm(
        _ reports: Span<TouchReport>, _ changes: inout FrameChanges,
        into events: inout GestureEventBuffer
    ) {
        var lifted: UInt64 = 0
        for index in reports.indices where reports[index].phase != .moved {
            lifted |= reports[index].bit
        }
        let stay = filter.unconfirmed & ~lifted
        // On a device with ghosts, a lift together with a finger proves nothing: a ghost can appear
        // in the last frame of a tap, too.
        let tapping = filter.showsGhosts ? 0 : lifted & filter.counted
        let taps = tapping != 0 && fingers.squaredTravel(of: tapping) <= Self.tapSquaredTravel
        let leave = taps ? filter.unconfirmed & lifted : 0
        guard stay | leave != 0 else { return }
        filter.confirm(stay | leave)
        for slot in SlotSequence(stay | leave) {
            zones.addLanding(slot, at: fingers.position(ofSlot: slot))
        }
        zones.assignLandings(leaving: changes.leaving, context, fingers: fingers)
        changes.admitted |= stay
        changes.leaving |= leave
        changes.contactsChange = true
        guard leave != 0 else { return }
        filter.exemptFromMinimumEvents(leave)
        let context = self.context
        for offset in 0..<zones.active.count {
            let index = zones.active[offset]
            let landing = zones.takeLanding(of: leave, in: index)
            land(landing, isJump: false, in: index, context, into: &events)
        }
    }
}
