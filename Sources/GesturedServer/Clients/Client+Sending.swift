import GestureWire
import TouchCore

extension Client {
    /// Queues a line that belongs to no gesture.
    mutating func send(
        _ kind: LineQueue.Kind, _ body: UnsafeRawBufferPointer,
        _ recovery: inout OverflowRecovery, now: Int64
    ) {
        guard !isEnding else { return }
        makeRoom(for: body.count, &recovery)
        enqueue(kind, id: 0, body, &recovery, now: now)
    }

    /// Queues a line that is not essential, a `contact` or an `explanation` of a device, with
    /// timestamp `us`, if there is room.
    mutating func sendWhereRoom(
        _ kind: LineQueue.Kind, _ body: UnsafeRawBufferPointer, of device: Int, at us: Int64,
        _ recovery: inout OverflowRecovery, now: Int64
    ) {
        guard !isEnding else { return }
        guard queue.hasRoom(for: body.count) || dropChanges(for: body.count) else {
            unreportedDrops &+= 1
            return
        }
        recordTimestamp(us, of: device)
        enqueue(kind, id: 0, body, &recovery, now: now)
    }

    /// Queues the last line; nothing is sent after it.
    mutating func end(
        with bye: UnsafeRawBufferPointer, _ recovery: inout OverflowRecovery, now: Int64
    ) {
        send(.complete, bye, &recovery, now: now)
        isEnding = true
    }

    /// Starts the timeout when the first line is queued. If the socket is full, the timeout has
    /// already started, even if dropping lines has emptied the queue meanwhile.
    mutating func beginWaiting(now: Int64) {
        if queue.isEmpty, !isBlocked {
            lastProgress = now
        }
    }

    private mutating func enqueue(
        _ kind: LineQueue.Kind, id: UInt64, _ body: UnsafeRawBufferPointer,
        _ recovery: inout OverflowRecovery, now: Int64
    ) {
        beginWaiting(now: now)
        reportLoss(&recovery)
        if !queue.append(kind, id: id, body) {
            unreportedDrops &+= 1
        }
    }
}

// MARK: - Changes

extension Client {
    /// The index of the gesture `id` in `openGestures`, and its delivery options, if a `changed` of
    /// it is sent.
    func delivery(forChangeOf id: UInt64) -> (index: Int, answer: DeliveryOptions)? {
        isEnding ? nil : openGestures.find(id, for: .changed)
    }

    /// Queues the `changed` of a gesture that `delivery(forChangeOf:)` has just found.
    mutating func sendChange(
        _ event: GestureEvent, at index: Int, _ delivery: DeliveryOptions,
        _ body: UnsafeRawBufferPointer,
        _ recovery: inout OverflowRecovery, now: Int64
    ) {
        guard delivery.periodUs == 0 || isDue(event.time.microseconds, at: index) else {
            return hold(body, at: index)
        }
        beginWaiting(now: now)
        if unreportedDrops > 0
            || !queue.appendWithoutEviction(.changed, id: event.id, body, upTo: softLimit)
        {
            sendChangeAfterMakingRoom(id: event.id, body, &recovery, now: now)
        }
    }

    /// Whether a `changed` with timestamp `us` is sent at once; if so, the next one is held back
    /// for one period.
    private mutating func isDue(_ us: Int64, at index: Int) -> Bool {
        guard us >= openGestures[index].nextChangeUs else { return false }
        openGestures[index].nextChangeUs = us &+ openGestures[index].delivery.periodUs
        return true
    }

    @inline(never)
    private mutating func sendChangeAfterMakingRoom(
        id: UInt64, _ body: UnsafeRawBufferPointer, _ recovery: inout OverflowRecovery, now: Int64
    ) {
        if makeRoom(forChangeOf: id, body.count) {
            enqueue(.changed, id: id, body, &recovery, now: now)
        }
    }
}

// MARK: - Beginnings and ends

extension Client {
    /// Whether the line of `event`, a beginning or an end, contains the positions of the fingers;
    /// `nil` if no line is sent.
    ///
    /// If no line is sent, updates the open gestures instead.
    mutating func prepareDelivery(of event: GestureEvent) -> Bool? {
        guard !isEnding else { return nil }
        if event.phase == .began || event.isDiscrete {
            return prepareBeginning(of: event)
        }
        guard let index = openGestures.index(of: event.id) else { return nil }
        let delivery = openGestures[index].delivery
        guard delivery.phases.contains(event.phase) else {
            dropHeld(at: index)
            openGestures.remove(at: index)
            return nil
        }
        return delivery.includesPositions
    }

