import GestureWire
import TouchCore

/// Input of a client that has not been answered yet: at most one unfinished line.
struct RequestInput {
    /// The result of receiving bytes from a client.
    enum Outcome {
        /// A whole line, without its line feed.
        case line(UnsafeRawBufferPointer)
        case tooLong
        case tooMany
    }

    /// The result of `answer` for an outcome.
    struct Verdict {
        /// Whether the next line may be answered as well.
        let continues: Bool
        /// How much the line counts towards the requests per second, in tenths of a request.
        let tenths: Int

        /// - Parameter tenths: what the line counts, in tenths of a request; 10 by default.
        init(continues: Bool, tenths: Int = 10) {
            self.continues = continues
            self.tenths = tenths
        }
    }

    /// When the unfinished line began, in microseconds.
    private(set) var began: Int64?

    private var line: [UInt8] = []
    /// The bytes after the line at which `answer` stopped: at most those of one read.
    private var unread: [UInt8] = []
    /// When the period began in which requests are counted, in microseconds.
    private var windowStart = Int64.min
    /// The requests in that period, in tenths.
    private var tenths = 0
    /// Whether lines that are answered now may have arrived earlier, because the client waited for
    /// its turn.
    private(set) var isLate = false
    /// Whether the last read left nothing unread.
    private var hasReadAll = false

    /// Records that the client has its turn. The time limit of an unfinished line starts again,
    /// because the client was not read while it waited.
    mutating func endWaiting(now: Int64) {
        if began != nil { began = now }
    }

    /// Records that the client waits for its turn.
    mutating func beginWaiting() {
        isLate = true
        // The client may send more while it waits.
        hasReadAll = false
    }

    /// Records a read.
    ///
    /// - Parameter isComplete: whether the read left nothing unread.
    mutating func recordRead(isComplete: Bool) {
        hasReadAll = isComplete
    }

    /// Records that all lines that may be answered now are answered.
    mutating func settle() {
        if unread.isEmpty, hasReadAll { isLate = false }
    }

    /// Whether no line that was read waits to be answered or finished.
    var isEmpty: Bool { began == nil && unread.isEmpty }

    /// Whether bytes wait that were read before `answer` stopped.
    var hasUnread: Bool { !unread.isEmpty }

    /// Consumes the bytes that wait since `answer` stopped, as `receive` does.
    mutating func resume(_ limits: ClientLimits, now: Int64, _ answer: (Outcome) -> Verdict) {
        var bytes: [UInt8] = []
        swap(&bytes, &unread)
        bytes.withUnsafeBytes { receive($0, limits, now: now, answer) }
    }

    /// Consumes bytes received at `now`, and calls `answer` with each line until it stops; the rest
    /// waits for `resume`.
    mutating func receive(
        _ bytes: UnsafeRawBufferPointer, _ limits: ClientLimits, now: Int64,
        _ answer: (Outcome) -> Verdict
    ) {
        var remaining = bytes[...]
        while let end = remaining.firstIndex(of: UInt8(ascii: "\n")) {
            let part = remaining[remaining.startIndex..<end]
            remaining = remaining[(end + 1)...]
            guard line.count + part.count < limits.requestBytes else {
                _ = answer(.tooLong)
                return
            }
            guard finish(part, limits, now: now, answer) else {
                unread = Array(remaining)
                return
            }
        }
        line.append(contentsOf: remaining)
        if line.count >= limits.requestBytes {
            _ = answer(.tooLong)
        } else if line.isEmpty {
            began = nil
        } else {
            began = began ?? now
        }
    }

    /// Answers the unfinished line, if there is one, of a client that has shut down its write side.
    mutating func finish(_ limits: ClientLimits, now: Int64, _ answer: (Outcome) -> Verdict) {
        guard !line.isEmpty else { return }
        _ = finish([][...], limits, now: now, answer)
    }

    private mutating func finish(
        _ part: some Collection<UInt8>, _ limits: ClientLimits, now: Int64,
        _ answer: (Outcome) -> Verdict
    ) -> Bool {
        guard isWithinRate(limits, now: now) else {
            _ = answer(.tooMany)
            return false
        }
        line.append(contentsOf: part)
        began = nil
        defer { line.removeAll(keepingCapacity: true) }
        let verdict = line.withUnsafeBytes { answer(.line($0)) }
        tenths += verdict.tenths
        return verdict.continues
    }

