import GestureWire
import Glibc
import LinuxIO
import Synchronization
import SystemPackage

/// One connection, with a thread that reads only while a task waits.
///
/// Lines that no task waits for stay in the socket, so that the daemon's flow control works.
final class Link: Sendable {
    /// The id of the `subscribe` request at the start of a connection.
    static let subscriptionID: Int64 = 0

    /// The path of the socket.
    let path: String
    /// Shared by the thread and the tasks.
    let state: Mutex<LinkState>
    /// Makes the thread, which polls the pipe's read end, check `state`.
    private let wake: WakePipe
    private let socket: Int32
    /// The id of the user who serves the socket.
    let daemonUserID: UInt32

    /// Connects to `path` and subscribes before reading.
    ///
    /// - Parameters:
    ///   - path: the path of the socket.
    ///   - subscription: the first request. If `nil`, the default subscription.
    ///   - patience: how long the daemon may take for its `hello`, and for a reply.
    ///   - warn: receives the daemon's warning about the subscription.
    ///   - receiveReader: receives the reader, whose `turn` the caller must then call. The link has
    ///     no thread then, and its lines are read as bytes. If `nil`, the link has a thread.
    /// - Throws: `GestureClientError` if the socket fails or no thread can be created.
    init(
        _ path: String, _ subscription: GestureSubscription?, patience: Duration,
        warn: (@Sendable (String) -> Void)? = nil, _ receiveReader: ((LinkReader) -> Void)? = nil
    ) throws(GestureClientError) {
        self.path = path
        state = Mutex(
            LinkState(
                path, subscription, patience: patience, warn: warn,
                passesBytes: receiveReader != nil))
        do throws(Errno) {
            wake = try WakePipe()
        } catch {
            throw .outOfResources(errno: error.rawValue)
        }
        let connected: UnixSocket
        do throws(Errno) {
            connected = try UnixSocket(connectedTo: path)
        } catch {
            throw GestureClientError(path, error)
        }
        socket = connected.number
        daemonUserID = connected.peer.uid
        if let subscription {
            let request = Link.request(
                .subscribe, id: Self.subscriptionID, subscription.members)
            state.withLock { $0.send(request) }
        }
        let reader = LinkReader(link: self, socket: connected)
        guard let receiveReader else {
            do throws(Errno) {
                try WaitingThread.start { while reader.turn() {} }
            } catch {
                throw .outOfResources(errno: error.rawValue)
            }
            return
        }
        receiveReader(reader)
    }

    /// Returns this link if one of `users` serves the socket. If `users` is `nil`, any user may.
    ///
    /// - Throws: `untrustedDaemon`; the connection is then closed.
    func trusted(by users: Set<UInt32>?) throws(GestureClientError) -> Link {
        guard let users, !users.contains(daemonUserID) else { return self }
        close()
        throw .untrustedDaemon(path: path, userID: daemonUserID)
    }

    /// Closes the connection and resumes all waiters.
    func close() {
        end(.closed)
    }

