/// What every connection begins with: `hello`, the touchscreens that there are, the end of them and,
/// where the client subscribed, the reply to that.
///
/// It has to come in time, and before more lines than any daemon has to say first.
struct LinkOpening {
    private var awaitsHello = true
    private var awaitsSnapshot = true
    private var awaitsReply: Bool
    private var bytesLeft = LinkBounds.bytesBeforeAnswer
    private let patienceUs: Int64
    /// When what is awaited is late; `nil` once nothing is.
    private(set) var deadline: Int64?

    /// - Parameters:
    ///   - awaitsReply: whether the client subscribed.
    ///   - patienceUs: how long `hello` may take, and how long the rest.
    init(awaitsReply: Bool, patienceUs: Int64, now: Int64) {
        self.awaitsReply = awaitsReply
        self.patienceUs = patienceUs
        deadline = now.addingClamped(patienceUs)
    }

    /// Whether all of it has come.
    var isDone: Bool { deadline == nil }

    /// Nobody waited for so long: the daemon was not asked, and is not late.
    mutating func postpone(by us: Int64) {
        deadline = deadline?.addingClamped(us)
    }

    /// Takes a line of so many bytes.
    ///
    /// - Throws: where it cannot be what a connection begins with.
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
        // One too many is sent away before anything else is said.
        switch event {
        case .snapshotEnd: awaitsSnapshot = false
        case .bye: (awaitsSnapshot, awaitsReply) = (false, false)
        default: break
        }
        settle()
        bytesLeft -= bytes + LinkBounds.lineCost
    }

    /// The subscription was answered.
    mutating func takeReply() {
        awaitsReply = false
        settle()
    }

    /// Whether more was said first than any daemon has to say.
    var isOverrun: Bool { !isDone && bytesLeft < 0 }

    private mutating func settle() {
        if !awaitsHello, !awaitsSnapshot, !awaitsReply { deadline = nil }
    }
}
