import Testing
import TouchCore
import TouchTestSupport

/// A gesture with a body, as programs write them.
private struct Nudge: Gesture {
    let log: CallbackLog

    var body: some Gesture<Double> {
        SurfaceDragGesture(minimumDistance: 1).map(\.translation.x).onEnded { log("nudged \($0)") }
    }
}

@Suite struct ModifierTests {
    private let log = CallbackLog()

    @Test func `callbacks run from the inside out, in the order in which they are written`() {
        let state = Watched(0.0)
        let screen = SwiftTestScreen {
            SurfaceDragGesture()
                .onChanged { _ in log("1") }
                .updating(state.state) { value, state in
                    log("2")
                    state = value.translation.x
                }
                .onEnded { _ in log("3 at \(state.value)") }
                .map(\.translation.x)
                .onChanged { _ in log("4") }
                .onEnded { _ in log("5") }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 60, 50))
        #expect(log.drain() == ["1", "2", "4"])
        screen.frame(20, .up(0))
        #expect(log.drain() == ["3 at 0.0", "5"])
    }

    @Test func `onChanged is called once for each value`() {
        let screen = SwiftTestScreen {
            SurfaceDragGesture().map { $0.translation.x.rounded() }.onChanged { log("\($0)") }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 60, 50))
        screen.frame(20, .move(0, 60.2, 50))
        screen.frame(30, .move(0, 61, 50))
        #expect(log.lines == ["10.0", "11.0"])
    }

    @Test func `onEnded is not called for a cancelled gesture`() {
        let screen = SwiftTestScreen { SurfaceDragGesture().onEnded { _ in log("ended") } }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 60, 50))
        screen.surface.cancelAll()
        #expect(screen.events.last?.reason == .deviceRemoved)
        #expect(log.lines == [])
    }

    @Test func `a gesture may have a body, and a type that is erased`() {
        let screen = SwiftTestScreen {
            AnyGesture(Nudge(log: log)).onEnded { log("ended \($0)") }
        }
        screen.stroke(from: (50, 50), to: (58, 50), ms: 0...300)
        #expect(log.lines == ["nudged 8.0", "ended 8.0"])
        #expect(screen.surface.configuration.zones[0].gestures.map(\.name) == ["drag"])
    }

    @Test func `the configuration has the names, waits and cooldowns of modifiers`() {
        let gestures = SwiftTestScreen {
            SurfaceTapGesture(count: 2).named("double")
            SurfaceTapGesture().waiting(for: "double").cooldown(.seconds(1)).alongside(
                "drag", "swipe")
            SurfaceDragGesture().alongsideAll()
            SwipeGesture()
        }.surface.configuration.zones[0].gestures
        #expect(gestures.map(\.name) == ["double", "tap", "drag", "swipe"])
        #expect(gestures[1].waitsFor == ["double"])
        #expect(gestures[1].cooldown == .seconds(1))
        #expect(gestures[1].simultaneous == ["drag", "swipe"])
        #expect(gestures[2].simultaneous == .all)
    }

    @Test func `parts land in their rectangles, in order`() {
        let half = ZoneLength.share(0.5)
        let left = ZoneRect(horizontal: .fromStart(.share(0), length: half), vertical: .whole)
        let right = ZoneRect(horizontal: .fromEnd(.share(0), length: half), vertical: .whole)
        let pair = SurfaceTapGesture().landing(in: left).sequenced(
            before: SurfaceTapGesture().landing(in: right))
        let screen = SwiftTestScreen { pair.onEnded { _ in log("out") } }
        func tap(_ ms: Double, _ x: Double) {
            screen.frame(ms, .down(0, x, 60))
            screen.frame(ms + 50, .up(0))
        }
        tap(0, 50)
        tap(1_000, 60)
        #expect(log.drain() == [])
        tap(4_000, 50)
        tap(5_000, 300)
        #expect(log.drain() == ["out"])
    }

    @Test func `compositions three deep have typed values`() {
        let pressed = SurfaceLongPressGesture(minimumDuration: .milliseconds(200))
        let moved = SurfaceDragGesture().simultaneously(with: SurfaceMagnifyGesture())
        let whole = pressed.sequenced(before: moved).exclusively(before: SurfaceTapGesture())
        let screen = SwiftTestScreen {
            whole.onEnded { value in
                switch value {
                case .first(.second(let isLong, let both?)):
                    log("\(isLong) \(both.first?.translation.x ?? 0) \(both.second == nil)")
                case .first: log("first alone")
                case .second: log("tap")
                }
            }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 200)
        screen.frame(300, .move(0, 60, 50))
        screen.frame(310, .up(0))
        #expect(log.drain() == ["true 10.0 true"])
        screen.frame(1_000, .down(0, 50, 50))
        screen.frame(1_050, .up(0))
        #expect(log.drain() == ["tap"])
    }

    @Test func `only one of two exclusive parts calls back`() {
        let screen = SwiftTestScreen {
            SurfaceTapGesture(count: 2).onEnded { log("double") }
                .exclusively(before: SurfaceTapGesture().onEnded { log("single") })
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        #expect(log.drain() == [])
        screen.frame(200, .down(0, 50, 50))
        screen.frame(250, .up(0))
        #expect(log.drain() == ["double"])
        screen.frame(1_000, .down(0, 50, 50))
        screen.frame(1_050, .up(0))
        screen.wait(until: 2_000)
        #expect(log.drain() == ["single"])
    }

    @Test func `parts that are simultaneous call back separately`() {
        let screen = SwiftTestScreen {
            SurfaceSpatialTapGesture().onEnded { _ in log("tap") }
                .simultaneously(with: SurfaceLongPressGesture().onEnded { _ in log("long") })
                .onEnded { log("both \($0.first != nil) \($0.second != nil)") }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        #expect(log.drain() == ["tap", "both true false"])
    }

    @Test func `a part that ends while another continues is reported at once`() {
        let screen = SwiftTestScreen {
            CustomGesture(ScriptedRecognizer(".e")).onEnded { log("part \($0)") }
                .simultaneously(with: CustomGesture(ScriptedRecognizer("b..")))
                .onEnded { _ in log("whole") }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 51, 50))
        #expect(log.drain() == ["part 2"])
        #expect(screen.events.map(\.phase) == [.began, .changed])
        screen.frame(20, .up(0))
        #expect(log.drain() == ["whole"])
    }
}

