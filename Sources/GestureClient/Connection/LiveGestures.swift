import GestureWire

/// The gestures of a connection that have begun for its reader and not ended, with the last line of
/// each.
struct LiveGestures {
    /// Why a connection with too many ends.
    static let excess = "more gestures are alive than there can be"

    private var lines: [Int64: [UInt8]] = [:]
    private var bytes = 0

    /// Records a line of a gesture.
    ///
    /// Returns whether it fits: no daemon has more live gestures.
    mutating func receive(_ gesture: GestureHead, _ line: UnsafeRawBufferPointer) -> Bool {
        let known = lines.index(forKey: gesture.id)
        if gesture.isEnd {
            guard let known else { return true }
            bytes -= lines.remove(at: known).value.count
        } else if let known {
            bytes += line.count - lines.values[known].count
            // Reuse its storage unless it is far larger: only lines are counted.
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
        return bytes <= LinkLimits.openGestureBytes
    }

    /// Cancels all, in the order of their ids; empty if `cancelled` is not subscribed.
    mutating func takeLost(phases: Set<GestureUpdate.Phase>?) -> [GestureClientLine] {
        defer { self = LiveGestures() }
        guard phases?.contains(.cancelled) ?? true else { return [] }
        var tokens = JSONTokens()
        return lines.sorted { $0.key < $1.key }.compactMap { _, line in
            var update: GestureUpdate?
            line.withUnsafeBytes { bytes in
                try? tokens.read(bytes) { line throws(LineError) in update = try line.decoded() }
            }
            return update?.lost().lostLine
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
    /// - Throws: if `GestureUpdate` cannot be read from the line, and for the same reason.
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

/// What `GesturePart` requires of a part.
private struct PartHead: LineObject {
    init(_ members: LineMembers<GestureMember>) throws(LineError) {
        _ = try members.string(.kind)
        let _: [PartHead] = try members.objects(.parts)
    }
}

extension GestureUpdate {
    /// The line in the daemon's format, but without `seq`, as the daemon did not send it.
    fileprivate var lostLine: GestureClientLine {
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
