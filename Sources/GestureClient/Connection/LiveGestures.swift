import GestureWire

/// The live gestures of a connection, with the last line of each: its reader has received their
/// `began`, and no end.
struct LiveGestures {
    /// The reason for ending a connection with too many live gestures.
    static let excess = "more gestures are alive than there can be"

    /// The last line of each gesture, by its id.
    private var lines: [Int64: [UInt8]] = [:]
    /// The number of bytes of these lines together.
    private var bytes = 0

    /// Records a line of a gesture. Returns false if the live gestures exceed the limit, which a
    /// daemon never sends.
    mutating func receive(_ gesture: GestureHead, _ line: UnsafeRawBufferPointer) -> Bool {
        let known = lines.index(forKey: gesture.id)
        if gesture.isEnd {
            guard let known else { return true }
            bytes -= lines.remove(at: known).value.count
        } else if let known {
            bytes += line.count - lines.values[known].count
            // Storage that is far larger than the line is replaced, as only bytes of lines are
            // counted.
            if lines.values[known].capacity <= 2 * line.count + 256 {
                lines.values[known].removeAll(keepingCapacity: true)
                lines.values[known].append(contentsOf: line)
            } else {
                lines.values[known] = Array(line)
            }
        } else if gesture.isBegan {
            lines[gesture.id] = Array(line)
            bytes += line.count
        }
        return bytes <= LinkLimits.liveGestureBytes
    }

    /// Cancels all gestures. Returns their lines in the order of ids, or none if `phases` lacks
    /// `cancelled`.
    mutating func cancelAll(phases: Set<GestureUpdate.Phase>?) -> [GestureClientLine] {
        defer { self = LiveGestures() }
        guard phases?.contains(.cancelled) ?? true else { return [] }
        var tokens = JSONTokens()
        return lines.sorted { $0.key < $1.key }.compactMap { _, line in
            var update: GestureUpdate?
            line.withUnsafeBytes { bytes in
                try? tokens.read(bytes) { line throws(LineError) in update = try line.decoded() }
            }
            return update?.cancelledByLoss().line
        }
    }
}

/// The members that a connection needs of each line of a gesture.
struct GestureHead: LineObject {
    let id: Int64
    let isBegan: Bool
    /// Whether it is the last line of its gesture.
    let isEnd: Bool

    init(_ update: GestureUpdate) {
        id = update.id
        isBegan = update.phase == .began
        isEnd = update.isEnd
    }

    init(_ head: GestureLineHead) {
        (id, isBegan, isEnd) = (head.id, head.isBegan, head.isEnd)
    }

    /// Reads the line of a gesture.
    ///
    /// - Throws: the error that reading a `GestureUpdate` from the line would throw.
    init(_ members: LineMembers<GestureMember>) throws(LineError) {
        _ = try members.integer(.time)
        _ = try members.integer(.device)
        _ = try members.string(.kind)
        id = try members.integer(.id)
        let phase = try members.string(.phase)
        isBegan = phase.holds("began")
        isEnd = phase.holds("ended") || phase.holds("cancelled")
        if members[.parts] != nil { let _: [PartHead] = try members.objects(.parts) }
    }
}

/// The members that `GesturePart` requires of a part.
private struct PartHead: LineObject {
    init(_ members: LineMembers<GestureMember>) throws(LineError) {
        _ = try members.string(.kind)
        let _: [PartHead] = try members.objects(.parts)
    }
}

extension GestureUpdate {
    /// The line of a cancelled gesture in the daemon's format, without `seq`, as the daemon did not
    /// send it.
    fileprivate var line: GestureClientLine {
        var members: [RequestValue.Member] = [
            .init("type", "gesture"), .init(GestureMember.time, .integer(timeUs)),
            .init(GestureMember.device, .integer(Int64(device))),
            .init(GestureMember.zone, .text(zone)),
            .init(GestureMember.kind, .text(kind.rawValue)), .init(GestureMember.name, .text(name)),
            .init(GestureMember.id, .integer(id)),
            .init(GestureMember.phase, .text(phase.rawValue)),
            .init(GestureMember.reason, .text(Reason.connectionLost.rawValue)),
            .init(GestureMember.fingers, .integer(Int64(fingers))),
        ]
        if let place {
            members += [
                .init(GestureMember.x, .number(place.x)), .init(GestureMember.y, .number(place.y)),
                .init(GestureMember.xMillimetres, .number(place.xMm)),
                .init(GestureMember.yMillimetres, .number(place.yMm)),
            ]
        }
        if let durationUs { members.append(.init(GestureMember.duration, .integer(durationUs))) }
        return GestureClientLine(
            text: RequestValue.object(members).json, event: .gesture(self))
    }
}