    /// Whether the rate allows another line. The cost of the line is known only once it is
    /// answered.
    private mutating func isWithinRate(_ limits: ClientLimits, now: Int64) -> Bool {
        if windowStart == .min || (now &- windowStart >= 1_000_000 && !isLate) {
            windowStart = now
            tenths = 0
        }
        // Lines that waited may have been sent in any second since the period began.
        let seconds = (now &- windowStart) / 1_000_000 + 1
        return tenths / (10 * max(limits.requestsPerSecond, 1)) < Int(seconds)
    }
}

/// The cost of the requests of a user, or of one connection, and the time from which further ones
/// are answered.
///
/// Costs are counted in units (`RequestCost`), not measured, so that the same requests always cost
/// the same. A user who has spent more than the budget waits until it is restored; no client is
/// disconnected for it.
struct RequestBudget {
    /// The time in which one unit is restored, in microseconds: 8 000 a second.
    static let unitUs: Int64 = 125
    /// The units that may be spent at once after a pause.
    static let burst: Int64 = 400
    /// The maximum debt of a user, in units: as many as a second restores. A request that costs
    /// more is refused.
    static let longestDebt: Int64 = 8_000
    /// The time for which each unit of a connection gives other connections of its user precedence,
    /// in microseconds: connections that use less than 100 units per second precede those that use
    /// more.
    private static let throttlePerUnitUs: Int64 = 10_000
    /// The maximum of that time; connections that reach it take turns.
    private static let maximumThrottleUs: Int64 = 2_000_000

    /// The total budget of the connections of a user that have budgets of their own, as a multiple
    /// of the budget of others.
    static let manyClients: Int64 = 8

    /// The user whose requests these are.
    let uid: UInt32
    /// Whether connections of the user wait for their turn.
    var hasWaiting = false
    /// Whether connections wait for this budget; from then on all connections of the user take
    /// turns.
    var takesTurns = false
    /// When everything that was spent is restored, in microseconds times `manyClients`.
    private var fullAt = Int64.min

    init(_ uid: UInt32) { self.uid = uid }

    /// The time from which a request may be answered, in microseconds.
    var opensAt: Int64 {
        fullAt == .min ? .min : fullAt / Self.manyClients &- Self.burst &* Self.unitUs
    }

    /// Whether it equals one that was never charged.
    func isFull(at now: Int64) -> Bool { fullAt <= now &* Self.manyClients && !hasWaiting }

    /// Charges `units` for a request of a connection.
    ///
    /// - Parameters:
    ///   - share: by which the price is divided.
    ///   - throttledUntil: until when other connections of the user precede this one. The waiting
    ///     connection with the earliest such time is next.
    mutating func charge(
        _ units: Int64, share: Int64 = 1, throttling throttledUntil: inout Int64, now: Int64
    ) {
        charge(units, share: share, now: now)
        let throttled = max(throttledUntil, now) &+ units &* Self.throttlePerUnitUs
        throttledUntil = min(throttled, now &+ Self.maximumThrottleUs)
    }

    /// Charges `units` for a request. A connection that has a budget of its own beside this one
    /// pays a `share` of the price: the user then has `share` times the budget of others.
    mutating func charge(_ units: Int64, share: Int64 = 1, now: Int64) {
        let latest = (now &+ (Self.burst &+ Self.longestDebt) &* Self.unitUs) &* Self.manyClients
        let cost = units &* Self.unitUs &* Self.manyClients / share
        fullAt = min(max(fullAt, now &* Self.manyClients) &+ cost, latest)
    }
}

/// The budgets of all users that have sent requests recently.
struct RequestBudgets: ~Copyable {
    private var budgets: [RequestBudget] = []
    /// Whether any connections wait for their turn.
    private(set) var hasWaiting = false

    /// The budget of a user; one that was never charged is full.
    subscript(uid: UInt32) -> RequestBudget {
        get { budgets.first { $0.uid == uid } ?? RequestBudget(uid) }
        set {
            if let index = budgets.firstIndex(where: { $0.uid == uid }) {
                budgets[index] = newValue
            } else {
                budgets.append(newValue)
            }
            hasWaiting = budgets.contains(where: \.hasWaiting)
        }
    }

    /// The first user from `index` on with connections that wait; `nil` if none has such
    /// connections. Moves `index` after it.
    func nextWaiting(from index: inout Int) -> UInt32? {
        while index < budgets.count {
            defer { index += 1 }
            if budgets[index].hasWaiting { return budgets[index].uid }
        }
        return nil
    }

