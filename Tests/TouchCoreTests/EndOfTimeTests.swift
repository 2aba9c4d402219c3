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

    @Test func `a leap of the stamps is no eternity of ticks`() {
        let glass = Glass(configuration: .init(gestures: [.init(.press(.init()))]))
        glass.process(
            TouchFrame(time: Timestamp(microseconds: 0)),
            reports: [TouchReport(slot: 0, phase: .landed, x: 100, y: 100)])
        glass.process(TouchFrame(time: Timestamp(microseconds: .max / 2)), reports: [])
        #expect(glass.events.count { $0.phase == .changed } == 100_000)
        #expect(glass.nextDeadline == nil)
    }
}
