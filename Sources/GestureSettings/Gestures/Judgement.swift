import TouchCore

/// A finding about a gesture of a list.
struct Judgement {
    /// The advice that belongs to a finding.
    enum Advice {
        case text(String)
        /// Changes that were tried; each solves the problem. Empty if none does.
        case remedies([GestureRemedy])
    }

    /// The gesture's index in the list.
    let gesture: Int
    /// The indices that lead to the part in question; empty for the whole gesture.
    var path: [Int] = []
    /// One line without a full stop.
    let message: String
    let advice: Advice
}

extension Judgement {
    /// The finding about a gesture that is not recognised even in a list of its own.
    init(_ impossibility: Impossibility, of index: Int, in gestures: [ConfiguredGesture]) {
        gesture = index
        (message, advice) = impossibility.texts(of: gestures[index].name, in: "zone")
    }

    /// The finding about a part of a gesture.
    init(_ fault: PartFault, of index: Int, in gestures: [ConfiguredGesture]) {
        let whole = gestures[index]
        gesture = index
        path = fault.path
        let name =
            "part \(Self.number(path)) of \(whole.name) (\(Self.part(at: path, of: whole).name))"
        switch fault.cause {
        case .impossible(let impossibility, let hasPlace):
            (message, advice) = impossibility.texts(of: name, in: hasPlace ? "place" : "zone")
        case .cannotFollow(let startsNextPartOnBegin):
            let before = Array(fault.path.dropLast()) + [(fault.path.last ?? 0) - 1]
            let reason =
                startsNextPartOnBegin ? ", which hands on its fingers as soon as it begins" : ""
            message = "\(name) cannot follow \(Self.name(of: before, in: whole))\(reason)"
            advice = .text(
                "Change one of the two; gestured --replay FILE --explain says what is missing")
        case .hidden(let parts, let isReportedFirst):
            let outer = Array(fault.path.dropLast())
            let others = parts.map { Self.name(of: outer + [$0], in: whole) }
                .joined(separator: " and ")
            message =
                others.isEmpty
                ? "\(name) is never reported"
                : "\(name) is never reported: \(others) \(parts.count == 1 ? "is" : "are") reported instead"
            advice = .text(
                isReportedFirst
                    ? "Put it before \(others)" : "Leave it out, or change its thresholds")
        }
    }

    /// The name of a part beside another one: `part 2 (swipe)`.
    private static func name(of path: [Int], in whole: ConfiguredGesture) -> String {
        "part \(number(path)) (\(part(at: path, of: whole).name))"
    }

    private static func number(_ path: [Int]) -> String {
        path.map { "\($0 + 1)" }.joined(separator: ".")
    }

    private static func part(at path: [Int], of whole: ConfiguredGesture) -> ConfiguredGesture {
        path.reduce(whole) { gesture, index in
            guard case .composition(let composition) = gesture.definition else { return gesture }
            return composition.parts[index]
        }
    }
}

extension Impossibility {
    /// The message about a gesture, and the advice.
    ///
    /// - Parameters:
    ///   - name: the name of the gesture.
    ///   - area: the word for where its fingers land, `zone` or `place`.
    fileprivate func texts(
        of name: String, in area: String
    ) -> (message: String, advice: Judgement.Advice) {
        let never = "\(name) is never recognised:"
        switch self {
        case .awayFromSides(let sides):
            let words = SurfaceEdge.allCases.filter(sides.contains).map(\.rawValue)
                .joined(separator: " or ")
            return (
                "\(never) its \(area) does not reach the \(words) side",
                .text("Let the \(area) begin at that side, or leave out edge")
            )
        case .offSurface:
            return (
                "\(never) from its edge its directions leave the surface",
                .text("Give it a direction away from that side, or leave out edge")
            )
        case .tooSmall:
            return (
                "\(never) its \(area) is too small for it",
                .text("Make the \(area) larger, or take fewer fingers or smaller thresholds")
            )
        case .outsideZone:
            return (
                "\(never) its place is outside the zone",
                .text("Let the place lie in the zone, or put the composition into another zone")
            )
        case .hands(let hands):
            return (
                "\(never) with hands: \(hands), fingers this far apart are of several hands",
                .text("Put it into a zone with hands: 1")
            )
        case .landingWindow:
            return (
                "\(never) its fingers land one after another: landing_window is too short",
                .text("Make landing_window longer")
            )
        case .thresholds:
            return (
                "\(name) was not recognised in any touch that was tried, even alone in a list",
                .text("Check its thresholds; gestured --replay FILE --explain says what is missing")
            )
        }
    }
}

extension Judgement.Advice {
    /// The advice, for a list of these entries.
    func text(_ entries: [GestureEntry]) -> Advice {
        switch self {
        case .text(let text): return .inFile(text)
        case .remedies(let remedies):
            let remedies = remedies.filter { $0.canBeWritten(in: entries) }
            return remedies.isEmpty
                ? "No change that was tried keeps all of them: leave one out, or change its thresholds"
                : .inFile(
                    remedies.map { $0.text(entries.compactMap(\.gesture)) }.joined(separator: "; "))
        }
    }
}

extension GestureRemedy {
    /// Whether the author of a list can make the change: built-in gestures have no entries in the
    /// file before which another could be put.
    fileprivate func canBeWritten(in entries: [GestureEntry]) -> Bool {
        guard case .before(_, let rivals) = self else { return true }
        return rivals.allSatisfy { rival in
            entries.count { $0.mark == entries[rival].mark } == 1
        }
    }
}

extension GestureDefinition {
    /// Whether the gesture can be recognised without one of its parts, because it is or contains an
    /// exclusive or a simultaneous composition.
    var hasChoice: Bool {
        guard case .composition(let composition) = self else { return false }
        return composition.rule != .sequence
            || composition.parts.contains(where: \.definition.hasChoice)
    }
}
