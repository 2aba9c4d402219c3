import Foundation
import TouchCore
import TouchTestSupport

/// The fingers of a trace that are down, with their positions; parses their next actions.
struct TraceFingers {
    private let panel: TracePanel
    /// The positions of the fingers that are down, by slot.
    private var positions: [Int: Point] = [:]
    private var generator: SeededGenerator

    init(_ panel: TracePanel) {
        self.panel = panel
        generator = SeededGenerator(seed: panel.seed)
    }

    /// Parses one act: `down 0 100,60 force=0.4`.
    mutating func parseAct(_ words: inout TraceWords) throws(TraceProblem) -> TraceAct {
        let name = try words.word("an action of a finger")
        switch name {
        case "down": return try parseDownOrMove(.down, &words)
        case "move": return try parseDownOrMove(.move, &words)
        case "up":
            let slot = try parseSlot(&words, isDown: true)
            positions[slot] = nil
            return TraceAct(kind: .up, slot: slot)
        case "palm": return TraceAct(kind: .palm, slot: try parseSlot(&words, isDown: true))
        case "stroke", "hold", "turn":
            throw words.problem("\(name) takes time: 0ms..200ms \(name) …")
        default:
            throw words.problem(
                "expected down, move, up, palm, stroke, hold or turn, found \"\(name)\"")
        }
    }

    /// Parses the fingers that are down after events were lost: `0 100,60 2 130,60`.
    mutating func parsePresent(_ words: inout TraceWords) throws(TraceProblem) -> [TraceAct] {
        var acts: [TraceAct] = []
        while !words.isEmpty {
            let slot = try parseSlot(&words, isDown: nil)
            let position = try parsePosition(&words)
            acts.append(
                TraceAct(
                    kind: positions[slot] == nil ? .down : .move, slot: slot, position: position))
        }
        positions = [:]
        for act in acts { positions[act.slot] = act.position }
        return acts
    }

    /// Parses one motion, or those of fingers that turn together.
    mutating func parseMotions(_ words: inout TraceWords) throws(TraceProblem) -> [TraceMotion] {
        let name = try words.word("an action of a finger")
        switch name {
        case "stroke": return [try parseStroke(&words)]
        case "hold":
            let slot = try parseSlot(&words, isDown: true)
            let position = positions[slot] ?? .zero
            return [
                TraceMotion(
                    slot: slot, path: .through([position]), lands: false,
                    force: try parseRamp(&words))
            ]
        case "turn": return try parseTurn(&words)
        default:
            throw words.problem("stroke, hold and turn take time, not \"\(name)\"")
        }
    }

    /// The action of a finger when a share of the time of its motion has passed, 0 to 1; `nil` at
    /// the beginning if the finger is down already.
    mutating func step(of motion: TraceMotion, at share: Double) -> TraceAct? {
        guard share > 0 || motion.lands else { return nil }
        var act = TraceAct(kind: share == 0 ? .down : .move, slot: motion.slot)
        act.position = noisy(motion.position(at: share))
        act.force = motion.force(at: share).map { noisy($0) }
        return act
    }

    /// Moves the fingers to the ends of their motions.
    mutating func end(_ motions: [TraceMotion]) {
        for motion in motions { positions[motion.slot] = motion.position(at: 1) }
    }
}

extension TraceFingers {
    private mutating func parseDownOrMove(
        _ kind: TraceAct.Kind, _ words: inout TraceWords
    ) throws(TraceProblem) -> TraceAct {
        var act = TraceAct(
            kind: kind, slot: try parseSlot(&words, isDown: kind == .move ? true : nil))
        if let position = try words.positionIfAny() { act.position = try checked(position, words) }
        if let text = words.option("force") { act.force = try parseForce(text, words) }
        if let text = words.option("major") {
            act.major = try words.number(text, unit: "mm", "a length such as 20mm")
        }
        guard kind == .move || act.position != nil else {
            throw words.problem("the landing has no position: write X,Y")
        }
        guard act.position != nil || act.force != nil || act.major != nil else {
            throw words.problem("the move changes nothing: write X,Y, force= or major=")
        }
        if let position = act.position { positions[act.slot] = position }
        return act
    }

