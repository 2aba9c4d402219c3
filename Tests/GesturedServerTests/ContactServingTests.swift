import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// `contact` lines, for clients that subscribe and are permitted.
struct ContactServingTests {
    private let fixture: LiveServerFixture
    private let client: UnixClient

    init() throws {
        var configuration = DaemonConfiguration.standard
        configuration.privacy.contacts = true
        fixture = try LiveServerFixture(configuration: configuration)
        client = try fixture.connect()
    }

    private func subscribe(_ members: String) throws {
        let reply = try fixture.ask(client, #"{"type":"subscribe",\#(members)}"#)
        #expect(reply?.text == #"{"type":"reply","ok":true}"#)
    }

    private func play(_ make: (inout SampleRecording) -> Void) throws {
        let frames = SampleRecording.frames(make)
        try fixture.node.send(frames)
        let end = frames.events.last?.event.timeUs ?? 0
        try fixture.turn(end / 1_000 + 1)
        try client.read()
    }

    /// The lines of contacts: the time in ms, slot, tracking id, phase, and position.
    private var contactLines: [String] {
        client.lines.filter { $0.type == "contact" }.map { line in
            let (ms, slot) = ((line.integer("time_us") ?? -1) / 1_000, line.integer("slot") ?? -1)
            let (id, phase) = (line.integer("tracking_id") ?? -1, line.phase ?? "")
            let (x, y) = (Int(line.number("x_mm") ?? -1), Int(line.number("y_mm") ?? -1))
            return "\(ms) \(slot) \(id) \(phase) \(x) \(y)"
        }
    }

    @Test func `each contact that a frame changed has a line`() throws {
        try subscribe(#""events":["contact"]"#)
        try play {
            $0.frame(10, .down(0, 50, 60))
            $0.frame(20, .down(3, 150, 60))
            $0.frame(30, .move(3, 151, 61))
            $0.frame(40, .up(0), .move(3, 152, 62))
            $0.frame(50, .up(3))
        }
        #expect(
            contactLines == [
                "10 0 10 began 50 60", "20 3 20 began 150 60", "30 3 20 changed 151 61",
                "40 0 10 ended 50 60", "40 3 20 changed 152 62", "50 3 20 ended 152 62",
            ])
        #expect(!client.lines.contains { $0.type == "gesture" })
    }

    @Test func `in one slot the end of a contact is sent before the begin of the next`() throws {
        try subscribe(#""events":["contact"]"#)
        try play {
            $0.frame(10, .down(0, 50, 60))
            $0.frame(20, .down(0, 90, 60))
        }
        #expect(
            contactLines == ["10 0 10 began 50 60", "20 0 10 ended 50 60", "20 0 20 began 90 60"])
    }

    @Test func `a palm is a contact, and after lost events each contact begins again`() throws {
        try subscribe(#""events":["contact"]"#)
        try play {
            $0.frame(10, .tool(0, 2), .down(0, 50, 60))
            $0.add(20, 0, .synDropped, 0)
            $0.add(20, 0, .synReport, 0)
        }
        #expect(
            contactLines == ["10 0 10 began 50 60", "20 0 10 ended 50 60", "20 0 10 began 50 60"])
    }

    /// The slot, and the names of the true flags, of each contact line.
    private var flags: [String] {
        client.lines.filter { $0.type == "contact" }.map { line in
            let names = ["palm", "resynchronised", "released", "frame_end"].filter {
                line.text.contains("\"\($0)\":true")
            }
            return "\(line.integer("slot") ?? -1) \(names.joined(separator: " "))"
        }
    }

    @Test
    func `the last line of a frame has frame_end, and lines after lost events resynchronised`()
        throws
    {
        try subscribe(#""events":["contact"]"#)
        try play {
            $0.frame(10, .tool(0, 2), .down(0, 50, 60), .down(1, 90, 60))
            $0.frame(20, .move(0, 51, 60))
            $0.frame(20, .tool(0, 0), .up(0), .move(1, 91, 60))
            $0.add(30, 0, .synDropped, 0)
            $0.add(30, 0, .synReport, 0)
        }
        #expect(
            flags == [
                "0 palm", "1 frame_end", "0 palm frame_end", "0 ", "1 frame_end",
                "1 resynchronised", "1 resynchronised frame_end",
            ])
    }

    @Test func `a contact that disappeared without an event is released`() throws {
        try subscribe(#""events":["contact"]"#)
        try play {
            $0.frame(10, .down(0, 50, 60))
            $0.frame(20, .down(3, 150, 60))
        }
        try fixture.node.goneSlots = [0]
        for ms in stride(from: 1_000, through: 31_000, by: 1_000) as StrideThrough<Int64> {
            try fixture.turn(ms)
        }
        try client.read()
        #expect(contactLines.last?.hasSuffix(" 0 10 ended 50 60") == true)
        #expect(flags == ["0 frame_end", "3 frame_end", "0 released frame_end"])
    }

    @Test func `contacts are sent before the gestures of their frame`() throws {
        try subscribe(#""events":["contact","gesture"],"phases":["began","ended"]"#)
        try play {
            $0.frame(10, .down(0, 50, 60))
            $0.frame(30, .move(0, 80, 60))
            $0.frame(50, .up(0))
        }
        let lines = client.lines.filter { $0.type != "device" && $0.seq != nil }.dropFirst()
        #expect(
            lines.map { "\($0.type) \($0.phase ?? "")" } == [
                "contact began", "contact changed", "gesture began", "contact ended",
                "gesture ended", "gesture ended",
            ])
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `force is reported once the device has sent some`() throws {
        try subscribe(#""events":["contact"]"#)
        try play { recording in
            recording.frame(10, .down(0, 50, 60, pressure: 100))
            for step in 1...6 as ClosedRange<Int32> {
                let pressure = 100 + step * 100
                recording.frame(10 + Int64(step) * 10, .move(0, 50, 60, pressure: pressure))
            }
        }
        let contacts = client.lines.filter { $0.type == "contact" }
        #expect(contacts.first?.number("force") == nil)
        #expect(contacts.last?.number("force") == 0.7)
        #expect(contacts.last?.string("force_source") == "pressure")
    }

    @Test(arguments: [
        (#"{"type":"subscribe","events":["contact"],"positions":false}"#, true, true),
        (#"{"type":"subscribe","events":["gesture","contact"]}"#, false, true),
        (#"{"type":"subscribe","events":["contact"]}"#, true, false),
    ])
    func `a client that may not receive contacts is rejected`(
        request: String, contacts: Bool, positions: Bool
    ) throws {
        fixture.reconfigure(1) {
            $0.privacy = PrivacySettings(positions: positions, contacts: contacts)
        }
        let error = try fixture.ask(client, request)?.object("error")
        #expect(error?.string("code") == "not_permitted")
        #expect(error?.string("member") == "events")
    }

    @Test(arguments: [(false, true), (true, false)])
    func `a reload stops contacts, and another resumes them`(
        positions: Bool, contacts: Bool
    ) throws {
        try subscribe(#""events":["contact"]"#)
        fixture.reconfigure(5) {
            $0.privacy = PrivacySettings(positions: positions, contacts: contacts)
        }
        try play { $0.frame(10, .down(0, 50, 60)) }
        #expect(contactLines == [])
        #expect(fixture.server.wantsContacts == false)
        fixture.reconfigure(15) { $0.privacy.contacts = true }
        try play { $0.frame(20, .move(0, 51, 60)) }
        #expect(contactLines == ["20 0 10 changed 51 60"])
    }

    @Test func `sends contacts of subscribed devices only, and of none without a subscriber`()
        throws
    {
        try subscribe(#""events":["contact"],"devices":[7]"#)
        #expect(fixture.server.wantsContacts == true)
        try play { $0.frame(10, .down(0, 50, 60)) }
        #expect(contactLines == [])
        try subscribe(#""events":["gesture"]"#)
        try fixture.turn(20)
        #expect(fixture.server.wantsContacts == false)
    }

    @Test func `a timestamp that runs back is replaced by that of the line before`() throws {
        try subscribe(#""events":["contact","gesture","health"]"#)
        try play {
            $0.frame(100, .down(0, 50, 60))
            $0.frame(130, .move(0, 90, 60))
            $0.frame(90, .move(0, 91, 60))
            $0.frame(95, .up(0))
        }
        #expect(contactLines.map { $0.prefix(3) } == ["100", "130", "130", "130"])
        #expect(Promises.broken(by: client.lines) == [])
    }
}
