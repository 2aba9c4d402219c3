// The conditions for which tasks and the thread of a link wait.

extension LinkState {
    /// The result of waiting for lines.
    enum Next: Sendable {
        /// There are lines, which `popEvent` returns one by one.
        case lines
        /// No line arrived in time.
        ///
        /// - Parameter readUs: the time up to which the socket has been read.
        case timedOut(readUs: Int64)
        /// The task was cancelled.
        case cancelled
        /// No line follows.
        case ended(End)
    }

    /// How a connection ended.
    enum End: Sendable, Hashable {
        /// It was closed by this side.
        case closed
        /// It was closed by the other side, or ended by an error of the socket.
        case lost
        /// It was ended by an error that is reported to the program.
        case failed(GestureClientError)
    }

    /// The events that the thread waits for.
    struct Interest {
        /// Whether it waits for bytes to read.
        var reads: Bool
        /// Whether it waits for room to write.
        var writes: Bool
        /// Whether the deadline of a reader has passed.
        var expires: Bool
        /// The timeout of poll(2); -1 means no limit.
        var timeoutMs: Int32
    }

    typealias Answer = Result<Reply.Answer, GestureClientError>
    typealias Reader = CheckedContinuation<Next, Never>
    typealias ReplyContinuation = CheckedContinuation<Answer, Never>
    typealias Resumption = @Sendable () -> Void

    /// A task that waits for a line.
    struct WaitingReader {
        var token: Int64
        var continuation: Reader
        /// In microseconds; `Int64.max` if there is none.
        var deadline: Int64
        /// When the thread last prepared to read the socket after the deadline, in microseconds;
        /// `nil` before the deadline.
        var lastReadUs: Int64?
    }

    /// A task that waits for a reply.
    struct PendingReply {
        var token: Int64
        var continuation: ReplyContinuation
        /// In microseconds.
        var deadline: Int64
        /// The maximum of `bytesReceived` at which the reply may arrive.
        var byteLimit: Int64
    }
}
