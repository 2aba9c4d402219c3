import TouchCore
import TouchTestSupport

/// Lists with strokes, and touches that draw shapes, as random touches do not.
struct DrawnShapes {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed &+ 61)
    }

    /// One or two strokes between a drag and a tap, each of which may wait for the first stroke.
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

    /// Built-in shapes of random sizes, turned by up to 40°, drawn one after the other.
    mutating func frames() -> [TouchedFrame] {
        var frames: [TouchedFrame] = []
        var ms = 0.0
        for _ in 0..<8 {
            let positions = drawing()
            for (index, position) in positions.enumerated() {
                let act: TestScreen.Act =
                    index == 0 ? .down(0, position.x, position.y) : .move(0, position.x, position.y)
                frames.append(TouchedFrame(ms: ms, acts: [act]))
                ms += 10
            }
            frames.append(TouchedFrame(ms: ms, acts: [.up(0)]))
            ms += generator.oneIn(2) ? 100 : 1_000
        }
        return frames
    }

    /// Positions along a random shape, each up to 1 mm off in x and in y.
    private mutating func drawing() -> [Point] {
        let shapes = StrokeTemplate.builtIn
        let examples = shapes[Int.random(in: shapes.indices, using: &generator)].examples
        let corners = examples[Int.random(in: examples.indices, using: &generator)]
        let extent = corners.map { max(abs($0.x), abs($0.y)) }.max() ?? 1
        let size = Double.random(in: 10...70, using: &generator) / extent
        let rotation = rotation()
        let steps = Int.random(in: 4...12, using: &generator)
        let path = zip(corners, corners.dropFirst()).flatMap { from, to in
            (0..<steps).map { from + (to - from) * (Double($0) / Double(steps)) }
        }
        return path.map { Point(x: 150 + wobble(), y: 90 + wobble()) + rotation($0 * size) }
    }

    private mutating func wobble() -> Double { Double.random(in: -1...1, using: &generator) }

    /// A rotation by up to 40° in either direction.
    private mutating func rotation() -> (Point) -> Point {
        let tangentOfHalf = Double.random(in: -0.36...0.36, using: &generator)
        let square = tangentOfHalf * tangentOfHalf
        let cosine = (1 - square) / (1 + square)
        let sine = 2 * tangentOfHalf / (1 + square)
        return { Point(x: $0.x * cosine - $0.y * sine, y: $0.x * sine + $0.y * cosine) }
    }
}
