import GestureWire
import TouchCore

/// Makes the lines that tell a client of what it lost.
struct LossLines: ~Copyable {
    /// Knows every zone that an event can name; of others their gestures keep what is needed.
    var encoder: GestureLineEncoder
    private var line = LineBuffer(capacity: 4096)
    private var latest = DeviceStamps()
    private var last: LastEvents

    /// Makes lines as `encoder` does; no device has spoken yet. `nil`: there is no memory.
    init?(encoder: GestureLineEncoder) {
        guard let last = LastEvents() else { return nil }
        self.last = last
        self.encoder = encoder
    }

    /// Takes in which devices there are; of the others those stay that clients `hear` of.
    mutating func adopt(devices: [Int], keeping hear: (Int) -> Bool) {
        latest.adopt(devices, keeping: hear)
    }

    /// How many devices it knows of.
    var deviceCount: Int { latest.count }

    /// Takes note of an event that every client has been told of.
    @inline(__always)
    mutating func note(_ event: GestureEvent) {
        last.note(event)
        latest.note(event.time.microseconds, of: event.device)
    }

    /// The last that was said of a gesture that a client hears of.
    func lastEvent(of gesture: HeardGestures.Gesture) -> GestureEvent {
        gesture.isOver ? gesture.event : last.event(of: gesture.event.id) ?? gesture.event
    }

    /// Calls `body` with the body of an `overflow` line.
    mutating func withOverflow(_ dropped: UInt64, _ body: (UnsafeRawBufferPointer) -> Void) {
        line.removeAll()
        line.appendOverflowBody(dropped: dropped)
        line.withUnsafeBytes(body)
    }

    /// Calls `body` with the body of the line that ends a gesture that a client was told of.
    ///
    /// - Parameters:
    ///   - kept: what lines say of it, where its zone is no more.
    ///   - least: the newest stamp of the device that the client was told otherwise.
    mutating func withCancellation(
        of gesture: HeardGestures.Gesture, _ kept: [UInt8]?, notBefore least: Timestamp,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        line.removeAll()
        let end = end(of: gesture.event, notBefore: least)
        let tellsPositions = gesture.terms.tellsPositions
        if let kept {
            encoder.appendEnd(end, kept, tellsPositions: tellsPositions, to: &line)
        } else {
            encoder.appendBody(end, parts: [], tellsPositions: tellsPositions, to: &line)
        }
        line.withUnsafeBytes(body)
    }

    /// Calls `use` with the line of a `changed` that was held back, stamped anew where other lines of
    /// its device have been told meanwhile.
    ///
    /// - Parameter least: the newest stamp of the device that the client was told otherwise.
    mutating func withHeld(
        _ event: GestureEvent, _ body: UnsafeRawBufferPointer, notBefore least: Timestamp,
        _ use: (UnsafeRawBufferPointer) -> Void
    ) {
        let now = end(of: event, notBefore: least)
        guard now.time != event.time else { return use(body) }
        line.removeAll()
        line.appendRestamped(body, time: now.time.microseconds, durationUs: now.durationUs)
        line.withUnsafeBytes(use)
    }

    private func end(of event: GestureEvent, notBefore least: Timestamp) -> GestureEvent {
        var end = event
        let latest = Timestamp(microseconds: latest[event.device])
        end.time = max(end.time, least, latest)
        let passed = end.time.microseconds(since: event.time)
        let (duration, overflow) = event.durationUs.addingReportingOverflow(passed)
        end.durationUs = overflow ? .max : duration
        end.phase = .cancelled
        end.reason = .overflow
        // What they said is gone with the step in which they said it.
        end.parts = 0..<0
        return end
    }
}
