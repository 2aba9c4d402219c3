import Testing
import TouchTestSupport

@testable import TouchCore

/// Callbacks that SwiftUI does not have, and values as a sequence.
@Suite struct PhaseCallbackTests {
    private let log = CallbackLog()

    private func followed<G: Gesture>(_ gesture: G, _ name: String) -> some Gesture<G.Value> {
        gesture.onBegan { _ in log("\(name) began") }
            .onCancelled { reason, _ in log("\(name) cancelled \(reason)") }
            .onEnded { _ in log("\(name) ended") }
            .onLifted { _ in log("\(name) lifted") }
    }

    @Test func `a drag begins, ends and lifts once`() {
        let screen = SwiftTestScreen { followed(DragGesture(fingers: 1), "drag") }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 60, 50))
        screen.frame(20, .move(0, 70, 50))
        screen.frame(30, .up(0))
        #expect(log.take() == ["drag began", "drag ended", "drag lifted"])
        screen.frame(1_000, .down(0, 50, 50))
        screen.frame(1_010, .move(0, 60, 50))
        screen.surface.cancelAll()
        screen.frame(1_020, .up(0))
        #expect(log.take() == ["drag began", "drag cancelled deviceRemoved"])
    }

    @Test func `a cancel has its reason and the last value, and a removal is one`() throws {
        var last: [Double] = []
        let screen = SwiftTestScreen {}
        let set = try screen.surface.add {
            DragGesture(fingers: 1).onCancelled { last.append($1.translation.x) }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 60, 50))
        screen.frame(20, .move(0, 72, 50))
        screen.surface.remove(set)
        screen.frame(30, .up(0))
        #expect(last == [22])
    }

    @Test func `a long press ends when it has lasted, and tells its lift`() {
        let screen = SwiftTestScreen { followed(LongPressGesture(), "press") }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 600)
        #expect(log.take() == ["press began", "press ended"])
        screen.frame(900, .up(0))
        #expect(log.take() == ["press lifted"])
        screen.frame(2_000, .down(0, 50, 50))
        screen.frame(2_100, .up(0))
        #expect(log.take() == [])
    }

    @Test func `a tap never begins, and what has not begun is not cancelled`() {
        let screen = SwiftTestScreen { followed(TapGesture(fingers: 1), "tap") }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        screen.frame(1_000, .down(0, 50, 50))
        screen.frame(1_010, .move(0, 70, 50))
        screen.frame(1_020, .up(0))
        #expect(log.take() == ["tap ended", "tap lifted"])
    }

    @Test func `a part of a composition that fails is cancelled with a reason`() {
        let screen = SwiftTestScreen {
            followed(
                LongPressGesture(minimumDuration: .milliseconds(200))
                    .sequenced(before: TapGesture()), "pair")
        }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 300)
        screen.frame(400, .move(0, 90, 50))
        screen.frame(410, .up(0))
        screen.wait(until: 5_000)
        let calls = log.take()
        #expect(calls.first == "pair began" && calls.count == 2)
        #expect(calls.last?.hasPrefix("pair cancelled") == true)
    }

    @Test func `values come as a sequence, which ends with the surface`() async throws {
        var screen: SwiftTestScreen? = SwiftTestScreen {}
        let values = try screen?.surface.values(of: DragGesture(fingers: 1))
        screen?.frame(0, .down(0, 50, 50))
        screen?.frame(10, .move(0, 60, 50))
        screen?.frame(20, .move(0, 70, 50))
        screen?.frame(30, .up(0))
        screen?.frame(1_000, .down(0, 50, 50))
        screen?.frame(1_010, .move(0, 60, 50))
        screen = nil
        var seen: [String] = []
        if let values {
            for await value in values { seen.append("\(value.phase) \(value.value.translation.x)") }
        }
        #expect(
            seen == [
                "began 10.0", "changed 20.0", "ended 20.0", "began 10.0",
                "cancelled(TouchCore.CancellationReason.shutdown) 10.0",
            ])
    }

    @Test func `the gesture of a loop that has ended goes with its next event`() throws {
        let screen = SwiftTestScreen {}
        _ = try screen.surface.values(of: TapGesture(fingers: 1).map { 1 })
        #expect(screen.surface.configuration.zones[0].gestures.count == 1)
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        screen.wait(until: 1_000)
        #expect(screen.surface.configuration.zones[0].gestures.isEmpty)
    }

    @Test(arguments: [0.02, 0.1, 1])
    func `a deep press takes any threshold`(threshold: Double) {
        let screen = SwiftTestScreen { DeepPressGesture(threshold: threshold) }
        #expect(screen.surface.configuration.zones[0].gestures.count == 1)
    }

    @Test func `a hold within a composition begins once, and does not change`() {
        let screen = SwiftTestScreen {
            followed(LongPressGesture(minimumDuration: .milliseconds(200)), "hold")
                .onChanged { _ in log("pressing") }
                .simultaneously(with: DragGesture(fingers: 1))
        }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 300)
        for step in 1...5 {
            screen.frame(300 + Double(step) * 10, .move(0, 50 + Double(step) * 4, 50))
        }
        screen.frame(400, .up(0))
        #expect(log.take() == ["pressing", "hold began", "hold ended", "hold lifted"])
    }

    @Test func `descriptions without closures may be sent`() async {
        let gesture = LongPressGesture().sequenced(before: DragGesture())
            .simultaneously(with: MagnifyGesture().exclusively(before: RotateGesture()))
        let count = await Task.detached { gesture.compiled().nodeCount }.value
        #expect(count == 7)
    }
}
