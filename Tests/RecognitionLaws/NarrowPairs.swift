import TouchCore
import TouchTestSupport

/// A general gesture and a narrow one of its kind, of which the narrow one has precedence.
struct NarrowPairs {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed &+ 61) }

    /// A narrow gesture, and the general one over which the order of a list gives it precedence.
    mutating func next() -> [ConfiguredGesture] {
        while true {
            let (general, narrow) = definitions()
            let list = [ConfiguredGesture(general), ConfiguredGesture(narrow, name: "narrow")]
            if !GesturePriority.narrow.moves(in: list).isEmpty { return list.reversed() }
        }
    }

    private mutating func definitions() -> (general: GestureDefinition, narrow: GestureDefinition) {
        switch Int.random(in: 0...6, using: &generator) {
        case 0, 1: pair(Self.tap)
        case 2: pair(Self.swipe)
        case 3: pair(Self.drag)
        case 4: pair(Self.longPress)
        case 5: pair(Self.magnify)
        default: pair(Self.rotate)
        }
    }

    /// Two that have most thresholds in common.
    private mutating func pair<Thresholds: GestureThresholds>(
        _ change: (inout Thresholds, inout Draw) -> Void
    ) -> (general: GestureDefinition, narrow: GestureDefinition) {
        var draw = Draw(generator: generator)
        defer { generator = draw.generator }
        var general = Thresholds()
        change(&general, &draw)
        var narrow = general
        change(&narrow, &draw)
        return (general.definition, narrow.definition)
    }

    /// Changes one threshold of three.
    private struct Draw {
        var generator: SeededGenerator

        mutating func callAsFunction<Value>(_ value: inout Value, _ values: [Value]) {
            guard generator.oneIn(3) else { return }
            value = values[Int.random(in: values.indices, using: &generator)]
        }
    }

    private static let fingers = [1...1, 1...2, 2...2, 1...5]

    private static func tap(_ tap: inout TapThresholds, _ draw: inout Draw) {
        draw(&tap.fingers, fingers)
        draw(&tap.count, [1...1, 1...2, 2...2, 2...3])
        draw(&tap.minimumDuration, [.milliseconds(20), .milliseconds(60)])
        draw(&tap.maximumDuration, [.milliseconds(100), .milliseconds(500)])
        draw(&tap.maximumDistance, [0.5, 4])
        draw(&tap.maximumGap, [.milliseconds(100), .milliseconds(350)])
    }

    private static func swipe(_ swipe: inout SwipeThresholds, _ draw: inout Draw) {
        draw(&swipe.fingers, fingers)
        draw(&swipe.directions, [[.left, .right], [.up], [.up, .left], [.upLeft]])
        draw(&swipe.minimumDistance, [12, 40])
        draw(&swipe.minimumSpeed, [80, 300])
        draw(&swipe.maximumDuration, [.milliseconds(150), .milliseconds(800)])
        draw(&swipe.maximumDeviation, [nil, 10, 40])
        draw(&swipe.edges, [[], [.left], [.left, .top]])
    }

    private static func drag(_ drag: inout DragThresholds, _ draw: inout Draw) {
        draw(&drag.fingers, fingers)
        draw(&drag.minimumDistance, [4, 10])
        draw(&drag.axis, [.any, .horizontal, .vertical])
        draw(&drag.edges, [[], [.left], [.left, .top]])
    }

    private static func longPress(_ press: inout LongPressThresholds, _ draw: inout Draw) {
        draw(&press.fingers, fingers)
        draw(&press.minimumDuration, [.milliseconds(400), .milliseconds(500)])
        draw(&press.maximumDistance, [1, 4])
        draw(&press.maximumDrift, [2, 6])
    }

    private static func magnify(_ magnify: inout MagnifyThresholds, _ draw: inout Draw) {
        draw(&magnify.fingers, [2...5, 2...2, 3...5])
        draw(&magnify.minimumDistance, [5, 10])
        draw(&magnify.minimumScale, [0.1, 0.3])
        draw(&magnify.minimumShare, [0.5, 1])
        draw(&magnify.minimumRadius, [8, 16])
    }

    private static func rotate(_ rotate: inout RotateThresholds, _ draw: inout Draw) {
        draw(&rotate.fingers, [2...5, 2...2, 3...5])
        draw(&rotate.minimumRotation, [10, 30])
        draw(&rotate.minimumDistance, [2, 8])
        draw(&rotate.minimumShare, [0.25, 1])
        draw(&rotate.minimumRadius, [8, 16])
    }
}
