import Foundation
import TouchCore

/// The motion of a finger in a span of time.
struct TraceMotion {
    enum Path {
        /// Straight from position to position, the same time for each.
        case through([Point])
        /// Around a centre, clockwise, by the given degrees.
        case around(Point, from: Point, degrees: Double)
    }

    let slot: Int
    let path: Path
    /// Whether the finger lands at the beginning.
    let lands: Bool
    /// The force at the beginning and at the end, 0 to 1; `nil` if unchanged.
    var force: (start: Double, end: Double)?

    /// The position of the finger when a share of the time has passed, 0 to 1.
    func position(at share: Double) -> Point {
        switch path {
        case .through(let positions):
            guard positions.count > 1 else { return positions[0] }
            let progress = share * Double(positions.count - 1)
            let index = min(Int(progress), positions.count - 2)
            let step = positions[index + 1] - positions[index]
            let fraction = progress - Double(index)
            return Point(
                x: positions[index].x + step.x * fraction, y: positions[index].y + step.y * fraction
            )
        case .around(let centre, let start, let degrees):
            let angle = degrees * share * .pi / 180
            let arm = start - centre
            return Point(
                x: centre.x + arm.x * cos(angle) - arm.y * sin(angle),
                y: centre.y + arm.x * sin(angle) + arm.y * cos(angle))
        }
    }

    /// The force when a share of the time has passed; `nil` if unchanged.
    func force(at share: Double) -> Double? {
        force.map { $0.start + ($0.end - $0.start) * share }
    }
}

/// Converts the actions of fingers, line by line, to frames.
struct TraceScript {
    private let panel: TracePanel
    private var fingers: TraceFingers
    private var frames: [TraceFrame] = []
    private var stalls: [ClosedRange<Int64>] = []
    /// The end of the last line, in microseconds: `+8ms` is relative to it.
    private var cursor: Int64 = 0

    init(_ panel: TracePanel) {
        self.panel = panel
        fingers = TraceFingers(panel)
    }

    /// Parses a line, which begins with its time.
    mutating func receive(_ words: inout TraceWords) throws(TraceProblem) {
        switch try words.word("a time") {
        case "wait": cursor += try words.time(words.word("a time such as 500ms"))
        case "stall": stalls.append(try range(words.word("START..END"), words))
        case let time where time.contains(".."):
            try parseMotions(during: range(time, words), &words)
        case let time: try parseFrame(at: moment(time, words), &words)
        }
        guard words.isEmpty else {
            throw words.problem("unexpected \"\(words.next ?? "")\"")
        }
    }

    /// The frames in the order of time, with frames of one time merged, and the stalls.
    ///
    /// - Throws: if a finger's actions are in an impossible order.
    func finished() throws(TraceProblem) -> ([TraceFrame], [ClosedRange<Int64>]) {
        var latest: [Int: Int64] = [:]
        for frame in frames {
            for act in frame.acts {
                guard latest[act.slot] ?? .min <= frame.time else {
                    throw TraceProblem(
                        "a line above has moved finger \(act.slot) at a later time",
                        line: frame.line)
                }
                latest[act.slot] = frame.time
            }
        }
        let ordered = frames.enumerated().sorted { left, right in
            (left.element.time, left.offset) < (right.element.time, right.offset)
        }
        return (ordered.reduce(into: []) { Self.add($1.element, to: &$0) }, stalls)
    }

    private static func add(_ frame: TraceFrame, to frames: inout [TraceFrame]) {
        if let last = frames.last, last.time == frame.time, last.stamp == nil, frame.stamp == nil,
            !last.isDropped, !frame.isDropped
        {
            frames[frames.count - 1].acts += frame.acts
        } else {
            frames.append(frame)
        }
    }

    private func moment(_ text: String, _ words: TraceWords) throws(TraceProblem) -> Int64 {
        guard text.hasPrefix("+") else { return try words.time(text) }
        return cursor + (try words.time(String(text.dropFirst())))
    }

    private func range(
        _ text: String, _ words: TraceWords
    ) throws(TraceProblem) -> ClosedRange<Int64> {
        let parts = text.split(separator: "..", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw words.problem("expected START..END, found \"\(text)\"")
        }
        let start = try moment(String(parts[0]), words)
        let end = try words.time(String(parts[1]))
        guard start < end else { throw words.problem("\(text) ends before it begins") }
        return start...end
    }
}

extension TraceScript {
    private mutating func parseFrame(
        at time: Int64, _ words: inout TraceWords
    ) throws(TraceProblem) {
        var frame = TraceFrame(time: time, line: words.line)
        if words.skip("stamped") { frame.stamp = try words.time(words.word("a time")) }
        if words.skip("dropped") {
            frame.isDropped = true
            frame.acts = try fingers.parsePresent(&words)
        } else {
            repeat { frame.acts.append(try fingers.parseAct(&words)) } while !words.isEmpty
        }
        frames.append(frame)
        cursor = max(cursor, time)
    }

    private mutating func parseMotions(
        during range: ClosedRange<Int64>, _ words: inout TraceWords
    ) throws(TraceProblem) {
        var motions: [TraceMotion] = []
        var rate = panel.hz
        while !words.isEmpty {
            guard words.skip("at") else {
                motions += try fingers.parseMotions(&words)
                continue
            }
            let text = try words.word("a rate such as 100Hz")
            rate = max(try words.number(text, unit: "Hz", "a rate such as 100Hz"), 1)
        }
        let length = range.upperBound - range.lowerBound
        let count = max(1, Int((Double(length) * rate / 1e6).rounded()))
        for step in 0...count {
            let share = Double(step) / Double(count)
            var frame = TraceFrame(
                time: range.lowerBound + Int64((Double(length) * share).rounded()),
                line: words.line)
            frame.acts = motions.compactMap { fingers.step(of: $0, at: share) }
            frames.append(frame)
        }
        fingers.end(motions)
        cursor = max(cursor, range.upperBound)
    }
}
