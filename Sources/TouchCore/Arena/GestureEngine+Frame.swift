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
    /// A finger lands or lifts: nothing that is continuous begins in this frame.
    var handChanges = false
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
        arena.move(
            visible: changes.visible, sampled: changes.sampled,
            handChanges: changes.handChanges, moment, fingers: fingers, into: &events)
        guard changes.handChanges || changes.contactsChange else { return }
        arena.reject(changes.rejected, .palm, moment, fingers: &fingers, into: &events)
        processLifts(reports, jumped: changes.jumped, into: &events)
        processLandings(reports, changes, into: &events)
    }

    private mutating func filterMovement(_ report: TouchReport, _ changes: inout FrameChanges) {
        switch report.phase {
        case .landed:
            changes.contactsChange = true
            let replaces = filter.counted & report.bit != 0
            if replaces || filter.willLand(report) { changes.handChanges = true }
            return
        case .lifted:
            changes.contactsChange = true
            if filter.counted & report.bit != 0 { changes.handChanges = true }
            guard report.movedBeforeLift || report.isPalm else { return }
        case .moved: break
        }
        switch filter.move(report, at: now, fingers: &fingers) {
        case .nothing: break
        case .sampled(let isVisible):
            changes.sampled |= report.bit
            if isVisible { changes.visible |= report.bit }
        case .admitted:
            changes.admitted |= report.bit
            changes.handChanges = true
        case .rejected:
            changes.rejected |= report.bit
            changes.handChanges = true
        case .jumped:
            guard report.phase == .moved else { return }
            changes.jumped |= report.bit
            changes.handChanges = true
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
        arena.lift(lifted, moment, fingers: &fingers, into: &events)
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
            if counts, !isJump { landed |= report.bit }
        }
        arena.land(landed, isJump: false, moment, fingers: &fingers, into: &events)
        arena.land(changes.jumped, isJump: true, moment, fingers: &fingers, into: &events)
    }
}
