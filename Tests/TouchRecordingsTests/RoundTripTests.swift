import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

struct RoundTripTests {
    @Test(arguments: 0..<100)
    func `what is written is read again`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let device = generator.touchscreen()
        let events = generator.events()
        var writer = LibinputRecordWriter()
        var bytes: [UInt8] = []
        let index = writer.add(device, node: generator.text())
        writer.begin(into: &bytes)
        for event in events { writer.append(event, device: index, into: &bytes) }
        writer.finish(into: &bytes)

        let recording = try Recording(parsing: bytes, named: "round trip")
        #expect(recording.devices == [device])
        #expect(recording.events.map(\.event) == events)
        #expect(recording.failure == nil)
    }

    @Test func `the first to speak is streamed and the others follow at the end`() throws {
        let devices = ["silent", "first", "second"].map(Self.panel)
        var writer = LibinputRecordWriter()
        var bytes: [UInt8] = []
        for device in devices { _ = writer.add(device) }
        writer.begin(into: &bytes)
        for time in 0..<10 as Range<Int64> {
            let event = InputEvent(timeUs: time, .synReport, value: Int32(time))
            writer.append(event, device: time % 3 == 1 ? 2 : 1, into: &bytes)
        }
        #expect(writer.heldEventCount == 3)
        let streamed = try Recording(parsing: bytes, named: "unfinished")
        #expect(streamed.devices == [devices[1]] && streamed.events.count == 7)

        writer.finish(into: &bytes)
        let recording = try Recording(parsing: bytes, named: "finished")
        #expect(recording.devices == [devices[1], devices[0], devices[2]])
        #expect(recording.events.map(\.event.timeUs) == Array(0..<10))
    }

    @Test func `a device without events is written`() throws {
        var writer = LibinputRecordWriter()
        var bytes: [UInt8] = []
        _ = writer.add(Self.panel("quiet"))
        writer.begin(into: &bytes)
        writer.finish(into: &bytes)

        let recording = try Recording(parsing: bytes, named: "quiet")
        #expect(recording.devices.map(\.name) == ["quiet"] && recording.events.isEmpty)
    }

    @Test func `an event of an unknown device is passed over`() {
        var writer = LibinputRecordWriter()
        var bytes: [UInt8] = []
        writer.append(InputEvent(timeUs: 0, .synReport, value: 0), device: 0, into: &bytes)
        #expect(bytes.isEmpty && writer.heldEventCount == 0)
    }

    static func panel(_ name: String) -> InputDevice {
        InputDevice(
            name: name, properties: [InputProperty.direct], codes: [.synReport, .btnTouch],
            axes: [
                InputCode.absMTPositionX.code: AxisRange(minimum: 0, maximum: 9),
                InputCode.absMTPositionY.code: AxisRange(minimum: 0, maximum: 9),
            ])
    }
}

extension SeededGenerator {
    fileprivate mutating func touchscreen() -> InputDevice {
        var device = RoundTripTests.panel(text())
        device.bus = number(in: 0...UInt16.max)
        device.vendor = number(in: 0...UInt16.max)
        device.product = number(in: 0...UInt16.max)
        device.version = number(in: 0...UInt16.max)
        for code in [0x00, 0x01, 0x2f, 0x3a] as [UInt16] where Bool.random(using: &self) {
            device.axes[code] = AxisRange(
                minimum: number(in: .min ... .max), maximum: number(in: .min ... .max),
                fuzz: number(in: .min ... .max), resolution: number(in: .min ... .max))
            device.codes.insert(InputCode(type: 3, code: code))
        }
        return device
    }

    fileprivate mutating func events() -> [InputEvent] {
        (0..<number(in: 0...30)).map { _ in
            InputEvent(
                timeUs: number(in: 0...Int64.max), type: number(in: 0...3),
                code: number(in: 0...0x3ff), value: number(in: .min ... .max))
        }
    }

    /// Text that wants escaping.
    fileprivate mutating func text() -> String {
        let awkward = Array(
            "\"\\\n\r\t\0\u{1b}\u{7f}\u{85}\u{9f}\u{a0}\u{2028}\u{feff}\u{ffff} #:-{}[]é😀a"
                .unicodeScalars)
        var text = String.UnicodeScalarView()
        for _ in 0..<number(in: 0...20) {
            text.append(awkward.randomElement(using: &self) ?? "a")
        }
        return String(text)
    }
}
