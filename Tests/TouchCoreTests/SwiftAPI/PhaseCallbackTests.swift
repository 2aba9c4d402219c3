import Testing
import TouchTestSupport

@testable import TouchCore

/// Callbacks that SwiftUI does not have, and values as a sequence.
@Suite struct PhaseCallbackTests {
    private let log = CallbackLog()

    private func logged<G: Gesture>(_ gesture: G, _ name: String) -> some Gesture<G.Value> {
        gesture.onBegan { _ in log("\(name) began") }
            .onCancelled { reason, _ in log("\(name) cancelled \(reason)") }
            .onEnded { _ in log("\(name) ended") }
            .onLifted { _ in log("\(name) lifted") }
    }

    @Test func `a drag begins, ends and lifts once`() {
        let screen = SwiftTestScreen { logged(SurfaceDragGesture(fingers: 1), "drag") }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 60, 50))
        screen.frame(20, .move(0, 70, 50))
        screen.frame(30, .up(0))
        #expect(log.drain() == ["drag began", "drag ended", "drag lifted"])
        screen.frame(1_000, .down(0, 50, 50))
        screen.frame(1_010, .move(0, 60, 50))
        screen.surface.cancelAll()
        screen.frame(1_020, .up(0))
        #expect(log.drain() == ["drag began", "drag cancelled deviceRemoved"])
    }

    @Test func `a removal cancels a gesture with its last value`() throws {
        var last: [Double] = []
        let screen = SwiftTestScreen {}
        let set = try screen.surface.add {
            SurfaceDragGesture(fingers: 1).onCancelled { last.append($1.translation.x) }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 60, 50))
        screen.frame(20, .move(0, 72, 50))
        screen.surface.remove(set)
        screen.frame(30, .up(0))
        #expect(last == [22])
    }

    @Test func `a long press ends after its duration, and reports its lift`() {
        let screen = SwiftTestScreen { logged(SurfaceLongPressGesture(), "press") }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 600)
        #expect(log.drain() == ["press began", "press ended"])
        screen.frame(900, .up(0))
        #expect(log.drain() == ["press lifted"])
        screen.frame(2_000, .down(0, 50, 50))
        screen.frame(2_100, .up(0))
        #expect(log.drain() == [])
    }

    @Test func `a tap never begins, and is never cancelled`() {
        let screen = SwiftTestScreen { logged(SurfaceTapGesture(fingers: 1), "tap") }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        screen.frame(1_000, .down(0, 50, 50))
        screen.frame(1_010, .move(0, 70, 50))
        screen.frame(1_020, .up(0))
        #expect(log.drain() == ["tap ended", "tap lifted"])
    }

    @Test func `a composition with a part that fails is cancelled with a reason`() {
        let screen = SwiftTestScreen {
            logged(
                SurfaceLongPressGesture(minimumDuration: .milliseconds(200))
                    .sequenced(before: SurfaceTapGesture()), "pair")
        }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 300)
        screen.frame(400, .move(0, 90, 50))
        screen.frame(410, .up(0))
        screen.wait(until: 5_000)
        let calls = log.drain()
        #expect(calls.first == "pair began" && calls.count == 2)
        #expect(calls.last?.hasPrefix("pair cancelled") == true)
    }

    @Test func `values are a sequence that ends with the surface`() async throws {
        var screen: SwiftTestScreen? = SwiftTestScreen {}
        let values = try screen?.surface.values(of: SurfaceDragGesture(fingers: 1))
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

    @Test func `the gesture of a sequence that is released is removed at its next event`() throws {
        let screen = SwiftTestScreen {}
        _ = try screen.surface.values(of: SurfaceTapGesture(fingers: 1).map { 1 })
        #expect(screen.surface.configuration.zones[0].gestures.count == 1)
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        screen.wait(until: 1_000)
        #expect(screen.surface.configuration.zones[0].gestures.isEmpty)
    }

    @Test(arguments: [0.02, 0.1, 1])
    func `a deep press may have any threshold`(threshold: Double) {
        let screen = SwiftTestScreen { DeepPressGesture(threshold: threshold) }
        let gestures = screen.surface.configuration.zones[0].gestures
        guard case .deepPress(let thresholds) = gestures.first?.definition, gestures.count == 1
        else {
            Issue.record("\(gestures)")
            return
        }
        #expect(thresholds.threshold == threshold)
    }

    @Test func `a hold within a composition begins once, and does not change`() {
        let screen = SwiftTestScreen {
            logged(SurfaceLongPressGesture(minimumDuration: .milliseconds(200)), "hold")
                .onChanged { _ in log("pressing") }
                .simultaneously(with: SurfaceDragGesture(fingers: 1))
        }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 300)
        for step in 1...5 {
            screen.frame(300 + Double(step) * 10, .move(0, 50 + Double(step) * 4, 50))
        }
        screen.frame(400, .up(0))
        #expect(log.drain() == ["pressing", "hold began", "hold ended", "hold lifted"])
    }

    @Test func `gestures without closures can be sent to another task`() async {
        let gesture = SurfaceLongPressGesture().sequenced(before: SurfaceDragGesture())
            .simultaneously(
                with: SurfaceMagnifyGesture().exclusively(before: SurfaceRotateGesture()))
        let count = await Task.detached { gesture.compiled().nodeCount }.value
        #expect(count == 7)
    }
}
