import GestureWire
import TouchCore

/// What a client has sent and nobody has answered yet: at most one line that has not ended.
struct RequestInput {
    /// What comes of bytes that a client sent.
    enum Outcome {
        /// A whole line, its end taken off.
        case line(UnsafeRawBufferPointer)
        case tooLong
        case tooMany
    }

    /// What `answer` makes of an outcome.
    struct Verdict {
        /// The next line may be answered, too.
        let goesOn: Bool
        /// What it counts of the requests that a second has, in tenths.
        let tenths: Int

        /// - Parameter tenths: of a request; a whole one unless it is known to be less.
        init(goesOn: Bool, tenths: Int = 10) {
            self.goesOn = goesOn
            self.tenths = tenths
        }
    }

    /// When the line that has not ended began, in microseconds.
    private(set) var began: Int64?

    private var line: [UInt8] = []
    /// What came behind a line after which `answer` stopped: at most what one read brings.
    private var unread: [UInt8] = []
    /// When the second began whose requests are counted.
    private var windowStart = Int64.min
    /// How many, in tenths.
    private var tenths = 0
    /// What is answered now came while the client waited for its turn: it may have come before.
    private(set) var isLate = false
    /// All that the client had sent by then was read.
    private var hasAll = false

    /// Takes note that the client has its turn: a line that has not ended was not to be ended while
    /// nobody read it.
    mutating func endWaiting(now: Int64) {
        if began != nil { began = now }
    }

    /// Takes note that the client waits for its turn.
    mutating func beginWaiting() {
        isLate = true
        // More may come while it waits.
        hasAll = false
    }

    /// Takes note of a read.
    ///
    /// - Parameter hasAll: nothing was left there.
    mutating func noteRead(hasAll: Bool) {
        self.hasAll = hasAll
    }

    /// Takes note that as much was answered as may be answered now.
    mutating func settle() {
        if unread.isEmpty, hasAll { isLate = false }
    }

    /// Whether lines wait that came before `answer` stopped.
    var hasUnread: Bool { !unread.isEmpty }

    /// Takes what waits since `answer` stopped, as `take` does.
    mutating func resume(_ limits: ClientLimits, now: Int64, _ answer: (Outcome) -> Verdict) {
        var bytes: [UInt8] = []
        swap(&bytes, &unread)
        bytes.withUnsafeBytes { take($0, limits, now: now, answer) }
    }

    /// Takes bytes that came at `now`, and calls `answer` with each line until that is false; the
    /// rest waits for `resume`.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, _ limits: ClientLimits, now: Int64,
        _ answer: (Outcome) -> Verdict
    ) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let part = rest[rest.startIndex..<end]
            rest = rest[(end + 1)...]
            guard line.count + part.count < limits.requestBytes else {
                _ = answer(.tooLong)
                return
            }
            guard finish(part, limits, now: now, answer) else {
                unread = Array(rest)
                return
            }
        }
        line.append(contentsOf: rest)
        if line.count >= limits.requestBytes {
            _ = answer(.tooLong)
        } else if line.isEmpty {
            began = nil
        } else {
            began = began ?? now
        }
    }

    /// Takes the line that the client did not end before it stopped sending, where there is one.
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
        return verdict.goesOn
    }

    /// Whether there is room for a request, or for a part of one: what it is shows when it is answered.
    private mutating func isWithinRate(_ limits: ClientLimits, now: Int64) -> Bool {
        if windowStart == .min || (now &- windowStart >= 1_000_000 && !isLate) {
            windowStart = now
            tenths = 0
        }
        // Those that waited may have been sent in any of the seconds since.
        let seconds = (now &- windowStart) / 1_000_000 + 1
        return tenths / (10 * max(limits.requestsPerSecond, 1)) < Int(seconds)
    }
}

/// What the requests of one user have cost, and from when on more of them are answered.
///
/// Costs are counted in units (`RequestCost`), not measured, so that the same requests always cost
/// the same. Who has spent more than there was waits until that has come back; nobody is sent away
/// for it.
struct RequestBudget {
    /// How long a unit takes to come back, in microseconds: there are 8 000 a second.
    static let unitUs: Int64 = 125
    /// What may be spent at once after a pause, in units.
    static let burst: Int64 = 400
    /// What a user may be behind at most, in units: a second of them. A request that costs more is refused.
    static let longestDebt: Int64 = 8_000
    /// How long a unit puts a connection behind the user's others, in microseconds: who asks for
    /// less than 100 units a second is before all that ask for more.
    private static let rankUs: Int64 = 10_000
    /// For how long at most; connections that have come so far have turns one after the other.
    private static let longestRankUs: Int64 = 2_000_000

    /// Whose requests they are.
    let uid: UInt32
    /// Connections wait for their turn; from then on all of the user's have turns.
    var hasWaiting = false
    /// When all that was spent has come back, in microseconds.
    private var fullAt = Int64.min

    init(uid: UInt32) {
        self.uid = uid
    }

    /// From when on a request may be answered, in microseconds.
    var opensAt: Int64 { fullAt == .min ? .min : fullAt &- Self.burst &* Self.unitUs }

    /// Whether it is as good as one that was never charged.
    func isFull(at now: Int64) -> Bool { fullAt <= now && !hasWaiting }

