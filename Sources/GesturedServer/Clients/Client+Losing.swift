import GestureWire
import TouchCore

/// Dropping lines for which a client's queue has no room.
extension Client {
    /// Makes room for a line that must not be dropped, by dropping queued lines.
    mutating func makeRoom(for length: Int, _ recovery: inout OverflowRecovery) {
        guard !queue.hasRoom(for: length), !dropChanges(for: length) else { return }
        clear(&recovery)
    }

    /// Makes room for a `changed`. If that is impossible, counts it as dropped and returns false.
    mutating func makeRoom(forChangeOf id: UInt64, _ length: Int) -> Bool {
        let hasRoom = queue.byteCount <= softLimit && queue.hasRoom(for: length)
        return hasRoom || dropOlder(forChangeOf: id, length)
    }

    private mutating func dropOlder(forChangeOf id: UInt64, _ length: Int) -> Bool {
        if queue.byteCount > softLimit {
            // The newer `changed` contains everything that the queued ones contain, so nothing is
            // counted as lost. It is queued at the end, because timestamps must not decrease.
            _ = queue.remove { $0.kind == .changed && $0.id == id }
        }
        if queue.hasRoom(for: length) || dropChanges(for: length) { return true }
        unreportedDrops &+= 1
        return false
    }

    /// Drops queued lines that are not essential; returns whether that makes enough room.
    mutating func dropChanges(for length: Int) -> Bool {
        unreportedDrops &+= queue.remove {
            $0.kind == .changed || $0.kind == .contact || $0.kind == .explanation
                || $0.kind == .overflow
        }
        return queue.hasRoom(for: length)
    }

    /// Queues the `overflow` line that is due before the next line.
    mutating func reportLoss(_ recovery: inout OverflowRecovery) {
        if unreportedDrops > 0 {
            sendOverflow(&recovery)
        }
    }

    private mutating func sendOverflow(_ recovery: inout OverflowRecovery) {
        let count = unreportedDrops
        recovery.withOverflow(count) { body in
            if queue.append(.overflow, id: count, body) {
                unreportedDrops = 0
            }
        }
    }

    /// Ends every open gesture of a client whose connection ends.
    mutating func cancelAllOpen(_ recovery: inout OverflowRecovery, now: Int64) {
        beginWaiting(now: now)
        for index in openGestures.indices
        where openGestures.hasGesture(at: index) && !openGestures[index].isOver {
            cancelOpen(index, &recovery)
        }
    }

    /// Drops the queued lines, ends every gesture that the client knows of, and queues the last
    /// line.
    ///
    /// The remaining lines are few: replies, an `overflow` and an end for each gesture.
    mutating func terminate(
        with bye: UnsafeRawBufferPointer, _ recovery: inout OverflowRecovery, now: Int64
    ) {
        guard !isEnding else { return }
        clear(&recovery)
        end(with: bye, &recovery, now: now)
    }

    /// Drops all queued lines except replies, and ends every gesture that the client knows of.
    private mutating func clear(_ recovery: inout OverflowRecovery) {
        let front = queue.fixedFront
        unreportedDrops &+= queue.remove { $0.kind != .reply }
        for index in openGestures.indices where openGestures.hasGesture(at: index) {
            let gesture = openGestures[index]
            let isFront = front?.id == gesture.event.id
            if isFront, front?.kind == .ended || front?.kind == .syntheticCancel { continue }
            // The gesture continues, and the client did not subscribe to its beginning.
            if !gesture.isAnnounced, !gesture.isOver { continue }
            let isKnown = gesture.isKnown || (isFront && front?.kind == .began)
            if isKnown, gesture.isAnnounced {
                cancelOpen(index, &recovery)
            } else {
                dropHeld(at: index)
                openGestures.remove(at: index)
            }
        }
    }

    /// Ends a gesture whose `began` the client received; if it did not subscribe to such an end,
    /// nothing more is sent.
    private mutating func cancelOpen(_ index: Int, _ recovery: inout OverflowRecovery) {
        dropHeld(at: index)
        guard openGestures[index].isAnnounced,
            openGestures[index].delivery.phases.contains(.cancelled)
        else {
            openGestures.remove(at: index)
            return
        }
        reportLoss(&recovery)
        openGestures[index].event = recovery.lastEvent(of: openGestures[index])
        openGestures[index].isOver = true
        let gesture = openGestures[index]
        let earliest = earliestTimestamp(of: gesture.event.device)
        recovery.withCancellation(
            of: gesture, openGestures.fragment(at: index), notBefore: earliest
        ) {
            body in
            if !queue.append(.syntheticCancel, id: gesture.event.id, body) {
                unreportedDrops &+= 1
            }
        }
    }
}

extension HealthReport {
    /// The maximum number of bytes of a text in a line; a file can have hundreds of problems.
    private static let excerptBytes = 2_048

    /// The report that a configuration is wrong, with the first lines of the problems; all of them
    /// are in the log.
    static func configurationError(excerpting text: String) -> HealthReport {
        var remaining = excerptBytes
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let excerpt = lines.prefix { line in
            remaining -= line.utf8.count + 1
            return remaining >= 0
        }
        let count = lines.count - excerpt.count
        let tail = count > 0 ? ["\(count) more lines in the log"] : []
        return .configurationError((excerpt.map(String.init) + tail).joined(separator: "\n"))
    }
}

