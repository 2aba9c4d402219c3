import GestureWire
import LinuxIO

/// The state of a link, shared under a lock by its thread and the tasks that wait.
///
/// The state does no I/O and resumes no tasks: it returns the continuations to resume.
struct LinkState {
    /// Bytes to be sent.
    private(set) var outgoing: [UInt8] = []

    /// The bytes of a line whose line feed has not arrived.
    private var unfinished: [UInt8] = []
    private var unread = UnreadLines()
    /// Whether `exchangeBytes` returns the lines, as bytes.
    private let passesBytes: Bool
    private var tokens = JSONTokens()
    /// The live gestures of the lines that were removed from `unread`.
    private var liveGestures = LiveGestures()
    /// Whether these gestures exceed the limit.
    private var hasTooManyGestures = false
    /// The tasks that wait for lines, in order of arrival.
    private var readers: [WaitingReader] = []
    private var pendingReplies: [PendingReply] = []
    private var end: End?
    private var lastToken: Int64 = 0
    /// Filters lines until the first subscription is confirmed; `nil` without a subscription.
    private var filter: PendingSubscriptionFilter?
    private var handshake: ConnectionHandshake
    /// Since when no task has waited, in microseconds; `nil` if one waits.
    private var idleSince: Int64?
    private var touchscreens = ReportedTouchscreens()
    /// The bytes of all lines so far, with `LinkLimits.lineCost` for each.
    private var bytesReceived: Int64 = 0
    /// The daemon's reason for ending the connection.
    private(set) var byeReason: ByeWord?
    private let timeoutUs: Int64
    private let path: String
    private let warn: (@Sendable (String) -> Void)?

    /// - Parameters:
    ///   - path: the path of the socket, for messages.
    ///   - patience: how long the daemon may take for its `hello`, and for a reply.
    ///   - warn: receives the daemon's warning about the subscription.
    ///   - passesBytes: whether `exchangeBytes` returns the lines.
    init(
        _ path: String, _ subscription: GestureSubscription?, patience: Duration,
        warn: (@Sendable (String) -> Void)? = nil, passesBytes: Bool = false
    ) {
        (self.path, self.warn) = (path, warn)
        self.passesBytes = passesBytes
        timeoutUs = patience.microseconds
        handshake = ConnectionHandshake(
            awaitsReply: subscription != nil, timeoutUs: timeoutUs, now: SystemClock.monotonicUs)
        filter = subscription.map(PendingSubscriptionFilter.init)
    }

    /// Makes a number for a task that is going to wait, or for its request, whose id it is.
    mutating func makeToken() -> Int64 {
        lastToken &+= 1
        return lastToken
    }

    // MARK: Tasks

    /// Returns that there are lines, or how the connection ended. Otherwise keeps `reader`, and
    /// returns `nil`.
    mutating func next(_ token: Int64, until deadline: Int64?, _ reader: Reader) -> Next? {
        if !unread.isEmpty { return .lines }
        if let end { return .ended(end) }
        endIdleness()
        readers.append(
            WaitingReader(
                token: token, continuation: reader, deadline: deadline ?? .max))
        return nil
    }

    /// Queues the bytes of a request and keeps `continuation`. Returns an error, and does neither,
    /// if the connection has ended.
    mutating func await(
        _ token: Int64, _ bytes: [UInt8], _ continuation: ReplyContinuation
    ) -> GestureClientError? {
        if let end { return failure(of: end) }
        outgoing += bytes
        endIdleness()
        pendingReplies.append(
            PendingReply(
                token: token, continuation: continuation,
                deadline: SystemClock.monotonicUs.addingClamped(timeoutUs),
                byteLimit: bytesReceived &+ Int64(LinkLimits.bytesBeforeAnswer)))
        return nil
    }

    /// Queues bytes whose answer is not awaited.
    mutating func send(_ bytes: [UInt8]) {
        outgoing += bytes
    }

    /// Removes the next line, if there is one, and sets `event` to its event.
    ///
    /// - Parameter readText: receives the bytes of the line.
    /// - Throws: if the line is not of the protocol.
    mutating func popEvent(
        _ event: inout GestureClientEvent?, _ readText: ((UnsafeRawBufferPointer) -> Void)? = nil
    ) throws(LineError) {
        if hasTooManyGestures { throw LineError(LiveGestures.excess) }
        guard let line = unread.popFirst() else { return }
        defer { unread.compact() }
        if line.isDecoded { event = unread.popEvent() }
        try unread.withBytes(of: line) { bytes throws(LineError) in
            var head: GestureHead?
            if !line.isDecoded {
                try tokens.read(bytes) { line throws(LineError) in
                    let update: GestureUpdate = try line.decoded()
                    head = GestureHead(update)
                    event = .gesture(update)
                }
            } else if case .gesture(let update) = event {
                head = GestureHead(update)
            }
            readText?(bytes)
            if let head { hasTooManyGestures = !liveGestures.receive(head, bytes) }
        }
    }

