import TouchCore

/// Parses a text with actions of fingers into frames.
///
/// A line is a time and the actions at it; a part of the notation of `docs/traces.md`:
///
///     0ms down 0 100,60  down 1 112,60 force=0.2
///     24ms move 0 112,60
///     30ms..130ms stroke 0 -> 160,60
///     130ms..300ms hold 1 force=0.2->0.9
///     310ms up 0  up 1
struct TouchScript {
    /// The actions at one time.
    struct Frame {
        var milliseconds: Double
        var reports: [TouchReport]
    }

    private var frames: [Frame] = []
    /// The fingers that are down, by slot.
    private var fingers: [UInt8: Finger] = [:]

    /// A finger as it was last reported.
    private struct Finger {
        var position: Point
        var force = 0.0
    }

    /// The frames of a text; fingers that an earlier text left down are still down.
    ///
    /// - Throws: `TouchScriptError` with the line that cannot be read.
    mutating func read(_ text: String) throws(TouchScriptError) -> [Frame] {
        frames = []
        for line in text.split(separator: "\n") {
            guard read(line.split(separator: " ")) else {
                throw TouchScriptError(line: String(line))
            }
        }
        return frames
    }

    private mutating func read(_ words: [Substring]) -> Bool {
        guard let first = words.first, let times = Self.times(first) else { return false }
        var remaining = words.dropFirst()
        var actions: [Action] = []
        while let verb = remaining.popFirst().flatMap({ Verb(rawValue: String($0)) }) {
            let arguments = remaining.prefix { Verb(rawValue: String($0)) == nil }
            remaining = remaining.dropFirst(arguments.count)
            guard let action = action(verb, Array(arguments)) else { return false }
            actions.append(action)
        }
        guard remaining.isEmpty, !actions.isEmpty else { return false }
        appendFrames(of: actions, times)
        return true
    }

    /// Appends one frame, or frames at 100 Hz if the actions last.
    private mutating func appendFrames(of actions: [Action], _ times: ClosedRange<Double>) {
        let steps = max(((times.upperBound - times.lowerBound) / 10).whole, 1)
        let lasts = times.upperBound > times.lowerBound
        for step in 0...(lasts ? steps : 0) {
            let share = Double(step) / Double(steps)
            let reports = actions.compactMap { report($0, share: lasts ? share : 1) }
            let time = times.lowerBound + (times.upperBound - times.lowerBound) * share
            frames.append(Frame(milliseconds: time, reports: reports))
        }
    }

    /// The report of an action after `share` of its time; `nil` if the finger has not changed: the
    /// kernel then reports nothing.
    private mutating func report(_ action: Action, share: Double) -> TouchReport? {
        guard action.verb != .up else {
            guard fingers.removeValue(forKey: action.slot) != nil else { return nil }
            return TouchReport(slot: action.slot, phase: .lifted, x: 0, y: 0)
        }
        let finger = Finger(
            position: action.from + (action.to - action.from) * share,
            force: action.force.from + (action.force.to - action.force.from) * share)
        let known = fingers.updateValue(finger, forKey: action.slot)
        if let known, known.position == finger.position, known.force == finger.force { return nil }
        return TouchReport(
            slot: action.slot, phase: known == nil ? .landed : .moved,
            x: TouchPlayer.units(finger.position.x), y: TouchPlayer.units(finger.position.y),
            pressure: TouchPlayer.pressure(finger.force))
    }
}

extension TouchScript {
    private enum Verb: String {
        case down, move, up, stroke, hold
    }

    private struct Action {
        var verb: Verb
        var slot: UInt8
        var from: Point
        var to: Point
        var force: (from: Double, to: Double)
    }

    private func action(_ verb: Verb, _ arguments: [Substring]) -> Action? {
        guard let slot = arguments.first.flatMap({ UInt8($0) }) else { return nil }
        let known = fingers[slot]
        let words = arguments.dropFirst().filter { $0 != "->" }
        let positions = words.filter { !$0.hasPrefix("force=") }.map(Self.position)
        guard let to = positions.isEmpty ? known?.position : positions[positions.count - 1] else {
            return nil
        }
        let from =
            verb == .stroke && positions.count == 1 ? known?.position : positions.first ?? to
        var force = (from: known?.force ?? 0, to: known?.force ?? 0)
        if let word = words.first(where: { $0.hasPrefix("force=") }) {
            let numbers = word.dropFirst(6).split(separator: "->").map { Double($0) }
            guard let first = numbers.first, let first, let last = numbers.last, let last else {
                return nil
            }
            force = (first, last)
        }
        return from.map { Action(verb: verb, slot: slot, from: $0, to: to, force: force) } ?? nil
    }

    /// `24ms`, or `0ms..24ms`.
    private static func times(_ word: Substring) -> ClosedRange<Double>? {
        let ends = word.split(separator: "..").map { end in
            end.hasSuffix("ms") ? Double(end.dropLast(2)) : nil
        }
        guard let first = ends.first, let first, let last = ends.last, let last, first <= last
        else { return nil }
        return first...last
    }

    /// `100,60`, in mm.
    private static func position(_ word: Substring) -> Point? {
        let numbers = word.split(separator: ",").map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
        return Point(x: x, y: y)
    }
}

/// A line of a script that cannot be read.
struct TouchScriptError: Error, Equatable, CustomStringConvertible {
    let line: String

    var description: String { "cannot read \"\(line)\": see docs/traces.md" }
}
