package import GestureWire
import LinuxIO
package import TouchCore

/// Why gestures were not recognised, as text.
package struct ExplanationWords {
    /// One line of the dump.
    package struct Line: Equatable {
        package let time: Timestamp
        package let device: Int
        package let text: String
    }

    private let explanations: [GestureExplanation]
    private let configuration: GestureConfiguration

    package init(_ explanations: [GestureExplanation], _ configuration: GestureConfiguration) {
        self.explanations = explanations
        self.configuration = configuration
    }

    /// For each touch, one line for each gesture, and one for all gestures that take other numbers
    /// of fingers.
    package var lines: [Line] {
        var lines: [Line] = []
        var remaining = explanations[...]
        while let first = remaining.first {
            // Explanations of one touch are consecutive.
            let touch = remaining.prefix {
                $0.zone == first.zone && $0.since == first.since && $0.time == first.time
            }
            remaining = remaining.dropFirst(touch.count)
            lines += touch.filter { $0.unmatchedFingers == nil }.map { line($0, text($0)) }
            for count in Set(touch.compactMap(\.unmatchedFingers)).sorted() {
                let names = touch.filter { $0.unmatchedFingers == count }.map(name)
                lines.append(line(first, "\(names.joined(separator: ", ")): \(notWith(count))"))
            }
        }
        return lines
    }

    /// The records for clients: one for each gesture in the zones of the configuration.
    package var records: [ExplanationRecord] {
        explanations.compactMap { explanation in
            guard let gestures = gestures(of: explanation.zone),
                gestures.indices.contains(explanation.gesture)
            else { return nil }
            let gesture = gestures[explanation.gesture]
            return ExplanationRecord(
                time: explanation.time, since: explanation.since, device: explanation.device,
                zone: configuration.zones[explanation.zone].name, kind: gesture.kind,
                name: gesture.name,
                part: explanation.part.map { part($0, explanation.zone) },
                reason: explanation.reason.wireReason.rawValue, text: reason(explanation))
        }
    }

    private func line(_ explanation: GestureExplanation, _ text: String) -> Line {
        Line(time: explanation.time, device: explanation.device, text: text)
    }

    private func notWith(_ count: Int) -> String {
        "not with \(count == 1 ? "1 finger" : "\(count) fingers") (fingers)"
    }

    private func text(_ explanation: GestureExplanation) -> String {
        let part = explanation.part.map { "its \(self.part($0, explanation.zone)): " } ?? ""
        return "\(name(explanation)): \(part)\(reason(explanation))"
    }

    private func name(_ explanation: GestureExplanation) -> String {
        name(explanation.gesture, in: explanation.zone)
    }

    private func name(_ gesture: Int, in zone: Int) -> String {
        guard let gestures = gestures(of: zone), gestures.indices.contains(gesture) else {
            return "gesture"
        }
        let name = gestures[gesture].name
        return zone == 0 ? name : "\(configuration.zones[zone].name)/\(name)"
    }

    private func part(_ node: Int, _ zone: Int) -> String {
        let nodes = configuration.zones[zone].nodes
        return nodes.indices.contains(node) ? nodes[node].gesture.name : "part"
    }

    private func reason(_ explanation: GestureExplanation) -> String {
        switch explanation.reason {
        case .fingers(let count): notWith(count)
        case .missed(let unmet): UnmetThresholdWords(unmet).text
        case .count(let count, let wanted, let broken):
            "tap \(count) of \(wanted) (count)" + (broken.map { ": \(words($0))" } ?? "")
        case .lost(let winner): lost(explanation, to: winner)
        case .waits(let awaited):
            "waits until it cannot be "
                + awaited.map { name($0, in: explanation.zone) }.joined(separator: ", ")
                + " (waits_for)"
        case .cooldown(let us): "silent for another \(seconds(us)) s (cooldown)"
        case .edge(let edge):
            edge.map { "from the \($0.rawValue) edge (edge)" } ?? "from no edge it takes (edge)"
        case .awayFromEdge(let edge, let distance, let limit):
            awayFromEdge(edge, distance, limit)
        case .awayFromPlace(let distance):
            "landed \(distinct(distance, 0, places: 1).value) mm from its place (in)"
        case .awayFromTap(let distance, let limit): words(.spacing(distance, limit: limit))
        case .laterRound: "takes the first fingers alone (edge)"
        case .landedLate: "a finger landed late"
        case .lifted: "a finger had lifted"
        case .apart: "a finger did not move within 45 degrees of the others' direction"
        case .fingersChanged: "its fingers changed in the frame in which it would have begun"
        case .liftQuiet: "too soon after a finger lifted (lift_quiet)"
        case .noForce: "the device has shown no force"
        case .rejected(.fingerAdded):
            "a zone below took the touch when it had several fingers (mask)"
        case .rejected(let reason): "a contact was rejected: \(reason.words)"
        case .undecided: "not decided yet"
        case .incomplete: "its parts did not come together"
        }
    }

    /// The gesture that won, and the member of the configuration with which both are recognised.
    private func lost(_ explanation: GestureExplanation, to winner: Int) -> String {
        var text = "lost to \(name(winner, in: explanation.zone))"
        guard let gestures = gestures(of: explanation.zone),
            gestures.indices.contains(winner), gestures.indices.contains(explanation.gesture)
        else { return text }
        let (loser, rival) = (gestures[explanation.gesture], gestures[winner])
        if loser.waitsFor.contains(rival.name) { return "\(text), as it waits for it (waits_for)" }
        if rival.hasOwnName, rival.definition.isNarrower(than: loser.definition) {
            text += ", which asks for more and goes before it"
        }
        if !loser.hasOwnName, loser.definition.isNarrower(than: rival.definition) {
            return "\(text) (a name of its own would put it before that)"
        }
        guard loser.name != rival.name else {
            return "lost to another \(rival.name) (simultaneous: [NAME] of that keeps both)"
        }
        // For this kind `simultaneous` is the list of its parts.
        return loser.kind == .simultaneous
            ? "\(text) (there simultaneous: [\(loser.name)] keeps both)"
            : "\(text) (simultaneous: [\(rival.name)] keeps both)"
    }

    private func gestures(of zone: Int) -> [ConfiguredGesture]? {
        configuration.zones.indices.contains(zone) ? configuration.zones[zone].gestures : nil
    }

    private func awayFromEdge(_ edge: SurfaceEdge, _ distance: Double, _ limit: Double) -> String {
        let (value, limit) = distinct(distance, limit, places: 1)
        return "landed \(value) mm from the \(edge.rawValue) edge, at most \(limit) (edge_width)"
    }

    private func words(_ broken: GestureExplanation.TapBreak) -> String {
        switch broken {
        case .gap(let us, let limitUs):
            let (value, limit) = distinct(Double(us) / 1e6, Double(limitUs) / 1e6, places: 2)
            return us < limitUs
                ? "landed \(value) s after the lift before, at least \(limit) (minimum_gap)"
                : "landed \(value) s after the lift before, at most \(limit) (maximum_gap)"
        case .spacing(let spacing, let limit):
            let (value, limit) = distinct(spacing, limit, places: 1)
            return "\(value) mm from the tap before, at most \(limit) (maximum_spacing)"
        case .fingers(let count, let before):
            return "\(count) fingers, the tap before had \(before)"
        }
    }

    private func seconds(_ us: Int64) -> String { fixedDecimal(Double(us) / 1e6, places: 2) }
}

