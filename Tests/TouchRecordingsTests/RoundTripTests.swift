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
        var bytes: [UInt8] = []
        LibinputRecordSection.appendHead(devices: 1, to: &bytes)
        var section = LibinputRecordSection(device, node: generator.text())
        for event in events { section.append(event, to: &bytes) }
        section.finish(into: &bytes)

        let recording = try Recording(parsing: bytes, named: "round trip")
        #expect(recording.devices == [device])
        #expect(recording.events.map(\.event) == events)
        #expect(recording.failure == nil)
    }

    @Test func `sections follow each other, whole or not`() throws {
        let devices = ["first", "silent", "second"].map(Self.panel)
        var bytes: [UInt8] = []
        LibinputRecordSection.appendHead(devices: 1, to: &bytes)
        for device in devices {
            var section = LibinputRecordSection(device)
            if device.name != "silent" {
                for time in 0..<5 as Range<Int64> {
                    section.append(InputEvent(timeUs: time, .btnTouch, value: 1), to: &bytes)
                }
            }
            section.finish(into: &bytes)
        }
        let recording = try Recording(parsing: bytes, named: "sections")
        #expect(recording.devices == devices)
        #expect(recording.events.map(\.event.timeUs) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
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
