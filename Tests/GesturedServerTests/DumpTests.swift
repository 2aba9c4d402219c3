import GestureWire
import Glibc
import Testing
import TouchCore

@testable import GestureInspect
@testable import GesturedServer

/// The readable output of `--dump`.
struct DumpTests {
    private func words(_ event: GestureEvent) -> String { GestureWords(event: event).text }

    private func drag(_ x: Double, _ y: Double) -> GestureValues {
        .drag(
            translation: Point(x: x, y: y), velocity: Point(x: 300, y: 400), predicted: .zero,
            edge: nil)
    }

    @Test(arguments: [
        (84.2, 1.0, "84.2 mm right"), (-3.0, -4.0, "5.0 mm up left"), (0.0, 7.0, "7.0 mm down"),
        (0.0, 0.0, "0.0 mm"), (5.0, -5.0, "7.1 mm up right"), (-9.0, 0.5, "9.0 mm left"),
    ])
    func `a translation is a length and a direction`(x: Double, y: Double, text: String) {
        #expect(words(.sample(1, .changed, values: drag(x, y))) == "\(text), 500 mm/s")
    }

    @Test(arguments: [
        (GesturePhase.began, "1 finger at 100.0, 50.0 mm, 10.0 mm right, 500 mm/s"),
        (.changed, "10.0 mm right, 500 mm/s"), (.ended, "10.0 mm right, 500 mm/s, 0.00 s"),
        (.cancelled, "finger added, 10.0 mm right, 500 mm/s, 0.00 s"),
    ])
    func `each phase has its values`(phase: GesturePhase, text: String) {
        let reason = phase == .cancelled ? CancellationReason.fingerAdded : nil
        #expect(words(.sample(1, phase, reason: reason, values: drag(10, 0))) == text)
    }

    @Test func `a value without a text of its own is shown by its name`() {
        let values = GestureValues.swipe(
            translation: Point(x: 1.234, y: 0), velocity: .zero, direction: .upLeft, edge: nil)
        let event = GestureWords(event: .sample(1, .ended, values: values))
        #expect(event.plain(.dx) == "dx mm 1.23")
        #expect(event.plain(.direction) == "direction up_left")
        #expect(event.plain(.edge) == nil)
    }

    @Test(arguments: [
        (GestureValues.tap(count: 1), "1 finger at 100.0, 50.0 mm, 0.00 s"),
        (.tap(count: 2), "1 finger at 100.0, 50.0 mm, count 2, 0.00 s"), (.longPress, "0.00 s"),
        (
            .swipe(
                translation: Point(x: 0, y: -30), velocity: Point(x: 0, y: -500),
                direction: .upLeft, edge: .bottom),
            "up left, 30.0 mm, 500 mm/s, from the bottom edge, 0.00 s"
        ),
        (
            .magnify(translation: .zero, scale: 2.5, velocity: -0.5), "x2.50, -0.50/s, 0.00 s"
        ),
        (
            .rotate(translation: .zero, degrees: -90.25, velocity: -12),
            "90.3 degrees counterclockwise, -12 degrees/s, 0.00 s"
        ),
        (.deepPress(maximum: 0.93), "greatest force 0.93, 0.00 s"),
    ])
    func `each kind has its values in words`(values: GestureValues, text: String) {
        #expect(words(.sample(1, .ended, values: values)) == text)
    }

    @Test func `without a terminal the output is plain ASCII`() {
        let environment = ["TERM": "xterm", "LANG": "en_US.UTF-8"]
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        let style = DumpStyle(descriptor: ends[1]) { environment[$0] }
        #expect(style.paint("x", .began) == "x")
        #expect(style.mark(.landed) == "+")
        #expect(style.mark(.lifted) == "-")
        #expect(style.bar(0.42) == "##...")
        #expect(style.bar(.nan) == style.bar(0))
    }

    @Test(arguments: [
        (["TERM": "xterm", "LANG": "C"], true, false),
        (["TERM": "xterm", "LC_ALL": "de_DE.utf8"], true, true),
        (["TERM": "xterm", "NO_COLOR": "1", "LANG": "C.UTF-8"], false, true),
        (["TERM": "dumb"], false, false), ([:], false, false),
        (["TERM": "xterm", "LC_ALL": "C", "LANG": "C.UTF-8"], true, false),
    ])
    func `on a terminal colour and arrows depend on the environment`(
        environment: [String: String], isColoured: Bool, isUnicode: Bool
    ) throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        let style = DumpStyle(descriptor: terminal) { environment[$0] }
        #expect(style.isColoured == isColoured)
        #expect(style.isUnicode == isUnicode)
        #expect((style.paint("x", .began) == "x") == !isColoured)
    }
}
