import RealModule
import Testing
import TouchTestSupport

@testable import TouchCore

/// The rows of docs/accuracy-tables.md about shapes of several parts: ten invented people draw an x, a
/// plus, a t, an i and an H, ten times each, and make touches that are none of them.
struct StrokePartsAccuracyTests {
    /// In a square of 1, y downwards.
    private static let shapes: [(name: String, parts: [[Point]])] = [
        ("x", [[(0, 0), (1, 1)], [(1, 0), (0, 1)]]),
        ("plus", [[(0.5, 0), (0.5, 1)], [(0, 0.5), (1, 0.5)]]),
        ("t", [[(0.5, 0), (0.5, 1)], [(0.2, 0.25), (0.8, 0.25)]]),
        ("i", [[(0.5, 0.3), (0.5, 1)], [(0.5, 0)]]),
        ("h", [[(0, 0), (0, 1)], [(0.8, 0), (0.8, 1)], [(0, 0.5), (0.8, 0.5)]]),
    ].map { ($0.0, $0.1.map { $0.map { Point(x: $0.0, y: $0.1) } }) }

    /// A person, with deviations as those of `DrawingStyle` at medium speed.
    private struct Person {
        var random: SeededGenerator
        private let aspect, slant, tilt, size, care: Double
        private var habits: [String: [[Point]]] = [:]

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            aspect = .exp(random.deviate(0.13))
            slant = random.deviate(0.11)
            tilt = random.deviate(5 * .pi / 180)
            size = Double.random(in: 25...60, using: &random)
            care = .exp(random.deviate(0.25))
            for (name, parts) in shapes {
                habits[name] = parts.map { $0.map { $0 + random.offset(0.028) } }
            }
            self.random = random
        }

        /// The samples of each part, in mm, in any order and from either end.
        mutating func draw(_ name: String) -> [[Point]] {
            let (size, aspect) = (
                size * .exp(random.deviate(0.15)), aspect * .exp(random.deviate(0.06))
            )
            let turn = tilt + random.deviate(3.5 * .pi / 180)
            var parts = (habits[name] ?? []).map { part in
                let corners = part.map { corner in
                    let point = corner + random.offset(0.044 * care)
                    return Point(
                        x: (point.x + slant * (0.5 - point.y)) * size * aspect,
                        y: point.y * size / aspect
                    ).turned(by: turn)
                }
                let samples = trembling(corners)
                return Bool.random(using: &random) ? samples : samples.reversed()
            }
            parts.shuffle(using: &random)
            return parts
        }

        /// A curved line between two corners, or a dot, with tremor of 0.5 mm.
        private mutating func trembling(_ corners: [Point]) -> [Point] {
            guard corners.count > 1 else {
                return (0..<6).map { _ in corners[0] + random.offset(0.3) }
            }
            let line = corners[1] - corners[0]
            let bow = random.deviate(0.03)
            let phase = Double.random(in: 0...6, using: &random)
            return (0..<24).map { index in
                let share = Double(index) / 23
                let aside = Point(x: -line.y, y: line.x) * (4 * bow * share * (1 - share))
                let angle = phase + Double(index)
                return corners[0] + line * share + aside + random.offset(0.15)
                    + Point(x: 0.5 * .sin(angle), y: 0.5 * .cos(1.3 * angle))
            }
        }

