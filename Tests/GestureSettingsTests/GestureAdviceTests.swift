import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings

/// Whether the advice about random lists is true for touches, and whether its proposals help.
struct GestureAdviceTests {
    /// A list chosen at random.
    private struct RandomList {
        var generator: SeededGenerator

        init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

        private mutating func one<Value>(of values: [Value]) -> Value {
            values[Int.random(in: values.indices, using: &generator)]
        }

        mutating func gestures() -> [ConfiguredGesture] {
            let count = Int.random(in: 2...5, using: &generator)
            var gestures = (0..<count).map { index in
                ConfiguredGesture(definition(), name: generator.oneIn(4) ? nil : "g\(index)")
            }
            let names = Set(gestures.map(\.name)).sorted()
            for index in gestures.indices where generator.oneIn(4) {
                gestures[index].simultaneous = .named([one(of: names)])
            }
            return gestures
        }

        private mutating func definition() -> GestureDefinition {
            guard !generator.oneIn(4) else { return sequence() }
            return leaf()
        }

        /// A sequence of parts that the touches perform one after the other.
        private mutating func sequence() -> GestureDefinition {
            var swipe = SwipeThresholds()
            swipe.directions = [.right]
            var single = TapThresholds()
            single.count = 1...1
            let parts: [GestureDefinition] = one(of: [
                [.tap(single), .longPress(.init())], [.swipe(swipe), .swipe(swipe)],
                [.tap(single), .tap(single), .longPress(.init())],
            ])
            return .composition(
                GestureComposition(.sequence, parts.map { ConfiguredGesture($0) }))
        }