    /// Takes `units` for what a connection asked.
    ///
    /// - Parameter rank: until when the connection stands behind others; of those that wait the least
    ///   has its turn.
    mutating func charge(_ units: Int64, to rank: inout Int64, now: Int64) {
        let latest = now &+ (Self.burst &+ Self.longestDebt) &* Self.unitUs
        fullAt = min(max(fullAt, now) &+ units &* Self.unitUs, latest)
        rank = min(max(rank, now) &+ units &* Self.rankUs, now &+ Self.longestRankUs)
    }
}

/// The budgets of all users that have asked for something of late.
struct RequestBudgets: ~Copyable {
    private var budgets: [RequestBudget] = []
    /// Connections of any user wait for their turn.
    private(set) var hasWaiting = false

    /// The budget of a user; one that was never charged is full.
    subscript(uid: UInt32) -> RequestBudget {
        get { budgets.first { $0.uid == uid } ?? RequestBudget(uid: uid) }
        set {
            if let place = budgets.firstIndex(where: { $0.uid == uid }) {
                budgets[place] = newValue
            } else {
                budgets.append(newValue)
            }
            hasWaiting = budgets.contains(where: \.hasWaiting)
        }
    }

    /// The users of whom connections wait.
    var waitingUsers: [UInt32] { budgets.filter(\.hasWaiting).map(\.uid) }

    /// Forgets those that are full, which are as good as new ones.
    mutating func removeFull(at now: Int64) {
        budgets.removeAll { $0.isFull(at: now) }
    }
}

/// What requests cost their user, in units: a unit is about the work of taking in and answering a
/// `ping`, half of which is to be woken and to read it.
///
/// By what is asked and never by a clock, so that whoever asks can count along.
enum RequestCost {
    /// To be woken and to read, however much came.
    static let read: Int64 = 1

    /// What a request counts of those that a connection has in a second, in tenths.
    ///
    /// A page moves each of its eight zones as often as it is drawn, 60 times a second: less than 50
    /// requests together.
    static func tenths(_ operation: Request.Operation?) -> Int {
        if case .moveZone = operation { 1 } else { 10 }
    }

    /// To understand a line of so many bytes and to answer it.
    ///
    /// - Parameters:
    ///   - gestures: how many the configuration has, in all zones.
    ///   - devices: how many there are.
    static func answer(
        _ operation: Request.Operation?, bytes: Int, gestures: @autoclosure () -> Int, devices: Int
    ) -> Int64 {
        let reading = 1 + bytes / 256
        let doing =
            switch operation {
            case .ping: 0
            // It has numbers of every zone of the configuration.
            case .status: gestures() / 32
            // Each zone is laid on each device, and its gestures are looked through for edges.
            case .zones: 4 + devices * (gestures() / 8)
            // The filter is made anew, for each gesture, and each device is held against its patterns.
            case .subscribe: gestures() / 32 + devices * (bytes / 64)
            // A zone is read as a part of a configuration, and made on each device.
            case .addZone: 4 + bytes / 16 + devices * (1 + bytes / 64)
            // Four numbers are read, and nothing is made anew: 2.8 times a ping. In a long one what is wrong
            // is searched for what was meant.
            case .moveZone: (bytes <= 256 ? 4 : 1 + bytes / 16) + devices / 4
            case .removeZone: 1 + devices
            // What was wrong is searched for what was meant.
            case nil: 1 + bytes / 16
            }
        return Int64(reading + doing)
    }
}

/// How many connections of one user are taken, so that a program that connects and leaves for ever costs
/// others nothing.
///
/// All are accepted at once, so that none waits behind another user's; those beyond are closed.
/// Connections are counted, not measured.
struct AcceptBudget {
    /// How many may be taken at once after a pause: all clients, several times over.
    static let burst: Int64 = 256
    /// How long one takes to come back, in microseconds: there are 500 a second.
    static let unitUs: Int64 = 2_000
    /// The most connections that wait in the socket's queue; as in systemd/gestured.socket.
    static let queueLength: Int32 = 128

    /// Whose connections they are.
    let uid: UInt32
    /// When all that was spent has come back, in microseconds.
    private var fullAt = Int64.min

    init(uid: UInt32) {
        self.uid = uid
    }

    /// Whether it is as good as one that was never charged.
    func isFull(at now: Int64) -> Bool { fullAt <= now }

    /// Counts a connection. Returns false if it is one too many now, and counts nothing.
    mutating func charge(now: Int64) -> Bool {
        guard fullAt <= now || fullAt &- now < Self.burst &* Self.unitUs else { return false }
        fullAt = max(fullAt, now) &+ Self.unitUs
        return true
    }
}

/// The budgets of all users that have connected recently.
struct AcceptBudgets {
    private var budgets: [AcceptBudget] = []

    /// Counts a connection of a user. Returns false if it is one too many now.
    mutating func charge(_ uid: UInt32, now: Int64) -> Bool {
        if let index = budgets.firstIndex(where: { $0.uid == uid }) {
            return budgets[index].charge(now: now)
        }
        budgets.removeAll { $0.isFull(at: now) }
        var budget = AcceptBudget(uid: uid)
        defer { budgets.append(budget) }
        return budget.charge(now: now)
    }
}
