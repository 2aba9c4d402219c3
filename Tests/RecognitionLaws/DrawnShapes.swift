import TouchCore
import TouchTestSupport

/// Lists with strokes, and touches that draw shapes in one part or several, as random touches do
/// not.
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

    /// Shapes of several parts: a cross, an i with its dot, and an H.
    static let ofParts: [StrokeTemplate] = [
        ("cross", [[(0, 0), (10, 10)], [(10, 0), (0, 10)]]), ("i", [[(0, 3), (0, 10)], [(0, 0)]]),
        ("h", [[(0, 0), (0, 10)], [(8, 0), (8, 10)], [(0, 5), (8, 5)]]),
    ].compactMap { name, parts in
        StrokeName(name).flatMap {
            StrokeTemplate($0, drawings: [parts.map { $0.map { Point(x: $0.0, y: $0.1) } }])
        }
    }

    /// Half of the strokes may have shapes of several parts.
    private mutating func stroke() -> StrokeThresholds {
        var stroke = StrokeThresholds()
        if generator.oneIn(2) { stroke.templates += Self.ofParts }
        stroke.maximumGap = .milliseconds(generator.oneIn(4) ? 200 : 1_000)
        let shapes = stroke.templates.shuffled(using: &generator)
        stroke.templates = Array(shapes.prefix(Int.random(in: 1...8, using: &generator)))
        stroke.score = generator.oneIn(2) ? 0.5 : 0.8
        stroke.rotation = generator.oneIn(2) ? .any : .oriented
        stroke.direction = generator.oneIn(2) ? .either : .drawn
        stroke.points = Int.random(in: 16...64, using: &generator)
        return stroke
    }

    /// Shapes of random sizes, turned by up to 40°, drawn one after the other.
    mutating func frames() -> [TouchedFrame] {
        var frames: [TouchedFrame] = []
        var ms = 0.0
        for _ in 0..<8 {
            for positions in drawing() {
                for (index, position) in positions.enumerated() {
                    let act: TestScreen.Act =
                        index == 0
                        ? .down(0, position.x, position.y) : .move(0, position.x, position.y)
                    frames.append(TouchedFrame(ms: ms, acts: [act]))
                    ms += 10
                }
                frames.append(TouchedFrame(ms: ms, acts: [.up(0)]))
                ms += generator.oneIn(2) ? 100 : generator.oneIn(2) ? 300 : 1_000
            }
            if generator.oneIn(2) { ms += 1_000 }
        }
        return frames
    }

    /// Positions along the parts of a random shape, each up to 1 mm off in x and in y.
    private mutating func drawing() -> [[Point]] {
        let shapes = StrokeTemplate.builtIn + Self.ofParts
        let drawings = shapes[Int.random(in: shapes.indices, using: &generator)].drawings
        let parts = drawings[Int.random(in: drawings.indices, using: &generator)]
        let extent = parts.joined().map { max(abs($0.x), abs($0.y)) }.max() ?? 1
        let size = Double.random(in: 10...70, using: &generator) / extent
        let rotation = rotation()
        let steps = Int.random(in: 4...12, using: &generator)
        return parts.map { corners in
            let path = zip(corners, corners.dropFirst()).flatMap { from, to in
                (0..<steps).map { from + (to - from) * (Double($0) / Double(steps)) }
            }
            return (path.isEmpty ? corners : path).map {
                Point(x: 150 + wobble(), y: 90 + wobble()) + rotation($0 * size)
            }
        }
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
