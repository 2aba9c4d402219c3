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

    /// Queues a gesture's line, where this client is to hear of the gesture.
    mutating func tell(
        _ event: GestureEvent, _ body: UnsafeRawBufferPointer,
        _ losses: inout LossLines, now: Int64
    ) {
        guard !isEnding else { return }
        switch event.phase {
        case .began:
            tellBeginning(event, body, &losses, now: now)
        case .changed:
            tellChange(event, body, &losses, now: now)
        case .ended, .cancelled:
            tellEnd(event, body, &losses, now: now)
        }
    }

    /// Queues the last line; nothing is told after it.
    mutating func end(
        with bye: UnsafeRawBufferPointer, _ losses: inout LossLines, now: Int64
    ) {
        tell(.complete, bye, &losses, now: now)
        isEnding = true
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
        heard.insert(event, of: losses.configuration)
        enqueue(.began, id: event.id, body, &losses, now: now)
    }

    private mutating func tellChange(
        _ event: GestureEvent, _ body: UnsafeRawBufferPointer,
        _ losses: inout LossLines, now: Int64
    ) {
        guard heard.follow(event) else { return }
        if queue.byteCount > softMark {
            // The newer one says all that these say; it goes to the end, for time must not run
            // back. Nothing is lost by it, so nothing is counted.
            let id = event.id
            _ = queue.remove { $0.kind == .changed && $0.id == id }
        }
        guard queue.hasRoom(for: body.count) || dropChanges(for: body.count) else {
            untold &+= 1
            return
        }
        enqueue(.changed, id: event.id, body, &losses, now: now)
    }

    private mutating func tellEnd(
        _ event: GestureEvent, _ body: UnsafeRawBufferPointer,
        _ losses: inout LossLines, now: Int64
    ) {
        guard event.isWhole || heard.hears(of: event.id) else { return }
        makeRoom(for: body.count, &losses)
        guard event.isWhole || heard.follow(event) else {
            // Making room broke the gesture off: its `cancelled` stands for this line.
            untold &+= 1
            return
        }
        enqueue(.ended, id: event.id, body, &losses, now: now)
    }

    private mutating func enqueue(
        _ kind: LineQueue.Kind, id: UInt64, _ body: UnsafeRawBufferPointer,
        _ losses: inout LossLines, now: Int64
    ) {
        if queue.isEmpty {
            lastTaken = now
        }
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

    /// Drops the `changed` lines that wait; whether that makes room enough.
    private mutating func dropChanges(for length: Int) -> Bool {
        untold &+= queue.remove { $0.kind == .changed || $0.kind == .overflow }
        return queue.hasRoom(for: length)
    }

    /// Drops everything that waits, and ends every gesture that the client knows of.
    private mutating func clear(_ losses: inout LossLines) {
        let front = queue.fixedFront
        untold &+= queue.remove { _ in true }
        var index = heard.count
        while index > 0 {
            index &-= 1
            let gesture = heard[index]
            let isFront = front?.id == gesture.event.id
            if isFront, front?.kind == .ended || front?.kind == .brokenOff { continue }
            if gesture.isKnown || (isFront && front?.kind == .began) {
                breakOff(index, &losses)
            } else {
                heard.remove(at: index)
            }
        }
    }

    private mutating func breakOff(_ index: Int, _ losses: inout LossLines) {
        tellOfLoss(&losses)
        let gesture = heard[index]
        heard[index].isOver = true
        losses.withCancellation(of: gesture) { body in
            if !queue.append(.brokenOff, id: gesture.event.id, body) {
                untold &+= 1
            }
        }
    }

    /// Puts the `overflow` line that is due before the next line.
    private mutating func tellOfLoss(_ losses: inout LossLines) {
        guard untold > 0 else { return }
        let count = untold
        losses.withOverflow(count) { body in
            if queue.append(.overflow, id: count, body) {
                untold = 0
            }
        }
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
