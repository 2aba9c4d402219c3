import GestureWire
import LinuxIO

/// What a link knows; its thread and the tasks that wait share it under a lock.
///
/// Nothing here does I/O or resumes anybody: what is to be resumed is handed out.
struct LinkState {
    /// What who reads events gets.
    enum Next: Sendable {
        case line(GestureClientLine)
        /// None has come in time.
        ///
        /// - Parameter readUs: up to when the socket has been read.
        case timedOut(readUs: Int64)
        /// The task was cancelled.
        case cancelled
        /// Nothing comes any more.
        case ended(End)
    }

    /// How a connection ended.
    enum End: Sendable, Hashable {
        /// By this side.
        case closed
        /// By the other side, or by an error of the socket.
        case lost
        /// By an error that is reported to the program.
        case failed(GestureClientError)
    }

    /// What the thread waits for.
    struct Interest {
        var reads: Bool
        var writes: Bool
        /// For poll(2); -1: for ever.
        var timeoutMs: Int32
    }

    typealias Answer = Result<Reply.Answer, GestureClientError>
    typealias Reader = CheckedContinuation<Next, Never>
    typealias ReplyContinuation = CheckedContinuation<Answer, Never>
    typealias Resumption = @Sendable () -> Void

    /// Who waits for a line.
    private struct WaitingReader {
        var token: Int64
        var continuation: Reader
        /// `Int64.max`: it waits for ever.
        var deadline: Int64
        /// Since when the thread looks whether the socket has a line after all; past the deadline.
        var lastLookUs: Int64?
    }

    /// Who waits for a reply.
    private struct PendingReply {
        var token: Int64
        var continuation: ReplyContinuation
        var deadline: Int64
        /// How many bytes of lines may come before it.
        var lastByte: Int64
    }

    /// Bytes to be sent.
    private(set) var outgoing: [UInt8] = []

    private var unfinished: [UInt8] = []
    private var lines: [GestureClientLine] = []
    /// Where `lines` begins; those before have been taken.
    private var firstLine = 0
    private var unreadBytes = 0
    /// In the order in which they came.
    private var readers: [WaitingReader] = []
    private var pendingReplies: [PendingReply] = []
    private var end: End?
    private var lastToken: Int64 = 0
    /// Until the reply to the first request has come.
    private var filter: PendingSubscriptionFilter?
    private var handshake: ConnectionHandshake
    /// Since when nobody waits for anything; `nil`: somebody does.
    private var idleSince: Int64?
    /// The touchscreens that there are, by id, and the bytes of the lines that reported them.
    private var touchscreens: [Int: Int] = [:]
    private var touchscreenBytes = 0
    /// Bytes of all lines so far.
    private var bytesTaken: Int64 = 0
    /// The daemon's reason for ending the connection.
    private var byeReason: ByeWord?
    private let timeoutUs: Int64
    private let path: String

    /// - Parameters:
    ///   - path: of the socket, for messages.
    ///   - patience: how long the daemon may take for its `hello`, and for a reply.
    init(_ path: String, _ subscription: GestureSubscription?, patience: Duration) {
        self.path = path
        timeoutUs = patience.microseconds
        handshake = ConnectionHandshake(
            awaitsReply: subscription != nil, timeoutUs: timeoutUs, now: SystemClock.monotonicUs)
        filter = subscription.map(PendingSubscriptionFilter.init)
    }

    /// A number for who is going to wait; it is the id of a request, too.
    mutating func makeToken() -> Int64 {
        lastToken &+= 1
        return lastToken
    }

    // MARK: Tasks

    /// The next line where there is one; else `reader` is kept.
    mutating func next(_ token: Int64, until deadline: Int64?, _ reader: Reader) -> Next? {
        if let line = takeLine() { return .line(line) }
        if let end { return .ended(end) }
        endIdleness()
        readers.append(
            WaitingReader(
                token: token, continuation: reader, deadline: deadline ?? .max))
        return nil
    }