        /// The templates of three drawings of each shape.
        mutating func templates() throws -> [StrokeTemplate] {
            try shapes.map { name, _ in
                let drawings = (0..<3).map { _ in draw(name) }
                let template = StrokeName(name).flatMap { StrokeTemplate($0, drawings: drawings) }
                return try #require(template)
            }
        }
    }

    /// A screen whose strokes have the templates. It plays touches one after another, 0.1 to 0.7 s
    /// apart, waits for 3 s, and returns the shapes that were recognised.
    private final class Glass {
        private let screen: TestScreen
        private var ms = 0.0

        init(_ templates: [StrokeTemplate], score: Double) {
            var stroke = StrokeThresholds()
            stroke.score = score
            stroke.templates = templates
            screen = TestScreen(
                configuration: GestureConfiguration(gestures: [ConfiguredGesture(.stroke(stroke))]))
        }

        func recognised(_ touches: [[Point]], _ random: inout SeededGenerator) -> [String] {
            let before = screen.events.count
            for touch in touches {
                for (index, sample) in touch.enumerated() {
                    let position = sample + Point(x: 130, y: 70)
                    screen.frame(
                        ms,
                        [
                            index == 0
                                ? .down(0, position.x, position.y)
                                : .move(0, position.x, position.y)
                        ])
                    ms += 12
                }
                screen.frame(ms, [.up(0)])
                ms += Double.random(in: 100...700, using: &random)
            }
            ms += 3_000
            screen.advance(to: Timestamp(microseconds: Int64(ms * 1_000)))
            return screen.events[before...].map { $0.values.stroke?.description ?? "" }
        }
    }

    @Test(arguments: [0.7, 0.8])
    func `shapes of several parts are found by three examples of the same person`(
        score: Double
    ) throws {
        var (right, none, other, done) = (0, 0, 0, 0)
        for seed in UInt64(101)...110 {
            var person = Person(seed: seed)
            let glass = Glass(try person.templates(), score: score)
            for (name, _) in Self.shapes {
                for _ in 0..<10 {
                    let names = glass.recognised(person.draw(name), &person.random)
                    done += 1
                    right += names == [name] ? 1 : 0
                    none += names == [] ? 1 : 0
                    other += names == [] || names == [name] ? 0 : 1
                }
            }
        }
        print("score \(score): \(done) drawings, \(right) right, \(none) none, \(other) another")
        #expect(right * 100 >= done * 99)
    }

    @Test(arguments: [(0.7, 50), (0.8, 20)])
    func `touches one after another are rarely shapes of several parts`(
        score: Double, limit: Int
    ) throws {
        var taken: [String: Int] = [:]
        for seed in UInt64(101)...110 {
            var person = Person(seed: seed)
            let glass = Glass(try person.templates(), score: score)
            for number in 0..<100 {
                let (kind, touches) = touches(number % 5, &person.random)
                taken[kind, default: 0] += glass.recognised(touches, &person.random).count
            }
        }
        print("score \(score): of 200 of each kind of touches, taken for a shape: \(taken)")
        #expect(taken.values.reduce(0, +) <= limit)
    }

    /// Touches as people make them one after another: swipes to scroll, taps on keys, swipes and
    /// taps, swipes there and back, and drags that curve.
    private func touches(
        _ kind: Int, _ random: inout SeededGenerator
    ) -> (kind: String, touches: [[Point]]) {
        func anywhere() -> Point {
            Point(
                x: Double.random(in: -50...50, using: &random),
                y: Double.random(in: -40...40, using: &random))
        }
        func line(_ travel: Point, from start: Point) -> [Point] {
            let bow = random.deviate(0.04)
            return (0..<12).map { index in
                let share = Double(index) / 11
                return start + travel * share + random.offset(0.2)
                    + Point(x: -travel.y, y: travel.x) * (4 * bow * share * (1 - share))
            }
        }
        func tap() -> [Point] { Array(repeating: anywhere(), count: 6) }
        let angle = Double.random(in: 0...2 * .pi, using: &random)
        let travel = Point(x: Double.random(in: 20...70, using: &random), y: 0).turned(by: angle)
        switch kind {
        case 0:
            return (
                "swipes",
                (0..<3).map { _ in
                    line(travel.turned(by: random.deviate(0.1)), from: random.offset(8))
                }
            )
        case 1: return ("taps", (0..<3).map { _ in tap() })
        case 2: return ("swipe and tap", [line(travel, from: random.offset(8)), tap()])
        case 3:
            return (
                "there and back",
                [line(travel, from: .zero), line(travel * -1, from: travel + random.offset(6))]
            )
        default:
            let other = Point(x: 40, y: 0).turned(
                by: Double.random(in: 0...2 * .pi, using: &random))
            return ("drags", [line(travel, from: anywhere()), line(other, from: anywhere())])
        }
    }
}

extension SeededGenerator {
    /// A normally distributed number around 0, with the given standard deviation.
    fileprivate mutating func deviate(_ deviation: Double) -> Double {
        let sum = (0..<12).reduce(0.0) { sum, _ in sum + Double.random(in: 0...1, using: &self) }
        return (sum - 6) * deviation
    }

    /// An offset whose coordinates are such numbers.
    fileprivate mutating func offset(_ deviation: Double) -> Point {
        Point(x: deviate(deviation), y: deviate(deviation))
    }
}
