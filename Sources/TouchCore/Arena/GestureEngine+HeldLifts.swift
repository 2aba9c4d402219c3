/// Contacts that break: lifts that are held, and what the device has shown.
extension GestureEngine {
    /// Processes a frame of a device whose lifts are held.
    @inline(never)
    mutating func processStitched(
        _ reports: Span<TouchReport>, into events: inout GestureEventBuffer
    ) {
        let before = stitcher.totals
        stitcher.hasPendingReports = true
        endHeld(
            stitcher.receive(reports, at: frame, counted: filter.counted, fingers: fingers),
            into: &events)
        countBreaks(since: before)
        fireDeferred(into: &events)
        stitcher.hasPendingReports = false
        // The reports are in memory of the stitcher, which does not change before the next frame.
        _ = processReports(stitcher.reports.span, into: &events)
    }

    /// The present frame, or the deadline that fires.
    private var frame: TouchFrame { TouchFrame(time: now, sampledAt: filter.sampledAt) }

    /// Counts the breaks since `totals`, and a change of what the device has shown.
    private mutating func countBreaks(since totals: ContactStitcher.Totals) {
        let now = stitcher.totals
        guard now != totals else { return }
        filter.countBreaks(now.breaks &- totals.breaks, joined: now.joins &- totals.joins)
        if now.adaptedHoldUs != totals.adaptedHoldUs { filter.countAdaptation() }
    }

    /// Fires the deadlines that waited for a held lift that has turned out to be none.
    private mutating func fireDeferred(into events: inout GestureEventBuffer) {
        guard stitcher.joinedSince < .never else { return }
        let present = now
        now = stitcher.joinedSince
        let last = context
        now = present
        fireArenas(since: last, into: &events)
    }

    /// Ends held lifts: gestures are measured with the times of the lifts, and emitted with `now`.
    mutating func endHeld(_ slots: UInt64, into events: inout GestureEventBuffer) {
        var remaining = slots
        var earliest: StepContext?
        while remaining != 0 {
            let present = now
            let first = (events.count, events.observations.count)
            let observed = observer?.counts
            let sampledAt = filter.sampledAt
            now = stitcher.release(earliestOf: &remaining)
            filter.sampledAt = now
            earliest = earliest ?? context
            _ = processReports(stitcher.released.span, into: &events)
            now = present
            filter.sampledAt = sampledAt
            events.restamp(from: first, to: present)
            if let observed { observer?.restamp(from: observed, to: present) }
        }
        // Deadlines between the first of these lifts and `now` fire.
        if let earliest { fireArenas(since: earliest, into: &events) }
    }

    /// Counts broken contacts while lifts are not held. Call it before contacts land.
    @inline(never)
    mutating func learn(from reports: Span<TouchReport>) {
        guard !stitcher.isActive else { return }
        let before = stitcher.totals
        stitcher.learn(from: reports, at: frame, counted: filter.counted, fingers: fingers)
        _ = stitcher.adapt()
        countBreaks(since: before)
    }
}
