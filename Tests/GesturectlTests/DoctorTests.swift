import Foundation
import Testing
import TouchTestSupport

@testable import GestureClient
@testable import LinuxIO
@testable import gesturectl

/// The findings of `gesturectl doctor` about set-ups with one fault each.
struct DoctorTests {
    static func device(
        id: Int = 1, name: String = "ELAN", vendor: Int = 1, product: Int = 2,
        path: String? = "/dev/input/event3", size: String = "kernel", state: String = "open",
        width: String = "223.4", height: String = "125.6"
    ) throws -> TouchDevice {
        let text = """
            {"type":"device","seq":1,"change":"present","device":{"id":\(id),"name":"\(name)",\
            "path":\(path.map { "\"\($0)\"" } ?? "null"),"bus":3,"vendor":\(vendor),"product":\(product),\
            "width_mm":\(width),"height_mm":\(height),"size":"\(size)","slots":10,"force":"none","state":"\(state)"}}
            """
        let read = try Array(text.utf8).withUnsafeBytes { try ReceivedLine($0) }
        guard case .event(let line) = read, case .device(let update) = line else {
            throw UnexpectedLine()
        }
        return update.device
    }

    private struct UnexpectedLine: Error {}

    private static func report(_ members: String) throws -> DaemonReport? {
        let text = #"{"type":"reply","ok":true,"status":{"uptime_us":1,\#(members)}}"#
        guard
            case .reply(let reply) = try Array(text.utf8).withUnsafeBytes({ try ReceivedLine($0) })
        else { throw UnexpectedLine() }
        return try reply.result.get().status
    }

    /// A machine without faults.
    static func healthy() throws -> Observations {
        var machine = Observations(
            connection: .served(
                path: "/run/gestured/gestured.sock", userID: 0, server: "gestured/9"),
            report: try report(
                #""configuration":"file","configuration_path":"/etc/g.yaml""#),
            devices: [try device()])
        machine.configuration.state = .same
        return machine
    }

    /// The lines that report faults.
    func complaints(_ machine: Observations) -> [String] {
        machine.findings.filter { $0.verdict != .fine }.map(\.line)
    }

    @Test func `a machine without faults has no complaints`() throws {
        var machine = try Self.healthy()
        machine.touch = .success(.init(seconds: 10, frames: 34, gestures: 1))
        #expect(complaints(machine) == [])
        #expect(
            machine.findings.map(\.line) == [
                "ok    gestured/9 serves /run/gestured/gestured.sock, listening as user 0 "
                    + "(the daemon, or systemd if it opened the socket)\n",
                "ok    configured by /etc/g.yaml\n",
                "ok    touchscreen 1: ELAN, 223.4 × 125.6 mm, 10 fingers\n",
                "ok    touches come: 34 frames, 1 gesture\n",
            ])
    }

    @Test(arguments: [
        (GestureClientError.noSocket(paths: ["/a", "/b"]), "there is no socket: /a, /b", 69),
        (.notServed(path: "/a"), "no process serves /a", 69),
        (.permissionDenied(path: "/a"), "you may not connect to /a", 77),
        (.noAnswer(path: "/a"), "the daemon at /a does not answer", 69),
        (.notTheProtocol(path: "/a", reason: "x"), "/a is no socket of gestured's", 65),
    ])
    func `without a daemon the first line has the reason and advice`(
        error: GestureClientError, text: String, status: Int32
    ) throws {
        let found = Observations(connection: .failed(error)).findings
        #expect(found.count == 1)
        let first = try #require(found.first)
        #expect(first.line.hasPrefix("FAIL  \(text)"))
        #expect(first.line.split(separator: "\n").count >= 2)
        #expect(first.status.rawValue == status)
    }

    @Test func `a path that is not a socket is reported with its file type`() throws {
        let directory = try TemporaryDirectory()
        let fifo = directory.file("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        let file = try directory.write([], to: "file")
        for (path, kind) in [(fifo, "a FIFO"), (file, "a file"), (directory.path, "a folder")] {
            let result = try GesturectlCommand.run("doctor", "--socket", path)
            #expect(result.status == 66)
            #expect(result.output.hasPrefix("FAIL  \(path) is no socket: it is \(kind)"))
            let watch = try GesturectlCommand.run("watch", "--wait", "--socket", path)
            #expect(watch.status == 66)
            #expect(
                watch.errors == """
                    gesturectl: cannot connect to \(path): it is not a socket
                      Name the daemon's socket: --socket PATH, or GESTURED_SOCKET

                    """)
        }
    }

