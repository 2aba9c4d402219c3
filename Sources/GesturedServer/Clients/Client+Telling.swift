import GestureWire
import TouchCore

extension Client {
    /// Queues a line that is no gesture's.
    mutating func tell(
        _ kind: LineQueue.Kind, _ body: UnsafeRawBufferPointer,
        _ losses: inout LossLines, now: Int64
    ) {
        guard !isEnding else { return }
        makeRoom(for: body.count, &losses)
        enqueue(kind, id: 0, LineBody(bytes: body), &losses, now: now)
    }

    /// Queues a `contact` line of a device, stamped `us`, where there is room.
    mutating func tellContact(
        _ body: UnsafeRawBufferPointer, of device: Int, at us: Int64,
        _ losses: inout LossLines, now: Int64
    ) {
        guard !isEnding else { return }
        guard queue.hasRoom(for: body.count) || dropChanges(for: body.count) else {
            untold &+= 1
            return
        }
        note(us, of: device)
        enqueue(.contact, id: 0, LineBody(bytes: body), &losses, now: now)
    }

    /// Queues the last line; nothing is told after it.
    mutating func end(
        with bye: UnsafeRawBufferPointer, _ losses: inout LossLines, now: Int64
    ) {
        tell(.complete, bye, &losses, now: now)
        isEnding = true
    }

    /// The patience begins with what waits first. Where the socket is full it began long ago, though
    /// newer lines may have emptied the queue meanwhile.
    @inline(__always)
    mutating func beginWaiting(now: Int64) {
        if queue.isEmpty, !isBlocked {
            lastTaken = now
        }
    }

    @inline(__always)
    private mutating func enqueue(
        _ kind: LineQueue.Kind, id: UInt64, _ body: LineBody,
        _ losses: inout LossLines, now: Int64
    ) {
        beginWaiting(now: now)
        tellOfLoss(&losses)
        if !queue.append(kind, id: id, body) {
            untold &+= 1
        }
    }
}

// MARK: - Changes

extension Client {
    /// Where the gesture `id` stands in `heard`, and its terms, if a `changed` of it is told.
    @inline(__always)
    func attend(toChangeOf id: UInt64) -> (place: Int, answer: HearingTerms)? {
        isEnding ? nil : heard.find(id, for: .changed)
    }

    /// Queues the `changed` of a gesture that `attend` has found in `heard` a moment ago.
    @inline(__always)
    mutating func tellChange(
        _ event: GestureEvent, at place: Int, _ terms: HearingTerms, _ body: LineBody,
        _ losses: inout LossLines, now: Int64
    ) {
        guard terms.periodUs == 0 || isDue(event.time.microseconds, at: place) else {
            return hold(body.bytes, at: place)
        }
        beginWaiting(now: now)
        if untold > 0 || !queue.appendEasily(.changed, id: event.id, body, upTo: softMark) {
            tellChangeOnceRoomIsMade(id: event.id, body, &losses, now: now)
        }
    }

    /// Whether a `changed` stamped `us` is told at once; from then on the next one is held back for
    /// a while.
    private mutating func isDue(_ us: Int64, at place: Int) -> Bool {
        guard us >= heard[place].nextChangeUs else { return false }
        heard[place].nextChangeUs = us &+ heard[place].terms.periodUs
        return true
    }

    @inline(never)
    private mutating func tellChangeOnceRoomIsMade(
        id: UInt64, _ body: LineBody, _ losses: inout LossLines, now: Int64
    ) {
        if makeRoom(forChangeOf: id, body.bytes.count) {
            enqueue(.changed, id: id, body, &losses, now: now)
        }
    }
}

// MARK: - Beginnings and ends

extension Client {
    /// Whether a line of `event`, no `changed`, is told; `nil`: it is not, else whether it says where
    /// the fingers are.
    ///
    /// What the client is to be told later all the same is taken note of.
    mutating func attend(to event: GestureEvent) -> Bool? {
        guard !isEnding else { return nil }
        if event.phase == .began || event.isWhole {
            return attendBeginning(of: event)
        }
        guard let place = heard.place(of: event.id) else { return nil }
        let terms = heard[place].terms
        guard terms.phases.contains(event.phase) else {
            dropHeld(at: place)
            heard.remove(at: place)
            return nil
        }
        return terms.tellsPositions
    }

    private mutating func attendBeginning(of event: GestureEvent) -> Bool? {
        guard hearing.admits(event) else { return nil }
        let terms = hearing.terms
        if terms.phases.contains(event.phase) { return terms.tellsPositions }
        if event.phase == .began, heard.hasRoom {
            heard.insert(event, terms, isAnnounced: false)
        }
        return nil
    }

    /// Queues the line of a beginning or an end, which `attend` has asked for a moment ago.
    mutating func tell(
        _ event: GestureEvent, _ body: LineBody,
        _ losses: inout LossLines, now: Int64
    ) {
        if event.phase == .began {
            tellBeginning(event, body, &losses, now: now)
        } else {
            tellEnd(event, body, &losses, now: now)
        }
    }

    private mutating func tellBeginning(
        _ event: GestureEvent, _ body: LineBody,
        _ losses: inout LossLines, now: Int64
    ) {
        makeRoom(for: body.bytes.count, &losses)
        guard heard.hasRoom else {
            untold &+= 1
            return
        }
        heard.insert(event, hearing.terms, isAnnounced: true)
        enqueue(.began, id: event.id, body, &losses, now: now)
    }

    private mutating func tellEnd(
        _ event: GestureEvent, _ body: LineBody,
        _ losses: inout LossLines, now: Int64
    ) {
        // What it says is newer than what is held back.
        heard.place(of: event.id).map { dropHeld(at: $0) }
        makeRoom(for: body.bytes.count, &losses)
        if !event.isWhole {
            guard let place = heard.place(of: event.id) else {
                // Making room broke the gesture off: its `cancelled` stands for this line.
                untold &+= 1
                return
            }
            heard[place].event = event
            heard[place].isOver = true
        }
        enqueue(.ended, id: event.id, body, &losses, now: now)
    }
}

extension GestureEvent {
    /// Whether the event is all that is ever said of its gesture: taps and swipes only end.
    var isWhole: Bool { phase == .ended && values.kind.traits.contains(.discrete) }
}
