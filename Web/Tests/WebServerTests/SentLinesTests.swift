import GestureWire
import NIOCore
import Testing

@testable import WebServer

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// A line of a drag.
private func gesture(_ phase: String, id: Int = 1, seq: Int = 9, us: Int = 1_000) -> String {
    #"{"type":"gesture","seq":\#(seq),"time_us":\#(us),"device":1,"zone":"screen","gesture":"drag","#
        + #""name":"drag","id":\#(id),"phase":"\#(phase)","fingers":1,"x":0.5,"y":0.5"#
        + (phase == "began" ? "}" : #","duration_us":7}"#)
}

extension SentLines {
    /// Records the bytes of lines.
    fileprivate mutating func record(_ lines: String...) {
        for line in lines { _ = Array(line.utf8).withUnsafeBytes { record($0) } }
    }
}

/// The lines that gestured-web sends in place of ends that the daemon could not send.
@Suite struct SentLinesTests {
    @Test func `a gesture that has not ended is cancelled with its newest values`() {
        var sent = SentLines()
        sent.record(gesture("began"), gesture("changed", seq: 10, us: 2_000))
        #expect(
            sent.cancelOpenGestures(reason: "shutdown").map(text) == [
                #"{"type":"gesture","seq":11,"time_us":2000,"device":1,"zone":"screen","gesture":"drag","#
                    + #""name":"drag","id":1,"phase":"cancelled","reason":"shutdown","fingers":1,"#
                    + #""x":0.5,"y":0.5,"duration_us":7}"#
            ])
        #expect(sent.cancelOpenGestures(reason: "shutdown").isEmpty)
    }

    @Test func `a gesture that has only begun is cancelled with a duration of zero`() {
        var sent = SentLines()
        sent.record(gesture("began", id: 5), gesture("began", id: 4, seq: 10))
        let lines = sent.cancelOpenGestures(reason: "overflow").map(text)
        #expect(lines.map { $0.contains(#","duration_us":0}"#) } == [true, true])
        #expect(lines.map { $0.contains(#""seq":11,"#) } == [true, false])
        #expect(lines.first?.contains(#""id":4,"#) == true)
    }

    @Test(arguments: ["ended", "cancelled"])
    func `a gesture that has ended is not cancelled`(phase: String) {
        var sent = SentLines()
        sent.record(gesture("began"), gesture(phase, seq: 10), gesture("ended", id: 7, seq: 11))
        #expect(sent.cancelOpenGestures(reason: "shutdown").isEmpty)
    }

    @Test func `a gesture whose beginning was not sent is not cancelled`() {
        var sent = SentLines()
        sent.record(gesture("changed"))
        #expect(sent.cancelOpenGestures(reason: "shutdown").isEmpty)
    }

    @Test func `nothing is cancelled after bye`() {
        var sent = SentLines()
        sent.record(gesture("began"), #"{"type":"bye","reason":"too_slow"}"#)
        #expect(sent.bye == "too_slow")
        #expect(sent.cancelOpenGestures(reason: "shutdown").isEmpty)
    }

    private static let accepted = #"{"type":"reply","ok":true}"#
    private static let refused =
        #"{"type":"reply","id":"\"ok\":true","ok":false,"error":{"code":"not_permitted"}}"#

    @Test func `nothing is cancelled for a subscription that leaves out an end`() {
        var sent = SentLines()
        sent.recordRequest(includesEnds: false)
        sent.recordRequest(includesEnds: true)
        sent.record(Self.accepted, gesture("began"), Self.accepted)
        #expect(sent.cancelOpenGestures(reason: "shutdown").isEmpty)
    }

    @Test func `a gesture keeps the filter with which it began`() {
        var sent = SentLines()
        sent.record(gesture("began", id: 1))
        sent.recordRequest(includesEnds: nil)
        sent.recordRequest(includesEnds: false)
        sent.record(Self.accepted, gesture("began", id: 2), Self.accepted, gesture("began", id: 3))
        let lines = sent.cancelOpenGestures(reason: "shutdown").map(text)
        #expect(lines.map { $0.contains(#""id":3,"#) } == [false, false])
    }

    @Test func `a refused subscription changes nothing`() {
        var sent = SentLines()
        sent.recordRequest(includesEnds: false)
        sent.record(Self.refused, gesture("began"))
        #expect(sent.cancelOpenGestures(reason: "shutdown").count == 1)
    }

    @Test(arguments: [
        ("too_many_requests", SentLines.Refusal.tooManyRequests), ("line_too_long", .lineTooLong),
        ("invalid_value", nil),
    ])
    func `a reply that ends the connection is identified by its code`(
        code: String, refusal: SentLines.Refusal?
    ) {
        var sent = SentLines()
        sent.record(#"{"type":"reply","ok":false,"error":{"code":"\#(code)","message":"no"}}"#)
        #expect(sent.refusal == refusal)
    }

    @Test func `a code within an id is not a refusal`() {
        var sent = SentLines()
        sent.record(#"{"type":"reply","id":"\"code\":\"too_many_requests\"","ok":true}"#)
        #expect(sent.refusal == nil)
    }

    @Test(arguments: [
        "", "{", #"{"type":"gesture","#, #"{"type":"gesture","seq":1,"id":1,"phase":""#,
        #"{"type":"gesture","seq":,"id":,"phase":"b"#,
        #"{"type":"gesture","phase":"began","seq":1}"#,
        #"{"type":"gesture","seq":99999999999999999999,"id":1,"phase":"began"}"#,
        #"{"type":"bye""#, #"{"type":"overflow","seq":1"#, #"{"type":"reply""#,
    ])
    func `a line of any bytes is accepted`(line: String) {
        var sent = SentLines()
        sent.record(line)
        _ = sent.cancelOpenGestures(reason: "shutdown")
        let bytes = Array(gesture("began").utf8)
        for end in bytes.indices {
            _ = bytes[..<end].withUnsafeBytes { sent.record($0) }
            _ = sent.cancelOpenGestures(reason: "shutdown")
        }
    }

    @Test func `at most as many gestures are kept as the daemon has at once`() {
        var sent = SentLines()
        for id in 1...100 { sent.record(gesture("began", id: id)) }
        #expect(sent.cancelOpenGestures(reason: "shutdown").count == 64)
    }

    @Test func `the number of lost lines is returned`() {
        var sent = SentLines()
        let line = Array(#"{"type":"overflow","seq":3,"dropped":17}"#.utf8)
        #expect(line.withUnsafeBytes { sent.record($0) } == 17)
        #expect(sent.seq == 3)
    }
}

/// Messages of pages as lines of requests, and lines as WebSocket frames.
@Suite struct FramingTests {
    private func line(_ message: String) -> String {
        let bytes = Array(message.utf8)
        return String(buffer: RequestText.line(bytes, bytes.withUnsafeBytes { Request($0) }))
    }

    @Test func `a message becomes one line`() {
        #expect(line(#"{"type":"ping"}"#) == "{\"type\":\"ping\"}\n")
        #expect(line("{\"type\":\n\"ping\"}\n") == "{\"type\": \"ping\"} \n")
    }

    @Test(arguments: ["{\"type\":\"ping\"}\n{\"type\":\"ping\"}", "\n", "{\"a\":\"\n\"}", "x\n"])
    func `a message of two lines becomes one invalid request`(message: String) {
        #expect(line(message) == "{\n")
    }

    @Test(arguments: [
        (#"{"type":"record","id":5,"file":"x"}"#, #","id":5"#),
        (#"{"id":"a\"b","type":"record"}"#, #","id":"a\"b""#), (#"{"type":"record"}"#, ""),
        (#"{"type":"record","id":{"a":1}}"#, ""), (#"{"type":"rec\u006frd","type":"ping"}"#, ""),
    ])
    func `a request that gestured-web does not know is not passed`(message: String, id: String) {
        #expect(line(message) == "{\"type\":\"unknown_to_gestured-web\"\(id)}\n")
    }

    @Test(arguments: [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)])
    func `the length of a frame is written as RFC 6455 defines it`(count: Int, head: Int) {
        var buffer = ByteBuffer()
        [UInt8](repeating: 120, count: count).withUnsafeBytes {
            WebSocketText.append($0, to: &buffer)
        }
        #expect(buffer.readableBytes == head + count)
        #expect(buffer.getInteger(at: 0, as: UInt8.self) == 0x81)
    }

    @Test func `only a subscribe includes or leaves out ends`() {
        func ends(_ text: String) -> Bool? {
            Array(text.utf8).withUnsafeBytes { Request($0).includesEnds }
        }
        #expect(ends(#"{"type":"ping","id":"subscribe"}"#) == nil)
        #expect(ends(#"{"type":"subscribe"}"#) == true)
        #expect(ends(#"{"type":"subscribe","phases":["began","ended"]}"#) == false)
        #expect(ends(#"{"type":"subscribe","phases":["ended","cancelled"]}"#) == true)
    }
}