    /// Removes full budgets, which equal new ones.
    mutating func removeFull(at now: Int64) {
        budgets.removeAll { $0.isFull(at: now) }
    }
}

/// The costs that are charged for requests, in units. A `ping` costs two: one for waking up and
/// reading it, one for answering it.
///
/// Costs depend on the request and never on a clock, so that clients can compute them.
enum RequestCost {
    /// The cost of waking up and reading, however much was sent.
    static let read: Int64 = 1

    /// How much a request counts towards the requests per second of a connection, in tenths.
    ///
    /// A page that moves eight zones 60 times a second, as often as it is drawn, makes 48 requests
    /// a second.
    static func tenths(_ operation: Request.Operation?) -> Int {
        if case .moveZone = operation { 1 } else { 10 }
    }

    /// The cost of parsing a line of `bytes` bytes and answering it.
    ///
    /// - Parameters:
    ///   - gestures: the number of configured gestures, in all zones.
    ///   - devices: the number of devices.
    static func answer(
        _ operation: Request.Operation?, bytes: Int, gestures: @autoclosure () -> Int, devices: Int
    ) -> Int64 {
        let reading = 1 + bytes / 256
        let doing =
            switch operation {
            case .ping: 0
            // The reply has counters of every configured zone.
            case .status: gestures() / 32
            // Each zone is placed on each device, and its gestures are searched for edges.
            case .zones: 4 + devices * (gestures() / 8)
            // The filter is compiled again, for each gesture, and each device is matched against
            // its patterns.
            case .subscribe: gestures() / 32 + devices * (bytes / 64)
            // A zone is parsed as a part of a configuration, and created on each device.
            case .addZone: 4 + bytes / 16 + devices * (1 + bytes / 64)
            // Four numbers are parsed, and nothing is created: 2.8 times the work of a ping. For an
            // error in a long request, the intended name is searched.
            case .moveZone: (bytes <= 256 ? 4 : 1 + bytes / 16) + devices / 4
            case .removeZone: 1 + devices
            // The zones of a device are created again, and each client receives its line.
            case .setOutput: 16 + gestures() / 2
            // For an error, the intended name is searched.
            case nil: 1 + bytes / 16
            }
        return Int64(reading + doing)
    }
}

/// The budget of one user for connections, so that a program that connects and disconnects all the
/// time costs others nothing.
///
/// The server accepts every connection at once, so that no user waits for another, and closes those
/// beyond the budget.
struct AcceptBudget {
    /// The connections that may be accepted at once after a pause: several times the number of all
    /// clients.
    static let burst: Int64 = 256
    /// The number of connections by which the budget is restored in a second, for a user with at
    /// most `pacedClients` clients.
    static let perSecond: Int64 = 500
    /// The number of clients to which `perSecond` applies; a user who may have more clients has a
    /// proportionally larger budget.
    static let pacedClients = 16
    /// The maximum number of connections in the socket's queue; as in systemd/gestured.socket.
    static let queueLength: Int32 = 128

    /// The user whose connections these are.
    let uid: UInt32
    /// When the whole budget is restored, in microseconds.
    private var fullAt = Int64.min

    init(uid: UInt32) {
        self.uid = uid
    }

    /// Whether the budget equals one that was never charged.
    func isFull(at now: Int64) -> Bool { fullAt <= now }

    /// Counts a connection. Returns false, and counts nothing, if it exceeds the budget now.
    ///
    /// - Parameter perSecond: the number of connections by which the budget is restored in a
    ///   second.
    mutating func charge(_ perSecond: Int64, now: Int64) -> Bool {
        let unitUs = 1_000_000 / perSecond
        guard fullAt <= now || fullAt &- now < Self.burst &* unitUs else { return false }
        fullAt = max(fullAt, now) &+ unitUs
        return true
    }
}

/// The budgets of all users that have connected recently.
struct AcceptBudgets {
    private var budgets: [AcceptBudget] = []

    /// Counts a connection of a user. Returns false if it exceeds the budget now.
    mutating func charge(
        _ uid: UInt32, _ perSecond: Int64 = AcceptBudget.perSecond, now: Int64
    ) -> Bool {
        if let index = budgets.firstIndex(where: { $0.uid == uid }) {
            return budgets[index].charge(perSecond, now: now)
        }
        budgets.removeAll { $0.isFull(at: now) }
        var budget = AcceptBudget(uid: uid)
        defer { budgets.append(budget) }
        return budget.charge(perSecond, now: now)
    }
}
