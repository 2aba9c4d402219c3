/// What a link knows; its thread and the tasks that wait share it under a lock.
///
/// Nothing here does I/O or resumes anybody: what is to be resumed is handed out.
struct LinkState {
    /// What who reads events gets.
    enum Next: Sendable {
        case line(GestureClientLine)
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
        /// By something that is worth telling.
        case failed(GestureClientError)
    }

    /// What the thread waits for.
    struct Interest {
        var reads: Bool
        var writes: Bool
        /// For poll(2); -1: for ever.
        var timeoutMs: Int32
    }

    typealias Answer = Result<DaemonReport?, GestureClientError>
    typealias Reader = CheckedContinuation<Next, Never>
    typealias Asker = CheckedContinuation<Answer, Never>
    typealias Resumption = @Sendable () -> Void

    /// No line of protocol 1 is so long.
    private static let longestLine = 1 << 20
    /// What is kept while a reply is awaited and nobody takes events, in bytes of lines.
    private static let mostUnread = 1 << 20

    /// Bytes to be sent.
    private(set) var outgoing: [UInt8] = []

    private var unfinished: [UInt8] = []
    private var lines: [GestureClientLine] = []
    /// Where `lines` begins; those before have been taken.
    private var firstLine = 0
    private var unreadBytes = 0
    private var readers: [(token: Int64, continuation: Reader)] = []
    private var askers: [(token: Int64, continuation: Asker, deadline: Int64)] = []
    private var end: End?
    private var lastToken: Int64 = 0
    /// Until the reply to the first request has come.
    private var admission: LineAdmission?
    /// Until the first line has come.
    private var helloDeadline: Int64?
    /// Why the daemon says that it ends the connection.
    private var farewell: ByeWord?
    private let patienceUs: Int64
    private let path: String

    /// - Parameters:
    ///   - path: of the socket, for messages.
    ///   - patience: how long the daemon may take for its `hello`, and for a reply.
    init(_ path: String, _ subscription: GestureSubscription?, patience: Duration) {
        self.path = path
        patienceUs = patience.microseconds
        helloDeadline = SteadyClock.nowUs.addingClamped(patienceUs)
        admission = subscription.map(LineAdmission.init)
    }

    /// A number for who is going to wait; it is the id of a request, too.
    mutating func makeToken() -> Int64 {
        lastToken &+= 1
        return lastToken
    }

    // MARK: Tasks

    /// The next line where there is one; else `reader` is kept.
    mutating func next(_ token: Int64, _ reader: Reader) -> Next? {
        if let line = takeLine() { return .line(line) }
        if let end { return .ended(end) }
        readers.append((token, reader))
        return nil
    }

    /// Sends `bytes` and keeps `asker`, unless the connection has ended.
    mutating func await(
        _ token: Int64, _ bytes: [UInt8], _ asker: Asker
    ) -> GestureClientError? {
        if let end { return failure(of: end) }
        outgoing += bytes
        askers.append((token, asker, SteadyClock.nowUs.addingClamped(patienceUs)))
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
    mutating func removeRequest(_ token: Int64) -> Asker? {
        guard let index = askers.firstIndex(where: { $0.token == token }) else { return nil }
        return askers.remove(at: index).continuation
    }

    // MARK: The thread

    /// What to wait for; `nil` once the connection has ended.
    func interest(now: Int64) -> Interest? {
        guard end == nil else { return nil }
        let reads = !readers.isEmpty || !askers.isEmpty
        let deadline = reads ? deadline : nil
        let timeoutMs = deadline.map { Int32(clamping: max(0, ($0 &- now) / 1000 &+ 1)) }
        return Interest(reads: reads, writes: !outgoing.isEmpty, timeoutMs: timeoutMs ?? -1)
    }

    /// Whether the daemon took too long for something that is awaited.
    func isOverdue(now: Int64) -> Bool {
        guard end == nil, !readers.isEmpty || !askers.isEmpty, let deadline else { return false }
        return deadline <= now
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
            unfinished += rest[rest.startIndex..<newline]
            rest = rest[(newline + 1)...]
            resumptions += takeUnfinished()
        }
        unfinished += rest
        if end == nil, unfinished.count > Self.longestLine {
            resumptions += finish(
                .failed(.notTheProtocol(path: path, reason: "a line does not end")))
        }
        return resumptions + feedReaders()
    }

    /// Nothing comes any more; who waits is told.
    mutating func finish(_ end: End) -> [Resumption] {
        guard self.end == nil else { return [] }
        self.end = end
        let failure = failure(of: end)
        let askers = askers
        self.askers = []
        return feedReaders()
            + askers.map { asker -> Resumption in
                { asker.continuation.resume(returning: .failure(failure)) }
            }
    }

    /// Why a request has no reply.
    private func failure(of end: End) -> GestureClientError {
        switch end {
        case .closed: .notConnected
        case .failed(let error): error
        case .lost: farewell.map { .sentAway(path: path, $0) } ?? .connectionLost(path: path)
        }
    }

    // MARK: Lines

    private var deadline: Int64? {
        let earliest = askers.map(\.deadline).min()
        guard let helloDeadline else { return earliest }
        return min(helloDeadline, earliest ?? helloDeadline)
    }

    private mutating func takeUnfinished() -> [Resumption] {
        defer { unfinished.removeAll(keepingCapacity: true) }
        let received = unfinished.withUnsafeBytes { bytes in
            Result { () throws(LineError) in try ReceivedLine(bytes) }
        }
        switch received {
        case .success(.event(let line)): return keep(line)
        case .success(.reply(let reply)): return settle(reply)
        case .failure(let error):
            return finish(.failed(.notTheProtocol(path: path, reason: error.message)))
        }
    }

    private mutating func keep(_ line: GestureClientLine) -> [Resumption] {
        if helloDeadline != nil {
            guard case .hello(let hello) = line.event, hello.protocolVersion == 1 else {
                return finish(
                    .failed(.notTheProtocol(path: path, reason: "it begins with another line")))
            }
            helloDeadline = nil
        }
        if case .bye(let word) = line.event { farewell = word }
        guard admission?.admits(line.event) ?? true else { return [] }
        lines.append(line)
        unreadBytes += line.text.utf8.count
        // More than this comes only while a reply is awaited.
        guard unreadBytes <= Self.mostUnread else {
            return finish(.failed(.tooMuchUnread(path: path)))
        }
        return []
    }

    private mutating func settle(_ reply: Reply) -> [Resumption] {
        if reply.id == Link.subscriptionID {
            admission?.isConfirmed = true
            guard case .failure(let refusal) = reply.result else { return [] }
            return finish(.failed(.refused(refusal)))
        }
        guard let id = reply.id, let asker = removeRequest(id) else { return [] }
        let answer = reply.result.mapError(GestureClientError.refused)
        return [{ asker.resume(returning: answer) }]
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
