import Testing
import TouchTestSupport

@testable import TouchCore

/// `waits_for` and `cooldown`.
@Suite struct WaitingTests {
    private static func tap(_ count: Int) -> GestureDefinition {
        var thresholds = TapThresholds()
        thresholds.count = count...count
        return .tap(thresholds)
    }

    private let single = ConfiguredGesture(tap(1), name: "single", waitsFor: ["double"])
    private let double = ConfiguredGesture(tap(2), name: "double")

    private func screen(
        _ gestures: ConfiguredGesture..., heldAfter: Duration = .milliseconds(500)
    ) -> TestScreen {
        var zone = ZoneConfiguration(name: "screen", gestures: gestures)
        zone.heldAfter = heldAfter
        return TestScreen(configuration: GestureConfiguration(zones: [zone]))
    }

    private func touch(_ screen: TestScreen, at ms: Double, x: Double = 100) {
        screen.frame(ms, .down(0, x, 60))
        screen.frame(ms + 50, .up(0))
    }

    @Test func `a single tap is emitted when no second can follow`() {
        let screen = screen(single, double)
        touch(screen, at: 0)
        #expect(screen.transcript == [])
        #expect(screen.nextDeadline == 400)
        screen.wait(until: 399.9)
        #expect(screen.transcript == [])
        screen.wait(until: 400)
        #expect(screen.transcript == ["400 single ended ×1"])
        #expect(screen.nextDeadline == nil)
    }

    @Test(arguments: [false, true])
    func `a double tap emits no single tap`(isFirst: Bool) {
        let screen = isFirst ? screen(double, single) : screen(single, double)
        touch(screen, at: 0)
        touch(screen, at: 200)
        screen.wait(until: 2_000)
        #expect(screen.transcript == ["250 double ended ×2"])
    }

