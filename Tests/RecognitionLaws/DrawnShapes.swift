import TouchCore
import TouchTestSupport

/// Lists with strokes, and fingers that draw their shapes, which random touches do not.
struct DrawnShapes {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed &+ 61)
    }

    /// One or two strokes, between a drag and a tap that may wait for them.
    mutating func configuration() -> GestureConfiguration {
        let strokes = (0..<Int.random(in: 1...2, using: &generator)).map { index in
            ConfiguredGesture(.stroke(stroke()), name: "stroke\(index)")
        }
        var drag = ConfiguredGesture(.drag(.init()))
        var tap = ConfiguredGesture(.tap(.init()))
        if generator.oneIn(2) { drag.waitsFor = [strokes[0].name] }
        if generator.oneIn(2) { tap.waitsFor = [strokes[0].name] }
        return GestureConfiguration(gestures: [drag] + strokes + [tap])
    }

    private mutating func stroke() -> StrokeThresholds {
        var stroke = StrokeThresholds()
        let shapes = stroke.templates.shuffled(using: &generator)
        stroke.templates = Array(shapes.prefix(Int.random(in: 1...8, using: &generator)))
        stroke.score = generator.oneIn(2) ? 0.5 : 0.8
        stroke.rotation = generator.oneIn(2) ? .any : .oriented
        stroke.direction = generator.oneIn(2) ? .either : .drawn
        stroke.points = Int.random(in: 16...64, using: &generator)
        return stroke
    }

    /// Shapes that are built in, in any size and turned by up to 40°, one after the other.
    mutating func frames() -> [TouchedFrame] {
        var frames: [TouchedFrame] = []
        var ms = 0.0
        for _ in 0..<8 {
            let places = drawing()
            for (index, place) in places.enumerated() {
                let act: TestScreen.Act =
                    index == 0 ? .down(0, place.x, place.y) : .move(0, place.x, place.y)
                frames.append(TouchedFrame(ms: ms, acts: [act]))
                ms += 10
            }
            frames.append(TouchedFrame(ms: ms, acts: [.up(0)]))
            ms += generator.oneIn(2) ? 100 : 1_000
        }
        return frames
    }

    /// Positions along a shape as a hand draws it: not exactly.
    private mutating func drawing() -> [Point] {
        let shapes = StrokeTemplate.builtIn
        let examples = shapes[Int.random(in: shapes.indices, using: &generator)].examples
        let corners = examples[Int.random(in: examples.indices, using: &generator)]
        let extent = corners.map { max(abs($0.x), abs($0.y)) }.max() ?? 1
        let size = Double.random(in: 10...70, using: &generator) / extent
        let turn = turn()
        let steps = Int.random(in: 4...12, using: &generator)
        let way = zip(corners, corners.dropFirst()).flatMap { from, to in
            (0..<steps).map { from + (to - from) * (Double($0) / Double(steps)) }
        }
        return way.map { Point(x: 150 + wobble(), y: 90 + wobble()) + turn($0 * size) }
    }

    private mutating func wobble() -> Double { Double.random(in: -1...1, using: &generator) }

    /// A turn by up to 40° either way.
    private mutating func turn() -> (Point) -> Point {
        let tangentOfHalf = Double.random(in: -0.36...0.36, using: &generator)
        let square = tangentOfHalf * tangentOfHalf
        let cosine = (1 - square) / (1 + square)
        let sine = 2 * tangentOfHalf / (1 + square)
        return { Point(x: $0.x * cosine - $0.y * sine, y: $0.x * sine + $0.y * cosine) }
    }
}