    /// Exchanges the bytes of all lines for an empty array. Returns how the connection ended, if
    /// so.
    mutating func exchangeBytes(for empty: inout [UInt8]) -> End? {
        unread.exchangeBytes(for: &empty)
        return end
    }

    /// Cancels the gestures that are live for the reader. Returns their lines.
    mutating func cancelLiveGestures(phases: Set<GestureUpdate.Phase>?) -> [GestureClientLine] {
        liveGestures.cancelAll(phases: phases)
    }

    /// Removes a reader that no longer waits.
    mutating func removeReader(_ token: Int64) -> Reader? {
        guard let index = readers.firstIndex(where: { $0.token == token }) else { return nil }
        return readers.remove(at: index).continuation
    }

    /// Removes a request whose reply is no longer awaited.
    mutating func removeRequest(_ token: Int64) -> ReplyContinuation? {
        guard let index = pendingReplies.firstIndex(where: { $0.token == token }) else {
            return nil
        }
        return pendingReplies.remove(at: index).continuation
    }

    // MARK: The thread

    /// The events for which the thread must wait; `nil` if the connection has ended.
    mutating func interest(now: Int64) -> Interest? {
        guard end == nil else { return nil }
        if !reads { idleSince = idleSince ?? now }
        var earliest = EarliestTime()
        if reads { earliest.include(deadline) }
        var expires = false
        for index in readers.indices {
            if readers[index].deadline <= now {
                readers[index].lastReadUs = now
                expires = true
            }
            earliest.include(readers[index].deadline)
        }
        let timeoutMs = earliest.time.map {
            $0 <= now ? 0 : Int32(clamping: ($0 &- now) / 1000 &+ 1)
        }
        return Interest(
            reads: reads, writes: !outgoing.isEmpty, expires: expires, timeoutMs: timeoutMs ?? -1)
    }

    /// Whether the daemon took too long for an awaited line.
    func isOverdue(now: Int64) -> Bool {
        guard end == nil, reads, let deadline else { return false }
        return deadline <= now
    }

    /// Whether the socket must be read.
    private var reads: Bool { passesBytes || !readers.isEmpty || !pendingReplies.isEmpty }

    /// Removes the readers whose deadline has passed, after a last read of the socket.
    mutating func expireReaders() -> [Resumption] {
        // The line that has begun to arrive is awaited.
        guard unfinished.isEmpty, readers.contains(where: { $0.lastReadUs != nil }) else {
            return []
        }
        let expired = readers.filter { $0.lastReadUs != nil }
        readers.removeAll { $0.lastReadUs != nil }
        return expired.map { reader -> Resumption in
            { reader.continuation.resume(returning: .timedOut(readUs: reader.lastReadUs ?? 0)) }
        }
    }

    /// Removes bytes that were sent.
    mutating func sent(_ count: Int) {
        outgoing.removeFirst(min(count, outgoing.count))
    }

    /// Discards bytes that can no longer be sent.
    mutating func dropOutgoing() {
        outgoing = []
    }