/// Encodes the lines that report to a client what it lost.
struct OverflowRecovery: ~Copyable {
    /// Encodes the lines of gestures, for all clients (`EncodedLineCache`), and lines that report
    /// losses. It knows every zone that an event can name. A gesture whose zone is removed keeps
    /// the fragment of its lines (`OpenGestures`).
    var encoder: GestureLineEncoder
    private var line: LineBuffer
    private var timestamps: DeviceTimestamps
    private var lastEvents: LatestEvents

    /// Encodes lines as `encoder` does, for devices that have sent no events; `nil` if memory is
    /// lacking.
    init?(encoder: GestureLineEncoder) {
        guard let lastEvents = LatestEvents() else { return nil }
        self.lastEvents = lastEvents
        // Set here, not as defaults: if an initialiser of a non-copyable struct fails, Swift 6.2.3
        // would destroy properties that are already set twice, and refuses to compile that.
        line = LineBuffer(capacity: 4096)
        timestamps = DeviceTimestamps()
        self.encoder = encoder
    }

    /// Sets the present devices. Other devices stay if `isNeeded` is true for them.
    mutating func updateDevices(to present: [Int], keeping isNeeded: (Int) -> Bool) {
        timestamps.update(to: present, keeping: isNeeded)
    }

    /// The number of known devices.
    var deviceCount: Int { timestamps.count }

    /// Records an event that was published to every client.
    mutating func record(_ event: GestureEvent) {
        lastEvents.record(event)
        timestamps.record(event.time.microseconds, of: event.device)
    }

    /// The latest event of an open gesture of a client.
    func lastEvent(of gesture: OpenGestures.Gesture) -> GestureEvent {
        gesture.isOver ? gesture.event : lastEvents.event(of: gesture.event.id) ?? gesture.event
    }

    /// Calls `body` with the body of an `overflow` line.
    mutating func withOverflow(_ dropped: UInt64, _ body: (UnsafeRawBufferPointer) -> Void) {
        line.removeAll()
        line.appendOverflowBody(dropped: dropped)
        line.withUnsafeBytes(body)
    }

    /// Calls `body` with the body of the line that ends an open gesture of a client.
    ///
    /// - Parameters:
    ///   - fragment: the fragment of its lines if its zone no longer exists.
    ///   - earliest: the minimum timestamp of the line: the newest of the device in other lines
    ///     that the client received.
    mutating func withCancellation(
        of gesture: OpenGestures.Gesture, _ fragment: [UInt8]?, notBefore earliest: Timestamp,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        line.removeAll()
        let end = cancellation(of: gesture.event, notBefore: earliest)
        let includesPositions = gesture.delivery.includesPositions
        if let fragment {
            encoder.appendEnd(end, fragment, includesPositions: includesPositions, to: &line)
        } else {
            encoder.appendBody(end, parts: [], includesPositions: includesPositions, to: &line)
        }
        line.withUnsafeBytes(body)
    }

    /// Calls `use` with the body of a `changed` that was held back. Raises its timestamp if other
    /// lines of its device have been sent meanwhile.
    ///
    /// - Parameter earliest: the newest timestamp of the device in other lines that the client
    ///   received.
    mutating func withHeld(
        _ event: GestureEvent, _ body: UnsafeRawBufferPointer, notBefore earliest: Timestamp,
        _ use: (UnsafeRawBufferPointer) -> Void
    ) {
        let restamped = cancellation(of: event, notBefore: earliest)
        guard restamped.time != event.time else { return use(body) }
        line.removeAll()
        line.appendRestamped(
            body, time: restamped.time.microseconds, durationUs: restamped.durationUs)
        line.withUnsafeBytes(use)
    }

    /// The `cancelled` that would end a gesture now, whose last event is `event`.
    private func cancellation(
        of event: GestureEvent, notBefore earliest: Timestamp
    ) -> GestureEvent {
        var end = event
        let latest = Timestamp(microseconds: timestamps[event.device])
        end.time = max(end.time, earliest, latest)
        let passed = end.time.microseconds(since: event.time)
        let (duration, overflow) = event.durationUs.addingReportingOverflow(passed)
        end.durationUs = overflow ? .max : duration
        end.phase = .cancelled
        end.reason = .overflow
        // The values of the parts exist only during the step that emitted them.
        end.parts = 0..<0
        return end
    }
}

/// The last event of each gesture in progress, stored once for all clients.
///
/// Every `began` is followed by one end, which removes the entry.
struct LatestEvents: ~Copyable {
    private var events: GestureTable<GestureEvent>

    /// `nil` if memory is lacking.
    init?() {
        guard let events = GestureTable<GestureEvent>(capacity: 64) else { return nil }
        self.events = events
    }

    /// Records an event that was published to every client.
    mutating func record(_ event: GestureEvent) {
        if event.phase == .changed, let index = events.index(of: event.id) {
            events[index] = event
        } else {
            recordTransition(event)
        }
    }

    /// The last event of the gesture `id`; `nil` if it is not in progress.
    func event(of id: UInt64) -> GestureEvent? {
        events.index(of: id).map { events[$0] }
    }

    /// Records a beginning or an end.
    private mutating func recordTransition(_ event: GestureEvent) {
        let index = events.index(of: event.id)
        switch event.phase {
        case .began where index == nil:
            // If memory is lacking for more gestures, `lastEvent` returns the beginning instead.
            if events.count == events.capacity, !events.grow() { return }
            _ = events.insert(event, for: event.id)
        case .began, .changed: break
        case .ended, .cancelled: index.map { events.remove(at: $0) }
        }
    }
}