        private mutating func leaf() -> GestureDefinition {
            let fingers = one(of: [1...5, 1...5, 1...1, 2...2])
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                var tap = TapThresholds()
                tap.fingers = fingers
                tap.count = one(of: [1...3, 1...1, 2...2, 2...3])
                return .tap(tap)
            case 1:
                var press = LongPressThresholds()
                press.fingers = fingers
                press.minimumDuration = .milliseconds(one(of: [500, 500, 1_000]))
                return .longPress(press)
            case 2:
                var drag = DragThresholds()
                drag.fingers = fingers
                drag.minimumDistance = one(of: [4, 4, 10])
                drag.axis = one(of: [.any, .any, .horizontal])
                drag.edges = one(of: [[], [], [.left]])
                return .drag(drag)
            default:
                var swipe = SwipeThresholds()
                swipe.fingers = fingers
                swipe.directions = one(of: [swipe.directions, [.up], [.left, .right]])
                swipe.minimumDistance = one(of: [12, 12, 40])
                swipe.edges = one(of: [[], [], [.left]])
                return .swipe(swipe)
            }
        }
    }

    /// The gestures of a list that are recognised in touches of many kinds, as indices in the list.
    private static func recognised(
        _ gestures: [ConfiguredGesture], _ priority: GesturePriority
    ) -> Set<Int> {
        let zone = ZoneConfiguration(name: "screen", gestures: gestures, priority: priority)
        let screen = TestScreen(configuration: GestureConfiguration(zones: [zone]))
        for touch in touches {
            screen.touch(touch)
        }
        let order = priority.order(of: gestures)
        // A gesture that begins and is cancelled has not been recognised.
        return Set(screen.events.filter { $0.phase == .ended }.map { order[$0.gesture] })
    }

    /// A short description of a list.
    private static func text(_ gestures: [ConfiguredGesture]) -> String {
        func text(_ definition: GestureDefinition) -> String {
            guard case .composition(let composition) = definition else {
                return "\(definition.kind.rawValue) \(definition.thresholds?.changesText ?? "")"
            }
            return "[\(composition.parts.map { text($0.definition) }.joined(separator: ", "))]"
        }
        return gestures.map { "\($0.name): \(text($0.definition)) ~\($0.simultaneous)" }
            .joined(separator: "\n")
    }

    /// Fingers that land at `start`, move by `travel` and lift. In milliseconds and millimetres.
    fileprivate struct Touch {
        var start: Double
        var fingers = 1
        var from = (100.0, 100.0)
        var travel = (0.0, 0.0)
        var ms = 60.0
    }

    /// Taps up to three, holds, and strokes of many lengths, each with one finger and with two.
    private static let touches: [Touch] = {
        var touches: [Touch] = []
        var start = 0.0
        func add(_ touch: Touch, pause: Double = 5_000) {
            touches.append(touch)
            start += pause
        }
        for fingers in 1...2 {
            for count in 1...3 {
                for _ in 0..<count { add(Touch(start: start, fingers: fingers), pause: 160) }
                start += 3_000
            }
            for ms in [700.0, 1_300] { add(Touch(start: start, fingers: fingers, ms: ms)) }
            for count in 1...2 {
                for _ in 0..<count { add(Touch(start: start, fingers: fingers), pause: 160) }
                add(Touch(start: start, fingers: fingers, ms: 1_300))
            }
            for pause in [300.0, 5_000] {
                add(Touch(start: start, fingers: fingers, travel: (25, 0), ms: 100), pause: pause)
            }
            for (x, y) in [(1.0, 0.0), (0, -1), (-1, 0)] {
                for (length, ms) in [(8.0, 900.0), (25, 100), (60, 120)] {
                    // Strokes also start from the left edge, unless they would leave the surface
                    // there.
                    for from in x < 0 ? [150.0] : [2, 150] {
                        add(
                            Touch(
                                start: start, fingers: fingers, from: (from, 100),
                                travel: (x * length, y * length), ms: ms))
                    }
                }
            }
        }
        return touches
    }()

    private static func rehearsal(
        _ gestures: [ConfiguredGesture], _ priority: GesturePriority
    ) -> Rehearsal {
        Rehearsal(
            gestures, priority, like: ZoneConfiguration(name: "screen", gestures: gestures))
    }

    @Test func `gestures reported as never recognised never are, and proposals help`() {
        var (warned, never, proposals) = (0, 0, 0)
        for seed in 0..<30 as Range<UInt64> {
            var random = RandomList(seed: seed)
            let gestures = random.gestures()
            let priority: GesturePriority = seed % 4 == 0 ? .list : .narrow
            let rehearsal = Self.rehearsal(gestures, priority)
            let outcomes = gestures.indices.map(rehearsal.outcome)
            guard outcomes.contains(where: { $0 != .recognised }) else { continue }
            let recognised = Self.recognised(gestures, priority)
            for (index, outcome) in outcomes.enumerated() where outcome != .recognised {
                warned += 1
                let comment: Comment = "seed \(seed): \(index) of \(Self.text(gestures))"
                // Every gesture of these lists is possible.
                #expect(outcome != .unknown, comment)
                #expect(!outcome.obstacles.isEmpty, comment)
                if case .never = outcome {
                    never += 1
                    #expect(!recognised.contains(index), comment)
                }
                let remedies = rehearsal.remedies(
                    of: index, outcome.obstacles, keeping: rehearsal.recognisedSets(outcomes))
                // Gestures that these touches do not perform even in a list of one are skipped.
                guard !Self.recognised([gestures[index]], .list).isEmpty else { continue }
                for remedy in remedies {
                    let changed = remedy.applied(to: gestures)
                    let found = Self.recognised(changed.gestures, priority)
                    proposals += 1
                    #expect(found.contains(changed.indices[index]), "\(remedy), \(comment)")
                }
            }
        }
        // Otherwise the property would hold vacuously.
        #expect(
            warned > 10 && never > 5 && proposals > 10, "\(warned), \(never), \(proposals)")
    }

    @Test func `gestures without a warning are recognised in other touches, too`() {
        var checked = 0
        for seed in 100..<115 as Range<UInt64> {
            var random = RandomList(seed: seed)
            let gestures = random.gestures().filter { !$0.kind.isComposition }
            let rehearsal = Self.rehearsal(gestures, .narrow)
            let recognised = Self.recognised(gestures, .narrow)
            for index in gestures.indices where rehearsal.outcome(of: index) == .recognised {
                guard !Self.recognised([gestures[index]], .list).isEmpty else { continue }
                checked += 1
                #expect(
                    recognised.contains(index), "seed \(seed): \(index) of \(Self.text(gestures))")
            }
        }
        #expect(checked > 10)
    }
}

extension TestScreen {
    /// Waits for the touch's start, and plays it in ten steps with its fingers side by side.
    fileprivate func touch(_ touch: GestureAdviceTests.Touch) {
        wait(until: touch.start)
        let steps = touch.travel == (0, 0) ? 1 : 10
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            let x = touch.from.0 + touch.travel.0 * share
            let y = touch.from.1 + touch.travel.1 * share
            frame(
                touch.start + touch.ms * share,
                (0..<touch.fingers).map { finger in
                    let fingerY = y + Double(finger) * 12
                    return step == 0 ? .down(finger, x, fingerY) : .move(finger, x, fingerY)
                })
        }
        frame(touch.start + touch.ms + 10, (0..<touch.fingers).map { .up($0) })
    }
}
