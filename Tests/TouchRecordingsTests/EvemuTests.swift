import Testing
import TouchCore
import TouchRecordings

struct EvemuTests {
    @Test func `reads a description and its events`() throws {
        let recording = try Recording(Samples.recording)
        let device = try #require(recording.devices.first)

        #expect(device.name == "Sample Panel")
        #expect(
            [device.bus, device.vendor, device.product, device.version] == [3, 0x4f3, 0x732, 0x110])
        #expect(device.properties == [InputProperty.direct])
        #expect(device.has(.btnTouch) && device.has(.absMTTrackingID))
        #expect(device.slotCount == 10)
        #expect(device.classification == .touchscreen(.slots))
        let x = AxisRange(minimum: 0, maximum: 3440, fuzz: 2, resolution: 10)
        #expect(device.panel?.x == x)
        #expect(device.panel?.pressure == AxisRange(minimum: 0, maximum: 255))
        #expect(recording.values == Samples.eventValues)
        #expect(recording.failure == nil)
    }

    @Test(arguments: variants)
    func `takes every way of writing the same`(variant: Variant) throws {
        let recording = try Recording(variant.change(Samples.recording))

        #expect(recording.values == Samples.eventValues)
        #expect(recording.devices.first?.slotCount == 10)
        #expect(recording.failure == nil)
    }

    struct Variant: CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (String) -> String

        init(_ name: String, _ change: @escaping @Sendable (String) -> String) {
            testDescription = name
            self.change = change
        }
    }

    static let variants = [
        Variant("CRLF") { $0.replacing("\n", with: "\r\n") },
        Variant("no comments") { $0.replacing(/\t#[^\n]*/, with: "") },
        Variant("no newline at the end") { String($0.dropLast()) },
        Variant("no blank after the colon") { $0.replacing("E: ", with: "E:") },
        Variant("tabs") { $0.replacing(" ", with: "\t") },
        Variant("a head line") { "# EVEMU 1.3\n# Kernel: 6.1.0\n" + $0 },
        Variant("blank lines") { $0.replacing("\n", with: "\n\n") },
        Variant("a byte order mark") { "\u{FEFF}" + $0 },
        Variant("unpadded values") {
            $0.replacing("0019\t", with: "19\t").replacing("-001", with: "-1")
        },
        Variant("switches and lights") { $0.replacing("A: 00", with: "L: 00 0\nS: 00 0\nA: 00") },
    ]
}
