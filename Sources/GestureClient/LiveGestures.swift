/// The gestures that have begun for this client and not ended.
struct LiveGestures {
    private var updates: [Int64: (update: GestureUpdate, bytes: Int)] = [:]
    private var bytes = 0

    /// Records an event from a line of so many bytes.
    ///
    /// Returns whether it fits: no daemon has more live gestures.
    mutating func heard(_ update: GestureUpdate, bytes count: Int) -> Bool {
        let known = updates[update.id]
        if update.isEnd {
            updates[update.id] = nil
            bytes -= known?.bytes ?? 0
        } else if update.phase == .began || known != nil {
            updates[update.id] = (update, count)
            bytes += count - (known?.bytes ?? 0)
        }
        return bytes <= LinkBounds.aliveBytes
    }

    /// Cancels all, in the order of their ids; empty if `cancelled` is not subscribed.
    mutating func takeLost(phases: Set<GestureUpdate.Phase>?) -> [GestureClientLine] {
        defer { self = LiveGestures() }
        guard phases?.contains(.cancelled) ?? true else { return [] }
        return updates.values.map(\.update).sorted { $0.id < $1.id }.map { update in
            let lost = update.lost()
            return GestureClientLine(text: lost.lostLine, event: .gesture(lost))
        }
    }
}

extension GestureUpdate {
    /// In the daemon's format, but without a `seq`, as the daemon did not send it.
    fileprivate var lostLine: String {
        var members: [RequestValue.Member] = [
            .init("type", "gesture"), .init("time_us", .integer(timeUs)),
            .init("device", .integer(Int64(device))), .init("zone", .text(zone)),
            .init("gesture", .text(kind.rawValue)), .init("name", .text(name)),
            .init("id", .integer(id)), .init("phase", .text(phase.rawValue)),
            .init("reason", .text(Reason.connectionLost.rawValue)),
            .init("fingers", .integer(Int64(fingers))),
        ]
        if let place {
            members += [
                .init("x", .number(place.x)), .init("y", .number(place.y)),
                .init("x_mm", .number(place.xMm)), .init("y_mm", .number(place.yMm)),
            ]
        }
        if let durationUs { members.append(.init("duration_us", .integer(durationUs))) }
        return RequestValue.object(members).json
    }
}
