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
        enqueue(kind, id: 0, body, &losses, now: now)
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
        enqueue(.contact, id: 0, body, &losses, now: now)
    }

    /// How a line of an event is told.
    struct Attention {
        /// Whether it says where the fingers are.
        var tellsPositions: Bool
        /// Where the gesture stands in `heard`; `nil` while it does not.
        fileprivate var place: Int?
    }

    /// Whether a line of `event` is told, and how.
    ///
    /// `nil`: none is; what the client is to be told later all the same is taken note of.
    @inline(__always)
    mutating func attend(to event: GestureEvent, of configuration: Int) -> Attention? {
        guard !isEnding else { return nil }
        let isChange = event.phase == .changed
        if !isChange, event.phase == .began || event.isWhole {
            return attendBeginning(of: event, configuration)
        }
        guard let place = heard.place(of: event.id) else { return nil }
        let terms = heard[place].terms
        guard terms.phases.contains(event.phase) else {
            passOver(event, at: place)
            return nil
        }
        return Attention(tellsPositions: terms.tellsPositions, place: place)
    }

    /// Takes note of a line that the client does not ask for.
    private mutating func passOver(_ event: GestureEvent, at place: Int) {
        if event.phase == .changed {
            heard[place].event = event
        } else {
            dropHeld(at: place)
            heard.remove(at: place)
        }
    }

    private mutating func attendBeginning(
        of event: GestureEvent, _ configuration: Int
    ) -> Attention? {
        guard hearing.admits(event) else { return nil }
        let terms = hearing.terms
        if terms.phases.contains(event.phase) {
            return Attention(tellsPositions: terms.tellsPositions, place: nil)
        }
        if event.phase == .began, heard.hasRoom {
            heard.insert(event, of: configuration, terms, isAnnounced: false)
        }
        return nil
    }

    /// Queues a gesture's line, which `attend` has asked for a moment ago.
    @inline(__always)
    mutating func tell(
        _ event: GestureEvent, _ attention: Attention, _ body: UnsafeRawBufferPointer,
        _ losses: inout LossLines, now: Int64
    ) {
        switch event.phase {
        case .began:
            tellBeginning(event, body, &losses, now: now)
        case .changed:
            guard let place = attention.place else { return }
            tellChange(event, at: place, body, &losses, now: now)
        case .ended, .cancelled:
            tellEnd(event, body, &losses, now: now)
        }
    }

    /// Ends every gesture that the client hears of, for a connection that is over before they are.
    mutating func breakOffAll(_ losses: inout LossLines, now: Int64) {
        beginWaiting(now: now)
        for place in (0..<heard.count).reversed() where !heard[place].isOver {
            breakOff(place, &losses)
        }
    }

    /// Queues the last line; nothing is told after it.
    mutating func end(
        with bye: UnsafeRawBufferPointer, _ losses: inout LossLines, now: Int64
    ) {
        tell(.complete, bye, &losses, now: now)
        isEnding = true
    }

    /// Drops what waits, ends every gesture that the client knows of, and queues the last line.
    ///
    /// What is left takes little room: replies, an `overflow` and an end for each gesture.
    mutating func giveUp(
        with bye: UnsafeRawBufferPointer, _ losses: inout LossLines, now: Int64
    ) {
        guard !isEnding else { return }
        clear(&losses)
        end(with: bye, &losses, now: now)
    }

    private mutating func tellBeginning(
        _ event: GestureEvent, _ body: UnsafeRawBufferPointer,
        _ losses: inout LossLines, now: Int64
    ) {
        makeRoom(for: body.count, &losses)
        guard heard.hasRoom else {
            untold &+= 1
            return
        }
        heard.insert(
            event, of: losses.configuration, hearing.terms, isAnnounced: true)
        enqueue(.began, id: event.id, body, &losses, now: now)
    }

    @inline(__always)
    private mutating func tellChange(
        _ event: GestureEvent, at place: Int, _ body: UnsafeRawBufferPointer,
        _ losses: inout LossLines, now: Int64
    ) {
        heard[place].event = event
        let period = heard[place].terms.periodUs
        if period > 0 {
            let time = event.time.microseconds
            guard time >= heard[place].nextChangeUs else { return hold(body, at: place) }
            heard[place].nextChangeUs = time &+ period
        }
        enqueueChange(id: event.id, body, &losses, now: now)
    }

    @inline(__always)
    private mutating func enqueueChange(
        id: UInt64, _ body: UnsafeRawBufferPointer, _ losses: inout LossLines, now: Int64
    ) {
        if makeRoom(forChangeOf: id, body.count) {
            enqueue(.changed, id: id, body, &losses, now: now)
        }
    }

    /// Makes room for a `changed`; where there is none, it is lost.
    @inline(__always)
    private mutating func makeRoom(forChangeOf id: UInt64, _ length: Int) -> Bool {
        let hasRoom = queue.byteCount <= softMark && queue.hasRoom(for: length)
        return hasRoom || dropOlder(forChangeOf: id, length)
    }

    private mutating func dropOlder(forChangeOf id: UInt64, _ length: Int) -> Bool {
        if queue.byteCount > softMark {
            // The newer one says all that these say; it goes to the end, for time must not run
            // back. Nothing is lost by it, so nothing is counted.
            _ = queue.remove { $0.kind == .changed && $0.id == id }
        }
        if queue.hasRoom(for: length) || dropChanges(for: length) { return true }
        untold &+= 1
        return false
    }

    private mutating func tellEnd(
        _ event: GestureEvent, _ body: UnsafeRawBufferPointer,
        _ losses: inout LossLines, now: Int64
    ) {
        // What it says is newer than what is held back.
        heard.place(of: event.id).map { dropHeld(at: $0) }
        makeRoom(for: body.count, &losses)
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

    /// The patience begins with what waits first. Where the socket is full it began long ago, though
    /// newer lines may have emptied the queue meanwhile.
    @inline(__always)
    private mutating func beginWaiting(now: Int64) {
        if queue.isEmpty, !isBlocked {
            lastTaken = now
        }
    }

    @inline(__always)
    private mutating func enqueue(
        _ kind: LineQueue.Kind, id: UInt64, _ body: UnsafeRawBufferPointer,
        _ losses: inout LossLines, now: Int64
    ) {
        beginWaiting(now: now)
        tellOfLoss(&losses)
        if !queue.append(kind, id: id, body) {
            untold &+= 1
        }
    }

    /// Makes room for a line that must not be dropped, at the cost of lines that wait.
    private mutating func makeRoom(for length: Int, _ losses: inout LossLines) {
        guard !queue.hasRoom(for: length), !dropChanges(for: length) else { return }
        clear(&losses)
    }

    /// Drops the lines that wait and can be done without; whether that makes room enough.
    private mutating func dropChanges(for length: Int) -> Bool {
        untold &+= queue.remove {
            $0.kind == .changed || $0.kind == .contact || $0.kind == .overflow
        }
        return queue.hasRoom(for: length)
    }

    /// Drops everything that waits but replies, and ends every gesture that the client knows of.
    private mutating func clear(_ losses: inout LossLines) {
        let front = queue.fixedFront
        untold &+= queue.remove { $0.kind != .reply }
        var index = heard.count
        while index > 0 {
            index &-= 1
            let gesture = heard[index]
            let isFront = front?.id == gesture.event.id
            if isFront, front?.kind == .ended || front?.kind == .brokenOff { continue }
            // Its end was dropped, or it goes on: of its beginning the client did not want to know.
            if !gesture.isAnnounced, !gesture.isOver { continue }
            let isKnown = gesture.isKnown || (isFront && front?.kind == .began)
            if isKnown, gesture.isAnnounced {
                breakOff(index, &losses)
            } else {
                dropHeld(at: index)
                heard.remove(at: index)
            }
        }
    }

    /// Ends a gesture that the client was told the beginning of; where it asked for no such end, it
    /// is told no more.
    private mutating func breakOff(_ index: Int, _ losses: inout LossLines) {
        dropHeld(at: index)
        let gesture = heard[index]
        guard gesture.isAnnounced, gesture.terms.phases.contains(.cancelled) else {
            heard.remove(at: index)
            return
        }
        tellOfLoss(&losses)
        heard[index].isOver = true
        let least = leastStamp(of: gesture.event.device)
        losses.withCancellation(of: gesture, notBefore: least) { body in
            if !queue.append(.brokenOff, id: gesture.event.id, body) {
                untold &+= 1
            }
        }
    }

    /// Puts the `overflow` line that is due before the next line.
    @inline(__always)
    private mutating func tellOfLoss(_ losses: inout LossLines) {
        if untold > 0 {
            tellOverflow(&losses)
        }
    }

    private mutating func tellOverflow(_ losses: inout LossLines) {
        let count = untold
        losses.withOverflow(count) { body in
            if queue.append(.overflow, id: count, body) {
                untold = 0
            }
        }
    }
}

