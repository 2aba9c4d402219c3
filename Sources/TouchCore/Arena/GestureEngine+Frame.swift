/// What the reports of a frame mean for the fingers, as masks of slots.
struct FrameChanges: Sendable {
    /// Fingers whose filtered position or force changed.
    var visible: UInt64 = 0
    /// Fingers that the frame names.
    var sampled: UInt64 = 0
    /// Fingers that turned out to be none.
    var rejected: UInt64 = 0
    /// Fingers that are somewhere else at once.
    var jumped: UInt64 = 0
    /// Contacts that count from this frame on, having waited.
    var admitted: UInt64 = 0
    /// Fingers that leave their hands, for whatever reason: nothing that is continuous begins there.
    var leaving: UInt64 = 0
    /// Contacts come or go, whether they count or not.
    var contactsChange = false
}

/// One frame in three steps, in this order: movements, lifts, landings.
extension GestureEngine {
    mutating func processReports(
        _ reports: Span<TouchReport>, into events: inout GestureEventBuffer
    ) {
        var changes = FrameChanges()
        for index in reports.indices { filterMovement(reports[index], &changes) }
        moveFingers(changes, into: &events)
        guard changes.contactsChange else { return }
        reject(changes.rejected, .palm, into: &events)
        processLifts(reports, jumped: changes.jumped, into: &events)
        processLandings(reports, changes, into: &events)
    }

    private mutating func filterMovement(_ report: TouchReport, _ changes: inout FrameChanges) {
        switch report.phase {
        case .landed:
            changes.contactsChange = true
            if filter.counted & report.bit != 0 { changes.leaving |= report.bit }
            if filter.willLand(report) { deal(report) }
            return
        case .lifted:
            changes.contactsChange = true
            if filter.counted & report.bit != 0 { changes.leaving |= report.bit }
            guard report.movedBeforeLift || report.isPalm else { return }
        case .moved: break
        }
        take(filter.move(report, at: now, fingers: &fingers), of: report, &changes)
    }

    private mutating func take(
        _ change: ContactFilter.Change, of report: TouchReport, _ changes: inout FrameChanges
    ) {
        switch change {
        case .nothing: break
        case .sampled(let isVisible):
            changes.sampled |= report.bit
            if isVisible { changes.visible |= report.bit }
        case .admitted:
            changes.admitted |= report.bit
            changes.contactsChange = true
            deal(report)
        case .rejected:
            changes.rejected |= report.bit
            changes.leaving |= report.bit
            changes.contactsChange = true
        case .jumped:
            guard report.phase == .moved else { return }
            changes.jumped |= report.bit
            changes.leaving |= report.bit
            changes.contactsChange = true
            deal(report)
        }
    }

    /// Chooses the hands that a finger lands in.
    private mutating func deal(_ report: TouchReport) {
        zones.deal(
            report.index, at: surface.point(x: report.x, y: report.y), moment, fingers: fingers)
    }

    private mutating func moveFingers(
        _ changes: FrameChanges, into events: inout GestureEventBuffer
    ) {
        guard changes.sampled != 0 else { return }
        let moment = self.moment
        var next = zones.nextAwake(from: 0)
        while let index = next {
            let leaves = changes.leaving & zones.arenas[index].hand.fingers != 0
            let handChanges = leaves || zones.landing(in: index) != 0
            let first = events.count
            zones.arenas[index].move(
                visible: changes.visible, sampled: changes.sampled, handChanges: handChanges,
                moment, fingers: fingers, into: &events)
            explain(.move(handChanges: handChanges), index, moment, since: first, events)
            next = zones.nextAwake(from: index + 1)
        }
    }

    private mutating func processLifts(
        _ reports: Span<TouchReport>, jumped: UInt64, into events: inout GestureEventBuffer
    ) {
        var lifted = jumped
        // A landing in a slot that never lifted ends what was there, as a new tracking id does.
        for index in reports.indices where reports[index].phase != .moved {
            if filter.lift(reports[index]) { lifted |= reports[index].bit }
        }
        guard lifted != 0 else { return }
        let moment = self.moment
        var next = zones.nextAwake(from: 0)
        while let index = next {
            let first = events.count
            prepareExplanation(.lift(lifted), index, moment, since: first)
            zones.arenas[index].lift(lifted, moment, fingers: fingers, into: &events)
            explain(.lift(lifted), index, moment, since: first, events)
            next = zones.nextAwake(from: index + 1)
        }
    }

    private mutating func processLandings(
        _ reports: Span<TouchReport>, _ changes: FrameChanges,
        into events: inout GestureEventBuffer
    ) {
        // One may have begun to count in the frame of its lift: too late to be a finger.
        var landed = changes.admitted & filter.counted
        for index in reports.indices {
            let report = reports[index]
            let isJump = report.phase == .moved && changes.jumped & report.bit != 0
            guard report.phase == .landed || isJump else { continue }
            let counts = filter.land(report, isJump: isJump, at: now, fingers: &fingers)
            if counts { landed |= report.bit }
        }
        // Of a slot that a frame names twice the last word counts.
        land(landed & filter.counted, jumped: changes.jumped, into: &events)
    }

    /// Fingers land in the hands that they were dealt to.
    mutating func land(
        _ landed: UInt64, jumped: UInt64, into events: inout GestureEventBuffer
    ) {
        let moment = self.moment
        var next = zones.nextAwake(from: 0)
        while let index = next {
            let taken = zones.takeLanding(in: index) & landed
            land(taken & ~jumped, isJump: false, in: index, moment, into: &events)
            land(taken & jumped, isJump: true, in: index, moment, into: &events)
            next = zones.nextAwake(from: index + 1)
        }
    }

    private mutating func land(
        _ landed: UInt64, isJump: Bool, in arena: Int, _ moment: Moment,
        into events: inout GestureEventBuffer
    ) {
        guard landed != 0 else { return }
        let first = events.count
        zones.arenas[arena].land(
            landed, isJump: isJump, moment, fingers: fingers, into: &events)
        explain(.land(isJump: isJump), arena, moment, since: first, events)
    }
}
