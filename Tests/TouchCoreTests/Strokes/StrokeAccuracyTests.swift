import Foundation
import RealModule
import Testing
import TouchTestSupport

@testable import TouchCore

/// The rows of docs/accuracy-tables.md about strokes, with 384 strokes: four people draw sixteen
/// shapes.
///
/// `Scripts/accuracy-strokes` plays all 5 280 strokes.
struct StrokeAccuracyTests {
    private struct Stroke {
        let person: Int
        let shape: String
        let positions: [Point]
    }

    private let strokes: [Stroke]

    init() throws {
        strokes = try (0..<4).flatMap { person in
            let script = BuiltDaemon.root + "Accuracy/shapes.touches"
            let text = try String(contentsOfFile: script, encoding: .utf8)
                .replacing("10 times", with: "2 times")
            var performer = Performer(
                try Person("adult"), on: SurfaceSize(width: 528, height: 297),
                seed: UInt64(person) + 1)
            return try performer.perform(try TouchScript(text)).map { touch in
                let finger = try #require(touch.fingers.first)
                let positions = (0..<24).map { index in
                    let share = Double(index) / 23
                    return finger.position(finger.lands + (finger.lifts - finger.lands) * share)
                }
                let shape = try #require(touch.label.shape).replacing(" ", with: "-")
                return Stroke(person: person, shape: shape, positions: positions)
            }
        }
    }

    private func matcher(_ examples: [Stroke]) throws -> StrokeMatcher {
        let templates = try Dictionary(grouping: examples, by: \.shape).map { shape, strokes in
            let name = try #require(StrokeName(shape))
            return try #require(StrokeTemplate(name, examples: strokes.map(\.positions)))
        }
        return matcher(templates)
    }

    /// With the default thresholds.
    private func matcher(_ templates: [StrokeTemplate]) -> StrokeMatcher {
        let thresholds = StrokeThresholds()
        return StrokeMatcher(
            templates, points: thresholds.points,
            maximumRotation: thresholds.maximumRotation * .pi / 180, allowsReversed: false)
    }

    /// The shape that a stroke is recognised as at the default score.
    private func name(_ stroke: [Point], _ matcher: StrokeMatcher) -> String? {
        guard let match = stroke.withUnsafeBufferPointer({ matcher.match($0) }),
            match.score >= StrokeThresholds().score, match.score > match.lineScore
        else { return nil }
        return match.name.description
    }

    /// The share of strokes that are recognised as their shape.
    private func share(of played: [Stroke], _ matcher: StrokeMatcher) -> Double {
        let correct = played.count { name($0.positions, matcher) == $0.shape }
        return Double(correct) / Double(played.count)
    }

    /// The first `count` drawings of each shape by a person.
    private func first(_ count: Int, of person: Int) -> [Stroke] {
        Dictionary(grouping: strokes.filter { $0.person == person }, by: \.shape).values
            .flatMap { $0.prefix(count) }
    }

    /// The drawings of each shape by a person after the first `count`.
    private func remaining(_ count: Int, of person: Int) -> [Stroke] {
        Dictionary(grouping: strokes.filter { $0.person == person }, by: \.shape).values
            .flatMap { $0.dropFirst(count) }
    }

    @Test(arguments: [(1, 0.96), (5, 0.98)])
    func `strokes are found by examples of the same person`(count: Int, minimum: Double) throws {
        let shares = try (0..<4).map {
            try share(of: remaining(count, of: $0), matcher(first(count, of: $0)))
        }
        #expect(shares.reduce(0, +) / 4 >= minimum, "\(shares)")
    }

    @Test func `strokes are found by examples of other people`() throws {
        let shares = try (0..<4).map { person in
            let others = (0..<4).filter { $0 != person }.flatMap { first(3, of: $0) }
            return try share(of: strokes.filter { $0.person == person }, matcher(others))
        }
        #expect(shares.reduce(0, +) / 4 >= 0.96, "\(shares)")
    }

    @Test(arguments: [false, true])
    func `drags and swipes are not shapes`(isTrained: Bool) throws {
        let matcher =
            isTrained
            ? try matcher((0..<4).flatMap { first(3, of: $0) })
            : matcher(StrokeTemplate.builtIn)
        var recognised: [String] = []
        for degrees in stride(from: 0.0, to: 360, by: 3) {
            // Bent like the stroke of a thumb. The trained shapes include braces, which are nearly
            // flat, so these strokes are flatter.
            let maximum = isTrained ? 0.06 : 0.1
            for bow in [-maximum, -maximum / 2, 0, maximum / 2, maximum] {
                let displacement = Point(
                    x: 60 * Double.cos(degrees * .pi / 180),
                    y: 60 * Double.sin(degrees * .pi / 180))
                let stroke = (0...30).map { step -> Point in
                    let along = Double(step) / 30
                    let aside = 4 * bow * along * (1 - along)
                    return Point(
                        x: displacement.x * along - displacement.y * aside,
                        y: displacement.y * along + displacement.x * aside)
                }
                recognised += [name(stroke, matcher)].compactMap(\.self)
            }
        }
        #expect(recognised == [])
    }
}
