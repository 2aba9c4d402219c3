import Testing
import TouchTestSupport

@testable import TouchCore

/// What becomes of a composition does not depend on what is beside it in the list.
@Suite struct CompositionOrderTests {
    private static func tap(_ count: Int) -> ConfiguredGesture {
        var thresholds = TapThresholds()
        thresholds.fingers = 1...1
        thresholds.count = count...count
        return ConfiguredGesture(.tap(thresholds), name: "tap\(count)")
    }

    private static func sequence(_ parts: ConfiguredGesture...) -> ConfiguredGesture {
        ConfiguredGesture(.composition(.init(.sequence, parts)), name: "sequence")
    }

    private static let press = ConfiguredGesture(.longPress(.init()))
    private static let drag = ConfiguredGesture(.drag(.init()))

    private func screen(_ beside: Beside, _ parts: ConfiguredGesture...) -> TestScreen {
        let whole = ConfiguredGesture(.composition(.init(.exclusive, parts)), name: "whole")
        return TestScreen(configuration: .init(gestures: beside.list(whole)))
    }

    @Test(arguments: Beside.allCases)
    func `two taps that are no tap and hold are a double tap`(beside: Beside) {
        let screen = screen(beside, Self.sequence(Self.tap(1), Self.press), Self.tap(2))
        for start in [0.0, 200] {
            screen.frame(start, .down(0, 100, 60))
            screen.frame(start + 50, .up(0))
        }
        screen.wait(until: 2_000)
        #expect(screen.transcript == ["50 whole began", "250 whole ended"])
        #expect(screen.parts.last?.map(\.values) == [.tap(count: 2)])
    }

    @Test(arguments: Beside.allCases)
    func `of two sequences with one beginning the one that was made has ended`(beside: Beside) {
        let hold = Self.sequence(Self.tap(1), Self.press)
        let move = Self.sequence(Self.tap(1), Self.drag)
        for isHeld in [true, false] {
            let screen = screen(beside, hold, move)
            screen.frame(0, .down(0, 100, 60))
            screen.frame(50, .up(0))
            screen.frame(200, .down(0, 100, 60))
            if !isHeld { screen.frame(220, .move(0, 120, 60)) }
            screen.wait(until: 800)
            screen.frame(900, .up(0))
            screen.wait(until: 2_000)
            let whole = screen.transitions.filter { $0.contains("whole") }
            #expect(whole == ["50 whole began", "900 whole ended"], "\(beside), \(isHeld)")
            #expect(
                screen.parts.last?.map(\.values.kind) == [.tap, isHeld ? .longPress : .drag])
        }
    }

    @Test(arguments: Beside.allCases)
    func `what has precedence fails, and the other goes on`(beside: Beside) {
        var near = PressThresholds()
        near.maximumDistance = 4
        let screen = screen(
            beside, ConfiguredGesture(.press(near)),
            ConfiguredGesture(.drag(.init()), name: "inner"))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 110, 60))
        screen.frame(40, .move(0, 120, 60))
        screen.frame(60, .up(0))
        #expect(
            screen.transitions.filter { $0.contains("whole") } == [
                "0 whole began", "60 whole ended",
            ])
    }
}
