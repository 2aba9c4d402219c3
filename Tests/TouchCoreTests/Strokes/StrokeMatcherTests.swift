import RealModule
import Testing

@testable import TouchCore

/// Shapes are recognised by their outline and their direction, not by size or position.
@Suite struct StrokeMatcherTests {
    private static let zigzag = [
        Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 0, y: 10), Point(x: 10, y: 10),
    ]

    private func matcher(
        _ templates: [StrokeTemplate] = StrokeTemplate.builtIn, points: Int = 16,
        maximumRotation: Double = 30, allowsReversed: Bool = false
    ) -> StrokeMatcher {
        StrokeMatcher(
            templates, points: points, maximumRotation: maximumRotation * .pi / 180,
            allowsReversed: allowsReversed)
    }

    private func match(_ stroke: [Point], _ matcher: StrokeMatcher) -> StrokeMatch? {
        stroke.withUnsafeBufferPointer { matcher.match($0) }
    }

    private func turned(_ stroke: [Point], _ degrees: Double) -> [Point] {
        let (sine, cosine) = (
            Double.sin(degrees * .pi / 180), Double.cos(degrees * .pi / 180)
        )
        return stroke.map {
            Point(x: $0.x * cosine - $0.y * sine, y: $0.x * sine + $0.y * cosine)
        }
    }

    @Test(arguments: StrokeTemplate.builtIn, [16, 33, 64])
    func `each built-in drawing matches its own shape`(_ template: StrokeTemplate, points: Int)
        throws
    {
        for example in template.examples {
            let found = try #require(match(example, matcher(points: points)))
            #expect(found.name == template.name)
            #expect(found.score > 0.99)
            #expect(found.runnerUpScore < 0.8, "\(String(describing: found.runnerUp))")
            #expect(found.runnerUp != template.name)
        }
    }

    @Test(arguments: [0.05, 1, 1000], [Point.zero, Point(x: -300, y: 7)])
    func `size and position do not matter`(size: Double, position: Point) throws {
        let found = try #require(match(Self.zigzag.map { $0 * size + position }, matcher()))
        #expect(found.name.description == "z")
        #expect(found.score > 0.95)
    }

    @Test(arguments: [0.0, 15, 30])
    func `a rotation lowers the score only beyond the maximum`(maximum: Double) throws {
        let upright = try #require(match(Self.zigzag, matcher())).score
        let near = try #require(
            match(turned(Self.zigzag, maximum), matcher(maximumRotation: maximum + 1)))
        let beyond = try #require(
            match(turned(Self.zigzag, maximum + 9), matcher(maximumRotation: maximum)))
        let far = try #require(match(turned(Self.zigzag, 60), matcher()))
        #expect(abs(near.score - upright) < 1e-9)
        #expect(beyond.score < upright - 0.005)
        #expect(far.name.description != "z" || far.score < near.score - 0.2)
    }

    @Test func `a shape that turns freely is found at any angle`() throws {
        let zigzags = StrokeTemplate.builtIn.filter { $0.name.description == "z" }
        let free = matcher(zigzags, maximumRotation: 180)
        for degrees in stride(from: 0.0, to: 360, by: 30) {
            #expect(try #require(match(turned(Self.zigzag, degrees), free)).score > 0.95)
        }
    }

    @Test func `a shape drawn from its end matches if this is allowed`() throws {
        let arrows = StrokeTemplate.builtIn.filter { $0.name.description == "arrow_up" }
        let stroke = Array(try #require(arrows.first).examples[0].reversed())
        #expect(try #require(match(stroke, matcher(arrows))).score < 0.7)
        #expect(try #require(match(stroke, matcher(arrows, allowsReversed: true))).score > 0.95)
    }

    @Test func `a straight stroke is most like a line`() throws {
        for degrees in stride(from: 0.0, to: 360, by: 5) {
            let line = turned([.zero, Point(x: 40, y: 0.5), Point(x: 80, y: 0)], degrees)
            let found = try #require(match(line, matcher()))
            #expect(found.lineScore > 0.85)
            #expect(found.score < found.lineScore)
        }
    }

    @Test func `a stroke at one position has no match`() {
        #expect(match([.zero, .zero], matcher()) == nil)
        #expect(match([Point(x: 1, y: 1), Point(x: 1, y: 1)], matcher()) == nil)
    }

    @Test func `without shapes nothing matches`() {
        #expect(match(Self.zigzag, matcher([])) == nil)
    }

    @Test(arguments: [
        ([Point.zero], StrokeTemplate.Problem.points(1)),
        ([.zero, Point(x: .nan, y: 0)], .coordinate(at: 1)),
        ([.zero, Point(x: 0, y: .infinity)], .coordinate(at: 1)),
        ([Point(x: 1e7, y: 0), .zero], .coordinate(at: 0)),
        ([.zero, .zero, .zero], .still),
        ([.zero, Point(x: 5, y: 5)], .straight),
        (Array(repeating: .zero, count: 2_049), .points(2_049)),
    ])
    func `a drawing that cannot be compared is invalid`(
        _ drawing: [Point], _ problem: StrokeTemplate.Problem
    ) throws {
        #expect(StrokeTemplate.problem(with: drawing) == problem)
        let name = try #require(StrokeName("a"))
        #expect(StrokeTemplate(name, examples: [drawing]) == nil)
    }

    @Test(arguments: ["a", "circle", "A-Z_0.9", "abcdefghijklmnopqrstuvwx"])
    func `a valid name keeps its text`(_ text: String) throws {
        #expect(try #require(StrokeName(text)).description == text)
    }

    @Test(arguments: ["", "abcdefghijklmnopqrstuvwxy", "a b", "é", "a\"", "a\u{0}"])
    func `other texts are invalid names`(_ text: String) {
        #expect(StrokeName(text) == nil)
    }
}
