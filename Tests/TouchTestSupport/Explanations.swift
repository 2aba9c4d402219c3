public import TouchCore

/// Checks the promises of explanations: for each hand, a gesture is either emitted or explained,
/// never both; and the values of an explanation are right.
public enum Explanations {
    /// A hand with an explanation, identified by its zone, first landing and last lift.
    private struct Hand: Hashable {
        let zone: Int
        let since: Timestamp
        let time: Timestamp
    }

    /// The broken promises, as texts; empty if every promise is kept.
    ///
    /// Only hands with an explanation are checked, in zones that have one hand at a time.
    public static func broken(
        _ explanations: [GestureExplanation], events: [GestureEvent],
        configuration: GestureConfiguration
    ) -> [String] {
        let groups = Dictionary(grouping: explanations) {
            Hand(zone: $0.zone, since: $0.since, time: $0.time)
        }
        var broken = explanations.compactMap(falseStatement)
        for (hand, explained) in groups where isDistinct(hand, groups.keys) {
            let zone = configuration.zones[hand.zone]
            let isFollowed = groups.keys.contains {
                $0.zone == hand.zone && $0.since == hand.time
            }
            for (index, gesture) in zone.gestures.enumerated() {
                let reasons = explained.filter { $0.gesture == index }.map(\.reason)
                let emitted = events.filter { $0.zone == hand.zone && $0.gesture == index }
                guard
                    let isEmitted = isEmitted(
                        emitted, by: hand, isOpen: isFollowed || isOpen(reasons))
                else { continue }
                if reasons.count != (isEmitted ? 0 : 1) {
                    let seconds = Double(hand.time.microseconds) / 1e6
                    broken.append(
                        "\(seconds) \(zone.name)/\(gesture.name): emitted \(isEmitted), \(reasons)")
                }
            }
        }
        return broken
    }

    /// The statement of an explanation that is false; `nil` if none is.
    private static func falseStatement(_ explanation: GestureExplanation) -> String? {
        switch explanation.reason {
        case .missed(let shortfall) where !shortfall.isMissed: "\(shortfall)"
        case .incomplete where explanation.part == nil: "nothing is known: \(explanation)"
        case .count(let count, let wanted, _) where count >= wanted: "\(explanation)"
        case .cooldown(let us) where us <= 0: "\(explanation)"
        case .count(_, _, .spacing(let spacing, let limit)) where spacing <= limit: "\(explanation)"
        case .lost(let winner) where winner == explanation.gesture: "\(explanation)"
        default: nil
        }
    }

    /// Whether the timestamps distinguish a hand from every other. Fingers that were put aside are
    /// a hand of their own once the one beside them is a palm: both overlap.
    private static func isDistinct(
        _ hand: Hand, _ all: some Collection<Hand>
    ) -> Bool {
        hand.since < hand.time
            && !all.contains {
                $0 != hand && $0.zone == hand.zone
                    && ($0.since == hand.since || $0.time == hand.time
                        || $0.since < hand.time && hand.since < $0.time)
            }
    }

    /// Whether a hand emitted a gesture; `nil` if the timestamps do not show it.
    ///
    /// - Parameter isOpen: whether events at the time of the last lift may belong to another hand:
    ///   a gesture waited, or the next hand landed, in which a composition continues.
    private static func isEmitted(
        _ events: [GestureEvent], by hand: Hand, isOpen: Bool
    ) -> Bool? {
        for life in Dictionary(grouping: events, by: \.id).values {
            guard let first = life.first, let last = life.last, first.time <= hand.time else {
                continue
            }
            let landedAt = first.time.advanced(byMicroseconds: -first.durationUs)
            if landedAt >= hand.since {
                // The gesture may belong to the hand before, which lifted at that time.
                if last.time == hand.since { return nil }
                guard landedAt < hand.time else { return nil }
                // A gesture of another hand that waited may be emitted at the same time.
                return first.time == hand.time && isOpen ? nil : true
            }
            // A composition that continues from one hand to the next.
            guard first.id == last.id, life.count > 1, last.time >= hand.since else {
                continue
            }
            // All its events have one time, because it was held back until then.
            guard first.time != last.time else { return nil }
            return last.time == hand.since || first.time >= hand.since ? nil : true
        }
        return false
    }

    private static func isOpen(_ reasons: [GestureExplanation.Reason]) -> Bool {
        reasons.contains {
            switch $0 {
            case .waits, .undecided: true
            default: false
            }
        }
    }
}