    /// Three fingers tap twice. In the second tap two of them begin a gesture before the third
    /// lands. If it lands more than 100 ms after them, it is too late for the tap.
    @Test(arguments: ["single", "double"], [30.0, 101])
    func `a gesture of two fingers does not end a count of taps of three, awaited or not`(
        awaited: String, gap: Double
    ) {
        var taps = TapThresholds()
        taps.fingers = 3...3
        taps.count = 2...2
        var two = LongPressThresholds()
        two.fingers = 2...2
        two.minimumDuration = .zero
        var idle = LongPressThresholds()
        idle.minimumDuration = .seconds(3_000)
        let screen = screen(
            ConfiguredGesture(.longPress(idle), name: "idle", waitsFor: [awaited]),
            ConfiguredGesture(.longPress(two), name: "two"),
            ConfiguredGesture(.tap(taps), name: "double"), heldAfter: .zero)
        screen.frame(0, .down(0, 100, 60), .down(1, 115, 60), .down(2, 130, 60))
        screen.frame(60, .up(0), .up(1), .up(2))
        screen.frame(200, .down(0, 100, 60), .down(1, 115, 60))
        screen.frame(200 + gap, .down(2, 130, 60))
        screen.frame(400, .up(0), .up(1), .up(2))
        let double = gap < 100 ? ["400 double ended ×2 3 fingers"] : []
        #expect(
            screen.transitions == [
                "200 two began 2 fingers",
                "\(Int(200 + gap)) two cancelled finger_added 2 fingers",
            ] + double)
    }

    @Test func `two fingers near a tap settle its count, a bounce or a finger elsewhere does not`()
    {
        let screen = screen(single, double)
        touch(screen, at: 0)
        screen.frame(150, .down(0, 150, 60))
        #expect(screen.transcript == [])
        screen.frame(200, .up(0))
        screen.wait(until: 2_000)
        #expect(screen.transcript == ["400 single ended ×1", "550 single ended ×1"])
        touch(screen, at: 3_000)
        screen.frame(3_060, .down(0, 100, 60))
        screen.wait(until: 3_399)
        #expect(screen.transcript.last == "550 single ended ×1")
        screen.wait(until: 3_400)
        #expect(screen.transcript.last == "3400 single ended ×1")
        screen.frame(4_000, .up(0))
        touch(screen, at: 5_000)
        screen.frame(5_150, .down(0, 100, 60), .down(1, 106, 60))
        #expect(screen.transcript.last == "5150 single ended ×1")
    }

    @Test func `a second touch that moves settles the first`() {
        let screen = screen(single, double, ConfiguredGesture(.drag(.init())))
        touch(screen, at: 0)
        screen.frame(150, .down(0, 100, 60))
        screen.frame(170, .move(0, 110, 60))
        #expect(screen.transcript.sorted() == ["170 drag began", "170 single ended ×1"])
    }

    @Test func `a second touch that stays too long settles the first`() {
        let screen = screen(single, double)
        touch(screen, at: 0)
        screen.frame(150, .down(0, 100, 60))
        screen.wait(until: 1_000)
        #expect(screen.transcript == ["650.001 single ended ×1"])
    }

    @Test func `a drag that waits for a swipe begins when the fingers rest`() {
        let screen = screen(
            ConfiguredGesture(.drag(.init()), waitsFor: ["swipe"]),
            ConfiguredGesture(.swipe(.init()), simultaneous: ["drag"]))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 110, 60))
        screen.frame(40, .move(0, 120, 60))
        screen.wait(until: 189)
        #expect(screen.transcript == [])
        screen.wait(until: 190)
        #expect(screen.transcript == ["190 drag began"])
    }

    @Test func `a drag that waits for a swipe does not begin if the swipe is recognised`() {
        let screen = screen(
            ConfiguredGesture(.drag(.init()), waitsFor: ["swipe"]),
            ConfiguredGesture(.swipe(.init()), simultaneous: ["drag"]))
        screen.stroke(from: (100, 60), to: (160, 60), ms: 0...100)
        #expect(screen.transcript == ["110 swipe ended right"])
    }

    @Test func `a drag that waits for a swipe begins when the swipe takes too long`() {
        let screen = screen(
            ConfiguredGesture(.drag(.init()), waitsFor: ["swipe"]),
            ConfiguredGesture(.swipe(.init())))
        screen.stroke(from: (10, 60), to: (330, 60), ms: 0...1_000)
        #expect(screen.transitions == ["800.001 drag began", "1010 drag ended"])
    }

    @Test(arguments: [CancellationReason.deviceRemoved, .resynchronised, .reloaded, .shutdown])
    func `a waiting gesture is emitted when all gestures are cancelled`(reason: CancellationReason)
    {
        let screen = screen(single, double)
        touch(screen, at: 0)
        screen.cancelAll(reason)
        #expect(screen.transcript == ["50 single ended ×1"])
        screen.wait(until: 2_000)
        #expect(screen.transcript.count == 1)
        #expect(screen.nextDeadline == nil)
    }

    @Test(arguments: [(999.9, 1), (1_000, 2)])
    func `a cooldown silences a gesture for a time after its end`(again: Double, count: Int) {
        let screen = screen(ConfiguredGesture(Self.tap(1), cooldown: .milliseconds(950)))
        touch(screen, at: 0)
        touch(screen, at: again - 50)
        #expect(screen.transcript.count == count)
    }

    @Test func `a gesture that would begin in its cooldown fails until the next round`() {
        let screen = screen(ConfiguredGesture(.drag(.init()), cooldown: .milliseconds(300)))
        screen.stroke(from: (10, 60), to: (60, 60), ms: 0...100)
        screen.stroke(from: (10, 60), to: (200, 60), ms: 200...800)
        #expect(screen.transitions == ["10 drag began", "110 drag ended"])
        screen.stroke(from: (10, 60), to: (60, 60), ms: 900...1_000)
        #expect(screen.transitions.count == 4)
    }

    @Test func `a gesture that is simultaneous with all competes with none`() {
        let screen = screen(
            ConfiguredGesture(.tap(.init()), simultaneous: .all),
            ConfiguredGesture(.longPress(.init())), ConfiguredGesture(.drag(.init())))
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 500)
        screen.frame(500, .up(0))
        #expect(screen.transitions.count == 3)
    }
}
