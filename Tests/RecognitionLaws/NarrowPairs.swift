import TouchCore
import TouchTestSupport

/// Random pairs of a narrow gesture and a general one of its kind, in this order.
struct NarrowPairs {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed &+ 61) }

    /// A narrow gesture, and the general one over which `GesturePriority.narrow` gives it
    /// precedence.
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

    /// Two gestures of a kind that have most thresholds in common.
    private mutating func pair<Thresholds: GestureThresholds>(
        _ change: (inout Thresholds, inout Variation) -> Void
    ) -> (general: GestureDefinition, narrow: GestureDefinition) {
        var vary = Variation(generator: generator)
        defer { generator = vary.generator }
        var general = Thresholds()
        change(&general, &vary)
        var narrow = general
        change(&narrow, &vary)
        return (general.definition, narrow.definition)
    }

    /// Changes a threshold at random, in one call of three on average.
    private struct Variation {
        var generator: SeededGenerator

        mutating func callAsFunction<Value>(_ value: inout Value, _ values: [Value]) {
            guard generator.oneIn(3) else { return }
            value = values[Int.random(in: values.indices, using: &generator)]
        }
    }

    private static let fingers = [1...1, 1...2, 2...2, 1...5]

    private static func tap(_ tap: inout TapThresholds, _ vary: inout Variation) {
        vary(&tap.fingers, fingers)
        vary(&tap.count, [1...1, 1...2, 2...2, 2...3])
        vary(&tap.minimumDuration, [.milliseconds(20), .milliseconds(60)])
        vary(&tap.maximumDuration, [.milliseconds(100), .milliseconds(500)])
        vary(&tap.maximumDistance, [0.5, 4])
        vary(&tap.maximumGap, [.milliseconds(100), .milliseconds(350)])
    }

    private static func swipe(_ swipe: inout SwipeThresholds, _ vary: inout Variation) {
        vary(&swipe.fingers, fingers)
        vary(&swipe.directions, [[.left, .right], [.up], [.up, .left], [.upLeft]])
        vary(&swipe.minimumDistance, [12, 40])
        vary(&swipe.minimumSpeed, [80, 300])
        vary(&swipe.maximumDuration, [.milliseconds(150), .milliseconds(800)])
        vary(&swipe.maximumDeviation, [nil, 10, 40])
        vary(&swipe.edges, [[], [.left], [.left, .top]])
    }

    private static func drag(_ drag: inout DragThresholds, _ vary: inout Variation) {
        vary(&drag.fingers, fingers)
        vary(&drag.minimumDistance, [4, 10])
        vary(&drag.axis, [.any, .horizontal, .vertical])
        vary(&drag.edges, [[], [.left], [.left, .top]])
    }

    private static func longPress(_ press: inout LongPressThresholds, _ vary: inout Variation) {
        vary(&press.fingers, fingers)
        vary(&press.minimumDuration, [.milliseconds(400), .milliseconds(500)])
        vary(&press.maximumDistance, [1, 4])
        vary(&press.maximumDrift, [2, 6])
    }

    private static func magnify(_ magnify: inout MagnifyThresholds, _ vary: inout Variation) {
        vary(&magnify.fingers, [2...5, 2...2, 3...5])
        vary(&magnify.minimumDistance, [5, 10])
        vary(&magnify.minimumScale, [0.1, 0.3])
        vary(&magnify.minimumShare, [0.5, 1])
        vary(&magnify.minimumRadius, [8, 16])
    }

    private static func rotate(_ rotate: inout RotateThresholds, _ vary: inout Variation) {
        vary(&rotate.fingers, [2...5, 2...2, 3...5])
        vary(&rotate.minimumRotation, [10, 30])
        vary(&rotate.minimumDistance, [2, 8])
        vary(&rotate.minimumShare, [0.25, 1])
        vary(&rotate.minimumRadius, [8, 16])
    }
}