extension GestureExplanation {
    /// The number of fingers, if the whole gesture failed because it takes another number.
    fileprivate var unmatchedFingers: Int? {
        guard part == nil, case .fingers(let count) = reason else { return nil }
        return count
    }
}

extension GestureExplanation.Reason {
    /// The reason in the protocol.
    fileprivate var wireReason: ExplanationReason {
        switch self {
        case .fingers: .fingers
        case .missed: .threshold
        case .count: .count
        case .lost: .lost
        case .waits: .waits
        case .cooldown: .cooldown
        case .edge, .awayFromEdge: .edge
        case .awayFromPlace: .place
        case .awayFromTap: .spacing
        case .laterRound: .laterFingers
        case .landedLate: .landedLate
        case .lifted: .lifted
        case .apart: .apart
        case .fingersChanged: .fingersChanged
        case .liftQuiet: .liftQuiet
        case .noForce: .noForce
        case .rejected: .rejected
        case .undecided: .undecided
        case .incomplete: .incomplete
        }
    }
}

extension CancellationReason {
    /// The name as text, with spaces.
    package var words: String { String(rawValue.map { $0 == "_" ? " " : $0 }) }
}

/// A value and the threshold that it missed, as text.
struct UnmetThresholdWords {
    let unmetThreshold: UnmetThreshold

    init(_ unmetThreshold: UnmetThreshold) {
        self.unmetThreshold = unmetThreshold
    }

    /// `a finger moved 59.6 mm, at most 4.0 (maximum_distance)`.
    var text: String {
        let quantity = unmetThreshold.quantity
        let (value, limit) = distinct(
            unmetThreshold.value, unmetThreshold.limit, places: Int(quantity.places))
        let bound =
            switch unmetThreshold.bound {
            case .atLeast: "at least"
            case .atMost: "at most"
            case .moreThan: "needs more than"
            }
        let unit = quantity.unit.rawValue
        let amount = unit.isEmpty ? value : "\(value) \(unit)"
        let isFixed = quantity.source.utf8CodeUnitCount == 0
        let source = isFixed ? "" : " (\(quantity.source))"
        return "\(quantity.words) \(amount), \(bound) \(limit)\(source)"
    }
}

/// Two numbers as text, with as many decimal places as distinguish them: `places` to 6.
func distinct(_ value: Double, _ limit: Double, places: Int) -> (value: String, limit: String) {
    for places in places..<6 {
        let texts = (fixedDecimal(value, places: places), fixedDecimal(limit, places: places))
        if texts.0 != texts.1 { return texts }
    }
    return (fixedDecimal(value, places: 6), fixedDecimal(limit, places: 6))
}