    /// Processes bytes that were read. Returns the tasks that waited for them.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [Resumption] {
        var resumptions: [Resumption] = []
        var remaining = bytes
        while end == nil, let newline = remaining.firstNewline {
            let line = UnsafeRawBufferPointer(rebasing: remaining[..<newline])
            remaining = UnsafeRawBufferPointer(rebasing: remaining[(newline + 1)...])
            guard unfinished.count + line.count <= LinkLimits.line else {
                return resumptions + refuse("a line is too long")
            }
            let woken = unfinished.isEmpty ? receive(line: line) : finishLine(with: line)
            if !woken.isEmpty { resumptions += woken }
        }
        if end == nil, unfinished.count + remaining.count > LinkLimits.line {
            return resumptions + refuse("a line does not end")
        }
        if !remaining.isEmpty { unfinished += remaining }
        let woken = wakeReaders()
        return resumptions.isEmpty ? woken : resumptions + woken
    }

    private mutating func finishLine(with end: UnsafeRawBufferPointer) -> [Resumption] {
        var line: [UInt8] = []
        swap(&line, &unfinished)
        line += end
        let resumptions = line.withUnsafeBytes { receive(line: $0) }
        line.removeAll(keepingCapacity: true)
        swap(&line, &unfinished)
        return resumptions
    }

    /// Ends the connection because of a line that `popEvent` removed. Lines that were read after it
    /// are dropped.
    mutating func refusePopped(_ reason: String) -> [Resumption] {
        unread.removeAll()
        end = nil
        return refuse(reason)
    }

    /// Ends the connection: its bytes are not of the protocol.
    private mutating func refuse(_ reason: String) -> [Resumption] {
        unfinished = []
        return finish(.failed(.notTheProtocol(path: path, reason: reason)))
    }

    /// Postpones the handshake's deadline by the time in which no task waited.
    private mutating func endIdleness() {
        guard let since = idleSince else { return }
        idleSince = nil
        handshake.postpone(by: SystemClock.monotonicUs &- since)
    }

    /// Ends the connection. Returns the resumptions of the tasks that wait.
    mutating func finish(_ end: End) -> [Resumption] {
        guard self.end == nil else { return [] }
        self.end = end
        let failure = failure(of: end)
        let pendingReplies = pendingReplies
        self.pendingReplies = []
        return wakeReaders()
            + pendingReplies.map { reply -> Resumption in
                { reply.continuation.resume(returning: .failure(failure)) }
            }
    }

    /// Why a request has no reply.
    private func failure(of end: End) -> GestureClientError {
        switch end {
        case .closed: .notConnected
        case .failed(let error): error
        case .lost: byeReason.map { .sentAway(path: path, $0) } ?? .connectionLost(path: path)
        }
    }

    // MARK: Lines

    /// The earliest time at which an awaited line is overdue, in microseconds.
    private var deadline: Int64? {
        let earliest = pendingReplies.map(\.deadline).min()
        guard let first = handshake.deadline else { return earliest }
        return min(first, earliest ?? first)
    }

    private mutating func receive(line: UnsafeRawBufferPointer) -> [Resumption] {
        bytesReceived &+= Int64(line.count + LinkLimits.lineCost)
        handshake.count(line.count)
        let resumptions: [Resumption]
        do throws(LineError) {
            if isEstablished, passesBytes, let gesture = try passedGesture(line) {
                unread.append(bytes: line)
                return liveGestures.receive(gesture, line) ? [] : refuse(LiveGestures.excess)
            }
            // Decoded when it is removed, unless a reply is awaited: then an invalid line must end
            // the connection before the reply.
            if isEstablished, !passesBytes, pendingReplies.isEmpty, line.isGestureLine {
                unread.append(line)
                return checkUnread()
            }
            resumptions = try receiveDecoded(line)
        } catch {
            return refuse(error.message)
        }
        let isLate = pendingReplies.contains { $0.byteLimit < bytesReceived }
        guard end == nil, handshake.isOverrun || isLate else { return resumptions }
        return resumptions + finish(.failed(.tooMuchUnread(path: path)))
    }

    private mutating func receiveDecoded(
        _ line: UnsafeRawBufferPointer
    ) throws(LineError) -> [Resumption] {
        var received: ReceivedLine?
        try tokens.read(line) { line throws(LineError) in received = try ReceivedLine(line) }
        switch received {
        case .event(let event): return receive(event, line)
        case .reply(let reply): return receive(reply)
        case nil: return []
        }
    }

    /// The head of the line, if it is the line of a gesture; `nil` for other lines.
    private mutating func passedGesture(
        _ line: UnsafeRawBufferPointer
    ) throws(LineError) -> GestureHead? {
        if let head = GestureLineHead(line) { return GestureHead(head) }
        var head: GestureHead?
        try tokens.read(line) { line throws(LineError) in
            guard line.members?["type"]?.holds("gesture") ?? false else { return }
            head = try line.decoded()
        }
        return head
    }

    /// Whether every further line is for the reader: the handshake is complete, and the filter
    /// admits all.
    private var isEstablished: Bool { handshake.isDone && filter?.admitsAll ?? true }

    private mutating func receive(
        _ event: GestureClientEvent, _ line: UnsafeRawBufferPointer
    ) -> [Resumption] {
        if !handshake.isDone {
            do throws(LineError) {
                try handshake.receive(event, now: SystemClock.monotonicUs)
            } catch {
                return refuse(error.message)
            }
        }
        if case .bye(let word) = event { byeReason = word }
        if case .device(let update) = event, !touchscreens.receive(update, line) {
            return refuse("it has more touchscreens than there can be")
        }
        guard filter?.admits(event) ?? true else { return [] }
        if passesBytes {
            unread.append(bytes: line)
            guard case .gesture(let update) = event else { return [] }
            return liveGestures.receive(GestureHead(update), line)
                ? [] : refuse(LiveGestures.excess)
        }
        unread.append(line, event)
        return checkUnread()
    }

    private mutating func checkUnread() -> [Resumption] {
        // More than this arrives only while a reply is awaited.
        guard unread.byteCount <= LinkLimits.unreadBytes, unread.count <= LinkLimits.unreadLines
        else {
            return finish(.failed(.tooMuchUnread(path: path)))
        }
        return []
    }

    private mutating func receive(_ reply: Reply) -> [Resumption] {
        if reply.id == Link.subscriptionID {
            filter?.isConfirmed = true
            handshake.receiveReply()
            if case .failure(let refusal) = reply.result {
                return finish(.failed(.refused(refusal)))
            }
            return reply.warning.map { text in [{ [warn] in warn?(text) }] } ?? []
        }
        guard let id = reply.id, let continuation = removeRequest(id) else { return [] }
        let answer = reply.result.mapError(GestureClientError.refused)
        return [{ continuation.resume(returning: answer) }]
    }

    private mutating func wakeReaders() -> [Resumption] {
        let next: Next? = unread.isEmpty ? end.map { .ended($0) } : .lines
        guard let next else { return [] }
        defer { readers.removeAll() }
        return readers.map { reader -> Resumption in
            { reader.continuation.resume(returning: next) }
        }
    }
}