    /// Waits for lines, which `popEvent` returns.
    ///
    /// - Parameter deadlineUs: the deadline, in microseconds of CLOCK_MONOTONIC. If `nil`, there is
    ///   none.
    func next(until deadlineUs: Int64?) async -> LinkState.Next {
        let token = state.withLock { $0.makeToken() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let next = state.withLock { state -> LinkState.Next? in
                    // Checked under the lock: a cancellation after this check finds the waiter and
                    // removes it.
                    if Task.isCancelled { return .cancelled }
                    return state.next(token, until: deadlineUs, continuation)
                }
                if let next { continuation.resume(returning: next) } else { wake.signal() }
            }
        } onCancel: {
            state.withLock { $0.removeReader(token) }?.resume(returning: .cancelled)
        }
    }

    /// Sends a request and waits for its reply.
    func send(
        _ type: RequestType, _ members: [RequestValue.Member]
    ) async throws(GestureClientError) -> Reply.Answer {
        let token = state.withLock { $0.makeToken() }
        let bytes = Link.request(type, id: token, members)
        let result: LinkState.Answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let failure = state.withLock { state -> GestureClientError? in
                    if Task.isCancelled { return .cancelled }
                    return state.await(token, bytes, continuation)
                }
                if let failure { continuation.resume(returning: .failure(failure)) }
                wake.signal()
            }
        } onCancel: {
            state.withLock { $0.removeRequest(token) }?.resume(returning: .failure(.cancelled))
        }
        return try result.get()
    }

    /// The text of a request, with its line feed.
    static func request(
        _ type: RequestType, id: Int64?, _ members: [RequestValue.Member]
    ) -> [UInt8] {
        let head: [RequestValue.Member] =
            [.init("type", .text(type.rawValue))] + (id.map { [.init("id", .integer($0))] } ?? [])
        return Array((RequestValue.object(head + members).json + "\n").utf8)
    }

    /// Processes received bytes and resumes the tasks that waited for them.
    func deliver(_ bytes: UnsafeRawBufferPointer) {
        let resumptions = state.withLock { $0.receive(bytes) }
        resumptions.forEach { $0() }
    }

    /// Resumes the readers whose deadline has passed, after a last read of the socket.
    func expireReaders() {
        let resumptions = state.withLock { $0.expireReaders() }
        resumptions.forEach { $0() }
    }

    /// Ends the connection for the given reason and resumes all waiters.
    func end(_ end: LinkState.End) {
        let resumptions = state.withLock { $0.finish(end) }
        resumptions.forEach { $0() }
        wake.signal()
    }

    /// Waits for the wake pipe and, as `interest` requests, for the socket.
    func poll(_ interest: LinkState.Interest) -> Int16 {
        let events = Int16((interest.reads ? POLLIN : 0) | (interest.writes ? POLLOUT : 0))
        return wake.poll(
            socket: events == 0 ? -1 : socket, events: events, timeoutMs: interest.timeoutMs)
    }

    /// Removes the next line and returns its event; `nil` if there is no line.
    ///
    /// - Parameter readText: receives the bytes of the line.
    func popEvent(
        _ readText: ((UnsafeRawBufferPointer) -> Void)? = nil
    ) -> GestureClientEvent? {
        var event: GestureClientEvent?
        do throws(LineError) {
            try state.withLock { state throws(LineError) in
                try state.popEvent(&event, readText)
            }
        } catch {
            let resumptions = state.withLock { $0.refusePopped(error.message) }
            resumptions.forEach { $0() }
            wake.signal()
        }
        return event
    }
}

extension GestureClientError {
    /// For a failed connect(2).
    fileprivate init(_ path: String, _ error: Errno) {
        switch error {
        case .noSuchFileOrDirectory, .notDirectory: self = .noSocket(paths: [path])
        // connect(2) also reports this error for a file that is not a socket.
        case .connectionRefused where !Self.isSocket(path):
            self = .cannotConnect(path: path, errno: ENOTSOCK)
        case .connectionRefused: self = .notServed(path: path)
        case .permissionDenied, .notPermitted: self = .permissionDenied(path: path)
        default: self = .cannotConnect(path: path, errno: error.rawValue)
        }
    }

    /// Whether the file at `path` is a socket, or no longer exists.
    private static func isSocket(_ path: String) -> Bool {
        var found = stat()
        return stat(FileName.cString(path), &found) != 0 || found.st_mode & S_IFMT == S_IFSOCK
    }
}

/// The handshake of a connection: `hello`, the present touchscreens, `snapshot_end` and, if the
/// client subscribed, the reply to `subscribe`.
///
/// Its lines must arrive in time, and have at most `LinkLimits.bytesBeforeAnswer` bytes.
struct ConnectionHandshake {
    private var awaitsHello = true
    private var awaitsSnapshot = true
    private var awaitsReply: Bool
    private var bytesLeft = LinkLimits.bytesBeforeAnswer
    private let timeoutUs: Int64
    /// When the awaited line is overdue, in microseconds; `nil` once the handshake is complete.
    private(set) var deadline: Int64?