/// The example of SwiftUI's documentation: press, then drag.
@Suite struct SequenceGestureTests {
    private let log = CallbackLog()

    private func pressThenDrag() -> SwiftTestScreen {
        let progress = Watched("none")
        let log = log
        return SwiftTestScreen {
            SurfaceLongPressGesture()
                .onEnded { _ in log("pressed") }
                .sequenced(before: SurfaceDragGesture().onEnded { _ in log("dragged") })
                .updating(progress.state) { value, state in
                    switch value {
                    case .first(let isDown): log("first \(isDown)")
                    case .second(let isDown, nil): log("second \(isDown)")
                    case .second(let isDown, let drag?):
                        log("second \(isDown) \(drag.translation.x)")
                    }
                    state = "some"
                }
                .onEnded { value in
                    guard case .second(_, let drag?) = value else { return log("no drag") }
                    log("ended \(drag.translation.x)")
                }
        }
    }

    @Test func `has the first value, then the second, then the drag`() {
        let screen = pressThenDrag()
        screen.frame(0, .down(0, 100, 100))
        #expect(log.drain() == ["first true"])
        screen.wait(until: 500)
        #expect(log.drain() == ["pressed", "second true"])
        screen.frame(600, .move(0, 110, 100))
        #expect(log.drain() == ["second true 10.0"])
        screen.frame(610, .up(0))
        #expect(log.drain() == ["dragged", "ended 10.0"])
    }

    @Test func `reports nothing more without the drag`() {
        let screen = pressThenDrag()
        screen.frame(0, .down(0, 100, 100))
        screen.wait(until: 500)
        _ = log.drain()
        screen.frame(600, .up(0))
        #expect(log.drain() == [])
        #expect(screen.events.last?.reason == .failed)
    }
}
