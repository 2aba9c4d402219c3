import Testing
import TouchTestSupport

@testable import TouchCore

/// The checker of explanations itself.
struct ExplanationsTests {
    private static let presses = GestureConfiguration(gestures: [
        ConfiguredGesture(.press(.init()), name: "press")
    ])

    private func event(_ phase: GesturePhase, ms: Int64, durationMs: Int64) -> GestureEvent {
        GestureEvent(
            time: Timestamp(microseconds: ms * 1_000), device: 1, zone: 0, gesture: 0, id: 1,
            phase: phase, reason: nil, fingers: 1, position: .zero, unitPosition: .zero,
            durationUs: durationMs * 1_000, force: nil, forceSource: nil, values: .longPress)
    }

    private func broken(endMs: Int64) -> [String] {
        let explanation = GestureExplanation(
            zone: 0, gesture: 0, .landedLate, device: 1, since: Timestamp(microseconds: 10_000),
            time: Timestamp(microseconds: 30_000))
        return Explanations.broken(
            [explanation],
            events: [
                event(.began, ms: 10, durationMs: 0),
                event(.ended, ms: endMs, durationMs: endMs - 10),
            ],
            configuration: Self.presses)
    }

    @Test func `an emitted gesture must not be explained`() {
        #expect(broken(endMs: 30).count == 1)
    }

    @Test func `a gesture that ended when a hand landed may belong to the hand before`() {
        #expect(broken(endMs: 10) == [])
    }
}
