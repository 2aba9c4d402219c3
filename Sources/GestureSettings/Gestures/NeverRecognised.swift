import TouchCore

/// Finds gestures of a zone that another one of it always wins over, and zones that no finger can
/// reach, as far as thresholds and places show it.
///
/// What is in doubt is not reported: a rival that is silent for a while (`cooldown`), that waits, or
/// that a third gesture may keep from winning.
enum NeverRecognised {
    /// Warns of each gesture of a zone's list that is never recognised beside an earlier winner.
    static func warn(_ entries: [GestureEntry], _ problems: inout ProblemList) {
        // Who sends a request gets no warnings.
        guard case .mark? = entries.first?.mark else { return }
        for (index, entry) in entries.enumerated() where !problems.isFull {
            guard let definition = entry.definition else { continue }
            for (other, rival) in entries.enumerated()
            where other != index && rival.alwaysWins(over: entry) {
                guard
                    let precedence = rival.definition?.thresholds?.precedence(
                        over: definition, isFirst: other < index),
                    entries.enumerated().allSatisfy({ third, gesture in
                        third == index || third == other || !gesture.competes(with: rival)
                            || gesture.competes(with: entry)
                    })
                else { continue }
                warn(entry, precededBy: rival, precedence, &problems)
                break
            }
        }
    }

    private static func warn(
        _ entry: GestureEntry, precededBy rival: GestureEntry, _ precedence: GesturePrecedence,
        _ problems: inout ProblemList
    ) {
        let (name, other) = (entry.effectiveName, rival.effectiveName)
        var often = "never"
        let cause: String
        switch precedence {
        case .distance(let length):
            // One frame may take fingers beyond both.
            often = "hardly ever"
            cause = "begins beyond \(Measure.length.text(length))"
        case .duration(let duration):
            cause = "begins after \(Measure.time.text(duration / .milliseconds(1)))"
        case .taps(let count):
            cause = "is recognised at \(count == 1 ? "the first tap" : "\(count) taps")"
        }
        guard name != other else {
            return problems.warn(
                at: entry.nameMark,
                "\(name) is \(often) recognised: another \(other) of the zone \(cause), and wins",
                advice: "Give each a name, and this one simultaneous: [NAME] of the other")
        }
        problems.warn(
            at: entry.nameMark,
            "\(name) is \(often) recognised: \(other) \(cause), and wins",
            advice: """
                simultaneous: [\(other)] here keeps both; waits_for: [\(name)] at \(other) keeps \
                \(other) back until \(name) has failed
                """)
    }
}

extension GestureEntry {
    /// Whether one that begins or is recognised makes the other lose, whenever it does.
    fileprivate func alwaysWins(over other: GestureEntry) -> Bool {
        competes(with: other) && cooldown == .zero && waitsFor.isEmpty
    }

    /// Whether it makes the other lose where it wins.
    fileprivate func competes(with other: GestureEntry) -> Bool {
        definition?.thresholds.map { !type(of: $0).traits.contains(.winsNothing) } ?? true
            && !isSimultaneous(with: other) && !other.isSimultaneous(with: self)
    }

    /// Whether it names the other one as one that it does not compete with.
    fileprivate func isSimultaneous(with other: GestureEntry) -> Bool {
        simultaneous?.contains { $0.name == other.effectiveName } ?? true
    }
}

extension NeverRecognised {
    /// Warns of each zone in which no finger lands, because one zone above it lies over all of it.
    static func warn(_ builders: [ZoneBuilder], _ problems: inout ProblemList) {
        for (index, below) in builders.enumerated() where !problems.isFull {
            guard below.zone.mask == .gestures, let mark = below.nameMark,
                let above = builders[(index + 1)...].first(where: { $0.zone.covers(below.zone) })
            else { continue }
            problems.warn(
                at: mark,
                "no finger lands in \(below.zone.name): \(above.zone.name) lies above all of it",
                advice: "Put it behind \(above.zone.name) in the list, or give it mask: all")
        }
    }
}

extension ZoneConfiguration {
    /// Whether its fingers are all that another zone would have, as far as numbers of one unit show
    /// it.
    fileprivate func covers(_ other: ZoneConfiguration) -> Bool {
        guard devices.isEmpty || !other.devices.isEmpty && Set(other.devices).isSubset(of: devices)
        else { return false }
        guard let rect else { return true }
        guard let inner = other.rect else { return false }
        return rect.horizontal.covers(inner.horizontal) && rect.vertical.covers(inner.vertical)
    }
}

extension ZoneSpan {
    /// Whether it reaches from before another to behind it, as far as numbers of one unit show it.
    fileprivate func covers(_ inner: ZoneSpan) -> Bool {
        if self == .whole { return true }
        if let own = shares, let inner = inner.shares {
            return own.start <= inner.start && own.end >= inner.end
        }
        switch (self, inner) {
        case (.fromStart(let start, let length), .fromStart(let inner, let innerLength)),
            (.fromEnd(let start, let length), .fromEnd(let inner, let innerLength)):
            guard let start = start.fixed, let length = length.fixed, let inner = inner.fixed,
                let innerLength = innerLength.fixed
            else { return false }
            return start <= inner && start + length >= inner + innerLength
        case (.between(let before, let after), .between(let inner, let innerAfter)):
            guard let before = before.fixed, let after = after.fixed, let inner = inner.fixed,
                let innerAfter = innerAfter.fixed
            else { return false }
            return before <= inner && after <= innerAfter
        default: return false
        }
    }

    /// Where it begins and ends as shares of any side; `nil` where one of its lengths is no share.
    var shares: (start: Double, end: Double)? {
        switch self {
        case .fromStart(.share(let start), length: .share(let length)): (start, start + length)
        case .fromEnd(.share(let end), length: .share(let length)): (1 - end - length, 1 - end)
        case .between(.share(let before), .share(let after)): (before, 1 - after)
        default: nil
        }
    }
}

extension ZoneLength {
    /// In mm on any side: nothing is 0 in both units; `nil` where that depends on the side.
    fileprivate var fixed: Double? {
        switch self {
        case .millimetres(let length): length
        case .share(let share): share == 0 ? 0 : nil
        }
    }
}
