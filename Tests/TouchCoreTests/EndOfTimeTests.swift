import Testing
import TouchCore
import TouchTestSupport

/// Stamps of a recording can be anything.
@Suite struct EndOfTimeTests {
    @Test func `the end of time is no deadline`() {
        let glass = Glass(configuration: .init(gestures: [.init(.press(.init()))]))
        let end = Timestamp(microseconds: .max)
        glass.process(
            TouchFrame(time: end.advanced(byMicroseconds: -600_000)),
            reports: [TouchReport(slot: 0, phase: .landed, x: 100, y: 100)])
        glass.process(TouchFrame(time: end), reports: [])
        #expect(glass.events.count == 2)
        #expect(glass.nextDeadline == nil)
    }
}
