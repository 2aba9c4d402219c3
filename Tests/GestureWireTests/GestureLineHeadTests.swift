import Testing

@testable import GestureWire

/// The members of a gesture line that a program reads before it passes the line on.
struct GestureLineHeadTests {
    private func head(_ text: String) -> GestureLineHead? {
        var text = text
        return text.withUTF8 { GestureLineHead(UnsafeRawBufferPointer($0)) }
    }

    private static let line =
        #"{"type":"gesture","seq":1,"time_us":-5,"device":0,"gesture":"drag","id":7,"phase":"ended","x":0.5}"#

    @Test(arguments: [
        "deep_press", "drag", "force", "magnify", "press", "screen_reader", "stroke", "swipe",
        "swipe_hold", "tap",
    ])
    func `every line that is written has a head`(name: String) throws {
        for line in try WireFixture.text(name).split(separator: "\n") {
            let found = try #require(head(String(line)), "\(line)")
            let parsed = try ParsedLine(line + "\n")
            #expect(Double(found.id) == parsed.numbers["id"])
            #expect(found.isBegan == (parsed.texts["phase"] == "began"))
            #expect(found.isEnd == ["ended", "cancelled"].contains(parsed.texts["phase"]))
        }
    }

    @Test func `the first of two members with one name counts`() {
        #expect(head(Self.line.dropLast() + #","id":8,"phase":"began"}"#)?.id == 7)
        #expect(head(Self.line.dropLast() + #","id":8,"phase":"began"}"#)?.isEnd == true)
    }

    @Test func `a line that is cut off has no head`() {
        for count in 0..<Self.line.utf8.count {
            #expect(head(String(Self.line.prefix(count))) == nil, "\(count)")
        }
    }

    @Test(arguments: [
        " ", "\u{0}", ",", "}", "\"", "\\", "é", "-", ".", "0", ":", "[", "{", "e", "x",
    ])
    func `a line that is not JSON has no head, wherever the fault is`(inserted: String) throws {
        for offset in 0...Self.line.utf8.count {
            let index = Self.line.utf8.index(Self.line.startIndex, offsetBy: offset)
            let line = Self.line[..<index] + inserted + Self.line[index...]
            guard head(String(line)) != nil else { continue }
            var text = String(line)
            #expect(throws: Never.self, "\(line)") {
                try text.withUTF8 { _ = try JSONValue(parsing: UnsafeRawBufferPointer($0)) }
            }
        }
    }

    @Test(arguments: [
        (#""type":"gesture""#, #""type":"contact""#), (#""device":0"#, #""device":"0""#),
        (#""id":7"#, #""id":7.5"#), (#""id":7"#, #""id":null"#), (#""id":7"#, #""id":"7""#),
        (#""gesture":"drag""#, #""gesture":1"#), (#""phase":"ended""#, #""phase":0"#),
        (#""time_us":-5,"#, ""), (#""x":0.5"#, #""x":00.5"#), (#""x":0.5"#, #""x":.5"#),
        (#""x":0.5"#, #""x":0."#), (#""x":0.5"#, #""x":-"#), (#""x":0.5"#, #""x":tru"#),
        (#""x":0.5"#, #""parts":[]"#),
    ])
    func `a line with wrong members has no head`(old: String, new: String) throws {
        let range = try #require(Self.line.firstRange(of: old))
        #expect(head(Self.line.replacingCharacters(in: range, with: new)) == nil)
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        self[..<range.lowerBound] + text + self[range.upperBound...]
    }
}
