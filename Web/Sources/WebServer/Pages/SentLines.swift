import GestureWire

/// What the page must still receive if its connection to the daemon ends without a `bye`: an end of
/// each gesture.
struct SentLines {
    /// Why the daemon ends a connection after a reply.
    enum Refusal {
        case tooManyRequests, lineTooLong
    }

    /// The number of the newest numbered line.
    private(set) var seq: UInt64 = 0
    /// The reason of the daemon's `bye`.
    private(set) var bye: String?
    /// The newest reply that ends a connection.
    private(set) var refusal: Refusal?
    /// Whether gestures that begin now are sent with both ends; without one of them it is unknown
    /// which gestures have ended.
    private var includesEnds = true
    /// The newest line of each gesture that has begun and not ended.
    private var open: [UInt64: [UInt8]] = [:]
    /// The number of requests that the page has sent, and of replies to them.
    private var (requestCount, replyCount): (UInt64, UInt64) = (0, 0)
    /// The requests that subscribe and are not answered, by their numbers.
    private var subscriptions: [(number: UInt64, includesEnds: Bool)] = []

    /// The maximum number of gestures of a client at once, as in the daemon.
    private static let mostOpen = 64
    private static let numbered: StaticString = #""seq":"#
    private static let phase: StaticString = #","phase":""#

    /// Records a request of the page, which the daemon answers with one reply, in order.
    ///
    /// - Parameter includesEnds: whether it subscribes to both ends of gestures; `nil` if it is no
    ///   `subscribe`.
    mutating func request(includesEnds: Bool?) {
        requestCount += 1
        if let includesEnds { subscriptions.append((requestCount, includesEnds)) }
    }

    /// Records a line of the daemon. Returns how many lost lines it reports.
    mutating func take(_ line: UnsafeRawBufferPointer) -> UInt64? {
        if line.starts(with: #"{"type":"gesture","#) {
            takeGesture(line)
        } else if line.starts(with: #"{"type":"reply""#) {
            takeReply(line)
        } else if line.starts(with: #"{"type":"bye""#) {
            bye = (try? JSONValue(parsing: line))?["reason"]?.text ?? "unknown"
        } else {
            noteNumber(of: line)
            if line.starts(with: #"{"type":"overflow""#) {
                return line.range(of: #""dropped":"#).flatMap { line.number(from: $0.upperBound) }
                    ?? 1
            }
        }
        return nil
    }

    private mutating func noteNumber(of line: UnsafeRawBufferPointer) {
        guard let place = line.range(of: Self.numbered, rare: 3) else { return }
        seq = line.number(from: place.upperBound) ?? seq
    }

    private mutating func takeReply(_ line: UnsafeRawBufferPointer) {
        replyCount += 1
        if let next = subscriptions.first, next.number <= replyCount {
            subscriptions.removeFirst()
            // A filter applies to gestures that begin after the reply; a refused one to none.
            if line.range(of: #""ok":true"#) != nil { includesEnds = next.includesEnds }
        }
        if line.range(of: #""code":"too_many_requests""#) != nil {
            refusal = .tooManyRequests
        } else if line.range(of: #""code":"line_too_long""#) != nil {
            refusal = .lineTooLong
        }
    }

    private mutating func takeGesture(_ line: UnsafeRawBufferPointer) {
        noteNumber(of: line)
        guard let place = line.range(of: Self.phase, rare: 2), place.upperBound + 1 < line.count,
            let id = Self.id(before: place.lowerBound, in: line)
        else { return }
        switch (line[place.upperBound], line[place.upperBound + 1]) {
        case (UInt8(ascii: "b"), _):
            guard includesEnds, open.count < Self.mostOpen else { return }
            open[id] = Array(line)
        case (UInt8(ascii: "c"), UInt8(ascii: "h")):
            guard let index = open.index(forKey: id) else { return }
            open.values[index].removeAll(keepingCapacity: true)
            open.values[index].append(contentsOf: line)
        default: open[id] = nil
        }
    }

    /// The `id`, which precedes the phase.
    private static func id(before end: Int, in line: UnsafeRawBufferPointer) -> UInt64? {
        var start = end
        while start > 0, (48...57).contains(line[start - 1]) { start -= 1 }
        return line.number(from: start)
    }

    /// Lines that cancel every gesture that has not ended, with the next numbers; none after `bye`,
    /// before which the daemon has sent them.
    mutating func cancelled(reason: String) -> [[UInt8]] {
        defer { open = [:] }
        guard bye == nil else { return [] }
        return open.sorted { $0.key < $1.key }.compactMap { _, line in
            seq += 1
            return line.withUnsafeBytes { Self.cancelling($0, reason: reason, seq: seq) }
        }
    }

    /// The line of a gesture as its `cancelled`, at the same time.
    private static func cancelling(
        _ line: UnsafeRawBufferPointer, reason: String, seq: UInt64
    ) -> [UInt8]? {
        guard let number = line.range(of: numbered), let place = line.range(of: phase),
            let comma = line[number.upperBound...].firstIndex(of: UInt8(ascii: ",")),
            let quote = line[place.upperBound...].firstIndex(of: UInt8(ascii: "\"")),
            number.upperBound <= place.lowerBound
        else { return nil }
        var made = Array(line[..<number.upperBound])
        made += Array(String(seq).utf8)
        made += line[comma..<place.upperBound]
        made += Array(#"cancelled","reason":"\#(reason)""#.utf8)
        made += line[(quote + 1)...]
        if line.range(of: #""duration_us":"#) == nil {
            made.removeLast()
            made += Array(#","duration_us":0}"#.utf8)
        }
        return made
    }
}