    private mutating func parseStroke(_ words: inout TraceWords) throws(TraceProblem) -> TraceMotion
    {
        let slot = try parseSlot(&words, isDown: nil)
        let start = try words.positionIfAny()
        guard (start == nil) == (positions[slot] != nil) else {
            throw words.problem(
                start == nil
                    ? "finger \(slot) is not down: write where it lands"
                    : "finger \(slot) is down: write only where it moves, -> X,Y")
        }
        var through = [try checked(start ?? positions[slot] ?? .zero, words)]
        while words.skip("->") { through.append(try parsePosition(&words)) }
        guard through.count > 1 else { throw words.problem("the stroke has no end: write -> X,Y") }
        return TraceMotion(
            slot: slot, path: .through(through), lands: start != nil, force: try parseRamp(&words))
    }

    /// `turn 0,1 about 170,100 by 540`.
    private func parseTurn(_ words: inout TraceWords) throws(TraceProblem) -> [TraceMotion] {
        let text = try words.word("fingers as 0,1")
        let slots = text.split(separator: ",").compactMap { Int($0) }
        guard !slots.isEmpty, slots.allSatisfy({ positions[$0] != nil }) else {
            throw words.problem("expected fingers that are down as 0,1, found \"\(text)\"")
        }
        guard words.skip("about") else { throw words.problem("turn SLOTS about X,Y by DEGREES") }
        let centre = try parsePosition(&words)
        guard words.skip("by") else { throw words.problem("turn SLOTS about X,Y by DEGREES") }
        let degrees = try words.number("degrees, clockwise")
        return slots.map { slot in
            TraceMotion(
                slot: slot,
                path: .around(centre, from: positions[slot] ?? centre, degrees: degrees),
                lands: false)
        }
    }

    private func parseSlot(
        _ words: inout TraceWords, isDown: Bool?
    ) throws(TraceProblem) -> Int {
        let text = try words.word("a finger's slot")
        guard let slot = Int(text), (0..<panel.slots).contains(slot) else {
            throw words.problem("expected a slot below \(panel.slots), found \"\(text)\"")
        }
        if isDown == true, positions[slot] == nil {
            throw words.problem("finger \(slot) is not down")
        }
        return slot
    }

    private func parsePosition(_ words: inout TraceWords) throws(TraceProblem) -> Point {
        try checked(words.position(), words)
    }

    private func checked(_ position: Point, _ words: TraceWords) throws(TraceProblem) -> Point {
        guard panel.contains(position) else {
            throw words.problem("\(position.x),\(position.y) is beyond the panel")
        }
        return position
    }

    /// `force=0.4`, or `force=0.1->0.9` for a ramp.
    private func parseRamp(
        _ words: inout TraceWords
    ) throws(TraceProblem) -> (start: Double, end: Double)? {
        guard let text = words.option("force") else { return nil }
        guard let arrow = text.range(of: "->") else {
            let force = try parseForce(text, words)
            return (force, force)
        }
        return (
            try parseForce(String(text[..<arrow.lowerBound]), words),
            try parseForce(String(text[arrow.upperBound...]), words)
        )
    }

    private func parseForce(_ text: String, _ words: TraceWords) throws(TraceProblem) -> Double {
        let force = try words.number(text, "a force of 0 to 1")
        guard panel.pressure != nil else {
            throw words.problem("the device reports no force: write pressure=0..1000")
        }
        return force
    }

    private mutating func noisy(_ position: Point) -> Point {
        guard panel.noise > 0 else { return position }
        return Point(
            x: min(max(position.x + normal() * panel.noise, 0), panel.size.width),
            y: min(max(position.y + normal() * panel.noise, 0), panel.size.height))
    }

    private mutating func noisy(_ force: Double) -> Double {
        guard panel.forceNoise > 0 else { return force }
        return min(max(force + normal() * panel.forceNoise, 0), 1)
    }

    /// A number of the standard normal distribution (Box and Muller 1958).
    private mutating func normal() -> Double {
        let radius = Double.random(in: 1e-12...1, using: &generator)
        let turn = Double.random(in: 0..<1, using: &generator)
        return (-2 * log(radius)).squareRoot() * cos(2 * .pi * turn)
    }
}
