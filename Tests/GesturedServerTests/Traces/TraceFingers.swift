import Foundation
import TouchCore
import TouchTestSupport

/// Which fingers of a trace are down, and where; parses their next actions.
struct TraceFingers {
    private let panel: TracePanel
    /// The positions of the fingers that are down, by slot.
    private var places: [Int: Point] = [:]
    private var generator: SeededGenerator

    init(_ panel: TracePanel) {
        self.panel = panel
        generator = SeededGenerator(seed: panel.seed)
    }

    /// Parses one act: `down 0 100,60 force=0.4`.
    mutating func takeAct(_ words: inout TraceWords) throws(TraceProblem) -> TraceAct {
        let name = try words.word("what a finger does")
        switch name {
        case "down": return try takePlaced(.down, &words)
        case "move": return try takePlaced(.move, &words)
        case "up":
            let slot = try takeSlot(&words, isDown: true)
            places[slot] = nil
            return TraceAct(kind: .up, slot: slot)
        case "palm": return TraceAct(kind: .palm, slot: try takeSlot(&words, isDown: true))
        case "stroke", "hold", "turn":
            throw words.problem("\(name) takes time: 0ms..200ms \(name) …")
        default:
            throw words.problem(
                "fingers do down, move, up, palm, stroke, hold and turn, but not \"\(name)\"")
        }
    }

    /// Parses the fingers that are down after events were lost: `0 100,60 2 130,60`.
    mutating func takePresent(_ words: inout TraceWords) throws(TraceProblem) -> [TraceAct] {
        var acts: [TraceAct] = []
        while !words.isEmpty {
            let slot = try takeSlot(&words, isDown: nil)
            let place = try takePlace(&words)
            acts.append(
                TraceAct(kind: places[slot] == nil ? .down : .move, slot: slot, place: place))
        }
        places = [:]
        for act in acts { places[act.slot] = act.place }
        return acts
    }

    /// Parses one path, or those of fingers that turn together.
    mutating func takeWays(_ words: inout TraceWords) throws(TraceProblem) -> [TraceWay] {
        let name = try words.word("what a finger does")
        switch name {
        case "stroke": return [try takeStroke(&words)]
        case "hold":
            let slot = try takeSlot(&words, isDown: true)
            let place = places[slot] ?? .zero
            return [
                TraceWay(
                    slot: slot, path: .through([place]), lands: false, force: try takeRamp(&words))
            ]
        case "turn": return try takeTurn(&words)
        default:
            throw words.problem("stroke, hold and turn take time, not \"\(name)\"")
        }
    }

    /// The action of a finger on its path, when a share of the time has passed; `nil` if it has
    /// already arrived.
    mutating func step(of way: TraceWay, at share: Double) -> TraceAct? {
        guard share > 0 || way.lands else { return nil }
        var act = TraceAct(kind: share == 0 ? .down : .move, slot: way.slot)
        act.place = noisy(way.place(at: share))
        act.force = way.force(at: share).map { noisy($0) }
        return act
    }

    /// Fingers have reached the ends of their paths.
    mutating func end(_ ways: [TraceWay]) {
        for way in ways { places[way.slot] = way.place(at: 1) }
    }
}

extension TraceFingers {
    private mutating func takePlaced(
        _ kind: TraceAct.Kind, _ words: inout TraceWords
    ) throws(TraceProblem) -> TraceAct {
        var act = TraceAct(
            kind: kind, slot: try takeSlot(&words, isDown: kind == .move ? true : nil))
        if let place = try words.placeIfAny() { act.place = try checked(place, words) }
        if let text = words.option("force") { act.force = try takeForce(text, words) }
        if let text = words.option("major") {
            act.major = try words.number(text, unit: "mm", "a length as 20mm")
        }
        guard kind == .move || act.place != nil else { throw words.problem("it lands nowhere") }
        guard act.place != nil || act.force != nil || act.major != nil else {
            throw words.problem("it moves nowhere: write X,Y, force= or major=")
        }
        if let place = act.place { places[act.slot] = place }
        return act
    }

