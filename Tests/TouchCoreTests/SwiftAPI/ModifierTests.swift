import Testing
import TouchCore
import TouchTestSupport

/// A gesture with a body, as programs write them.
private struct Nudge: Gesture {
    let log: FaceLog

    var body: some Gesture<Double> {
        DragGesture(minimumDistance: 1).map(\.translation.x).onEnded { log("nudged \($0)") }
    }
}

@Suite struct ModifierTests {
    private let log = FaceLog()

    @Test func `callbacks run from the inside out, in the order in which they are written`() {
        let state = Watched(0.0)
        let glass = SwiftGlass {
            DragGesture()
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
        glass.frame(0, .down(0, 50, 50))
        glass.frame(10, .move(0, 60, 50))
        #expect(log.take() == ["1", "2", "4"])
        glass.frame(20, .up(0))
        #expect(log.take() == ["3 at 0.0", "5"])
    }

    @Test func `onChanged hears each value once`() {
        let glass = SwiftGlass {
            DragGesture().map { $0.translation.x.rounded() }.onChanged { log("\($0)") }
        }
        glass.frame(0, .down(0, 50, 50))
        glass.frame(10, .move(0, 60, 50))
        glass.frame(20, .move(0, 60.2, 50))
        glass.frame(30, .move(0, 61, 50))
        #expect(log.lines == ["10.0", "11.0"])
    }

    @Test func `neither hears of a gesture that is cancelled`() {
        let glass = SwiftGlass { DragGesture().onEnded { _ in log("ended") } }
        glass.frame(0, .down(0, 50, 50))
        glass.frame(10, .move(0, 60, 50))
        glass.surface.cancelAll()
        #expect(glass.events.last?.reason == .deviceRemoved)
        #expect(log.lines == [])
    }

    @Test func `a gesture with a body, and one without its type`() {
        let glass = SwiftGlass {
            AnyGesture(Nudge(log: log)).onEnded { log("ended \($0)") }
        }
        glass.stroke(from: (50, 50), to: (58, 50), ms: 0...300)
        #expect(log.lines == ["nudged 8.0", "ended 8.0"])
        #expect(glass.surface.configuration.zones[0].gestures.map(\.name) == ["drag"])
    }

    @Test func `what is said of a gesture's place in the list is the configuration's`() {
        let gestures = SwiftGlass {
            TapGesture(count: 2).named("double")
            TapGesture().waiting(for: "double").cooldown(.seconds(1)).alongside("drag", "swipe")
            DragGesture().alongsideAll()
        }.surface.configuration.zones[0].gestures
        #expect(gestures.map(\.name) == ["double", "tap", "drag"])
        #expect(gestures[1].waitsFor == ["double"])
        #expect(gestures[1].cooldown == .seconds(1))
        #expect(gestures[1].simultaneous == ["drag", "swipe"])
        #expect(gestures[2].simultaneous == .all)
    }

    @Test func `three deep, and typed all the way`() {
        let pressed = LongPressGesture(minimumDuration: .milliseconds(200))
        let moved = DragGesture().simultaneously(with: MagnifyGesture())
        let whole = pressed.sequenced(before: moved).exclusively(before: TapGesture())
        let glass = SwiftGlass {
            whole.onEnded { value in
                switch value {
                case .first(.second(let isLong, let both?)):
                    log("\(isLong) \(both.first?.translation.x ?? 0) \(both.second == nil)")
                case .first: log("first alone")
                case .second: log("tap")
                }
            }
        }
        glass.frame(0, .down(0, 50, 50))
        glass.wait(until: 200)
        glass.frame(300, .move(0, 60, 50))
        glass.frame(310, .up(0))
        #expect(log.take() == ["true 10.0 true"])
        glass.frame(1_000, .down(0, 50, 50))
        glass.frame(1_050, .up(0))
        #expect(log.take() == ["tap"])
    }

    @Test func `of two exclusive parts one calls back`() {
        let glass = SwiftGlass {
            TapGesture(count: 2).onEnded { log("double") }
                .exclusively(before: TapGesture().onEnded { log("single") })
        }
        glass.frame(0, .down(0, 50, 50))
        glass.frame(50, .up(0))
        #expect(log.take() == [])
        glass.frame(200, .down(0, 50, 50))
        glass.frame(250, .up(0))
        #expect(log.take() == ["double"])
        glass.frame(1_000, .down(0, 50, 50))
        glass.frame(1_050, .up(0))
        glass.wait(until: 2_000)
        #expect(log.take() == ["single"])
    }

    @Test func `parts that are simultaneous call back on their own`() {
        let glass = SwiftGlass {
            SpatialTapGesture().onEnded { _ in log("tap") }
                .simultaneously(with: LongPressGesture().onEnded { _ in log("long") })
                .onEnded { log("both \($0.first != nil) \($0.second != nil)") }
        }
        glass.frame(0, .down(0, 50, 50))
        glass.frame(50, .up(0))
        #expect(log.take() == ["tap", "both true false"])
    }

    @Test func `a part that ends while another goes on is heard at once`() {
        let glass = SwiftGlass {
            CustomGesture(ScriptedRecognizer(".e")).onEnded { log("part \($0)") }
                .simultaneously(with: CustomGesture(ScriptedRecognizer("b..")))
                .onEnded { _ in log("whole") }
        }
        glass.frame(0, .down(0, 50, 50))
        glass.frame(10, .move(0, 51, 50))
        #expect(log.take() == ["part 2"])
        #expect(glass.events.map(\.phase) == [.began])
        glass.frame(20, .up(0))
        #expect(log.take() == ["whole"])
    }
}

/// The example of SwiftUI's documentation: press, then drag.
@Suite struct SequenceFaceTests {
    private let log = FaceLog()

    private func pressThenDrag() -> SwiftGlass {
        let isHeld = Watched("none")
        let log = log
        return SwiftGlass {
            LongPressGesture()
                .onEnded { _ in log("pressed") }
                .sequenced(before: DragGesture().onEnded { _ in log("dragged") })
                .updating(isHeld.state) { value, state in
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

    @Test func `says first, then second, then the drag`() {
        let glass = pressThenDrag()
        glass.frame(0, .down(0, 100, 100))
        #expect(log.take() == ["first true"])
        glass.wait(until: 500)
        #expect(log.take() == ["pressed", "second true"])
        glass.frame(600, .move(0, 110, 100))
        #expect(log.take() == ["second true 10.0"])
        glass.frame(610, .up(0))
        #expect(log.take() == ["dragged", "ended 10.0"])
    }

    @Test func `says nothing more where the drag does not come`() {
        let glass = pressThenDrag()
        glass.frame(0, .down(0, 100, 100))
        glass.wait(until: 500)
        _ = log.take()
        glass.frame(600, .up(0))
        #expect(log.take() == [])
        #expect(glass.events.last?.reason == .failed)
    }
}
