/// What a client has sent and nobody has answered yet: at most one line that has not ended.
struct RequestInput {
    /// What comes of bytes that a client sent.
    enum Outcome {
        /// A whole line, its end taken off.
        case line(UnsafeRawBufferPointer)
        case tooLong
        case tooMany
    }

    /// When the line that has not ended began, in microseconds.
    private(set) var began: Int64?

    private var line: [UInt8] = []
    /// What came behind a line after which `answer` stopped: at most what one read brings.
    private var unread: [UInt8] = []
    /// When the second began whose requests are counted.
    private var windowStart = Int64.min
    private var count = 0
    /// What is answered now came while the client waited for its turn: it may have come before.
    private(set) var isLate = false
    /// All that the client had sent by then was read.
    private var hasAll = false

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
    mutating func resume(_ limits: ClientLimits, now: Int64, _ answer: (Outcome) -> Bool) {
        var bytes: [UInt8] = []
        swap(&bytes, &unread)
        bytes.withUnsafeBytes { take($0, limits, now: now, answer) }
    }

    /// Takes bytes that came at `now`, and tells `answer` of each line until that is false; the rest
    /// waits for `resume`.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, _ limits: ClientLimits, now: Int64,
        _ answer: (Outcome) -> Bool
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
    mutating func finish(_ limits: ClientLimits, now: Int64, _ answer: (Outcome) -> Bool) {
        guard !line.isEmpty else { return }
        _ = finish([][...], limits, now: now, answer)
    }

    private mutating func finish(
        _ part: some Collection<UInt8>, _ limits: ClientLimits, now: Int64,
        _ answer: (Outcome) -> Bool
    ) -> Bool {
        guard isWithinRate(limits, now: now) else {
            _ = answer(.tooMany)
            return false
        }
        line.append(contentsOf: part)
        began = nil
        defer { line.removeAll(keepingCapacity: true) }
        return line.withUnsafeBytes { answer(.line($0)) }
    }

    private mutating func isWithinRate(_ limits: ClientLimits, now: Int64) -> Bool {
        if windowStart == .min || (now &- windowStart >= 1_000_000 && !isLate) {
            windowStart = now
            count = 0
        }
        count += 1
        // Those that waited may have been sent in any of the seconds since.
        let seconds = (now &- windowStart) / 1_000_000 + 1
        return (count - 1) / max(limits.requestsPerSecond, 1) < Int(seconds)
    }
}
