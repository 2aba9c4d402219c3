import CEvdev
import Testing

/// Keys that the kernel lets go of itself, before a device goes away: no finger lifted.
struct KernelReleaseTests {
    private static let ownReport = input_event(EV_SYN, SYN_REPORT, 1)
    private static let toolUp = input_event(EV_KEY, BTN_TOOL_FINGER, 0)

    @Test(arguments: [
        [.touch(0), ownReport],
        [toolUp, .touch(0), ownReport],
        [.touch(0), ownReport, toolUp, ownReport],
    ])
    func `a frame of the kernel's releases is taken out`(frame: [input_event]) {
        #expect(remaining(of: frame).isEmpty)
        let before: [input_event] = [.slot(0), .x(5), .report]
        let after: [input_event] = [.touch(1), .x(6), .report]
        #expect(remaining(of: before + frame + after) == words(before + after))
    }

    @Test(arguments: [
        [],
        [.lift, .touch(0), .report],
        [.touch(0), .report],
        [.lift, .touch(0), ownReport],
        [.touch(1), ownReport],
        [ownReport],
        [.touch(0), .dropped, ownReport],
        [.touch(0)],
    ])
    func `every other frame stays as it is`(frame: [input_event]) {
        #expect(remaining(of: frame) == words(frame))
    }

    private func remaining(of events: [input_event]) -> [[Int32]] {
        var events = events
        let count = cevdev_forget_releases(&events, events.count)
        return words(Array(events.prefix(count)))
    }

    /// Events as what can be compared.
    private func words(_ events: [input_event]) -> [[Int32]] {
        events.map { [Int32($0.type), Int32($0.code), $0.value] }
    }
}
