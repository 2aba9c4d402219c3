import Foundation
import Testing
import TouchTestSupport

@testable import GestureClient
@testable import LinuxIO
@testable import gesturectl

/// What `gesturectl doctor` finds, of set-ups that are broken in one way each.
struct DoctorTests {
    private static func device(
        path: String? = "/dev/input/event3", size: String = "kernel", state: String = "open"
    ) throws -> TouchDevice {
        let text = """
            {"type":"device","seq":1,"change":"present","device":{"id":1,"name":"ELAN",\
            "path":\(path.map { "\"\($0)\"" } ?? "null"),"bus":3,"vendor":1,"product":2,\
            "width_mm":223.4,"height_mm":125.6,"size":"\(size)","slots":10,"force":"none",\
            "state":"\(state)"}}
            """
        let read = try Array(text.utf8).withUnsafeBytes { try ReceivedLine($0) }
        guard case .event(let line) = read, case .device(let update) = line.event else {
            throw NothingFound()
        }
        return update.device
    }

    private struct NothingFound: Error {}

    private static func report(_ members: String) throws -> DaemonReport? {
        let text = #"{"type":"reply","ok":true,"status":{"uptime_us":1,\#(members)}}"#
        guard
            case .reply(let reply) = try Array(text.utf8).withUnsafeBytes({ try ReceivedLine($0) })
        else { throw NothingFound() }
        return try reply.result.get().status
    }

    /// A machine where all is well.
    private static func healthy() throws -> Observations {
        var machine = Observations(
            connection: .served(
                path: "/run/gestured/gestured.sock", userID: 0, server: "gestured/9"))
        machine.report = try report(
            #""configuration":"file","configuration_path":"/etc/g.yaml","configuration_sha256":"ab""#
        )
        machine.devices = [try device()]
        machine.digest = "ab"
        return machine
    }

    /// The lines that are not fine.
    private func complaints(_ machine: Observations) -> [String] {
        machine.findings.filter { $0.verdict != .fine }.map(\.line)
    }

    @Test func `where all is well nothing is wrong`() throws {
        var machine = try Self.healthy()
        machine.touch = .init(seconds: 10, frames: 34, gestures: 1)
        #expect(complaints(machine) == [])
        #expect(
            machine.findings.map(\.line) == [
                "ok    gestured/9 serves /run/gestured/gestured.sock, listening as user 0\n",
                "ok    configured by /etc/g.yaml\n",
                "ok    touchscreen 1: ELAN, 223.4 × 125.6 mm, 10 fingers\n",
                "ok    touches come: 34 frames, 1 gesture\n",
            ])
    }

    @Test(arguments: [
        (GestureClientError.noSocket(paths: ["/a", "/b"]), "there is no socket: /a, /b", 69),
        (.notServed(path: "/a"), "nobody serves /a", 69),
        (.permissionDenied(path: "/a"), "you may not connect to /a", 77),
        (.noAnswer(path: "/a"), "the daemon at /a does not answer", 69),
        (.notTheProtocol(path: "/a", reason: "x"), "/a is no socket of gestured's", 65),
    ])
    func `without a daemon the first line says why, and what to do`(
        error: GestureClientError, text: String, status: Int32
    ) throws {
        let found = Observations(connection: .failed(error)).findings
        let first = try #require(found.first)
        #expect(first.line.hasPrefix("FAIL  \(text)"))
        #expect(first.line.split(separator: "\n").count >= 2)
        #expect(first.status.rawValue == status)
    }

    @Test func `a configuration that is wrong, or has changed, is reported`() throws {
        var machine = try Self.healthy()
        machine.digest = "cd"
        #expect(complaints(machine).first?.contains("has changed since") == true)
        machine.configurationProblem = "/etc/g.yaml:3:1: no\n  Yes"
        #expect(
            complaints(machine).first?.contains("it is wrong by now\n      /etc/g.yaml:3:1") == true
        )
        machine.configurationProblem = nil
        machine.report = try Self.report(#""configuration":"built_in""#)
        #expect(complaints(machine).first?.contains("the daemon has not read it") == true)
        machine.report = try Self.report(#""configuration":"fallback""#)
        let found = machine.findings.filter { $0.verdict == .wrong }
        #expect(found.first?.status == .configuration)
    }

    @Test func `what the daemon does not read is looked for on the machine`() throws {
        let root = try TemporaryDirectory()
        func write(_ text: String, _ path: String) throws {
            let file = root.file(path)
            let folder = (file as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
        for (index, (name, abs, record)) in [
            ("Touch", "661800000000003", "E:ID_INPUT_TOUCHSCREEN=1\n"),
            ("Mouse with fingers", "661800000000003", "E:ID_INPUT_MOUSE=1\n"),
            ("Pad", "661800000000003", "E:ID_INPUT_TOUCHPAD=1\n"),
            ("Keys", "0", "E:ID_INPUT_KEY=1\n"),
        ].enumerated() {
            let node = "sys/class/input/event\(index)"
            try write(name + "\n", "\(node)/device/name")
            try write(abs + "\n", "\(node)/device/capabilities/abs")
            try write("13:\(64 + index)\n", "\(node)/dev")
            try write(record, "run/udev/data/c13:\(64 + index)")
        }
        var machine = try Self.healthy()
        machine.devices = []
        machine.inputs = InputNode.all(root: root.path)
        #expect(machine.inputs.map(\.node) == ["event0", "event1", "event2", "event3"])
        let found = complaints(machine)
        #expect(found.count == 3)
        #expect(found[0].hasPrefix(#"FAIL  "Touch" (/dev/input/event0) is a touchscreen"#))
        #expect(found[1].contains(#"devices: [{ match: { name: "Mouse with fingers" }, as: touch"#))
        #expect(found[2].hasPrefix("FAIL  the daemon reads no touchscreen\n      See above"))
        machine.inputs = []
        #expect(complaints(machine).first?.contains("This machine shows none") == true)
    }

    @Test func `a size that is a guess has the line for the configuration`() throws {
        var machine = try Self.healthy()
        machine.devices = [try Self.device(size: "assumed")]
        #expect(
            complaints(machine).first?.contains(
                #"devices: [{ match: { name: "ELAN" }, size_mm: [223, 126] }]"#) == true)
        machine.devices = [try Self.device(state: "error")]
        #expect(complaints(machine).first?.hasPrefix("FAIL") == true)
    }

    @Test func `a panel that somebody holds, and no touch`() throws {
        var machine = try Self.healthy()
        machine.touch = .init(seconds: 10, frames: 0, gestures: 0)
        #expect(complaints(machine).first?.hasPrefix("FAIL  nothing came of the glass") == true)
    }

    @Test func `as a command it ends with the status of the first fault`() throws {
        let directory = try TemporaryDirectory()
        let socket = directory.file("s")
        let none = try GesturectlCommand.run("doctor", "--socket", socket)
        #expect(none.status == 69)
        #expect(none.output.hasPrefix("FAIL  there is no socket: \(socket)\n"))
        #expect(none.errors == "")
        let daemon = try BuiltDaemon.serve(socket, "--replay", BuiltDaemon.demo, "--realtime")
        let served = try GesturectlCommand.run("doctor", "--socket", socket, "--touch", "10")
        #expect(served.output.hasPrefix("ok    gestured 0.1.0"))
        #expect(served.output.contains(" serves \(socket), listening as user "))
        #expect(!served.output.contains("gestured/"))
        #expect(served.output.contains("ok    touchscreen 1: Demo Panel, 344 × 194 mm"))
        #expect(served.output.contains("ok    touches come: "))
        daemon.signal(SIGTERM)
    }
}
