import RealModule
import TouchCore

/// A shape of one stroke: the sixteen of the $1 set (Wobbrock, Wilson and Li, UIST 2007).
struct DrawnShape: Sendable {
    let name: String
    /// In a square of 1, y downwards, in the order in which they are drawn.
    let model: [Point]

    /// Whether it has corners, not curves.
    var isAngular: Bool { model.count <= 8 }

    /// Lines and arcs: `x,y`, or `arc x,y radius start turn`, in degrees, clockwise.
    private static let known = [
        "triangle": "0.5,0 0,0.9 1,0.9 0.5,0", "x": "0,0 1,1 1,0 0,1",
        "rectangle": "0,0 0,0.7 1,0.7 1,0 0,0", "circle": "arc 0.5,0.5 0.5 -90 -360",
        "check": "0,0.55 0.33,0.9 1,0", "caret": "0,1 0.5,0 1,1",
        "zig zag": "0,0.9 0.2,0.2 0.4,0.9 0.6,0.2 0.8,0.9 1,0.2",
        "arrow": "0,1 1,0 0.62,0.06 1,0 0.94,0.38", "left square bracket": "0.6,0 0,0 0,1 0.6,1",
        "right square bracket": "0.4,0 1,0 1,1 0.4,1", "v": "0,0 0.5,1 1,0",
        "delete": "1,0 0,1 0,0 1,1",
        "left curly brace": "arc 0.75,0.2 0.2 -90 -90 0.55,0.36 arc 0.37,0.36 0.18 0 70 0.2,0.5 "
            + "arc 0.37,0.64 0.18 -70 70 0.55,0.64 arc 0.75,0.8 0.2 180 -90",
        "right curly brace": "arc 0.25,0.2 0.2 -90 90 0.45,0.36 arc 0.63,0.36 0.18 180 -70 0.8,0.5 "
            + "arc 0.63,0.64 0.18 -110 -70 0.45,0.64 arc 0.25,0.8 0.2 0 90",
        "star": "0.206,0.905 0.5,0 0.794,0.905 0.024,0.345 0.976,0.345 0.206,0.905",
        "pigtail": "0,0.9 arc 0.5,0.5 0.38 34 -364 1,0.9",
    ]

    static let names = known.keys.sorted()

    /// The shape with a name; `nil` if no shape has it.
    init?(named name: String) {
        guard let text = Self.known[name] else { return nil }
        self.name = name
        var model: [Point] = []
        var words = text.split(separator: " ")[...]
        func place(_ word: Substring?) -> Point? { word.flatMap { TouchScript.place(String($0)) } }
        func number() -> Double { words.popFirst().flatMap { Double($0) } ?? 0 }
        while let word = words.popFirst() {
            guard word == "arc", let middle = place(words.popFirst()) else {
                model += [place(word)].compactMap(\.self)
                continue
            }
            let (radius, start, turn) = (number(), number(), number())
            let steps = max(Int(abs(turn) / 12), 6)
            model += (0...steps).map { step in
                let angle = start + turn * Double(step) / Double(steps)
                return middle + Point(x: radius, y: 0).turned(by: angle * .pi / 180)
            }
        }
        self.model = model
    }
}

/// How a person draws shapes. The deviations are assumed; strokes like these are somewhat harder to
/// recognise than the public logs of the $1 set (docs/accuracy-tables.md).
struct DrawingStyle: Sendable {
    /// A smooth displacement of the plane, by which one drawing of a shape differs from another.
    private struct Distortion {
        var waves: [(x: Double, y: Double, phase: Double, strength: Point)]

        init(_ strength: Double, _ random: inout SeededGenerator) {
            waves = (0..<3).map { _ in
                (
                    random.uniform(0.5...2.2), random.uniform(0.5...2.2), random.uniform(0...6.3),
                    random.deviation(strength)
                )
            }
        }

        func offset(at point: Point) -> Point {
            waves.reduce(.zero) {
                $0 + $1.strength * .sin($1.x * point.x * 3 + $1.y * point.y * 3 + $1.phase)
            }
        }
    }

    /// How hastily a stroke is drawn.
    enum Haste: Sendable {
        case slow, medium, fast

        /// The time of a stroke whose length is three times the size of its shape, in s; the
        /// deviation of its control points, as a share of the size; and how much rounder its
        /// corners are.
        var figures: (time: Double, error: Double, rounding: Double) {
            switch self {
            case .slow: (2, 0.036, 1)
            case .medium: (1.2, 0.044, 1.5)
            case .fast: (0.65, 0.056, 2.2)
            }
        }
    }

