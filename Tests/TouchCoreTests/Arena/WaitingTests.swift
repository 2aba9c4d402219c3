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

    private func glass(_ gestures: ConfiguredGesture...) -> Glass {
        Glass(configuration: .init(gestures: gestures))
    }

    private func touch(_ glass: Glass, at ms: Double, x: Double = 100) {
        glass.frame(ms, .down(0, x, 60))
        glass.frame(ms + 50, .up(0))
    }

    @Test func `a single tap is told when no second can follow`() {
        let glass = glass(single, double)
        touch(glass, at: 0)
        #expect(glass.said == [])
        #expect(glass.nextDeadline == 400)
        glass.wait(until: 399.9)
        #expect(glass.said == [])
        glass.wait(until: 400)
        #expect(glass.said == ["400 single ended ×1"])
        #expect(glass.nextDeadline == nil)
    }

    @Test(arguments: [false, true])
    func `a double tap is that alone`(isFirst: Bool) {
        let glass = isFirst ? glass(double, single) : glass(single, double)
        touch(glass, at: 0)
        touch(glass, at: 200)
        glass.wait(until: 2_000)
        #expect(glass.said == ["250 double ended ×2"])
    }

    @Test func `a landing that cannot continue the count settles it`() {
        let glass = glass(single, double)
        touch(glass, at: 0)
        glass.frame(150, .down(0, 150, 60))
        #expect(glass.said == ["150 single ended ×1"])
        glass.frame(200, .up(0))
        glass.wait(until: 2_000)
        #expect(glass.said == ["150 single ended ×1", "550 single ended ×1"])
    }

    @Test func `a second touch that moves settles the first`() {
        let glass = glass(single, double, ConfiguredGesture(.drag(.init())))
        touch(glass, at: 0)
        glass.frame(150, .down(0, 100, 60))
        glass.frame(170, .move(0, 110, 60))
        #expect(glass.said.sorted() == ["170 drag began", "170 single ended ×1"])
    }

    @Test func `a second touch that stays too long settles the first`() {
        let glass = glass(single, double)
        touch(glass, at: 0)
        glass.frame(150, .down(0, 100, 60))
        glass.wait(until: 1_000)
        #expect(glass.said == ["650.001 single ended ×1"])
    }

    @Test func `a drag that waits for a swipe begins when the fingers rest`() {
        let glass = glass(
            ConfiguredGesture(.drag(.init()), waitsFor: ["swipe"]),
            ConfiguredGesture(.swipe(.init()), simultaneous: ["drag"]))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(20, .move(0, 110, 60))
        glass.frame(40, .move(0, 120, 60))
        glass.wait(until: 189)
        #expect(glass.said == [])
        glass.wait(until: 190)
        #expect(glass.said == ["190 drag began"])
    }

    @Test func `a drag that waits for a swipe is none where the swipe comes`() {
        let glass = glass(
            ConfiguredGesture(.drag(.init()), waitsFor: ["swipe"]),
            ConfiguredGesture(.swipe(.init()), simultaneous: ["drag"]))
        glass.stroke(from: (100, 60), to: (160, 60), ms: 0...100)
        #expect(glass.said == ["110 swipe ended right"])
    }

    @Test func `a drag that waits for a swipe begins when it takes too long`() {
        let glass = glass(
            ConfiguredGesture(.drag(.init()), waitsFor: ["swipe"]),
            ConfiguredGesture(.swipe(.init())))
        glass.stroke(from: (10, 60), to: (330, 60), ms: 0...1_000)
        #expect(glass.turns == ["800.001 drag began", "1010 drag ended"])
    }

    @Test(arguments: [CancellationReason.deviceRemoved, .resynchronised, .reloaded, .shutdown])
    func `what waits is told when nothing can follow any more`(reason: CancellationReason) {
        let glass = glass(single, double)
        touch(glass, at: 0)
        glass.cancelAll(reason)
        #expect(glass.said == ["50 single ended ×1"])
        glass.wait(until: 2_000)
        #expect(glass.said.count == 1)
        #expect(glass.nextDeadline == nil)
    }

    @Test(arguments: [(999.9, 1), (1_000, 2)])
    func `a cooldown silences a gesture for a time after its end`(again: Double, count: Int) {
        let glass = glass(ConfiguredGesture(Self.tap(1), cooldown: .milliseconds(950)))
        touch(glass, at: 0)
        touch(glass, at: again - 50)
        #expect(glass.said.count == count)
    }

    @Test func `what would begin in its cooldown is out until the next round`() {
        let glass = glass(ConfiguredGesture(.drag(.init()), cooldown: .milliseconds(300)))
        glass.stroke(from: (10, 60), to: (60, 60), ms: 0...100)
        glass.stroke(from: (10, 60), to: (200, 60), ms: 200...800)
        #expect(glass.turns == ["10 drag began", "110 drag ended"])
        glass.stroke(from: (10, 60), to: (60, 60), ms: 900...1_000)
        #expect(glass.turns.count == 4)
    }

    @Test func `simultaneous with all competes with none`() {
        let glass = glass(
            ConfiguredGesture(.tap(.init()), simultaneous: .all),
            ConfiguredGesture(.longPress(.init())), ConfiguredGesture(.drag(.init())))
        glass.frame(0, .down(0, 100, 60))
        glass.wait(until: 500)
        glass.frame(500, .up(0))
        #expect(glass.turns.count == 3)
    }
}
