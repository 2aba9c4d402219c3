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
    /// Fingers that leave their hands, for whatever reason: no continuous gesture begins there.
    var leaving: UInt64 = 0
    /// Whether contacts land or lift, whether they count or not.
    var contactsChange = false
    /// Whether contacts landed that must be confirmed: fingers may have joined, and nothing begins.
    var landsUnconfirmed = false
    /// Whether a deadline has changed, or may have.
    var deadlineChanges = false
    /// Contacts that land, or count from this frame on, and are not assigned to arenas yet.
    var unassigned: UInt64 = 0
}

/// One frame in three steps, in this order: movements, lifts, landings.
extension GestureEngine {
    /// Whether a deadline may have changed: most frames only move fingers.
    @inline(__always)
    mutating func processReports(
        _ reports: Span<TouchReport>, into events: inout GestureEventBuffer
    ) -> Bool {
        var changes = FrameChanges()
        for index in reports.indices { filterMovement(reports, index, &changes) }
        if changes.unassigned != 0 { assign(reports, &changes) }
        if filter.unconfirmed != 0 { confirm(reports, &changes, into: &events) }
        forceSource = filter.forceSource
        if filter.unprovenForce != 0 { changes.visible |= filter.takeUnprovenForce() }
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
            guard note(reports[index], &changes) else { return }
        }
        switch filter.move(reports, index, at: now, fingers: &fingers) {
        case .nothing: break
        case .sampled(let isVisible):
            changes.sampled |= reports[index].bit
            if isVisible { changes.visible |= reports[index].bit }
        case .admitted: admit(reports[index], &changes)
        case .rejected: reject(reports[index], &changes)
        case .jumped: jump(reports[index], &changes)
        }
    }

    /// Records a contact that lands or lifts; returns whether it moved before.
    @inline(never)
    private mutating func note(_ report: TouchReport, _ changes: inout FrameChanges) -> Bool {
        changes.contactsChange = true
        if filter.counted & report.bit != 0 { changes.leaving |= report.bit }
        filter.note(report)
        guard report.phase == .landed else { return report.movedBeforeLift || report.isPalm }
        filter.noteForce(of: report)
        if filter.willLand(report) {
            changes.unassigned |= report.bit
        } else if !report.isPalm {
            changes.landsUnconfirmed = true
        }
        return false
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
        filter.noteForce(of: report)
        changes.unassigned |= report.bit
    }

    /// Chooses the arenas that fingers land in, once every finger of the frame has its position:
    /// the result does not depend on slot numbers. Of a slot that the frame reports twice the last
    /// position counts.
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
        // Usually one arena is active; a loop would first load everything that its iterations
        // share.
        guard zones.active.count == 1 else { return moveEachArena(&changes, into: &events) }
        moveArena(zones.active[0], context, &changes, into: &events)
    }

    @inline(never)
    private mutating func moveEachArena(
        _ changes: inout FrameChanges, into events: inout GestureEventBuffer
    ) {
        let context = self.context
        for place in 0..<zones.active.count {
            moveArena(zones.active[place], context, &changes, into: &events)
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
        let first = events.count
        let waitsElse = zones.arenas[index].move(
            visible: changes.visible, sampled: changes.sampled, fingersChange: fingersChange,
            context, fingers: fingers, into: &events)
        if waitsElse { changes.deadlineChanges = true }
        guard observer != nil else { return }
        observe(.move(fingersChange: fingersChange), index, context, since: first, events)
    }

    private mutating func processLifts(
        _ reports: Span<TouchReport>, jumped: UInt64, into events: inout GestureEventBuffer
    ) {
        var lifted = jumped
        // A landing in a slot that never lifted ends its old contact, as a new tracking id does.
        for index in reports.indices where reports[index].phase != .moved {
            if filter.lift(reports[index], at: now, fingers: fingers) {
                lifted |= reports[index].bit
            }
        }
        guard lifted != 0 else { return }
        let context = self.context
        for place in 0..<zones.active.count {
            let index = zones.active[place]
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
        // A contact may have begun to count in the frame of its lift: too late to be a finger.
        var landed = changes.admitted & filter.counted
        for index in reports.indices {
            let report = reports[index]
            let isJump = report.phase == .moved && changes.jumped & report.bit != 0
            guard report.phase == .landed || isJump else { continue }
            let counts = filter.land(report, isJump: isJump, at: now, fingers: &fingers)
            if counts { landed |= report.bit }
        }
        // Of a slot that a frame reports twice the last report counts.
        land(landed & filter.counted, jumped: changes.jumped, into: &events)
    }

    /// Fingers land in the arenas that they were assigned to.
    mutating func land(
        _ landed: UInt64, jumped: UInt64, into events: inout GestureEventBuffer
    ) {
        let context = self.context
        for place in 0..<zones.active.count {
            let index = zones.active[place]
            let taken = zones.takeLanding(in: index) & landed
            land(taken & ~jumped, isJump: false, in: index, context, into: &events)
            land(taken & jumped, isJump: true, in: index, context, into: &events)
        }
    }

    private mutating func land(
        _ landed: UInt64, isJump: Bool, in arena: Int, _ context: StepContext,
        into events: inout GestureEventBuffer
    ) {
        guard landed != 0 else { return }
        rejectResting(beside: landed, in: arena, context, into: &events)
        let first = events.count
        zones.arenas[arena].land(
            landed, isJump: isJump, context, fingers: fingers, into: &events)
        observe(.land(isJump: isJump), arena, context, since: first, events)
    }
}

/// Palms, broken contacts, and ghosts.
extension GestureEngine {
    /// A finger that has travelled farther does not tap (mm, squared).
    private static let tapSquaredTravel = 16.0

    private mutating func rejectResting(
        beside landed: UInt64, in arena: Int, _ context: StepContext,
        into events: inout GestureEventBuffer
    ) {
        let palms = zones.arenas[arena].restingPalms(
            beside: landed, at: context.time, fingers: fingers)
        guard palms != 0 else { return }
        let first = events.count
        zones.arenas[arena].reject(palms, .palm, context, fingers: fingers, into: &events)
        observe(.reject(.palm), arena, context, since: first, events)
        var elsewhere: UInt64 = 0
        for place in 0..<zones.active.count { elsewhere |= zones.fingers(in: zones.active[place]) }
        filter.rejectPalms(palms & ~elsewhere)
    }

    /// Processes a frame of a device whose lifts are held.
    @inline(never)
    mutating func processStitched(
        _ reports: Span<TouchReport>, into events: inout GestureEventBuffer
    ) {
        let breaks = stitcher.breaks
        endHeld(
            stitcher.receive(reports, at: now, counted: filter.counted, fingers: fingers),
            into: &events)
        filter.note(breaks: stitcher.breaks &- breaks, areJoined: true)
        // They are in memory of the stitcher, which does not change before the next frame.
        _ = processReports(stitcher.reports.span, into: &events)
    }

    /// Ends held lifts: measured where and when they happened, and emitted now.
    mutating func endHeld(_ slots: UInt64, into events: inout GestureEventBuffer) {
        var rest = slots
        var earliest: StepContext?
        while rest != 0 {
            let present = now
            let first = (events.count, events.observations.count)
            let observed = observer?.counts
            let sampledAt = filter.sampledAt
            now = stitcher.release(earliestOf: &rest)
            filter.sampledAt = now
            earliest = earliest ?? context
            _ = processReports(stitcher.released.span, into: &events)
            now = present
            filter.sampledAt = sampledAt
            events.restamp(from: first, to: present)
            if let observed { observer?.restamp(from: observed, to: present) }
        }
        // Deadlines between the first of these lifts and now fire.
        if let earliest { fireArenas(since: earliest, into: &events) }
    }

    /// No contact counts before it lifts; `reports` contain every contact that is down.
    mutating func resynchronise(
        _ reports: Span<TouchReport>, into events: inout GestureEventBuffer
    ) {
        ignoreContacts(.resynchronised, into: &events)
        var down: UInt64 = 0
        for index in reports.indices { down |= reports[index].bit }
        filter.setContacts(stitcher.fingers(of: down))
        updateDeadline(into: &events)
    }

    /// Records what contacts do that no finger does, before they land.
    @inline(never)
    private mutating func learn(from reports: Span<TouchReport>) {
        guard !stitcher.isActive else { return }
        let breaks = stitcher.breaks
        stitcher.learn(from: reports, at: now, counted: filter.counted, fingers: fingers)
        filter.note(breaks: stitcher.breaks &- breaks, areJoined: false)
    }

    /// Applies adaptations to the behaviour of the device, while no contact is down.
    @inline(never)
    private mutating func adapt() {
        let stitches = stitcher.adapt()
        if filter.adapt() || stitches { filter.noteAdaptation() }
    }

    /// Admits contacts that had to appear in a second frame.
    ///
    /// One that lifts together with a finger that may be tapping was a finger: ghosts disappear
    /// alone.
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
        // A device with ghosts can have one in the last frame of a tap, too.
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
        for place in 0..<zones.active.count {
            let index = zones.active[place]
            let taken = zones.takeLanding(of: leave, in: index)
            land(taken, isJump: false, in: index, context, into: &events)
        }
    }
}
