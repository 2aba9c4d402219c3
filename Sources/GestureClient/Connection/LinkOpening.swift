/// The handshake of a connection: `hello`, the present touchscreens, `snapshot_end` and, if the
/// client subscribed, the reply to that.
///
/// It must arrive in time, and within the limit on lines.
struct LinkOpening {
    private var awaitsHello = true
    private var awaitsSnapshot = true
    private var awaitsReply: Bool
    private var bytesLeft = LinkBounds.bytesBeforeAnswer
    private let patienceUs: Int64
    /// When the awaited line is overdue; `nil` once nothing is awaited.
    private(set) var deadline: Int64?

    /// - Parameters:
    ///   - awaitsReply: whether the client subscribed.
    ///   - patienceUs: the time limit for `hello`, and for the rest.
    init(awaitsReply: Bool, patienceUs: Int64, now: Int64) {
        self.awaitsReply = awaitsReply
        self.patienceUs = patienceUs
        deadline = now.addingClamped(patienceUs)
    }

    /// Whether the handshake is complete.
    var isDone: Bool { deadline == nil }

    /// No task read for this long, so that the daemon is not late.
    mutating func postpone(by us: Int64) {
        deadline = deadline?.addingClamped(us)
    }

    /// Processes a line of `bytes` bytes.
    ///
    /// - Throws: if a connection cannot begin with this line.
    mutating func take(
        _ event: GestureClientEvent, bytes: Int, now: Int64
    ) throws(LineError) {
        if awaitsHello {
            guard case .hello(let hello) = event, hello.protocolVersion == 1 else {
                throw LineError("it begins with another line")
            }
            awaitsHello = false
            deadline = now.addingClamped(patienceUs)
        }
        // A client beyond the limit gets `bye` first.
        switch event {
        case .snapshotEnd: awaitsSnapshot = false
        case .bye: (awaitsSnapshot, awaitsReply) = (false, false)
        default: break
        }
        settle()
        bytesLeft -= bytes + LinkBounds.lineCost
    }

    /// The reply to the subscription has arrived.
    mutating func takeReply() {
        awaitsReply = false
        settle()
    }

    /// Whether more bytes came first than any daemon sends.
    var isOverrun: Bool { !isDone && bytesLeft < 0 }

    private mutating func settle() {
        if !awaitsHello, !awaitsSnapshot, !awaitsReply { deadline = nil }
    }
}
