import Glibc
import LinuxIO
import Synchronization
import SystemPackage

/// One connection with a thread that reads only while a task waits.
///
/// Unread lines stay in the socket, so that the daemon's flow control works.
final class Link: Sendable {
    /// The id of the `subscribe` request at the start of a connection.
    static let subscriptionID: Int64 = 0

    /// The path of the socket.
    let path: String
    /// Shared by the thread and the tasks.
    let state: Mutex<LinkState>
    /// The thread polls its read end; a byte in it makes the thread check `state`.
    private let wake: WakePipe
    private let socket: Int32
    /// The id of the user who serves the socket.
    let daemonUserID: UInt32

    /// Connects to `path` and subscribes before anything is read; `nil`: the default subscription.
    ///
    /// - Throws: `GestureClientError` if the socket fails or no thread can be created.
    init(
        _ path: String, _ subscription: GestureSubscription?, patience: Duration
    ) throws(GestureClientError) {
        self.path = path
        state = Mutex(LinkState(path, subscription, patience: patience))
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
                "subscribe", id: Self.subscriptionID, subscription.members)
            state.withLock { $0.send(request) }
        }
        try start(LinkThread(link: self, socket: connected))
    }

    /// This link if one of `users` serves the socket; `nil`: any user may.
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

    /// The next line for a reader of events.
    func next() async -> LinkState.Next {
        let token = state.withLock { $0.makeToken() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let next = state.withLock { state -> LinkState.Next? in
                    // Checked under the lock: a cancellation either happens before this or removes
                    // the waiter.
                    if Task.isCancelled { return .cancelled }
                    return state.next(token, continuation)
                }
                if let next { continuation.resume(returning: next) } else { wake.signal() }
            }
        } onCancel: {
            state.withLock { $0.removeReader(token) }?.resume(returning: .cancelled)
        }
    }

    /// Sends a request and waits for its reply.
    func send(
        _ type: String, _ members: [RequestValue.Member]
    ) async throws(GestureClientError) -> DaemonReport? {
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
        _ type: String, id: Int64?, _ members: [RequestValue.Member]
    ) -> [UInt8] {
        let head: [RequestValue.Member] =
            [.init("type", .text(type))] + (id.map { [.init("id", .integer($0))] } ?? [])
        return Array((RequestValue.object(head + members).json + "\n").utf8)
    }

    /// Processes received bytes and resumes the tasks that waited for them.
    func deliver(_ bytes: UnsafeRawBufferPointer) {
        let resumptions = state.withLock { $0.take(bytes) }
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

    /// Starts the thread.
    private func start(_ thread: LinkThread) throws(GestureClientError) {
        let failure = thread.start()
        guard failure == 0 else { throw .outOfResources(errno: failure) }
    }
}

extension GestureClientError {
    /// For a failed connect(2).
    fileprivate init(_ path: String, _ error: Errno) {
        switch error {
        case .noSuchFileOrDirectory, .notDirectory: self = .noSocket(paths: [path])
        case .connectionRefused: self = .notServed(path: path)
        case .permissionDenied, .notPermitted: self = .permissionDenied(path: path)
        default: self = .cannotConnect(path: path, errno: error.rawValue)
        }
    }
}
