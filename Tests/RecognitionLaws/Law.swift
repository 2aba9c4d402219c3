import TouchCore
import TouchTestSupport

/// An invariant of recognition, tested with random lists and random touches.
package struct Law: Sendable {
    /// The law, as a sentence.
    package let name: String
    /// Tests the law with the list and touches of a seed. Returns the failure with the smallest
    /// list and touches that break the law, or `nil` if it holds.
    package let failure: @Sendable (_ seed: UInt64) -> String?

    init(_ name: String, failure: @escaping @Sendable (_ seed: UInt64) -> String?) {
        self.name = name
        self.failure = failure
    }

    /// Every law.
    package static let all =
        IdleGestureLaws.laws + ListLaws.laws + NarrowOrderLaw.laws + SameTouchLaws.laws
        + QuarterTurnLaw.laws + TwoZoneLaws.laws + TwoHandLaws.laws + ExplanationLaws.laws
}

extension Law: CustomStringConvertible {
    package var description: String { name }
}

extension Law {
    /// Touches of a seed, fewer than `Property.frames(seed:)`.
    @Sendable static func frames(seed: UInt64) -> [TouchedFrame] {
        let x = 1.0...343
        let y = 2.0...191
        if seed.isMultiple(of: 3) {
            var touches = RandomTouches(seed: seed, x: x, y: y)
            return LawTransform.withoutTies(touches.frames(120))
        }
        var gestures = RandomGestures(seed: seed, x: x, y: y)
        return LawTransform.withoutTies(gestures.frames(12))
    }

    /// A touch that proves to the engine that the panel measures force.
    static let forceProof: [TouchedFrame] =
        [TouchedFrame(ms: 0, acts: [.down(0, 160, 90)])]
        + (1...6).map { step in
            TouchedFrame(
                ms: Double(step) * 10, acts: [.move(0, 160, 90, force: Double(step) / 100)])
        } + [TouchedFrame(ms: 80, acts: [.up(0)])]

    /// All events of an engine with this configuration for these touches.
    static func emitted(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame]
    ) -> [EmittedEvent] {
        let screen = Property.screen(configuration)
        screen.play(frames)
        return EmittedEvent.all(on: screen)
    }
}

/// Gestures that no touch of these tests can perform.
enum IdleGesture {
    /// More fingers than any touch has.
    private static let fingers = 40...40

    /// A random kind or composition, which may wait for `names` and be simultaneous with all.
    static func random(_ generator: inout SeededGenerator, beside names: [String])
        -> ConfiguredGesture
    {
        var gesture = ConfiguredGesture(
            definition(Int.random(in: 0...11, using: &generator)), name: "idle")
        if generator.oneIn(3) { gesture.waitsFor = Set(names.filter { _ in generator.oneIn(2) }) }
        if generator.oneIn(3) { gesture.simultaneous = .all }
        return gesture
    }

    private static func definition(_ kind: Int) -> GestureDefinition {
        switch kind {
        case 0: .tap(tap)
        case 1: .longPress(longPress)
        case 2: .drag(drag)
        case 3: .swipe(swipe)
        case 4: .magnify(magnify)
        case 5: .press(press)
        case 6: .deepPress(deepPress)
        case 7: composition(.sequence, .tap(tap), .drag(.init()))
        case 8: composition(.sequence, .swipe(swipe), .longPress(.init()))
        case 9: composition(.exclusive, .swipe(swipe), .longPress(longPress))
        case 10: composition(.simultaneous, .drag(drag), .magnify(magnify))
        default: composition(.sequence, .longPress(longPress), .tap(.init()))
        }
    }

    private static func composition(
        _ rule: GestureComposition.Rule, _ first: GestureDefinition, _ second: GestureDefinition
    ) -> GestureDefinition {
        .composition(
            GestureComposition(rule, [ConfiguredGesture(first), ConfiguredGesture(second)]))
    }

    private static var tap: TapThresholds {
        var tap = TapThresholds()
        tap.fingers = fingers
        return tap
    }

    /// No touch lasts until its deadline.
    private static var longPress: LongPressThresholds {
        var press = LongPressThresholds()
        press.minimumDuration = .seconds(3_000)
        return press
    }

    private static var drag: DragThresholds {
        var drag = DragThresholds()
        drag.minimumDistance = 10_000
        return drag
    }

    /// Sets a deadline in each touch.
    private static var swipe: SwipeThresholds {
        var swipe = SwipeThresholds()
        swipe.minimumDistance = 10_000
        return swipe
    }

    private static var magnify: MagnifyThresholds {
        var magnify = MagnifyThresholds()
        magnify.minimumDistance = 10_000
        return magnify
    }

    private static var press: PressThresholds {
        var press = PressThresholds()
        press.fingers = fingers
        return press
    }

    private static var deepPress: DeepPressThresholds {
        var press = DeepPressThresholds()
        press.fingers = fingers
        return press
    }
}
