import TouchCore
import TouchTestSupport

/// Lists of compositions with a common beginning, and of gestures that wait for them.
struct ComposedLists {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed &+ 31)
    }

    /// The zone of the screen and, in one of four cases, a smaller zone above it.
    mutating func configuration() -> GestureConfiguration {
        var zones = [zone(named: "screen", rect: nil)]
        if generator.oneIn(4) {
            // Fingers land at 132.8 and 148.4 mm: in the zone from 100 mm, beside that from 180 mm.
            let start = generator.oneIn(2) ? 100.0 : 180.0
            zones.append(
                zone(
                    named: "above",
                    rect: ZoneRect(
                        x: .millimetres(start), y: .millimetres(20), width: .millimetres(150),
                        height: .millimetres(150))))
        }
        return GestureConfiguration(zones: zones)
    }

    /// One to three compositions and up to two plain gestures. Some wait, have a cooldown or are
    /// simultaneous with others.
    private mutating func zone(named name: String, rect: ZoneRect?) -> ZoneConfiguration {
        var gestures = (0..<Int.random(in: 1...3, using: &generator)).map { index in
            ConfiguredGesture(composition(depth: 0), name: "whole\(index)")
        }
        for index in 0..<Int.random(in: 0...2, using: &generator) {
            gestures.append(ConfiguredGesture(leaf(), name: "plain\(index)"))
        }
        // A gesture waits only for those before it in `order`: no cycles.
        let order = Array(gestures.indices).shuffled(using: &generator)
        for (position, index) in order.enumerated() {
            let isPlain = gestures[index].name.hasPrefix("plain")
            let earlier = order[..<position].map { gestures[$0].name }
            gestures[index].waitsFor = Set(earlier.filter { _ in generator.oneIn(isPlain ? 2 : 5) })
            if generator.oneIn(5) { gestures[index].simultaneous = .all }
            if generator.oneIn(6) {
                gestures[index].cooldown = generator.oneIn(2) ? .milliseconds(300) : .seconds(2)
            }
        }
        var zone = ZoneConfiguration(
            name: name, rect: rect, gestures: gestures.shuffled(using: &generator))
        let masks: [ZoneMask] = [.gestures, .gestures, .all, .several, .inside, .none]
        zone.mask = masks[Int.random(in: masks.indices, using: &generator)]
        return zone
    }

    private mutating func composition(depth: Int) -> GestureDefinition {
        let rules: [GestureComposition.Rule] = [.exclusive, .sequence, .simultaneous]
        let rule = rules[Int.random(in: 0...2, using: &generator)]
        let parts = (0..<Int.random(in: 2...3, using: &generator)).map { _ in
            ConfiguredGesture(
                depth < 2 && generator.oneIn(3) ? composition(depth: depth + 1) : leaf())
        }
        return .composition(GestureComposition(rule, parts))
    }

    private mutating func leaf() -> GestureDefinition {
        switch Int.random(in: 0...6, using: &generator) {
        case 0, 1:
            var tap = TapThresholds()
            let count = Int.random(in: 1...2, using: &generator)
            tap.count = count...count
            return .tap(tap)
        case 2: return .longPress(.init())
        case 3: return .drag(.init())
        case 4: return .press(.init())
        case 5:
            let kinds = LawRecognizer.Kind.allCases
            let kind = kinds[Int.random(in: kinds.indices, using: &generator)]
            return .custom(CustomDefinition(LawRecognizer(kind, fingers: 1...5)))
        default:
            var swipe = SwipeThresholds()
            let directions: [SwipeDirection] = [.left, .right, .up, .down]
            swipe.directions = [directions[Int.random(in: 0...3, using: &generator)]]
            return .swipe(swipe)
        }
    }

    /// Taps, holds, drags and flicks that all land at one position, with pauses of 60 ms to 1.5 s.
    static func frames(seed: UInt64) -> [TouchedFrame] {
        var generator = SeededGenerator(seed: seed &+ 47)
        var frames: [TouchedFrame] = []
        var ms = 0.0
        for _ in 0..<14 {
            let fingers = generator.oneIn(6) ? 2 : 1
            let (ticks, displacement) = touch(&generator)
            for step in 0...ticks {
                let progress = Double(step) / Double(ticks)
                let acts = (0..<fingers).map { finger -> TestScreen.Act in
                    let x = 170 + Double(finger) * 20 + displacement.x * progress
                    let y = 90 + displacement.y * progress
                    return step == 0 ? .down(finger, x, y) : .move(finger, x, y)
                }
                frames.append(TouchedFrame(ms: ms + Double(step) * 10, acts: acts))
            }
            ms += Double(ticks + 1) * 10
            frames.append(TouchedFrame(ms: ms, acts: (0..<fingers).map { .up($0) }))
            let gaps = [60.0, 150, 150, 250, 340, 500, 1_500]
            ms += gaps[Int.random(in: 0..<gaps.count, using: &generator)]
        }
        return frames
    }

    /// The duration of a random touch, in ticks of 10 ms, and its displacement in mm.
    private static func touch(
        _ generator: inout SeededGenerator
    ) -> (ticks: Int, displacement: Point) {
        let length = Double.random(in: 30...60, using: &generator)
        let displacements = [
            Point(x: length, y: 0), Point(x: -length, y: 0), Point(x: 0, y: length),
            Point(x: 0, y: -length),
        ]
        let displacement = displacements[Int.random(in: 0...3, using: &generator)]
        switch Int.random(in: 0...5, using: &generator) {
        case 0...2: return (Int.random(in: 4...10, using: &generator), .zero)
        case 3: return (Int.random(in: 55...80, using: &generator), .zero)
        case 4: return (Int.random(in: 8...14, using: &generator), displacement)
        default: return (Int.random(in: 40...60, using: &generator), displacement)
        }
    }
}
