import Testing
import TouchCore
import TouchTestSupport

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
