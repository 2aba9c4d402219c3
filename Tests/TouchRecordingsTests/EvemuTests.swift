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
    func `reads every variant of the same recording`(variant: Variant) throws {
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
        Variant("a header line") { "# EVEMU 1.3\n# Kernel: 6.1.0\n" + $0 },
        Variant("blank lines") { $0.replacing("\n", with: "\n\n") },
        Variant("a byte order mark") { "\u{FEFF}" + $0 },
        Variant("unpadded values") {
            $0.replacing("0019\t", with: "19\t").replacing("-001", with: "-1")
        },
        Variant("switches and lights") { $0.replacing("A: 00", with: "L: 00 0\nS: 00 0\nA: 00") },
    ]
}

struct EvemuBreakTests {
    @Test(arguments: [
        (
            "0003 0035 1720", "0003 0035",
            "expected VALUE (decimal, -2147483648 to 2147483647), found nothing"
        ),
        (
            "0003 0035 1720", "0003 0035 2147483648",
            "expected VALUE (decimal, -2147483648 to 2147483647), found \"2147483648\""
        ),
        (
            "0003 0035 1720", "0003 0035 17x",
            "expected VALUE (decimal, -2147483648 to 2147483647), found \"17x\""
        ),
        (
            "0003 0035 1720", "0003 10035 1720",
            "expected CODE (hexadecimal, 0 to ffff), found \"10035\""
        ),
        ("0003 0035 1720", "+3 0035 1720", "expected TYPE (hexadecimal, 0 to ffff), found \"+3\""),
        ("0003 0035 1720", "-0 0035 1720", "expected TYPE (hexadecimal, 0 to ffff), found \"-0\""),
        (
            "0035 1720", "0035 +1720",
            "expected VALUE (decimal, -2147483648 to 2147483647), found \"+1720\""
        ),
        ("0003 0035 1720", "zz 0035 1720", "expected TYPE (hexadecimal, 0 to ffff), found \"zz\""),
        (
            "0003 0035 1720\t#", "0003 0035 1720 9 #",
            "expected the end of the line, found \"9 # EV_ABS / ABS_MT_POSITION_X    1720\""
        ),
        (
            "1.000001 0003 0035", "-1.000001 0003 0035",
            "expected a time stamp SECONDS.MICROSECONDS, found \"-1.000001\""
        ),
        (
            "1.000001 0003 0035", "9300000000000.0 0003 0035",
            "expected a time stamp SECONDS.MICROSECONDS, found \"9300000000000.0\""
        ),
        (
            "1.000001 0003 0035", "1 0003 0035",
            "expected a time stamp SECONDS.MICROSECONDS, found \"1\""
        ),
        (
            "1.000001 0003 0035", "1.0000000001 0003 0035",
            "expected a time stamp SECONDS.MICROSECONDS, found \"1.0000000001\""
        ),
        (
            "E: 1.000001 0003 0035 1720\t# EV_ABS / ABS_MT_POSITION_X    1720", "garbage\u{1b}[2J",
            "expected \(event), found \"garbage\\x1b[2J\""
        ),
        (
            "E: 1.000001 0003 0035 1720\t# EV_ABS / ABS_MT_POSITION_X    1720", "N: second",
            "expected \(event), found \"N: second\""
        ),
        (
            "E: 1.000001 0003 0035 1720", "X: 1.000001 0003 0035 1720",
            "expected \(event), found \"X: 1.000001 0003 0035 1720\\t# EV_ABS / ABS_MT_POSITION_X    1720\""
        ),
    ])
    func `keeps the events before a break`(old: String, new: String, problem: String) throws {
        let recording = try Recording(Samples.recording.replacing(old, with: new))

        #expect(recording.values == Array(Samples.eventValues.prefix(1)))
        #expect(recording.failure?.line == 20)
        #expect(recording.failure?.problem == problem)
        #expect(
            recording.failure?.advice
                == "the events before it are used; record again, or mend the line")
    }

    @Test(arguments: [
        (
            "I: 0003 04f3", "I: 0003 104f3", 2,
            "expected VENDOR (hexadecimal, 0 to ffff), found \"104f3\""
        ),
        ("P: 02", "P: 102", 3, "expected a byte of a mask (hexadecimal, 0 to ff), found \"102\""),
        ("B: 00", "B: 20", 4, "expected TYPE (hexadecimal, 0 to 1f), found \"20\""),
        ("A: 35", "A: 40", 15, "expected CODE (hexadecimal, 0 to 3f), found \"40\""),
        (
            "A: 35 0 3440 2 0 10", "A: 35 0 3440 2", 15,
            "expected FLAT (decimal, -2147483648 to 2147483647), found nothing"
        ),
        (
            "A: 35 0 3440 2 0 10", "A: 35 0 3440 2 0 10 11", 15,
            "expected the end of the line, found \"11\""
        ),
        (
            "A: 35", "Ä: 35", 15,
            "expected a line of evemu (N: I: P: B: A: L: S: E: or #), found \"Ä: 0 3440 2 0 10\""
        ),
    ])
    func `refuses a broken description`(old: String, new: String, line: Int, problem: String) {
        let error = #expect(throws: RecordingError.self) {
            try Recording(Samples.recording.replacing(old, with: new))
        }
        #expect(error?.line == line)
        #expect(error?.problem == problem.replacing("Ä: 0", with: "Ä: 35 0"))
    }

    @Test(arguments: [
        (
            "",
            "sample:1: expected a recording by evemu, libinput record or evtest, found an empty file"
        ),
        (
            "\n\nhello\n",
            "sample:3: expected a recording by evemu, libinput record or evtest, found \"hello\""
        ),
        (
            "\u{1}\u{2}",
            "sample:1: expected a recording by evemu, libinput record or evtest, found \"\\x01\\x02\""
        ),
        (
            "\u{7}\0\nE: 1.000001 0003 0039 0019\n",
            "sample:1: expected a recording by evemu, libinput record or evtest, found no text"
        ),
        (
            "# EVEMU 1.3\n",
            "sample:1: expected a description of the device (N: I: P: B: A:) before the events, found nothing"
        ),
        (
            Samples.events,
            "sample:1: expected a description of the device (N: I: P: B: A:) before the events, found \"E: 1.000001 0003 0039 0019\\t# EV_ABS / ABS_MT_TRACKING_ID   19\""
        ),
        ("E: 1.0 zz", "sample:1: expected TYPE (hexadecimal, 0 to ffff), found \"zz\""),
    ])
    func `refuses text that is not a recording`(text: String, message: String) {
        let error = #expect(throws: RecordingError.self) { try Recording(text) }
        #expect(error?.description.split(separator: "\n").first.map(String.init) == message)
    }

    @Test func `refuses a mask without an end`() {
        let masks = String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 7)
        let error = #expect(throws: RecordingError.self) {
            try Recording(Samples.recording.replacing("A: 00", with: masks + "A: 00"))
        }
        #expect(error?.line == 18)
        #expect(error?.problem == "expected a mask of at most 96 bytes, found more")
    }

    @Test func `truncates quotations to 128 bytes`() throws {
        let text = Samples.recording + String(repeating: "é", count: 200)
        let problem = try #require(try Recording(text).failure?.problem)

        #expect(problem.hasSuffix("found \"\(String(repeating: "é", count: 64))\"…"))
    }

    @Test func `reports everything in two lines`() throws {
        let recording = try Recording(Samples.description + "E: x\n", named: "my\nfile")

        #expect(
            recording.failure?.description == """
                my\\nfile:19: expected a time stamp SECONDS.MICROSECONDS, found "x"
                  no event comes before it; record again, or mend the line
                """)
    }

    static let event = "an event (E: SECONDS.MICROSECONDS TYPE CODE VALUE)"
}