    private mutating func takeStroke(_ words: inout TraceWords) throws(TraceProblem) -> TraceWay {
        let slot = try takeSlot(&words, isDown: nil)
        let start = try words.placeIfAny()
        guard (start == nil) == (places[slot] != nil) else {
            throw words.problem(
                start == nil
                    ? "finger \(slot) is not down: write where it lands"
                    : "finger \(slot) is down: write only where it goes, -> X,Y")
        }
        var through = [try checked(start ?? places[slot] ?? .zero, words)]
        while words.skip("->") { through.append(try takePlace(&words)) }
        guard through.count > 1 else { throw words.problem("it goes nowhere: write -> X,Y") }
        return TraceWay(
            slot: slot, path: .through(through), lands: start != nil, force: try takeRamp(&words))
    }

    /// `turn 0,1 about 170,100 by 540`.
    private func takeTurn(_ words: inout TraceWords) throws(TraceProblem) -> [TraceWay] {
        let text = try words.word("fingers as 0,1")
        let slots = text.split(separator: ",").compactMap { Int($0) }
        guard !slots.isEmpty, slots.allSatisfy({ places[$0] != nil }) else {
            throw words.problem("expected fingers that are down as 0,1, found \"\(text)\"")
        }
        guard words.skip("about") else { throw words.problem("turn SLOTS about X,Y by DEGREES") }
        let centre = try takePlace(&words)
        guard words.skip("by") else { throw words.problem("turn SLOTS about X,Y by DEGREES") }
        let degrees = try words.number("degrees, clockwise")
        return slots.map { slot in
            TraceWay(
                slot: slot,
                path: .around(centre, from: places[slot] ?? centre, degrees: degrees), lands: false)
        }
    }

    private func takeSlot(
        _ words: inout TraceWords, isDown: Bool?
    ) throws(TraceProblem) -> Int {
        let text = try words.word("a finger's slot")
        guard let slot = Int(text), (0..<panel.slots).contains(slot) else {
            throw words.problem("expected a slot below \(panel.slots), found \"\(text)\"")
        }
        if isDown == true, places[slot] == nil { throw words.problem("finger \(slot) is not down") }
        return slot
    }

    private func takePlace(_ words: inout TraceWords) throws(TraceProblem) -> Point {
        try checked(words.place(), words)
    }

    private func checked(_ place: Point, _ words: TraceWords) throws(TraceProblem) -> Point {
        guard panel.contains(place) else {
            throw words.problem("\(place.x),\(place.y) lies beyond the panel")
        }
        return place
    }

    /// `force=0.4`, or `force=0.1->0.9` for a ramp.
    private func takeRamp(
        _ words: inout TraceWords
    ) throws(TraceProblem) -> (start: Double, end: Double)? {
        guard let text = words.option("force") else { return nil }
        guard let arrow = text.range(of: "->") else {
            let force = try takeForce(text, words)
            return (force, force)
        }
        return (
            try takeForce(String(text[..<arrow.lowerBound]), words),
            try takeForce(String(text[arrow.upperBound...]), words)
        )
    }

    private func takeForce(_ text: String, _ words: TraceWords) throws(TraceProblem) -> Double {
        let force = try words.number(text, "a force of 0 to 1")
        guard panel.pressure != nil else {
            throw words.problem("the device knows no force: write pressure=0..1000")
        }
        return force
    }

    private mutating func noisy(_ place: Point) -> Point {
        guard panel.noise > 0 else { return place }
        return Point(
            x: min(max(place.x + normal() * panel.noise, 0), panel.size.width),
            y: min(max(place.y + normal() * panel.noise, 0), panel.size.height))
    }

    private mutating func noisy(_ force: Double) -> Double {
        guard panel.forceNoise > 0 else { return force }
        return min(max(force + normal() * panel.forceNoise, 0), 1)
    }

    /// Of mean 0 and standard deviation 1 (Box and Muller 1958).
    private mutating func normal() -> Double {
        let radius = Double.random(in: 1e-12...1, using: &generator)
        let turn = Double.random(in: 0..<1, using: &generator)
        return (-2 * log(radius)).squareRoot() * cos(2 * .pi * turn)
    }
}
