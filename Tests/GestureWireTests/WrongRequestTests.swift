import GestureWire
import Testing
import TouchTestSupport

struct WrongRequestTests {
    /// A line, the code of its refusal, and the path of the fault.
    typealias Case = (line: String, code: RequestError.Code, member: String?)

    private static func subscribe(_ members: String) -> String {
        #"{"type":"subscribe","# + members + "}"
    }

    @Test(
        arguments: [
            (#"{"id":7}"#, .unknownType, nil),
            (#"{"type":"pingg"}"#, .unknownType, "type"),
            (#"{"type":7}"#, .invalidValue, "type"),
            (#"{"type":"ping","id":null}"#, .invalidValue, "id"),
            (#"{"type":"ping","id":1.5}"#, .invalidValue, "id"),
            (#"{"type":"ping","id":1e400}"#, .invalidValue, "id"),
            (#"{"type":"ping","id":9223372036854775808}"#, .invalidValue, "id"),
            (#"{"type":"ping","at":1}"#, .unknownMember, "at"),
            (#"{"type":"status","gestures":[]}"#, .unknownMember, "gestures"),
            (subscribe(#""gesture":["tap"]"#), .unknownMember, "gesture"),
            (subscribe(#""gestures":["tap","swip"]"#), .unknownGesture, "gestures[1]"),
            (subscribe(#""gestures":["custom"]"#), .unknownGesture, "gestures[0]"),
            (subscribe(#""gestures":[7]"#), .invalidValue, "gestures[0]"),
            (subscribe(#""gestures":"tap""#), .invalidValue, "gestures"),
            (subscribe(#""gestures":null"#), .invalidValue, "gestures"),
            (subscribe(#""events":["gestures"]"#), .invalidValue, "events[0]"),
            (subscribe(#""phases":["begin"]"#), .invalidValue, "phases[0]"),
            (subscribe(#""names":["a b"]"#), .invalidValue, "names[0]"),
            (subscribe(#""zones":[""]"#), .invalidValue, "zones[0]"),
            (subscribe(#""devices":[1.5]"#), .invalidValue, "devices[0]"),
            (subscribe(#""devices":[{}]"#), .invalidValue, "devices[0]"),
            (subscribe(#""fingers":[1]"#), .invalidValue, "fingers"),
            (subscribe(#""fingers":[2,1]"#), .invalidValue, "fingers"),
            (subscribe(#""fingers":[0,1]"#), .invalidValue, "fingers[0]"),
            (subscribe(#""fingers":[1,1e9]"#), .invalidValue, "fingers[1]"),
            (subscribe(#""max_rate_hz":0.5"#), .invalidValue, "max_rate_hz"),
            (subscribe(#""max_rate_hz":241"#), .invalidValue, "max_rate_hz"),
            (subscribe(#""max_rate_hz":"60""#), .invalidValue, "max_rate_hz"),
            (subscribe(#""positions":0"#), .invalidValue, "positions"),
            (#"{"type":"remove_zone"}"#, .invalidValue, "name"),
            (#"{"type":"move_zone","rect":{}}"#, .invalidValue, "name"),
            (#"{"type":"move_zone","name":"a","gestures":[]}"#, .unknownMember, "gestures"),
            (#"{"type":"add_zone","hands":2}"#, .unknownMember, "hands"),
        ] as [Case])
    func `errors are reported with their location`(
        line: String, code: RequestError.Code, member: String?
    ) throws {
        let error = try #require(Request(text: line).error)
        #expect(error.code == code)
        #expect(error.member == member)
    }

    @Test(arguments: [
        (
            subscribe(#""gestures":["swip"]"#),
            #"no gesture is named "swip"; did you mean "swipe"?"#
        ),
        (#"{"type":"subcribe"}"#, #"no request is named "subcribe"; did you mean "subscribe"?"#),
        (
            subscribe(#""finger":[1,2]"#),
            #"no member is named "finger"; did you mean "fingers"?"#
        ),
        (
            subscribe(#""phases":["x"]"#),
            #"no phase is named "x"; there are began, changed, ended, cancelled"#
        ),
    ])
    func `suggests a similar name, or all names`(line: String, message: String) throws {
        #expect(try #require(Request(text: line).error).message == message)
    }

    @Test(arguments: [
        "", " ", "[]", "7", "{", "}", "{}}", #"{"type":"ping",}"#, #"{"type" "ping"}"#,
        #"{type:"ping"}"#, #"{"type":'ping'}"#, #"{"type":"ping"} x"#, #"{"type":"ping"#,
        #"{"a":01}"#, #"{"a":-}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":1e}"#, #"{"a":+1}"#,
        #"{"a":NaN}"#, #"{"a":tru}"#, #"{"a":[1,]}"#, #"{"a":"\x"}"#, #"{"a":"\u12g4"}"#,
        #"{"a":"\ud83d"}"#, #"{"a":"\udc00"}"#, #"{"a":"\ud83d\u0041"}"#, "{\"a\":\"\u{1}\"}",
        "\u{FEFF}{}", "{\"a\":1}\u{0}",
    ])
    func `refuses text that is not a JSON object`(line: String) throws {
        let request = Request(text: line)
        #expect(try #require(request.error).code == .badJSON)
        #expect(request.id == nil)
    }

    @Test(arguments: [[0x7B, 0xFF, 0x7D], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0x22, 0xE2, 0x82]])
    func `refuses bytes that are not UTF-8`(bytes: [UInt8]) throws {
        #expect(try #require(Request(bytes: bytes).error).code == .badJSON)
    }

    @Test(arguments: ["[", #"{"a":"#, #"[{"a":["#])
    func `refuses values that are nested too deep`(opening: String) throws {
        let line = #"{"type":"ping","id":"# + String(repeating: opening, count: 100_000)
        #expect(try #require(Request(text: line).error).code == .badJSON)
    }

    @Test func `lists beside each other are not nested`() {
        let lists = Array(repeating: "[[]]", count: 100).joined(separator: ",")
        let request = Request(text: #"{"type":"add_zone","gestures":[\#(lists)]}"#)
        #expect(request.error == nil)
    }

    @Test func `refuses numbers of any length without a crash`() throws {
        let digits = String(repeating: "9", count: 4_000)
        for number in [digits, "-" + digits, "0.0" + digits, "1e" + digits, "1e-" + digits] {
            let request = Request(text: #"{"type":"subscribe","max_rate_hz":\#(number)}"#)
            #expect(try #require(request.error).member == "max_rate_hz")
        }
    }

    @Test func `any bytes are read without a crash`() {
        var random = SeededGenerator(seed: 5)
        let sample = Array(
            #"{"type":"subscribe","id":-1.5e3,"names":["\u00e9",true,null,[{}]]}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = .random(in: 0...255, using: &random)
            }
            bytes.removeLast(Int.random(in: 0...2, using: &random))
            let request = Request(bytes: bytes)
            if case .failure(let error) = request.operation { #expect(!error.message.isEmpty) }
        }
    }
}
