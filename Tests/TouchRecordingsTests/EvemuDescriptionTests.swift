import Testing
import TouchCore
import TouchRecordings

struct EvemuDescriptionTests {
    @Test func `reads the resolution from the comments if the lines of axes have none`() throws {
        let text = comments + Samples.recording.replacing(" 2 0 10\n", with: " 2 0\n")
        let panel = try #require(try Recording(text).devices.first?.panel)

        #expect(panel.x == AxisRange(minimum: 0, maximum: 3440, fuzz: 2, resolution: 12))
        #expect(panel.y == AxisRange(minimum: 0, maximum: 1940, fuzz: 2, resolution: 0))
    }

    @Test func `prefers lettered lines such as N to comments`() throws {
        let device = try #require(try Recording(comments + Samples.recording).devices.first)

        #expect(device.name == "Sample Panel" && device.vendor == 0x4f3)
        #expect(device.panel?.x.resolution == 10)
    }

    @Test func `reads everything from the comments if there is no lettered line`() throws {
        let recording = try Recording(comments + Samples.events)
        let device = try #require(recording.devices.first)

        #expect(device.name == "Commented \"Panel\"" && device.product == 0x5d)
        #expect(device.panel?.x == AxisRange(minimum: -7, maximum: 500, fuzz: 4, resolution: 12))
        #expect(device.classification == .touchscreen(.slots))
        #expect(recording.values == Samples.eventValues)
    }

    @Test func `derives the codes from the events if no line lists them`() throws {
        let text = Samples.recording.replacing(/[BP]:[^\n]*\n/, with: "")
        let device = try #require(try Recording(text).devices.first)

        #expect(device.has(.btnTouch) && device.classification == .touchscreen(.slots))
    }

    @Test func `reads the description file beside the events`() throws {
        let recording = try Recording(
            parsing: Array(Samples.events.utf8), named: "a.events",
            description: Array(Samples.description.utf8))

        #expect(recording.devices.first?.name == "Sample Panel")
        #expect(recording.values == Samples.eventValues)
    }

    @Test func `prefers the description file beside the events to comments`() throws {
        let recording = try Recording(
            parsing: Array("# EVEMU 1.2\n# Input device name: \"x\"\n\(Samples.events)".utf8),
            named: "a.events", description: Array(Samples.description.utf8))

        #expect(recording.devices.first?.slotCount == 10)
    }

    @Test func `reports an error in the description file with that file's name`() {
        let error = #expect(throws: RecordingError.self) {
            try Recording(
                parsing: Array(Samples.events.utf8), named: "a.events",
                description: Array("N: x\nA: 35\n".utf8), descriptionName: "a.desc")
        }
        #expect(error?.file == "a.desc" && error?.line == 2)
    }

    @Test func `reports a missing description`() {
        let error = #expect(throws: RecordingError.self) {
            try Recording(Samples.events, named: "dir.d/X.2fg-tap.events")
        }
        #expect(
            error?.advice == "put what evemu-describe prints beside it: "
                + "dir.d/X.2fg-tap.desc or dir.d/X.desc")
    }

    @Test(arguments: [
        ("X.2fg-tap.events", ["X.2fg-tap.desc", "X.desc"]),
        ("a.b/c.d.e.events", ["a.b/c.d.e.desc", "a.b/c.d.desc", "a.b/c.desc"]),
        ("X.events", ["X.desc"]), (".events", []), ("a/.events", []), ("X.evemu", []), ("", []),
    ])
    func `names the descriptions to try`(path: String, names: [String]) {
        #expect(Recording.descriptionNames(for: path) == names)
    }

    @Test(arguments: [
        ("tab\there", "tab\there"), ("escape \u{1b}[31m", "escape \u{1b}[31m"),
        ("  blanks  ", "blanks"), ("", ""), ("CoolTouch® E: 1", "CoolTouch® E: 1"),
    ])
    func `keeps a name but blanks at its ends`(written: String, name: String) throws {
        let text = Samples.recording.replacing("N: Sample Panel", with: "N: \(written)")
        #expect(try Recording(text).devices.first?.name == name)
    }

    @Test func `repairs a name that is not UTF-8`() throws {
        let bytes: [UInt8] = Array("N: a".utf8) + [0xff, 0xc3, 0x28] + Array("\nP: 02\n".utf8)
        let recording = try Recording(parsing: bytes, named: "sample")

        #expect(recording.devices.first?.name == "a\u{FFFD}\u{FFFD}(")
    }

    private let comments = """
        # EVEMU 1.0
        # Input device name: "Commented "Panel""
        # Input device ID: bus 0x03 vendor 0x56a product 0x5d version 0x05
        # Supported events:
        #   Event type 0 (EV_SYN)
        #     Event code 0 (SYN_REPORT)
        #   Event type 1 (EV_KEY)
        #     Event code 330 (BTN_TOUCH)
        #   Event type 3 (EV_ABS)
        #     Event code 47 (ABS_MT_SLOT)
        #       Value      0
        #       Min        0
        #       Max        4
        #     Event code 53 (ABS_MT_POSITION_X)
        #       Value      0
        #       Min       -7
        #       Max      500
        #       Fuzz       4
        #       Flat       0
        #       Resolution 12
        #     Event code 54 (ABS_MT_POSITION_Y)
        #       Value      0
        #       Min        0
        #       Max      300
        #     Event code nonsense
        # Properties:
        #   Property  type 1 (INPUT_PROP_DIRECT)

        """
}
