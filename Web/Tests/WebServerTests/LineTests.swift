import Testing

@testable import WebServer

/// Parses a line of the daemon from its text.
func parsed(_ text: String, isOpen: Bool = false) -> DaemonLine? {
    Array(text.utf8).withUnsafeBytes { DaemonLine($0, isOpen: { _ in isOpen }) }
}

/// A gesture's line.
func gesture(_ phase: String, id: Int = 1, us: Int = 1_000, isOpen: Bool = true) -> DaemonLine? {
    parsed(
        #"{"type":"gesture","seq":9,"time_us":\#(us),"device":1,"zone":"screen","gesture":"drag","#
            + #""name":"drag","id":\#(id),"phase":"\#(phase)","fingers":1,"x":0.5,"y":0.5,"#
            + #""x_mm":10,"y_mm":20,"dx_mm":1\#(phase == "began" ? "" : #","duration_us":7"#)}"#,
        isOpen: isOpen)
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite struct LineTests {
    @Test func `a line is split at its number`() throws {
        let line = try #require(parsed(#"{"type":"wake","seq":17,"time_us":5,"began_us":4}"#))
        #expect(line.kind == .wake)
        #expect(text(line.head) == #"{"type":"wake","seq":"#)
        #expect(text(line.body) == #","time_us":5,"began_us":4}"#)
        #expect(line.timeUs == 5)
    }

    @Test(arguments: [
        "", "{", "}", "[]", "null", "{\"type\"", #"{"type":"wake""#, #"{"type":"wake"},"#,
        #"{"type":"wake","a":[1,{"b":"]"}"#, #"{"seq":1}"#, #"{"type":"wake" }"#,
        #"{"type":"gesture","seq":1,"time_us":1,"device":1,"id":1,"phase":"began"}"#,
        #"{"type":"wake","text":"\"#, #"{"type":"wake","text":"\"}"#,
    ])
    func `what is no line is none`(bytes: String) {
        #expect(parsed(bytes) == nil)
    }

    @Test func `members inside of values are no members`() throws {
        let text = #"{"type":"other","seq":1,"a":{"time_us":3,"b":["}","]"]},"device":4}"#
        let line = try #require(parsed(text))
        #expect(line.kind == .other)
        #expect(line.timeUs == nil)
        #expect(line.device == 4)
    }

    @Test func `an end without a beginning is a gesture's only line`() throws {
        #expect(try #require(gesture("ended", isOpen: false)?.gesture).isDiscrete)
        #expect(try !#require(gesture("ended", isOpen: true)?.gesture).isDiscrete)
    }

    @Test func `positions are taken out where they are the gesture's own`() throws {
        let line = try #require(gesture("began"))
        #expect(
            text(line.bodyWithoutPositions)
                == #","time_us":1000,"device":1,"zone":"screen","gesture":"drag","name":"drag","#
                + #""id":1,"phase":"began","fingers":1,"dx_mm":1}"#)
    }

    @Test func `a later stamp makes the gesture last longer`() throws {
        let line = try #require(gesture("changed", us: 1_000))
        let later = text(LineRewriting.restamping(line.body, from: 1_000, to: 1_500))
        #expect(later.contains(#""time_us":1500"#))
        #expect(later.contains(#""duration_us":507"#))
    }

    @Test(arguments: ["began", "changed", "ended", "cancelled"])
    func `a cancelled line has a reason and a duration`(phase: String) throws {
        let last = try #require(gesture(phase, us: 1_000))
        let body = text(LineRewriting.cancelling(last, reason: "overflow", at: 1_200))
        #expect(body.contains(#""phase":"cancelled","reason":"overflow","fingers":1"#))
        #expect(body.contains(#""time_us":1200"#))
        #expect(body.contains(#""duration_us":\#(phase == "began" ? 200 : 207)}"#))
    }

    @Test func `what only an end has is not in a cancelled line`() throws {
        var bytes = Array(try #require(gesture("ended")).body.dropLast())
        bytes += Array(#","inside":true,"max_force":0.5,"parts":[{"gesture":"tap"}]}"#.utf8)
        let last = try #require(parsed(#"{"type":"gesture","seq":1"# + text(bytes), isOpen: true))
        let body = text(LineRewriting.cancelling(last, reason: "overflow", at: 0))
        for word in ["inside", "max_force", "parts"] { #expect(!body.contains(word)) }
    }
}

@Suite struct DeviceTests {
    private func device(_ name: String, _ output: String) -> PresentDevice? {
        PresentDevice(
            Array(
                #","change":"present","device":{"id":3,"name":"\#(name)","output":"\#(output)","state":"open"}}"#
                    .utf8))
    }

    @Test func `a device is parsed from its line`() throws {
        let found = try #require(device(#"A \"B\""#, "HDMI-1"))
        #expect(found.id == 3)
        #expect(found.name == #"A "B""#)
        #expect(found.output == "HDMI-1")
        #expect(found.isOpen)
        #expect(text(found.object).hasPrefix(#"{"id":3,"#))
    }

    @Test(arguments: ["", "{}", #","device":{}}"#, #","device":3}"#, #","device":{"id":1}"#])
    func `what is no device is none`(body: String) {
        #expect(PresentDevice(Array(body.utf8)) == nil)
    }
}