    private let seed: UInt64
    private let aspect: Double
    private let slant: Double
    private let turn: Double
    private let size: Double
    private let pace: Double
    private let corner: Double
    private let carelessness: Double

    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(seed: seed ^ 0x73_74_79_6c_65)
        aspect = .exp(random.normal(0.13))
        slant = random.normal(0.11)
        turn = random.normal(5 * .pi / 180)
        size = random.uniform(25...60)
        pace = .exp(random.normal(0.2))
        corner = random.uniform(0.5...2.5)
        carelessness = .exp(random.normal(0.25))
    }

    /// One stroke: the positions of the finger in mm, which start at 0, 0, and their times in s,
    /// which start at 0.
    func draw(
        _ shape: DrawnShape, _ haste: Haste, size given: Double?, _ random: inout SeededGenerator
    ) -> [(time: Double, point: Point)] {
        let error = haste.figures.error * carelessness
        // The person draws this shape with the same habits each time.
        var habits = SeededGenerator(
            seed: seed &+ UInt64(shape.name.utf8.reduce(0) { $0 * 31 % 65_521 + Int($1) }))
        let field = Distortion(0.04, &habits)
        let moved = shape.model.map { point in
            shape.isAngular ? point + habits.deviation(0.028) + random.deviation(error) : point
        }
        let slip = Distortion(error * 0.6, &random)
        let bent = Self.resampled(moved, 128).map {
            $0 + field.offset(at: $0) + slip.offset(at: $0)
        }
        let smooth = Self.smoothed(bent, Int((corner * haste.figures.rounding).rounded()))
        let turn = turn + random.normal(3.5 * .pi / 180)
        let size = (given ?? size) * .exp(random.normal(given == nil ? 0.15 : 0))
        let aspect = aspect * .exp(random.normal(0.06))
        let placed = smooth.map { point in
            Point(
                x: (point.x + slant * (0.5 - point.y)) * size * aspect, y: point.y * size / aspect
            )
            .turned(by: turn)
        }
        let length = zip(placed, placed.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
        let time =
            haste.figures.time / pace * (length / (3 * size)).squareRoot()
            * .exp(random.normal(0.1))
        return Self.timed(placed, time)
    }

    /// The path of a finger that is slow in curves and at the ends.
    private static func timed(
        _ points: [Point], _ whole: Double
    ) -> [(time: Double, point: Point)] {
        var times = [0.0]
        for index in points.indices.dropLast() {
            let (before, after) = (
                points[max(index - 2, 0)], points[min(index + 3, points.count - 1)]
            )
            let (here, next) = (points[index] - before, after - points[index])
            let bend = abs(Double.atan2(y: here.cross(next), x: here.dot(next)))
            let end = Double(min(index, points.count - 2 - index)) / Double(points.count - 1)
            let pace = min(1, 0.35 + end * 8) / (1 + 1.6 * bend)
            times.append(times[index] + (points[index + 1] - points[index]).length / pace)
        }
        let factor = whole / max(times[times.count - 1], .leastNormalMagnitude)
        return zip(times, points).map { ($0 * factor, $1 - points[0]) }
    }

    /// Points at equal distances along a path.
    private static func resampled(_ points: [Point], _ count: Int) -> [Point] {
        var lengths = [0.0]
        for (one, next) in zip(points, points.dropFirst()) {
            lengths.append(lengths[lengths.count - 1] + (next - one).length)
        }
        var index = 0
        return (0..<count).map { number in
            let at = lengths[lengths.count - 1] * Double(number) / Double(count - 1)
            while index < lengths.count - 2, lengths[index + 1] < at { index += 1 }
            let span = max(lengths[index + 1] - lengths[index], .leastNormalMagnitude)
            let share = (at - lengths[index]) / span
            return points[index] + (points[index + 1] - points[index]) * share
        }
    }

    /// The path with corners rounded as by a hand: a mean over neighbours; both ends remain.
    private static func smoothed(_ points: [Point], _ reach: Int) -> [Point] {
        points.indices.map { index in
            let near = min(reach, index, points.count - 1 - index)
            let window = points[index - near...index + near]
            return window.reduce(.zero, +) / Double(window.count)
        }
    }
}

extension SeededGenerator {
    /// A displacement with the same deviation of both coordinates.
    fileprivate mutating func deviation(_ deviation: Double) -> Point {
        Point(x: normal(deviation), y: normal(deviation))
    }
}
