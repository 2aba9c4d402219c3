import CSession
import Testing

@testable import SessionProgram

/// The events that wait while the program does not run.
struct InboxTests {
    private let inbox = Compositor.Inbox()

    private func append(
        _ kind: csession_kind, _ touch: Int32 = 0, x: Double = 0, output: UInt32 = 0
    ) {
        var event = csession_event()
        (event.kind, event.touch, event.x, event.output.id) = (kind, touch, x, output)
        inbox.append(event)
    }

    @Test func `the last motion of each touch remains`() {
        for step in 0..<100_000 { append(CSESSION_MOTION, Int32(step % 10), x: Double(step)) }
        #expect(inbox.events.map(\.x) == (99_990..<100_000).map(Double.init))
    }

    @Test func `landings and lifts of touches remain, in their order`() {
        for touch: Int32 in 0..<3 {
            append(CSESSION_DOWN, touch)
            append(CSESSION_MOTION, touch)
            append(CSESSION_UP, touch)
        }
        #expect(inbox.events.map(\.touch) == [0, 0, 0, 1, 1, 1, 2, 2, 2])
    }

    @Test func `the last state of each output remains`() {
        for output: UInt32 in [1, 2, 1, 2, 1] { append(CSESSION_OUTPUT, output: output) }
        #expect(inbox.events.map(\.output.id) == [1, 2])
    }

    @Test func `a compositor that sends without end fills a limited space`() {
        for step in 0..<100_000 { append(step % 2 == 0 ? CSESSION_DOWN : CSESSION_UP) }
        #expect(inbox.events.count == Compositor.Inbox.limit)
    }
}
