import CEvdev
import Foundation
import Testing
import TouchTestSupport

/// The monitor's reports of udev's lists and messages.
///
/// A helper program replaces udev: it defines libudev's functions itself.
struct MonitorTests {
    private func play(_ script: [String]) throws -> [String] {
        let program = try RunningProgram(
            BuiltFile(named: "UdevDouble").path, [],
            input: Array(script.joined(separator: "\n").utf8) + [10])
        let result = try program.wait()
        try #require(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test func `of one panel's devices only the event node is reported`() throws {
        let panel = ["input3 3331", "mouse0 3332", "event3 3333"]
        let output = try play(
            panel.map { "list \($0) touchscreen" } + ["list event4 3334", "enumerate"]
                + panel.map { "message change \($0) touchscreen" } + ["receive"])
        #expect(
            output == ["added /dev/input/event3 -", "= 0", "changed /dev/input/event3 -", "= 0"])
    }

    @Test func `the calibration is reported with the node`() throws {
        let output = try play([
            "list event3 3333 touchscreen calibration=1,0,0,0,1,0", "enumerate",
            "message change event3 3333 touchscreen calibration=0,1,0,1,0,0", "receive",
        ])
        #expect(
            output == [
                "added /dev/input/event3 1,0,0,0,1,0", "= 0",
                "changed /dev/input/event3 0,1,0,1,0,0", "= 0",
            ])
    }

    @Test func `a node whose removal was missed is reported again when it is added`() throws {
        let output = try play([
            "list event3 3333 touchscreen", "enumerate", "message add event3 3333 touchscreen",
            "message add event3 3333 touchscreen", "receive",
        ])
        let added = "added /dev/input/event3 -"
        #expect(output == [added, "= 0", added, added, "= 0"])
    }

    @Test func `other devices are reported on request, with their names and ids`() throws {
        let mouse = "event5 3335 label=POS-Touch:0d3a:0300"
        let script = ["list \(mouse)", "list mouse1 3336 label=POS-Touch:0d3a:0300"]
        let output = try play(
            script + ["enumerate", "message add \(mouse)", "receive", "others 1", "enumerate"]
                + ["message change \(mouse)", "message add event6 3337", "receive"])
        #expect(
            output == [
                "= 0", "= 0", "added /dev/input/event5 - POS-Touch 0d3a:0300", "= 0",
                "changed /dev/input/event5 - POS-Touch 0d3a:0300",
                "added /dev/input/event6 - - 0000:0000", "= 0",
            ])
    }

    @Test func `pens are reported with their hardware, and the buttons of a tablet are not`() throws
    {
        let pen = "event5 3335 pen label=Pen:04f3:0732 phys=usb-1/input1"
        let both = "event6 3336 pen touchscreen label=Both:04f3:0732"
        let output = try play([
            "list \(pen)", "list \(both)", "list event7 3337 pad label=Pad:04f3:0732",
            "list event8 3338",
            "enumerate", "message add \(pen)", "message add event7 3337 pad label=Pad:04f3:0732",
            "receive",
        ])
        let added = "added /dev/input/event5 - Pen 04f3:0732 pen usb-1/input1"
        #expect(output == [added, "added /dev/input/event6 - pen -", "= 0", added, "= 0"])
    }

    @Test func `a panel that returns is reported again`() throws {
        let cycle = ["message add event3 3333 touchscreen", "message remove event3 3333"]
        let output = try play(cycle + cycle + ["receive"])
        let pair = ["added /dev/input/event3 -", "removed /dev/input/event3 -"]
        #expect(output == pair + pair + ["= 0"])
    }

    @Test func `a device that the rules make a touchscreen later is reported then`() throws {
        let output = try play([
            "message add event3 3333", "message change event3 3333 touchscreen", "receive",
        ])
        #expect(output == ["changed /dev/input/event3 -", "= 0"])
    }

    @Test func `lost messages require a new list, which has every panel`() throws {
        let output = try play([
            "list event3 3333 touchscreen", "enumerate", "error \(ENOBUFS)",
            "message remove event9 3339", "receive", "enumerate",
        ])
        #expect(
            output == [
                "added /dev/input/event3 -", "= 0", "rescan - -", "removed /dev/input/event9 -",
                "= 0", "added /dev/input/event3 -", "= 0",
            ])
    }

    @Test func `a signal does not end the messages, another error does`() throws {
        let output = try play([
            "error \(EINTR)", "message add event3 3333 touchscreen", "error \(EIO)", "receive",
        ])
        #expect(output == ["added /dev/input/event3 -", "= -\(EIO)"])
    }

    @Test func `a device that is removed while it is listed is omitted`() throws {
        let output = try play([
            "list event3 0 touchscreen", "list event4 3334 touchscreen", "enumerate",
        ])
        #expect(output == ["added /dev/input/event4 -", "= 0"])
    }

    @Test func `many panels are all reported`() throws {
        let panels = (1...90).map { "list event\($0) \($0) touchscreen" }
        let output = try play(panels + ["enumerate", "clear", "enumerate"])
        #expect(output.count { $0.hasPrefix("added") } == 90)
        #expect(Set(output).count == 91)
    }
}
