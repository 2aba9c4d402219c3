import Testing
import TouchTestSupport

@testable import TouchCore

/// Callbacks that SwiftUI does not have, values as a sequence, and what a list is refused for.
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

    @Test func `a cancel has its reason and the last value, and a removal is one`() {
        var last: [Double] = []
        let screen = SwiftTestScreen {}
        let set = screen.surface.add {
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

    @Test func `values come as a sequence, which ends with the surface`() async {
        var screen: SwiftTestScreen? = SwiftTestScreen {}
        let values = screen?.surface.values(of: DragGesture(fingers: 1))
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

    @Test func `the gesture of a loop that has ended goes with its next event`() {
        let screen = SwiftTestScreen {}
        _ = screen.surface.values(of: TapGesture(fingers: 1).map { 1 })
        #expect(screen.surface.configuration.zones[0].gestures.count == 1)
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        screen.wait(until: 1_000)
        #expect(screen.surface.configuration.zones[0].gestures.isEmpty)
    }

    @Test func `a handle names a gesture for others`() {
        let pinch = GestureHandle()
        #expect(pinch != GestureHandle())
        let screen = SwiftTestScreen {
            MagnifyGesture().handle(pinch)
            DragGesture(fingers: 2).waiting(for: pinch)
            RotateGesture().alongside(pinch)
        }
        let gestures = screen.surface.configuration.zones[0].gestures
        #expect(gestures[0].name == pinch.name && gestures[1].waitsFor == [pinch.name])
        #expect(gestures[2].simultaneous.contains(pinch.name))
    }

    @Test(arguments: [
        (
            [ConfiguredGesture(.tap(TapThresholds(count: 0, fingers: 1)))],
            "count of tap is 0. Give 1 to"
        ),
        (
            [ConfiguredGesture(.drag(.init()), waitsFor: ["swpie"])],
            "drag names swpie, and no gesture of its list is called so. There are drag"
        ),
        (
            [
                ConfiguredGesture(.drag(.init()), waitsFor: ["swipe"]),
                ConfiguredGesture(.swipe(.init()), waitsFor: ["drag"]),
            ],
            "drag waits for swipe, swipe waits for drag. None of them would ever begin"
        ),
        ([ConfiguredGesture(.swipe(.init()), waitsFor: ["swipe"])], "swipe waits for swipe"),
        ([ConfiguredGesture(.rotate(.init()), cooldown: .seconds(-1))], "rotate has a cooldown"),
    ])
    func `what a configuration refuses is refused`(
        gestures: [ConfiguredGesture], problem: String
    ) {
        #expect(GestureListCheck(gestures).problem?.hasPrefix(problem) == true)
    }

    @Test func `a distance below zero, or in a part, is refused`() {
        var drag = DragThresholds()
        drag.minimumDistance = -1
        let part = ConfiguredGesture(
            .composition(
                GestureComposition(
                    .sequence, [ConfiguredGesture(.tap(.init())), ConfiguredGesture(.drag(drag))])))
        #expect(
            GestureListCheck([part]).problem?.hasPrefix("minimum_distance of drag is -1.0") == true)
        #expect(GestureListCheck(GestureConfiguration.standard.zones[0].gestures).problem == nil)
    }

    @Test func `a surface ends the program with what is wrong`() async {
        await #expect(processExitsWith: .failure) {
            _ = GestureSurface(
                panel: Panel(
                    x: AxisRange(minimum: 0, maximum: 100), y: AxisRange(minimum: 0, maximum: 100))
            ) {
                TapGesture(count: 0)
            }
        }
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