    /// - Parameters:
    ///   - awaitsReply: whether the client subscribed.
    ///   - timeoutUs: the time limit for `hello`, and for the lines after it.
    init(awaitsReply: Bool, timeoutUs: Int64, now: Int64) {
        self.awaitsReply = awaitsReply
        self.timeoutUs = timeoutUs
        deadline = now.addingClamped(timeoutUs)
    }

    /// Whether the handshake is complete.
    var isDone: Bool { deadline == nil }

    /// Postpones the deadline by the time in which no task read: the daemon is not to blame for it.
    mutating func postpone(by us: Int64) {
        deadline = deadline?.addingClamped(us)
    }

    /// Processes the event of a line.
    ///
    /// - Throws: if the first line is not a `hello` of protocol 1.
    mutating func receive(_ event: GestureClientEvent, now: Int64) throws(LineError) {
        if awaitsHello {
            guard case .hello(let hello) = event, hello.protocolVersion == 1 else {
                throw LineError("it begins with another line")
            }
            awaitsHello = false
            deadline = now.addingClamped(timeoutUs)
        }
        // A daemon at its limit on clients sends `bye` after `hello`.
        switch event {
        case .snapshotEnd: awaitsSnapshot = false
        case .bye: (awaitsSnapshot, awaitsReply) = (false, false)
        default: break
        }
        clearDeadlineIfDone()
    }

    /// Counts the bytes of a line of any type.
    mutating func count(_ bytes: Int) {
        if !isDone { bytesLeft -= bytes + LinkLimits.lineCost }
    }

    /// Records that the reply to `subscribe` has arrived.
    mutating func receiveReply() {
        awaitsReply = false
        clearDeadlineIfDone()
    }

    /// Whether more bytes arrived during the handshake than any daemon sends.
    var isOverrun: Bool { !isDone && bytesLeft < 0 }

    private mutating func clearDeadlineIfDone() {
        if !awaitsHello, !awaitsSnapshot, !awaitsReply { deadline = nil }
    }
}

/// Moves bytes between the socket and the link's state, on a thread of its own or on the caller's.
final class LinkReader {
    private let link: Link
    private let socket: UnixSocket
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 65_536, alignment: 16)

    init(link: Link, socket: consuming UnixSocket) {
        self.link = link
        self.socket = socket
    }

    deinit {
        buffer.deallocate()
    }

    /// Waits for the socket once, and reads and writes what is possible. Returns false if the
    /// connection has ended.
    func turn() -> Bool {
        guard let interest = link.state.withLock({ $0.interest(now: SystemClock.monotonicUs) })
        else { return false }
        let events = Int32(link.poll(interest))
        if interest.writes, events & (POLLOUT | POLLERR | POLLHUP) != 0 { write() }
        let isReadable = interest.reads && events & (POLLIN | POLLERR | POLLHUP) != 0
        if isReadable { read() }
        if interest.expires { link.expireReaders() }
        // Only an empty socket proves that the daemon is late: if there are bytes to read, this
        // side may be late, as behind a full pipe. After the deadline poll(2) does not wait, so an
        // empty socket is found at once.
        if !isReadable, link.state.withLock({ $0.isOverdue(now: SystemClock.monotonicUs) }) {
            link.end(.failed(.noAnswer(path: link.path)))
        }
        return true
    }

    private func read() {
        do throws(Errno) {
            switch try socket.receive(into: buffer) {
            case .nothing: return
            case .bytes(0): link.end(.lost)
            case .bytes(let count):
                link.deliver(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            case .descriptors:
                link.end(
                    .failed(.notTheProtocol(path: link.path, reason: "it passes descriptors")))
            }
        } catch {
            link.end(.lost)
        }
    }

    private func write() {
        let number = socket.number
        let bytes = link.state.withLock { $0.outgoing }
        do throws(Errno) {
            let count = try systemCallOrWouldBlock {
                Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            }
            link.state.withLock { $0.sent(count ?? 0) }
        } catch {
            // The connection is not ended: lines that the daemon sent before it closed can be read.
            link.state.withLock { $0.dropOutgoing() }
        }
    }
}
