/// What a client has heard begin and not end.
struct LiveGestures {
    /// More than this no daemon has; one that says so is not believed.
    private static let most = 65_536

    private var updates: [Int64: GestureUpdate] = [:]

    /// Takes note of a step.
    mutating func heard(_ update: GestureUpdate) {
        if update.isEnd {
            updates[update.id] = nil
        } else if update.phase == .began ? updates.count < Self.most : updates[update.id] != nil {
            updates[update.id] = update
        }
    }

    /// Ends everything, in the order of ids; empty where ends are not asked for.
    mutating func takeLost(phases: Set<GestureUpdate.Phase>?) -> [GestureClientLine] {
        defer { updates = [:] }
        guard phases?.contains(.cancelled) ?? true else { return [] }
        return updates.values.sorted { $0.id < $1.id }.map { update in
            let lost = update.lost()
            return GestureClientLine(text: lost.lostLine, event: .gesture(lost))
        }
    }
}

extension GestureUpdate {
    /// As the daemon would write it, but without a `seq`: the daemon did not.
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
