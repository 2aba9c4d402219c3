import Testing
import TouchTestSupport

@testable import TouchCore

/// Which gesture of a list always wins before another one: what the thresholds show is what happens.
struct PrecedenceTests {
    private typealias Touch = @Sendable (TestScreen) -> Void

    private static let taps: Touch = { screen in
        for start in [0.0, 150] {
            screen.frame(start, [.down(0, 100, 100)])
            screen.frame(start + 50, [.up(0)])
        }
    }
    private static let hold: Touch = { screen in
        screen.frame(0, [.down(0, 100, 100)])
        screen.frame(3_000, [.up(0)])
    }
    private static let stroke: Touch = { screen in
        screen.stroke(from: (100, 100), to: (180, 100), ms: 0...150)
    }

    private static let flick: Touch = { screen in
        screen.stroke(from: (100, 100), to: (116, 100), ms: 0...100)
    }

    /// Beyond 4 mm a frame before it is so along an axis.
    private static let slant: Touch = { screen in
        screen.frame(0, [.down(0, 100, 100)])
        for step in 1...10 {
            let way = Double(step) * 3
            screen.frame(Double(step) * 10, [.move(0, 100 + way, 100 + way)])
        }
        screen.frame(110, [.up(0)])
    }

    private static func tap(_ count: Int) -> GestureDefinition {
        var tap = TapThresholds()
        tap.count = count...count
        return .tap(tap)
    }

    private static func longPress(_ duration: Duration, within distance: Double = 4)
        -> GestureDefinition
    {
        var press = LongPressThresholds()
        press.minimumDuration = duration
        press.maximumDistance = distance
        return .longPress(press)
    }

    private static func drag(_ distance: Double, _ axis: DragThresholds.Axis = .any)
        -> GestureDefinition
    {
        var drag = DragThresholds()
        drag.minimumDistance = distance
        drag.axis = axis
        return .drag(drag)
    }

    private static func swipe(_ directions: Set<SwipeDirection>) -> GestureDefinition {
        var swipe = SwipeThresholds()
        swipe.directions = directions
        return .swipe(swipe)
    }

    @Test(arguments: [
        (tap(1), tap(2), true, taps),
        (longPress(.milliseconds(500)), longPress(.seconds(1)), true, hold),
        (longPress(.milliseconds(500)), longPress(.seconds(1)), false, hold),
        (drag(4), swipe([.right]), true, stroke), (drag(4), swipe([.right]), false, stroke),
        (drag(4), drag(10), true, stroke), (drag(4), drag(10), false, stroke),
        (drag(4), drag(4, .horizontal), true, slant), (drag(4), drag(4, .horizontal), false, slant),
        (drag(4, .horizontal), swipe([.left, .right]), true, stroke),
    ])
    private func `what is preceded is not emitted`(
        winner: GestureDefinition, loser: GestureDefinition, isFirst: Bool, touch: Touch
    ) {
        #expect(winner.thresholds?.precedence(over: loser, isFirst: isFirst) != nil)
        #expect(names(winner, loser, isFirst, touch) == ["winner"])
    }

    @Test(arguments: [
        (tap(1), tap(2), false, taps),
        (longPress(.seconds(1)), longPress(.milliseconds(500)), true, hold),
        (drag(20), swipe([.right]), true, flick),
        (drag(4, .horizontal), drag(4), true, slant),
        (drag(4, .vertical), swipe([.right]), true, stroke),
    ])
    private func `what may be recognised is not called preceded`(
        winner: GestureDefinition, loser: GestureDefinition, isFirst: Bool, touch: Touch
    ) {
        #expect(winner.thresholds?.precedence(over: loser, isFirst: isFirst) == nil)
        #expect(names(winner, loser, isFirst, touch).contains("loser"))
    }

    /// The names of what is emitted where two gestures compete.
    private func names(
        _ winner: GestureDefinition, _ loser: GestureDefinition, _ isFirst: Bool, _ touch: Touch
    ) -> Set<String> {
        let pair = [
            ConfiguredGesture(winner, name: "winner"), ConfiguredGesture(loser, name: "loser"),
        ]
        let list = isFirst ? pair : pair.reversed()
        let screen = TestScreen(configuration: GestureConfiguration(gestures: Array(list)))
        touch(screen)
        return Set(screen.events.map { list[$0.gesture].name })
    }
}