    /// Sends `bytes` and keeps `continuation`, unless the connection has ended.
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
                lastByte: bytesTaken &+ Int64(LinkLimits.bytesBeforeAnswer)))
        return nil
    }

    /// Sends bytes whose answer nobody waits for.
    mutating func send(_ bytes: [UInt8]) {
        outgoing += bytes
    }

    /// Takes out a reader that no longer waits.
    mutating func removeReader(_ token: Int64) -> Reader? {
        guard let index = readers.firstIndex(where: { $0.token == token }) else { return nil }
        return readers.remove(at: index).continuation
    }

    /// Takes out a request that nobody waits for any more.
    mutating func removeRequest(_ token: Int64) -> ReplyContinuation? {
        guard let index = pendingReplies.firstIndex(where: { $0.token == token }) else {
            return nil
        }
        return pendingReplies.remove(at: index).continuation
    }

    // MARK: The thread

    /// What to wait for; `nil` once the connection has ended.
    mutating func interest(now: Int64) -> Interest? {
        guard end == nil else { return nil }
        let reads = !readers.isEmpty || !pendingReplies.isEmpty
        if !reads { idleSince = idleSince ?? now }
        for index in readers.indices where readers[index].deadline <= now {
            readers[index].lastLookUs = now
        }
        let patience = readers.map(\.deadline).min().flatMap { $0 < .max ? $0 : nil }
        let deadline = reads ? [deadline, patience].compactMap(\.self).min() : nil
        let timeoutMs = deadline.map { $0 <= now ? 0 : Int32(clamping: ($0 &- now) / 1000 &+ 1) }
        return Interest(reads: reads, writes: !outgoing.isEmpty, timeoutMs: timeoutMs ?? -1)
    }

    /// Whether the daemon took too long for something that is awaited.
    func isOverdue(now: Int64) -> Bool {
        guard end == nil, !readers.isEmpty || !pendingReplies.isEmpty, let deadline else {
            return false
        }
        return deadline <= now
    }

    /// Takes out the readers whose time is over, once the socket has been read for the last time.
    mutating func expireReaders() -> [Resumption] {
        // The rest of a line that has begun is on its way.
        guard unfinished.isEmpty, readers.contains(where: { $0.lastLookUs != nil }) else {
            return []
        }
        let expired = readers.filter { $0.lastLookUs != nil }
        readers.removeAll { $0.lastLookUs != nil }
        return expired.map { reader -> Resumption in
            { reader.continuation.resume(returning: .timedOut(readUs: reader.lastLookUs ?? 0)) }
        }
    }

    /// `count` bytes were sent.
    mutating func sent(_ count: Int) {
        outgoing.removeFirst(min(count, outgoing.count))
    }

    /// Nothing can be sent any more.
    mutating func dropOutgoing() {
        outgoing = []
    }

    /// Takes bytes that were read; who waits for what is in them.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> [Resumption] {
        var resumptions: [Resumption] = []
        var rest = bytes[...]
        while end == nil, let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[rest.startIndex..<newline]
            rest = rest[(newline + 1)...]
            guard unfinished.count + line.count <= LinkLimits.line else {
                return resumptions + refuse("a line is too long")
            }
            unfinished += line
            resumptions += takeUnfinished()
        }
        if end == nil, unfinished.count + rest.count > LinkLimits.line {
            return resumptions + refuse("a line does not end")
        }
        unfinished += rest
        return resumptions + feedReaders()
    }

    private mutating func refuse(_ reason: String) -> [Resumption] {
        unfinished = []
        return finish(.failed(.notTheProtocol(path: path, reason: reason)))
    }

    /// What was to come while nobody waited was not looked for.
    private mutating func endIdleness() {
        guard let since = idleSince else { return }
        idleSince = nil
        handshake.postpone(by: SystemClock.monotonicUs &- since)
    }

    /// Nothing comes any more; tasks that wait are resumed.
    mutating func finish(_ end: End) -> [Resumption] {
        guard self.end == nil else { return [] }
        self.end = end
        let failure = failure(of: end)
        let pendingReplies = pendingReplies
        self.pendingReplies = []
        return feedReaders()
            + pendingReplies.map { continuation -> Resumption in
                { continuation.continuation.resume(returning: .failure(failure)) }
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

    private var deadline: Int64? {
        let earliest = pendingReplies.map(\.deadline).min()
        guard let first = handshake.deadline else { return earliest }
        return min(first, earliest ?? first)
    }

    private mutating func takeUnfinished() -> [Resumption] {
        defer { unfinished.removeAll(keepingCapacity: true) }
        bytesTaken &+= Int64(unfinished.count + LinkLimits.lineCost)
        let received = unfinished.withUnsafeBytes { bytes in
            Result { () throws(LineError) in try ReceivedLine(bytes) }
        }
        let resumptions: [Resumption]
        switch received {
        case .success(.event(let line)): resumptions = keep(line)
        case .success(.reply(let reply)): resumptions = settle(reply)
        case .failure(let error): return refuse(error.message)
        }
        let isLate = pendingReplies.contains { $0.lastByte < bytesTaken }
        guard end == nil, handshake.isOverrun || isLate else { return resumptions }
        return resumptions + finish(.failed(.tooMuchUnread(path: path)))
    }

    private mutating func keep(_ line: GestureClientLine) -> [Resumption] {
        if !handshake.isDone {
            do throws(LineError) {
                let bytes = line.text.utf8.count
                try handshake.take(line.event, bytes: bytes, now: SystemClock.monotonicUs)
            } catch {
                return refuse(error.message)
            }
        }
        if case .bye(let word) = line.event { byeReason = word }
        if case .device(let update) = line.event, !count(update, line.text.utf8.count) {
            return refuse("it has more touchscreens than there can be")
        }
        guard filter?.admits(line.event) ?? true else { return [] }
        lines.append(line)
        unreadBytes += line.text.utf8.count
        // More than this comes only while a reply is awaited.
        guard unreadBytes <= LinkLimits.unreadBytes,
            lines.count - firstLine <= LinkLimits.unreadLines
        else {
            return finish(.failed(.tooMuchUnread(path: path)))
        }
        return []
    }

    /// Counts a touchscreen that a line of so many bytes reported; false where there are too many.
    private mutating func count(_ update: DeviceUpdate, _ bytes: Int) -> Bool {
        let id = update.device.id
        touchscreenBytes -= touchscreens[id] ?? 0
        touchscreens[id] = update.change == .removed ? nil : bytes
        touchscreenBytes += touchscreens[id] ?? 0
        return touchscreens.count <= LinkLimits.touchscreens
            && touchscreenBytes <= LinkLimits.touchscreenBytes
    }

    private mutating func settle(_ reply: Reply) -> [Resumption] {
        if reply.id == Link.subscriptionID {
            filter?.isConfirmed = true
            handshake.takeReply()
            guard case .failure(let refusal) = reply.result else { return [] }
            return finish(.failed(.refused(refusal)))
        }
        guard let id = reply.id, let continuation = removeRequest(id) else { return [] }
        let answer = reply.result.mapError(GestureClientError.refused)
        return [{ continuation.resume(returning: answer) }]
    }

    private mutating func takeLine() -> GestureClientLine? {
        guard firstLine < lines.count else { return nil }
        let line = lines[firstLine]
        firstLine += 1
        unreadBytes -= line.text.utf8.count
        if firstLine == lines.count {
            lines.removeAll(keepingCapacity: true)
            firstLine = 0
        }
        return line
    }

    private mutating func feedReaders() -> [Resumption] {
        var resumptions: [Resumption] = []
        while let reader = readers.first?.continuation {
            if let line = takeLine() {
                resumptions.append { reader.resume(returning: .line(line)) }
            } else if let end {
                resumptions.append { reader.resume(returning: .ended(end)) }
            } else {
                break
            }
            readers.removeFirst()
        }
        return resumptions
    }
}

/// Limits on what a client accepts from its peer; no daemon reaches any of them.
///
/// Any program may serve a socket. These limits bound time and memory whatever it sends.
enum LinkLimits {
    /// Bytes of a line without its line feed: more than a daemon queues for a client (`queue_kib`).
    static let line = 1 << 18
    /// Bytes of lines that are buffered while a reply is awaited and no task reads events.
    static let unreadBytes = 1 << 20
    /// The number of such lines: once parsed, a short line needs as much memory as a long one.
    static let unreadLines = 1 << 14
    /// Bytes of lines before an awaited end of the snapshot or reply. With the usual `queue_kib` a
    /// daemon queues far less.
    static let bytesBeforeAnswer = 1 << 24
    /// Added to the bytes of each line there: parsing a short line takes as long.
    static let lineCost = 1 << 8
    /// Touchscreens at one time.
    static let touchscreens = 256
    /// Bytes of the lines that described them.
    static let touchscreenBytes = 1 << 20
    /// Bytes of the lines of gestures that are live at one time.
    static let openGestureBytes = 1 << 20
}
