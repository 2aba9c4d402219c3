import Testing
import TouchTestSupport

@testable import TouchCore

/// A part of a composition is performed by the fingers that land after the previous part, as many
/// as those with which the composition began.
@Suite struct CompositionFingersTests {
    private static func tap(
        _ count: ClosedRange<Int> = 1...1, fingers: ClosedRange<Int> = 1...5
    ) -> ConfiguredGesture {
        ConfiguredGesture(.tap(thresholds(count, fingers: fingers)))
    }

    private static func thresholds(
        _ count: ClosedRange<Int>, fingers: ClosedRange<Int> = 1...5
    ) -> TapThresholds {
        var thresholds = TapThresholds()
        (thresholds.count, thresholds.fingers) = (count, fingers)
        return thresholds
    }

    private static let hold = ConfiguredGesture(.longPress(.init()))
    private static let drag = ConfiguredGesture(.drag(.init()))

    private static var twoFingerDrag: ConfiguredGesture {
        var thresholds = DragThresholds()
        thresholds.fingers = 2...2
        return ConfiguredGesture(.drag(thresholds))
    }

    private static func whole(
        _ rule: GestureComposition.Rule, _ parts: ConfiguredGesture...
    ) -> ConfiguredGesture {
        ConfiguredGesture(.composition(.init(rule, parts)), name: "whole")
    }

    private func screen(_ gestures: ConfiguredGesture...) -> TestScreen {
        TestScreen(configuration: .init(gestures: gestures))
    }

    /// Fingers 20 mm apart tap for 60 ms each. Each lands `apart` ms after the previous one.
    private func tap(_ screen: TestScreen, at ms: Double, fingers: Int = 1, apart: Double = 0) {
        for finger in 0..<fingers {
            screen.frame(ms + Double(finger) * apart, .down(finger, 100 + 20 * Double(finger), 60))
        }
        for finger in 0..<fingers { screen.frame(ms + 60 + Double(finger) * apart, .up(finger)) }
    }

    // MARK: Fewer fingers than the composition began with

