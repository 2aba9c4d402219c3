import SystemPackage
import Testing
import TouchTestSupport

@testable import GestureClient
@testable import gesturectl

/// The findings of `gesturectl doctor` about the graphical session.
struct DoctorSessionTests {
    @Test(arguments: [(8, false), (9, true), (10, true)] as [(Int64, Bool)])
    func `strips are reported under a sway that delivers to one surface at a time`(
        minor: Int64, isReported: Bool
    ) {
        var machine = Observations(connection: .failed(.noSocket(paths: ["/a"])))
        machine.swayWithStrips = SwayVersion(major: 1, minor: minor)
        let text = "note  gestured-session keeps strips under sway 1.\(minor): a finger"
        #expect(machine.findings.contains { $0.line.hasPrefix(text) } == isReported)
    }

    @Test(arguments: [
        ("", false), (#","mapped":true"#, true), (#","mapped":true,"transform":"90""#, false),
    ])
    func `a mapped touchscreen whose output no program reports is noted`(
        more: String, isNoted: Bool
    ) throws {
        let machine = try Self.machine(more)
        let note = "note  touchscreen 1 has mapped: true, and no program reports"
        #expect(machine.findings.contains { $0.line.hasPrefix(note) } == isNoted)
    }

    /// A machine with one touchscreen.
    private static func machine(_ more: String) throws -> Observations {
        let text = """
            {"type":"device","seq":1,"change":"present","device":{"id":1,"name":"ELAN",\
            "path":"/dev/input/event3","bus":3,"vendor":1,"product":2,"width_mm":223,\
            "height_mm":125,"size":"kernel","slots":10,"force":"none","state":"open"\(more)}}
            """
        let read = try Array(text.utf8).withUnsafeBytes { try ReceivedLine($0) }
        guard case .event(.device(let update)) = read else { throw Errno.invalidArgument }
        return Observations(
            connection: .served(path: "/s", userID: 0, server: "gestured/9"),
            devices: [update.device])
    }

    @Test(arguments: [
        (
            "", 0.5, 0.13,
            "note  touches are turned with DSI-1, and zones and edges of touchscreen 1"
        ),
        (#","mapped":true"#, 0.5, 0.13, "ok    touches are turned with DSI-1\n"),
        ("", 0.13, 0.5, "note  DSI-1 is turned, and touches are not"),
        ("", 0.5, 0.87, "note  DSI-1 is turned, and touches are not"),
    ])
    func `the touch of the cross shows whether touches are turned with the screen`(
        more: String, x: Double, y: Double, finding: String
    ) throws {
        var machine = try Self.machine(more)
        machine.cross =
            SessionStatus(
                #"{"ok":true,"turned":true,"touch":{"output":"DSI-1","x":\#(x),"y":\#(y)}}"#)?.touch
        #expect(machine.findings.contains { $0.line.hasPrefix(finding) })
    }

    @Test(arguments: [
        (#""locked":true,"shield":true"#, "note  gestured-session shows a lock"),
        (#""shield":true"#, "ok    gestured-session runs: the touch that wakes"),
        (#""strips":true"#, "ok    gestured-session runs: touches of its strips"),
        (#""strips":false"#, "ok    gestured-session runs: it keeps no touch now"),
    ])
    func `what gestured-session keeps from programs is reported`(
        members: String, finding: String
    ) throws {
        var machine = try Self.machine("")
        machine.session = SessionStatus("{\(members)}")
        #expect(machine.findings.contains { $0.line.hasPrefix(finding) })
    }

    @Test func `a panel that does not turn although gestured-session runs lacks a permission`()
        throws
    {
        var machine = try Self.machine(#","mapped":true"#)
        let lines = { machine.findings.map(\.line).joined() }
        #expect(lines().contains("Start gestured-session in the graphical session"))
        machine.session = SessionStatus("{}")
        #expect(!lines().contains("Start gestured-session"))
        #expect(lines().contains("Permit the user of gestured-session"))
    }

    @Test func `a touch beside the screen of the cross is reported`() throws {
        var machine = try Self.machine("")
        machine.touch = .success(.init(seconds: 10, frames: 3, gestures: 1))
        let note = "note  the touch was not on a turned screen"
        #expect(!machine.findings.contains { $0.line.hasPrefix(note) })
        machine.hasCross = true
        #expect(machine.findings.contains { $0.line.hasPrefix(note) })
    }

    @Test func `of two touchscreens without an output each has to turn along`() throws {
        var machine = try Self.machine(#","mapped":true"#)
        machine.devices += try Self.machine("").devices
        machine.cross =
            SessionStatus(
                #"{"ok":true,"turned":true,"touch":{"output":"DSI-1","x":0.5,"y":0.13}}"#)?.touch
        #expect(
            machine.findings.contains { $0.line.hasPrefix("note  touches are turned with DSI-1") })
    }

    @Test(arguments: ["", "[]", "{}", #"{"ok":true,"touch":{"x":0.5,"y":0.1}}"#])
    func `a reply without a touch has none`(reply: String) {
        #expect(SessionStatus(reply)?.touch == nil)
    }

    @Test func `strips and the version of sway are asked for in the session`() throws {
        let directory = try TemporaryDirectory()
        let session = try RunningProgram(
            "/usr/bin/env", ["python3", "-c", Self.session, directory.path])
        try poll { session.errors.contains("listening") ? true : nil }
        let environment = [
            "XDG_RUNTIME_DIR": directory.path, "SWAYSOCK": directory.file("sway"),
        ]
        let found = try GesturectlCommand.run(
            "doctor", "--socket", directory.file("none"), environment: environment)
        #expect(found.output.contains("note  gestured-session keeps strips under sway 1.10: "))
        #expect(SwayVersion(Array(#"{"major":1}"#.utf8)[...]) == nil)
        #expect(SwayVersion(askingAt: directory.file("none")) == nil)
    }

    /// The sockets of gestured-session and of sway, which sends its reply in two parts.
    private static let session = """
        import os, socket, struct, sys, threading
        folder = sys.argv[1]

        def serve(name, *parts):
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(f"{folder}/{name}")
            listener.listen()
            def answer():
                while True:
                    peer, _ = listener.accept()
                    peer.recv(4096)
                    for part in parts: peer.sendall(part)
            threading.Thread(target=answer).start()

        version = b'{"major": 1, "minor": 10, "human_readable": "1.10.1"}'
        serve("gestured-session.sock", b'{"ok":true,"shield":false,"strips":true}\\n')
        serve("sway", b"i3-ipc" + struct.pack("=II", len(version), 7), version)
        print("listening", file=sys.stderr, flush=True)
        """
}
