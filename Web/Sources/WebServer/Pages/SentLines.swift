import GestureWire

/// Records the lines that were sent to a page. If the connection to the daemon ends without a
/// `bye`, the page must still receive an end of each gesture.
struct SentLines {
    /// Why the daemon ends a connection after a reply.
    enum Refusal {
        case tooManyRequests, lineTooLong
    }

    /// The number of the newest numbered line.
    private(set) var seq: UInt64 = 0
    /// The reason of the daemon's `bye`.
    private(set) var bye: String?
    /// The refusal of the newest reply that ends a connection.
    private(set) var refusal: Refusal?
    /// Whether both `ended` and `cancelled` are sent for gestures that begin now; without one of
    /// them it is unknown which gestures have ended.
    private var includesEnds = true
    /// The newest line of each gesture that has begun and not ended.
    private var open: [UInt64: [UInt8]] = [:]
    /// The number of requests that the page has sent, and of replies to them.
    private var (requestCount, replyCount): (UInt64, UInt64) = (0, 0)
    /// The `subscribe` requests that are not answered, with their numbers among all requests.
    private var subscriptions: [(number: UInt64, includesEnds: Bool)] = []

    /// The maximum number of gestures of a client at once, as in the daemon.
    private static let maximumOpen = 64
    private static let seqKey: StaticString = #""seq":"#
    private static let phaseKey: StaticString = #","phase":""#

    /// Records a request of the page, which the daemon answers with one reply, in order.
    ///
    /// - Parameter includesEnds: `Request.includesEnds`.
    mutating func recordRequest(includesEnds: Bool?) {
        requestCount += 1
        if let includesEnds { subscriptions.append((requestCount, includesEnds)) }
    }

    /// Records a line of the daemon. Returns the number of lost lines if the line is an `overflow`.
    mutating func record(_ line: UnsafeRawBufferPointer) -> UInt64? {
        if line.starts(with: #"{"type":"gesture","#) {
            recordGesture(line)
        } else if line.starts(with: #"{"type":"reply""#) {
            recordReply(line)
        } else if line.starts(with: #"{"type":"bye""#) {
            bye = (try? JSONValue(parsing: line))?["reason"]?.text ?? "unknown"
        } else {
            recordNumber(of: line)
            if line.starts(with: #"{"type":"overflow""#) {
                return line.range(of: #""dropped":"#).flatMap { line.number(from: $0.upperBound) }
                    ?? 1
            }
        }
        return nil
    }

    private mutating func recordNumber(of line: UnsafeRawBufferPointer) {
        guard let range = line.range(of: Self.seqKey, rare: 3) else { return }
        seq = line.number(from: range.upperBound) ?? seq
    }

    private mutating func recordReply(_ line: UnsafeRawBufferPointer) {
        replyCount += 1
        if let next = subscriptions.first, next.number <= replyCount {
            subscriptions.removeFirst()
            // A subscription applies to gestures that begin after its reply, unless it is refused.
            if line.range(of: #""ok":true"#) != nil { includesEnds = next.includesEnds }
        }
        if line.range(of: #""code":"too_many_requests""#) != nil {
            refusal = .tooManyRequests
        } else if line.range(of: #""code":"line_too_long""#) != nil {
            refusal = .lineTooLong
        }
    }

    private mutating func recordGesture(_ line: UnsafeRawBufferPointer) {
        recordNumber(of: line)
        guard let range = line.range(of: Self.phaseKey, rare: 2), range.upperBound + 1 < line.count,
            let id = Self.id(before: range.lowerBound, in: line)
        else { return }
        switch (line[range.upperBound], line[range.upperBound + 1]) {
        case (UInt8(ascii: "b"), _):
            guard includesEnds, open.count < Self.maximumOpen else { return }
            open[id] = Array(line)
        case (UInt8(ascii: "c"), UInt8(ascii: "h")):
            guard let index = open.index(forKey: id) else { return }
            open.values[index].removeAll(keepingCapacity: true)
            open.values[index].append(contentsOf: line)
        default: open[id] = nil
        }
    }

    /// The `id`: the number before the member `phase`, which begins at `end`.
    private static func id(before end: Int, in line: UnsafeRawBufferPointer) -> UInt64? {
        var start = end
        while start > 0, (48...57).contains(line[start - 1]) { start -= 1 }
        return line.number(from: start)
    }

    /// Returns lines, with the next numbers, that cancel every gesture that has not ended; none
    /// after a `bye`, because the daemon itself ends all gestures before it.
    mutating func cancelOpenGestures(reason: String) -> [[UInt8]] {
        defer { open = [:] }
        guard bye == nil else { return [] }
        return open.sorted { $0.key < $1.key }.compactMap { _, line in
            seq += 1
            return line.withUnsafeBytes { Self.cancelling($0, reason: reason, seq: seq) }
        }
    }

    /// The `cancelled` line of a gesture, with the values and the time of its newest line.
    private static func cancelling(
        _ line: UnsafeRawBufferPointer, reason: String, seq: UInt64
    ) -> [UInt8]? {
        guard let seqRange = line.range(of: seqKey), let phaseRange = line.range(of: phaseKey),
            let comma = line[seqRange.upperBound...].firstIndex(of: UInt8(ascii: ",")),
            let quote = line[phaseRange.upperBound...].firstIndex(of: UInt8(ascii: "\"")),
            seqRange.upperBound <= phaseRange.lowerBound
        else { return nil }
        var made = Array(line[..<seqRange.upperBound])
        made += Array(String(seq).utf8)
        made += line[comma..<phaseRange.upperBound]
        made += Array(#"cancelled","reason":"\#(reason)""#.utf8)
        made += line[(quote + 1)...]
        if line.range(of: #""duration_us":"#) == nil {
            made.removeLast()
            made += Array(#","duration_us":0}"#.utf8)
        }
        return made
    }
}