    @Test(arguments: [0.0, 10])
    func `if fewer fingers land, a shorter part ends and they begin the composition again`(
        apart: Double
    ) {
        let screen = screen(Self.whole(.exclusive, Self.tap(2...2), Self.tap()))
        tap(screen, at: 0, fingers: 2, apart: apart)
        tap(screen, at: 300)
        screen.wait(until: 2_000)
        #expect(
            screen.transcript == [
                "360 whole began 2 fingers", "360 whole ended 2 fingers",
                "710 whole began", "710 whole ended",
            ])
    }

    @Test func `a sequence fails once no more fingers can join the fewer that landed`() {
        let screen = screen(Self.whole(.sequence, Self.tap(), Self.tap()))
        tap(screen, at: 0, fingers: 2)
        screen.frame(300, .down(0, 100, 60))
        screen.wait(until: 450)
        #expect(
            screen.transcript == [
                "60 whole began 2 fingers", "420.001 whole cancelled failed 2 fingers",
            ])
        screen.frame(460, .up(0))
        tap(screen, at: 600)
        #expect(screen.transcript.suffix(2) == ["460 whole began", "660 whole ended"])
    }

    @Test func `fewer fingers that lift within the landing window begin a sequence again`() {
        let screen = screen(Self.whole(.sequence, Self.tap(), Self.tap()))
        tap(screen, at: 0, fingers: 2)
        tap(screen, at: 300)
        tap(screen, at: 600)
        #expect(
            screen.transcript == [
                "60 whole began 2 fingers", "360 whole cancelled failed 2 fingers",
                "360 whole began", "660 whole ended",
            ])
    }

    @Test(arguments: [60.0, 90, 100])
    func `a finger that lands within the window belongs to the tap, though it counts later`(
        apart: Double
    ) {
        let screen = screen(Self.whole(.sequence, Self.tap(), Self.tap()))
        tap(screen, at: 0, fingers: 2)
        screen.frame(300, .down(0, 100, 60))
        screen.frame(300 + apart, .down(1, 120, 60))
        screen.frame(450, .up(0), .up(1))
        #expect(screen.transcript == ["60 whole began 2 fingers", "450 whole ended 2 fingers"])
    }

    @Test func `a gesture that waits for a composition begins when its first part is ruled out`() {
        let inner = Self.whole(.sequence, Self.drag, Self.tap(fingers: 2...2))
        let drag = ConfiguredGesture(.drag(.init()), name: "waiting", waitsFor: ["whole"])
        let screen = screen(Self.whole(.exclusive, Self.tap(), inner), drag)
        for start in [0, 350] as [Double] {
            screen.frame(start, .down(0, 100, 60))
            screen.frame(start + 50, .move(0, 110, 60))
            screen.frame(start + 150, .move(0, 120, 60))
        }
        #expect(screen.transcript.contains("400 waiting began"))
    }

    @Test func `an inner composition without a recognised part begins with the next touch`() {
        let longer = Self.whole(.sequence, Self.tap(), Self.hold)
        let either = Self.whole(.exclusive, Self.twoFingerDrag, Self.drag)
        let screen = screen(Self.whole(.exclusive, longer, either))
        tap(screen, at: 0)
        screen.frame(300, .down(0, 100, 60))
        screen.frame(350, .move(0, 120, 60))
        screen.frame(400, .up(0))
        #expect(screen.transcript.last == "400 whole ended")
    }

    // MARK: More fingers

    @Test(arguments: [0.0, 10])
    func `if more fingers land, a shorter part ends and they begin the composition again`(
        apart: Double
    ) {
        let screen = screen(Self.whole(.exclusive, Self.tap(2...2), Self.tap()))
        tap(screen, at: 0)
        tap(screen, at: 300, fingers: 2, apart: apart)
        screen.wait(until: 2_000)
        let (joined, late) = (300 + Int(apart), 710 + Int(apart))
        #expect(
            screen.transcript == [
                "\(joined) whole began", "\(joined) whole ended",
                "\(late) whole began 2 fingers", "\(late) whole ended 2 fingers",
            ])
    }

    @Test func `a late finger ends an exclusive whose shorter part had ended`() {
        let longer = Self.whole(.sequence, Self.tap(), Self.drag)
        let screen = screen(Self.whole(.exclusive, longer, Self.tap()))
        tap(screen, at: 0)
        screen.frame(200, .down(0, 100, 60))
        screen.frame(250, .move(0, 110, 60))
        screen.frame(400, .down(1, 150, 90))
        #expect(
            screen.transcript == ["60 whole began", "250 whole changed", "400 whole ended"])
    }

    // MARK: Fingers of the previous part

    @Test func `fingers that lift one after the other end a part, and the next awaits a landing`() {
        let screen = screen(Self.whole(.sequence, Self.twoFingerDrag, Self.tap()))
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        screen.frame(50, .move(0, 115, 60), .move(1, 135, 60))
        screen.frame(200, .up(0))
        screen.frame(240, .up(1))
        tap(screen, at: 400, fingers: 2)
        #expect(screen.transcript.last == "460 whole ended 2 fingers")
        #expect(!screen.transcript.contains { $0.contains("cancelled") })
    }

    @Test func `a finger that stays down after a part does not prolong the wait for the next`() {
        let screen = screen(Self.whole(.sequence, Self.twoFingerDrag, Self.tap()))
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        screen.frame(50, .move(0, 115, 60), .move(1, 135, 60))
        screen.frame(200, .up(0))
        screen.wait(until: 2_000)
        #expect(screen.transcript.last == "550 whole cancelled failed 2 fingers")
    }

    @Test func `overlapping taps of two thumbs are not a sequence of taps`() {
        let screen = screen(Self.whole(.sequence, Self.tap(), Self.tap()))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(110, .down(1, 160, 60))
        screen.frame(150, .up(0))
        screen.frame(250, .up(1))
        screen.wait(until: 2_000)
        #expect(screen.transcript == ["150 whole began", "500 whole cancelled failed"])
    }

    @Test func `a finger that was down during a tap does not drag after it`() {
        let screen = screen(Self.whole(.sequence, Self.tap(), Self.drag))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(110, .down(1, 160, 60))
        screen.frame(150, .up(0))
        screen.frame(300, .move(1, 180, 60))
        screen.frame(400, .move(1, 190, 60))
        screen.wait(until: 2_000)
        #expect(screen.transcript == ["150 whole began", "500 whole cancelled failed"])
    }

    // MARK: Compositions inside others

    @Test func `an exclusive that has ended inside a sequence stays ended`() {
        let either = Self.whole(.exclusive, Self.tap(2...2), Self.tap())
        let screen = screen(Self.whole(.sequence, either, Self.tap()))
        tap(screen, at: 0)
        tap(screen, at: 600)
        #expect(screen.transcript == ["410 whole began", "660 whole ended"])
    }

    @Test func `a sequence that has failed inside an exclusive stays failed`() {
        let longer = Self.whole(.sequence, Self.tap(), Self.hold)
        let screen = screen(Self.whole(.exclusive, longer, Self.tap(3...3)))
        tap(screen, at: 0)
        tap(screen, at: 200)
        screen.frame(400, .down(0, 100, 60))
        screen.wait(until: 2_000)
        #expect(screen.transcript == ["60 whole began", "900.001 whole cancelled failed"])
    }

    @Test func `a drag whose alternative has ended does not begin in the next touch`() {
        let either = Self.whole(.exclusive, Self.drag, Self.tap())
        let screen = screen(Self.whole(.sequence, either, Self.tap()))
        tap(screen, at: 0)
        screen.frame(300, .down(0, 100, 60))
        screen.frame(350, .move(0, 120, 60))
        #expect(screen.transcript == ["60 whole began", "350 whole cancelled failed"])
    }

    // MARK: Counts

    @Test(arguments: [false, true])
    func `a waiting tap counts those that a sequence has used, in any order of the list`(
        isFirst: Bool
    ) {
        let pair = Self.whole(.sequence, Self.tap(), Self.tap())
        let single = ConfiguredGesture(.tap(.init()), name: "single", waitsFor: ["whole"])
        let screen = TestScreen(
            configuration: .init(gestures: isFirst ? [single, pair] : [pair, single]))
        for ms in [0, 200, 400] as [Double] { tap(screen, at: ms) }
        screen.wait(until: 2_000)
        #expect(screen.transcript.last == "810 single ended ×3")
    }

    @Test func `a tap does not count taps that another one of the list has used`() {
        let screen = TestScreen(
            configuration: .init(gestures: [
                ConfiguredGesture(.tap(Self.thresholds(2...2)), name: "double"),
                ConfiguredGesture(.tap(Self.thresholds(3...3)), name: "triple", waitsFor: ["hold"]),
                ConfiguredGesture(.longPress(.init()), name: "hold"),
            ]))
        for ms in [0, 200, 400] as [Double] { tap(screen, at: ms) }
        screen.wait(until: 2_000)
        #expect(screen.transcript == ["260 double ended ×2"])
    }

    // MARK: Lifts one after the other

    @Test(arguments: [0.0, 10, 40])
    func `a swipe of two fingers can be a later part, however far apart they lift`(apart: Double) {
        let swipe = ConfiguredGesture(.swipe(.init()))
        let screen = screen(Self.whole(.sequence, swipe, swipe))
        for start in [0, 400] as [Double] {
            screen.frame(start, .down(0, 100, 60), .down(1, 120, 60))
            for step in 1...5 {
                let (ms, x) = (start + 10 * Double(step), 100 + 6 * Double(step))
                screen.frame(ms, .move(0, x, 60), .move(1, x + 20, 60))
            }
            screen.frame(start + 60, .up(0))
            screen.frame(start + 60 + max(apart, 1), .up(1))
        }
        screen.wait(until: 2_000)
        #expect(screen.transcript.map { $0.split(separator: " ")[2] } == ["began", "ended"])
    }

    @Test func `a finger that stays down after a drag is not an added finger`() {
        let screen = screen(Self.whole(.sequence, Self.drag, Self.tap()))
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        screen.frame(50, .move(0, 110, 60), .move(1, 130, 60))
        screen.frame(200, .up(0))
        screen.frame(300, .move(1, 160, 60))
        screen.wait(until: 2_000)
        #expect(screen.transcript.last == "550 whole cancelled failed 2 fingers")
    }

    @Test func `a part that has ended keeps its values while a later one moves`() {
        let screen = screen(Self.whole(.sequence, Self.drag, Self.drag))
        for (start, distance) in [(0, 20), (300, 40)] as [(Double, Double)] {
            screen.frame(start, .down(0, 100, 60))
            screen.frame(start + 50, .move(0, 100 + distance, 60))
            screen.frame(start + 100, .up(0))
        }
        #expect(screen.parts.last?.map { $0.values.translation?.x } == [20, 40])
    }

    // MARK: Waiting compositions

    @Test(arguments: [false, true])
    func `a waiting composition ends with fewer fingers, in any order of the list`(
        isFirst: Bool
    ) {
        let longer = ConfiguredGesture(
            .composition(.init(.sequence, [Self.tap(), Self.drag])), name: "longer")
        let waiting = ConfiguredGesture(
            .composition(.init(.exclusive, [Self.tap(), Self.hold])), name: "waiting",
            waitsFor: ["longer"])
        let screen = TestScreen(
            configuration: .init(gestures: isFirst ? [waiting, longer] : [longer, waiting]))
        tap(screen, at: 0, fingers: 2)
        tap(screen, at: 300)
        screen.wait(until: 2_000)
        #expect(
            screen.transcript.filter { $0.contains("waiting ended") } == [
                "360 waiting ended 2 fingers", "710 waiting ended",
            ])
    }

    @Test func `a waiting composition ends at the late finger that ends the gesture it awaits`() {
        let longer = ConfiguredGesture(
            .composition(.init(.sequence, [Self.tap(), Self.drag])), name: "longer")
        let waiting = ConfiguredGesture(
            .composition(.init(.exclusive, [Self.tap(), Self.drag])), name: "waiting",
            waitsFor: ["longer"])
        let screen = screen(longer, waiting)
        tap(screen, at: 0)
        screen.frame(250, .down(0, 100, 60))
        screen.frame(400, .down(1, 130, 90))
        #expect(screen.transcript.last == "400 waiting ended")
    }

    @Test func `a part that failed during a touch is not recognised when the touch ends`() {
        let double = Self.whole(.simultaneous, Self.tap(2...2), Self.tap())
        let last = Self.whole(.sequence, Self.tap(2...2), Self.hold)
        let screen = screen(Self.whole(.sequence, double, last))
        tap(screen, at: 0)
        // Too far for the second tap, and for each tap of the part after it.
        screen.stroke(from: (100, 60), to: (100, 80), ms: 230...330)
        screen.wait(until: 2_000)
        #expect(screen.transcript == [])
    }

    @Test
    func `a program's recogniser sees the landing of fewer fingers that begin a sequence again`() {
        let knock = ConfiguredGesture(.custom(CustomDefinition(LandedKnock())))
        let screen = screen(Self.whole(.sequence, knock, Self.tap()))
        tap(screen, at: 0, fingers: 2)
        for ms in [300, 600] as [Double] { tap(screen, at: ms) }
        #expect(
            screen.transcript == [
                "60 whole began 2 fingers", "360 whole cancelled failed 2 fingers",
                "360 whole began", "660 whole ended",
            ])
    }
}

/// Ends at the lift of fingers whose landing it has seen.
private struct LandedKnock: CustomRecognizer {
    private var hasLanded = false

    var fingers: ClosedRange<Int> { 1...2 }

    mutating func start() { hasLanded = false }

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Int> {
        if moment.cause == .landed { hasLanded = true }
        return moment.cause == .lifted && hasLanded ? .ended(fingers.count) : .possible
    }
}