    private mutating func prepareBeginning(of event: GestureEvent) -> Bool? {
        guard activeSubscription.admits(event) else { return nil }
        let delivery = activeSubscription.delivery
        if delivery.phases.contains(event.phase) { return delivery.includesPositions }
        if event.phase == .began, openGestures.hasRoom {
            openGestures.insert(event, delivery, isAnnounced: false)
        }
        return nil
    }

    /// Queues the line of a beginning or an end that `prepareDelivery` has just been called for.
    mutating func send(
        _ event: GestureEvent, _ body: UnsafeRawBufferPointer,
        _ recovery: inout OverflowRecovery, now: Int64
    ) {
        if event.phase == .began {
            sendBeginning(event, body, &recovery, now: now)
        } else {
            sendEnd(event, body, &recovery, now: now)
        }
    }

    private mutating func sendBeginning(
        _ event: GestureEvent, _ body: UnsafeRawBufferPointer,
        _ recovery: inout OverflowRecovery, now: Int64
    ) {
        makeRoom(for: body.count, &recovery)
        guard openGestures.hasRoom else {
            unreportedDrops &+= 1
            return
        }
        openGestures.insert(event, activeSubscription.delivery, isAnnounced: true)
        enqueue(.began, id: event.id, body, &recovery, now: now)
    }

    private mutating func sendEnd(
        _ event: GestureEvent, _ body: UnsafeRawBufferPointer,
        _ recovery: inout OverflowRecovery, now: Int64
    ) {
        // The values of the end are newer than those of the held `changed`.
        openGestures.index(of: event.id).map { dropHeld(at: $0) }
        makeRoom(for: body.count, &recovery)
        if !event.isDiscrete {
            guard let index = openGestures.index(of: event.id) else {
                // Making room cancelled the gesture: its `cancelled` replaces this line.
                unreportedDrops &+= 1
                return
            }
            openGestures[index].event = event
            openGestures[index].isOver = true
        }
        enqueue(.ended, id: event.id, body, &recovery, now: now)
    }
}

extension GestureEvent {
    /// Whether the event is the only one of its gesture: taps and swipes only end.
    var isDiscrete: Bool { phase == .ended && values.kind.traits.contains(.discrete) }
}

/// Changes that are held back.
extension Client {
    /// When the first held `changed` is due, on the clock of timestamps (µs).
    var nextHeldUs: Int64? { heldCount > 0 ? openGestures.firstHeld?.due : nil }

    /// Queues every `changed` that is due by `time`.
    mutating func sendHeld(upTo time: Int64, _ recovery: inout OverflowRecovery, now: Int64) {
        if heldCount > 0 {
            sendAllHeld(upTo: time, &recovery, now: now)
        }
    }

    private mutating func sendAllHeld(
        upTo time: Int64, _ recovery: inout OverflowRecovery, now: Int64
    ) {
        while heldCount > 0, let (index, due) = openGestures.firstHeld, due <= time {
            let event = recovery.lastEvent(of: openGestures[index])
            openGestures[index].nextChangeUs = due &+ openGestures[index].delivery.periodUs
            guard let body = held.body(ofGesture: event.id) else { return dropHeld(at: index) }
            // 64 bytes more: another timestamp may have more digits.
            let earliest = earliestTimestamp(of: event.device)
            if makeRoom(forChangeOf: event.id, body.count &+ 64) {
                beginWaiting(now: now)
                reportLoss(&recovery)
                recovery.withHeld(event, body, notBefore: earliest) { line in
                    _ = queue.append(.changed, id: event.id, line)
                }
            }
            dropHeld(at: index)
        }
    }

    /// Holds a `changed` back until it is due; it replaces an older one of its gesture.
    mutating func hold(_ body: UnsafeRawBufferPointer, at index: Int) {
        dropHeld(at: index)
        let id = openGestures[index].event.id
        guard held.append(.changed, id: id, body) else {
            unreportedDrops &+= 1
            return
        }
        openGestures[index].isHeld = true
        heldCount &+= 1
    }

    mutating func dropHeld(at index: Int) {
        guard openGestures[index].isHeld else { return }
        openGestures[index].isHeld = false
        heldCount &-= 1
        let id = openGestures[index].event.id
        _ = held.remove { $0.id == id }
    }
}
