import Foundation
import GestureWire
import Testing

@testable import TouchCore

@Suite struct LineBufferTests {
    @Test(arguments: [-1, 0, 1, 7, 64])
    func `grows rather than lose bytes`(capacity: Int) {
        let written = text(capacity: capacity) { buffer in
            for value in 0..<100 {
                buffer.append(integer: value)
                buffer.append(" é ")
            }
        }
        #expect(written == (0..<100).map { "\($0) é " }.joined())
    }

    @Test func `a line buffer keeps its room when it is emptied`() {
        var buffer = LineBuffer(capacity: 4)
        buffer.append("more than four")
        let capacity = buffer.capacity
        buffer.removeAll()
        let isEmpty = buffer.isEmpty
        #expect(isEmpty)
        buffer.append("no longer")
        #expect(buffer.capacity == capacity)
        #expect(buffer.withUnsafeBytes { Array($0) } == Array("no longer".utf8))
    }

    @Test func `does not grow while there is room`() {
        var buffer = LineBuffer(capacity: 8)
        buffer.append("12345678")
        #expect(buffer.capacity == 8)
        buffer.append(UInt8(ascii: "9"))
        #expect(buffer.capacity > 8)
        #expect(buffer.withUnsafeBytes { Array($0) } == Array("123456789".utf8))
    }

    @Test func `grows for a number that may not fit`() {
        var buffer = LineBuffer(capacity: 1)
        buffer.append(decimal: -123_456_789.125, places: .five)
        buffer.append(integer: UInt64.max)
        #expect(
            buffer.withUnsafeBytes { Array($0) }
                == Array("-123456789.12518446744073709551615".utf8))
    }

    @Test func `appends bytes unchanged`() {
        let bytes = Array(#"{"a":"é"}"#.utf8)
        let written = text(capacity: 1) { buffer in
            buffer.append(utf8: bytes)
            bytes.withUnsafeBytes { buffer.append(utf8: $0) }
            buffer.append(utf8: [])
        }
        #expect(written == #"{"a":"é"}{"a":"é"}"#)
    }

    @Test func `rethrows the error of the body`() {
        struct Refusal: Error {}
        let buffer = LineBuffer(capacity: 1)
        #expect(throws: Refusal.self) {
            try buffer.withUnsafeBytes { _ throws(Refusal) in throw Refusal() }
        }
    }
}

@Suite struct StringTests {
    @Test(arguments: [
        ("", #""""#), ("swipe", #""swipe""#), (#"a"b"#, #""a\"b""#), (#"\"#, #""\\""#),
        ("a\nb\tc\r", #""a\nb\tc\r""#), ("\u{8}\u{C}", #""\b\f""#),
        ("\u{0}\u{1B}[31m\u{1F}", #""\u0000\u001b[31m\u001f""#), ("/", #""/""#),
        ("\u{7F}", "\"\u{7F}\""), ("日本 🖐🏽 é\u{2028}\u{FFFD}", "\"日本 🖐🏽 é\u{2028}\u{FFFD}\""),
    ])
    func `escapes only what JSON requires`(name: String, expected: String) {
        #expect(text { $0.append(string: name) } == expected)
    }

    @Test func `a parser reads every scalar back`() throws {
        let scalars = (0...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{FFFF}", "\u{10FFFF}"]
        let hostile = String(String.UnicodeScalarView(scalars))
        let json = text { $0.append(string: hostile) }
        let read = try JSONDecoder().decode([String].self, from: Data("[\(json)]".utf8))
        #expect(read.first.map { Array($0.utf8) } == Array(hostile.utf8))
    }

    @Test(arguments: [
        "\"},{\"type\":\"bye\"", "\n{\"type\":\"bye\"}\n", "\\", "\u{0}",
        String(repeating: "é\"", count: 5_000),
    ])
    func `a hostile name stays in its member`(name: String) throws {
        let configuration = GestureConfiguration(zones: [
            ZoneConfiguration(name: name, gestures: [ConfiguredGesture(.tap(.init()), name: name)])
        ])
        var event = WireSamples.events(of: .tap)[0]
        event.gesture = 0
        let line = text {
            $0.appendHead(.gesture, seq: 1)
            GestureLineEncoder(configuration: configuration).appendBody(event, to: &$0)
        }
        let parsed = try ParsedLine(line)
        #expect(parsed.texts["zone"] == name)
        #expect(parsed.texts["name"] == name)
        #expect(parsed.texts["gesture"] == "tap")
    }

    @Test func `a hostile device stays in its members`() throws {
        var device = DeviceSamples.panel
        let hostile = "\u{1B}]0;\"}\n\\"
        (device.name, device.path, device.output, device.error) =
            (hostile, hostile, hostile, hostile)
        let line = text {
            $0.appendHead(.device, seq: 1)
            $0.appendDeviceBody(change: .added, device)
        }
        struct Line: Decodable {
            struct Device: Decodable { var name, path, output, error: String }
            var device: Device
        }
        let read = try JSONDecoder().decode(Line.self, from: Data(line.utf8)).device
        #expect([read.name, read.path, read.output, read.error].allSatisfy { $0 == hostile })
        #expect(line.filter(\.isNewline).count == 1)
    }
}

/// The text that `write` appends to an empty buffer.
func text(capacity: Int = 512, _ write: (inout LineBuffer) -> Void) -> String {
    var buffer = LineBuffer(capacity: capacity)
    write(&buffer)
    return buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}
