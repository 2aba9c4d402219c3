import Testing
import TouchTestSupport

@testable import TouchCore

/// The checker itself: one that finds nothing would let every test pass.
struct PromisesTests {
    private static func event(
        _ id: UInt64, _ phase: GesturePhase, us: Int64 = 0, fingers: Int = 1, gesture: Int = 0,
        zone: Int = 0, reason: CancellationReason? = nil, _ values: GestureValues = .longPress
    ) -> GestureEvent {
        GestureEvent(
            time: Timestamp(microseconds: us), device: 1, zone: zone, gesture: gesture, id: id,
            phase: phase, reason: reason, fingers: fingers, position: .zero, unitPosition: .zero,
            durationUs: 0, force: nil, forceSource: nil, values: values)
    }

    @Test(
        arguments: [
            ([event(1, .began), event(1, .changed), event(1, .ended)], []),
            ([event(1, .began), event(1, .cancelled, reason: .palm)], []),
            ([event(1, .began), event(1, .changed)], ["1 never ended"]),
            ([event(1, .changed)], ["1 changed without began"]),
            ([event(1, .began), event(1, .ended), event(1, .ended)], ["1 ended without began"]),
            (
                [event(1, .began), event(1, .ended), event(1, .began), event(1, .ended)],
                ["1 was used before"]
            ),
            ([event(1, .began), event(1, .ended, fingers: 2)], ["1 changed its fingers"]),
            ([event(1, .began), event(1, .ended, gesture: 2)], ["1 changed its gesture"]),
            ([event(1, .began), event(1, .ended, zone: 2)], ["1 changed its zone"]),
            ([event(1, .began), event(1, .cancelled)], ["1 cancelled with reason"]),
            ([event(1, .began), event(1, .ended, reason: .palm)], ["1 ended with reason"]),
            ([event(1, .began, us: 5), event(1, .ended, us: 4)], ["time ran back to 4"]),
            ([event(1, .began, .tap(count: 1))], ["1 is discrete and began"]),
            (
                [event(1, .ended, .tap(count: 1)), event(1, .ended, .tap(count: 2))],
                ["1 was used before"]
            ),
        ] as [([GestureEvent], [String])])
    func `every broken promise of events is found`(events: [GestureEvent], broken: [String]) {
        let found = Promises.broken(by: events)
        #expect(found.count == broken.count)
        #expect(zip(found, broken).allSatisfy { $0.hasPrefix($1) }, "\(found)")
    }

    /// A line of a drag. Its first member is not `type`, so `SeenLines` does not record it.
    private static func line(
        _ seq: Int, _ id: Int, _ phase: String, us: Int = 0, fingers: Int = 1,
        gesture: String = "drag"
    ) -> String {
        #"{"seq":\#(seq),"type":"gesture","time_us":\#(us),"device":1,"gesture":"\#(gesture)","#
            + #""id":\#(id),"phase":"\#(phase)","fingers":\#(fingers)}"#
    }

    @Test(
        arguments: [
            ([line(1, 1, "began"), line(2, 1, "changed"), line(3, 1, "ended")], []),
            ([line(1, 1, "began"), line(3, 1, "ended")], ["seq is not 1, 2, 3 …"]),
            ([line(1, 1, "began")], ["1 never ended"]),
            ([line(1, 1, "changed")], ["not begun"]),
            ([line(1, 1, "began"), line(2, 1, "ended", fingers: 2)], ["not begun"]),
            ([line(1, 1, "began"), line(2, 1, "ended"), line(3, 1, "cancelled")], ["not begun"]),
            ([line(1, 1, "began", us: 5), line(2, 1, "ended", us: 4)], ["time ran back"]),
            (
                [line(1, 1, "ended", gesture: "tap"), line(2, 1, "ended", gesture: "tap")],
                ["id used twice"]
            ),
        ] as [([String], [String])])
    func `every broken promise of lines is found`(lines: [String], broken: [String]) throws {
        let found = Promises.broken(by: try lines.map { try WireLine($0) })
        #expect(found.count == broken.count)
        #expect(zip(found, broken).allSatisfy { $0.hasPrefix($1) }, "\(found)")
    }
}