// MARK: - Changes that wait for their time

extension Client {
    /// When the first `changed` that is held back is due, on the clock of stamps (µs).
    var nextHeldUs: Int64? { heldCount > 0 ? heard.firstHeld?.due : nil }

    /// Queues every `changed` that is due by `time`.
    @inline(__always)
    mutating func tellHeld(upTo time: Int64, _ losses: inout LossLines, now: Int64) {
        if heldCount > 0 {
            tellAllHeld(upTo: time, &losses, now: now)
        }
    }

    private mutating func tellAllHeld(upTo time: Int64, _ losses: inout LossLines, now: Int64) {
        while heldCount > 0, let (place, due) = heard.firstHeld, due <= time {
            let event = heard[place].event
            heard[place].nextChangeUs = due &+ heard[place].terms.periodUs
            guard let body = held?.body(of: event.id) else { return dropHeld(at: place) }
            // Another stamp may be longer.
            let least = leastStamp(of: event.device)
            if makeRoom(forChangeOf: event.id, body.count &+ 64) {
                beginWaiting(now: now)
                tellOfLoss(&losses)
                losses.withHeld(event, body, notBefore: least) { line in
                    _ = queue.append(.changed, id: event.id, line)
                }
            }
            dropHeld(at: place)
        }
    }

    /// Keeps a `changed` until its time has come; the newest of a gesture takes the others' place.
    private mutating func hold(_ body: UnsafeRawBufferPointer, at place: Int) {
        dropHeld(at: place)
        let id = heard[place].event.id
        guard held?.append(.changed, id: id, body) == true else {
            untold &+= 1
            return
        }
        heard[place].isHeld = true
        heldCount &+= 1
    }

    private mutating func dropHeld(at place: Int) {
        guard heard[place].isHeld else { return }
        heard[place].isHeld = false
        heldCount &-= 1
        let id = heard[place].event.id
        _ = held?.remove { $0.id == id }
    }
}

extension GestureEvent {
    /// Whether the event is all that is ever said of its gesture: taps and swipes only end.
    var isWhole: Bool {
        switch values {
        case .tap, .swipe: phase == .ended
        case .press, .longPress, .drag, .magnify, .rotate, .deepPress, .force, .composition,
            .custom:
            false
        }
    }
}