    @Test func `the advice names the group of the socket`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write([], to: "s")
        var machine = Observations(connection: .failed(.permissionDenied(path: path)))
        chmod(path, 0o600)
        machine.socket = FileDescription(path)
        #expect(machine.findings.first?.advice?.hasPrefix("It is for the user ") == true)
        chmod(path, 0o660)
        guard chown(path, .max, 1) == 0 else { return }
        machine.socket = FileDescription(path)
        let group = String(cString: try #require(getgrgid(1)).pointee.gr_name)
        #expect(machine.findings.first?.advice?.hasSuffix("sudo adduser $USER \(group)") == true)
    }

    @Test func `a client error is one line, with its advice below`() throws {
        let error = GestureClientError.sentAway(path: "/a", .tooManyClients)
        let found = try #require(Observations(connection: .failed(error)).findings.first)
        #expect(
            found.line == "FAIL  /a ended the connection: too_many_clients\n      Close another "
                + "client, or raise max_clients or max_clients_per_uid of the socket\n")
        let foreign = GestureClientError.notTheProtocol(path: "/a", reason: "x")
        let line = try #require(Observations(connection: .failed(foreign)).findings.first).line
        #expect(line.split(separator: "/a").count == 2)
    }

    @Test func `a configuration that is wrong, or has changed, is reported`() throws {
        var machine = try Self.healthy()
        machine.configuration.state = .changed
        #expect(complaints(machine).first?.contains("has changed since") == true)
        machine.configuration.state = .gone
        #expect(complaints(machine).first?.contains("g.yaml is missing now") == true)
        machine.configuration.state = .unreadable
        #expect(complaints(machine).first?.contains("which cannot be read here") == true)
        machine.configuration.problem = "/etc/g.yaml:3:1: no\n  Yes"
        #expect(
            complaints(machine).first?.contains("it read before\n      /etc/g.yaml:3:1") == true)
        machine.configuration.state = .same
        #expect(complaints(machine).first?.contains("which cannot be checked here") == true)
        machine.configuration.problem = nil
        machine.report = try Self.report(#""configuration":"built_in""#)
        #expect(complaints(machine) == [])
        machine.configuration.state = .changed
        #expect(complaints(machine).first?.contains("the daemon has not read ") == true)
        machine.report = try Self.report(#""configuration":"fallback""#)
        let found = machine.findings.filter { $0.verdict == .wrong }
        #expect(found.first?.status == .configuration)
    }

    @Test func `a configuration is shown only if the daemon read it or it is the default`() throws {
        let directory = try TemporaryDirectory()
        let text = "log_levle: info # secret"
        let path = try directory.write(text.utf8, to: "g.yaml")
        func reported(_ digest: String, default defaultPath: String = "/none") throws
            -> ReportedConfiguration
        {
            let members = #""configuration":"file","configuration_path":"\#(path)""#
            let report = try Self.report(
                members + #","configuration_sha256":"\#(digest)""#)
            return ReportedConfiguration(report, default: defaultPath)
        }
        let known = try reported(SHA256.hexadecimal(of: Array(text.utf8)))
        #expect(known.state == .same && known.problem?.contains("log_levle") == true)
        let named = try reported("ab")
        #expect(named.state == .changed && named.problem == nil && named.bytes == nil)
        let atDefaultPath = try reported("ab", default: path)
        #expect(atDefaultPath.state == .changed)
        #expect(atDefaultPath.problem != nil && atDefaultPath.bytes != nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(try reported("ab").state == .gone)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        #expect(try reported("ab").state == .unreadable)
    }

    /// The files of a machine with a touchscreen, a device that may be one, a touchpad and a
    /// keyboard.
    private static func machineRoot() throws -> TemporaryDirectory {
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
            try write("04f3\n", "\(node)/device/id/vendor")
            try write("", "dev/input/event\(index)")
            try write(abs + "\n", "\(node)/device/capabilities/abs")
            try write("13:\(64 + index)\n", "\(node)/dev")
            try write(record, "run/udev/data/c13:\(64 + index)")
        }
        return root
    }

    @Test func `touchscreens that the daemon does not read are found on the machine`() throws {
        let root = try Self.machineRoot()
        var machine = try Self.healthy()
        machine.devices = []
        machine.configuration = try Self.configuration("log_level: notice\n")
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

    @Test func `an unread touchscreen is a fault only if the configuration is known`() throws {
        let root = try Self.machineRoot()
        var machine = try Self.healthy()
        machine.readInputs(root: root.path)
        let unread = #""Touch" (/dev/input/event0) is a touchscreen"#
        #expect(complaints(machine).first?.hasPrefix("note  \(unread)") == true)
        #expect(complaints(machine).first?.contains("Or it is ignored on purpose") == true)
        machine.configuration = try Self.configuration("log_level: notice\n")
        #expect(complaints(machine).first?.hasPrefix("FAIL  \(unread)") == true)
        machine.devices = [try Self.device(path: nil)]
        #expect(complaints(machine).map { $0.contains("plays a recording") } == [true])
        machine.connection = .failed(.noSocket(paths: ["/a"]))
        #expect(complaints(machine).count == 1)
    }

    @Test func `a touchscreen that the configuration ignores is not a fault`() throws {
        let root = try Self.machineRoot()
        var machine = try Self.healthy()
        machine.configuration = try Self.configuration(
            "devices: [{ match: { name: Touch, vendor: 0x04f3 }, ignore: true }]\n")
        machine.readInputs(root: root.path)
        #expect(complaints(machine).first?.hasPrefix(#"note  "Touch""#) == true)
        #expect(complaints(machine).first?.contains("As configured: ignore: true in ") == true)
        // It need not be configured for a touchscreen that gesturectl made.
        try "gesturectl performer".write(
            toFile: root.file("sys/class/input/event0/device/name"), atomically: true,
            encoding: .utf8)
        machine.readInputs(root: root.path)
        #expect(complaints(machine).first?.contains("--for-daemon includes gestured") == true)
    }

    @Test func `a device that the daemon reads is found by any path to it`() throws {
        let root = try Self.machineRoot()
        try FileManager.default.createDirectory(
            atPath: root.file("dev/input/by-id"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: root.file("dev/input/by-id/usb-panel"), withDestinationPath: "../event0")
        var machine = try Self.healthy()
        machine.devices = [try Self.device(path: "/dev/input/by-id/usb-panel")]
        machine.readInputs(root: root.path)
        #expect(machine.inputs.map(\.isDaemonDevice) == [true, false, false, false])
        #expect(machine.inputs.first?.links == ["/dev/input/by-id/usb-panel"])
        #expect(complaints(machine).count == 1)
        machine.inputs[0].isGrabbed = true
        #expect(complaints(machine).first?.contains("Where that is gestured, by grab") == true)
        machine.configuration = try Self.configuration(
            "devices: [{ match: { path: /dev/input/by-id/usb-* }, grab: true }]\n")
        #expect(complaints(machine).first?.contains("by gestured, as configured") == true)
        machine.configuration = try Self.configuration("log_level: notice\n")
        #expect(complaints(machine).first?.contains("sudo fuser -v /dev/input/event0") == true)
    }

    @Test func `access to the nodes is reported, and missing access is not a fault`() throws {
        let root = try Self.machineRoot()
        var machine = try Self.healthy()
        machine.inputs = InputNode.all(root: root.path).filter { $0.node != "event1" }
        machine.inputs[0].isDaemonDevice = true
        #expect(machine.findings.last?.line.hasPrefix("ok    you may read the input") == true)
        machine.inputs[0].isReadable = false
        machine.inputs[0].group = "input"
        let found = try #require(machine.findings.last)
        #expect(found.verdict == .odd)
        #expect(found.line.contains("\n      Clients do not need it. "))
        #expect(found.line.contains("sudo adduser $USER input"))
    }

    /// A daemon's configuration, from a file that has not changed since it was read.
    private static func configuration(_ text: String) throws -> ReportedConfiguration {
        let directory = try TemporaryDirectory()
        let path = try directory.write(text.utf8, to: "g.yaml")
        let digest = SHA256.hexadecimal(of: Array(text.utf8))
        return ReportedConfiguration(
            try report(
                #""configuration":"file","configuration_path":"\#(path)","#
                    + #""configuration_sha256":"\#(digest)""#))
    }

    @Test func `an assumed size is reported with the line to configure it`() throws {
        var machine = try Self.healthy()
        machine.devices = [try Self.device(size: "assumed")]
        #expect(
            complaints(machine).first?.contains(
                #"devices: [{ match: { name: "ELAN" }, size_mm: [223, 126] }]"#) == true)
        machine.devices = [try Self.device(size: "assumed", width: "1e300")]
        #expect(complaints(machine).first?.contains("size_mm: [1e+300, 126]") == true)
        machine.devices = [try Self.device(state: "error")]
        #expect(complaints(machine).first?.hasPrefix("FAIL") == true)
    }

    @Test func `no frame in the time for touches is a fault`() throws {
        var machine = try Self.healthy()
        machine.touch = .success(.init(seconds: 10, frames: 0, gestures: 0))
        #expect(complaints(machine).first?.hasPrefix("FAIL  no touch arrived in 10") == true)
    }

    @Test func `the command exits with the status of the first fault`() throws {
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
        #expect(!served.output.contains("gestured/0"))
        #expect(served.output.contains("ok    touchscreen 1: Demo Panel, 344 × 194 mm"))
        #expect(served.output.contains("ok    touches of the recording come: "))
        #expect(!served.errors.contains("touch the screen"))
        daemon.signal(SIGTERM)
    }

    @Test func `a reload that was refused is shown by doctor, status and bug-report`() throws {
        let directory = try TemporaryDirectory()
        let socket = directory.file("s")
        let file = try directory.write("log_level: notice\n".utf8, to: "g.yaml")
        let recording = try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
        let daemon = try BuiltDaemon.serve(
            socket, "--replay", recording, "--realtime", "--config", file)
        func run(_ arguments: String...) throws -> RunningProgram.Result {
            try GesturectlCommand.start(arguments + ["--socket", socket]).wait()
        }
        #expect(try !run("status", "--text").output.contains("read last"))
        #expect(try !run("status").output.contains("configuration_error"))
        _ = try directory.write("gesturs: []\n".utf8, to: "g.yaml")
        daemon.signal(SIGHUP)
        try poll { daemon.errors.contains("the configuration stays as it was") ? true : nil }
        let problem = "\(file):1:1: unknown member \"gesturs\""
        let doctor = try run("doctor", "--touch", "0")
        #expect(doctor.status == 78)
        #expect(
            doctor.output.contains(
                "FAIL  \(file) was refused: the daemon keeps the configuration that it read before\n"
                    + "      \(problem)"), "\(doctor)")
        let text = try run("status", "--text").output
        #expect(text.contains("read last     refused: \(problem)"), "\(text)")
        let json = try WireLine(run("status").output)
        #expect(json.string("configuration_error")?.hasPrefix(problem) == true, "\(json.text)")
        let archive = directory.file("r.tar")
        #expect(try run("bug-report", "--output", archive, "--seconds", "0").status == 0)
        let tar = try RunningProgram("/bin/tar", ["-xOf", archive]).wait()
        #expect(tar.output.contains("read last     refused: \(problem)"), "\(tar)")
        #expect(tar.output.contains("was refused: the daemon keeps"))
        daemon.signal(SIGTERM)
    }

    @Test func `findings are printed even if the daemon ends while a touch is awaited`() throws {
        let daemon = try FakeDaemon(statuses: 2)
        let result = try GesturectlCommand.run("doctor", "--socket", daemon.path, "--touch", "60")
        #expect(result.status == 69)
        #expect(result.output.hasPrefix("ok    gestured/0 serves"))
        #expect(result.output.contains("FAIL  lost the connection to \(daemon.path)"))
    }

    @Test func `doctor needs only one connection`() throws {
        let directory = try TemporaryDirectory()
        let socket = directory.file("s")
        let file = try directory.write("socket: { max_clients_per_uid: 1 }\n".utf8, to: "g.yaml")
        let daemon = try BuiltDaemon.serve(
            socket, "--replay", BuiltDaemon.demo, "--realtime", "--config", file)
        let result = try GesturectlCommand.run("doctor", "--socket", socket, "--touch", "30")
        #expect(result.output.contains("ok    touches of the recording come: "), "\(result)")
        daemon.signal(SIGTERM)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `exits with the signal that arrives while a touch is awaited`(signal: Int32) throws {
        let daemon = try FakeDaemon()
        let program = try GesturectlCommand.start(
            ["doctor", "--socket", daemon.path, "--touch", "600"])
        try poll { program.errors.contains("touch the screen now") ? true : nil }
        program.signal(signal)
        #expect(try program.wait().status == 128 + signal)
    }
}
