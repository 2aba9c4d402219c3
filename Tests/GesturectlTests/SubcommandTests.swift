import Foundation
import Testing
import TouchTestSupport

@testable import LinuxIO

/// `devices`, `status`, `explain`, `record` and `check`.
struct SubcommandTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    private func serve() throws -> RunningProgram {
        let recording = try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
        return try BuiltDaemon.serve(path, "--replay", recording, "--realtime")
    }

    @Test func `devices prints the touchscreens that the daemon reads`() throws {
        let daemon = try serve()
        let text = try GesturectlCommand.run("devices", "--socket", path, "--text")
        #expect(
            text.output == """
                1  Sample Panel, 344 × 194 mm, 10 fingers
                   a recording, 04f3:0732

                """)
        let json = try GesturectlCommand.run("devices", "--socket", path)
        let line = try WireLine(json.output)
        #expect(line.object("device")?.string("name") == "Sample Panel")
        #expect(text.status == 0 && json.status == 0)
        daemon.signal(SIGTERM)
    }

    @Test func `status prints the state of the daemon`() throws {
        let daemon = try serve()
        let text = try GesturectlCommand.run("status", "--socket", path, "--text")
        #expect(text.output.contains("touchscreens  1\n"))
        #expect(text.output.contains("clients       1\n"))
        let json = try GesturectlCommand.run("status", "--socket", path)
        let line = try WireLine(json.output)
        #expect(line.integer("devices") == 1)
        #expect(line.string("configuration") == "built_in")
        #expect(text.output.contains("settings      built in, as there is no file\n"))
        #expect((line.integer("uptime_us") ?? 0) > 0)
        #expect(text.status == 0 && json.status == 0)
        daemon.signal(SIGTERM)
    }

    @Test func `status prints every member of the reply`() throws {
        let fixtures = BuiltDaemon.root + "Tests/Fixtures/wire/reply.jsonl"
        let replies = try String(contentsOfFile: fixtures, encoding: .utf8).split(separator: "\n")
        let longest = try #require(
            replies.filter { $0.contains("uptime_us") }.max { $0.count < $1.count })
        let start = try #require(longest.range(of: #""status":{"#)).upperBound
        let daemon = try FakeDaemon(status: String(longest[start...].dropLast(2)))
        let json = try GesturectlCommand.run("status", "--socket", daemon.path)
        func object(_ text: some StringProtocol) throws -> NSDictionary {
            try #require(
                JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
        }
        let status = try #require(object(longest)["status"] as? NSDictionary)
        #expect(try object(json.output) == status)
    }

    @Test(arguments: [(60, true), (1_200, false), (-60, false)])
    func `status shows a last touch while the daemon ran, and none of a recording's clock`(
        secondsAgo: Int, isShown: Bool
    ) throws {
        let touchUs = SystemClock.monotonicUs - Int64(secondsAgo) * 1_000_000
        let daemon = try FakeDaemon(
            status: #""uptime_us":600000000,"last_touch_us":\#(touchUs)"#)
        let text = try GesturectlCommand.run("status", "--socket", daemon.path, "--text")
        #expect(text.status == 0)
        #expect(text.output.contains("last touch    1 min") == isShown, "\(text.output)")
        #expect(text.output.contains("last touch") == isShown)
        let json = try GesturectlCommand.run("status", "--socket", daemon.path)
        #expect(try WireLine(json.output).integer("last_touch_us") == Int(touchUs))
    }

    private func serveDemo(permitsExplain: Bool) throws -> RunningProgram {
        let configuration = try directory.write(
            "clients: { explain: \(permitsExplain) }\n".utf8, to: "gestured.yaml")
        return try BuiltDaemon.serve(
            path, "--replay", BuiltDaemon.demo, "--await-subscription", "--config", configuration)
    }

    @Test func `explain prints the lines of --explain, except those about finger counts`() throws {
        let daemon = try serveDemo(permitsExplain: true)
        let result = try GesturectlCommand.run("explain", "--socket", path)
        #expect(result.status == 0)
        func reasons(_ text: String, after marker: String) -> [String] {
            text.split(separator: "\n").compactMap { line in
                line.range(of: marker).map { String(line[$0.upperBound...]) }
            }
        }
        let dump = try RunningProgram(
            BuiltFile(named: "gestured").path,
            ["--replay", BuiltDaemon.demo, "--dump", "--explain"]
        ).wait()
        let expected = reasons(dump.output, after: "? ").filter { !$0.hasSuffix(" (fingers)") }
        #expect(reasons(result.output, after: "? ") == expected)
        #expect(expected.count > 10)
        #expect(try daemon.wait().status == 0)
    }

    @Test func `explain without permission prints advice and exits 77`() throws {
        let daemon = try serveDemo(permitsExplain: false)
        let result = try GesturectlCommand.run("explain", "--socket", path)
        #expect(result.status == 77)
        #expect(result.errors.contains("clients: { explain: true }"))
        daemon.signal(SIGTERM)
    }

    @Test func `record writes the daemon's lines to a file for its owner only`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        let file = directory.file("r.ndjson")
        let result = try GesturectlCommand.run("record", file, "--socket", path)
        #expect(result.status == 0)
        #expect(result.errors.contains("it will hold every place of a finger"))
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(
            try lines.dropFirst().dropLast().map(String.init)
                == BuiltDaemon.lines(of: BuiltDaemon.demo))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try daemon.wait().status == 0)
    }

    @Test func `record overwrites no file and follows no link`() throws {
        let daemon = try serve()
        let file = try directory.write("mine".utf8, to: "mine")
        let link = directory.file("link")
        symlink(directory.file("elsewhere"), link)
        for name in [file, link] {
            let result = try GesturectlCommand.run("record", name, "--socket", path)
            #expect(result.status == 73)
            #expect(result.errors.contains("cannot create \(name): file exists"))
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        #expect(!FileManager.default.fileExists(atPath: directory.file("elsewhere")))
        daemon.signal(SIGTERM)
    }

    @Test func `check reads a configuration as the daemon does`() throws {
        let good = try GesturectlCommand.run(
            "check", BuiltDaemon.root + "packaging/gestured.yaml")
        #expect(good.status == 0)
        #expect(good.output.contains("no problem found"))
        let file = try directory.write("gesturs: []\n".utf8, to: "bad.yaml")
        let bad = try GesturectlCommand.run("check", file)
        #expect(bad.status == 78)
        #expect(bad.errors.contains("\(file):1:1"))
        let none = try GesturectlCommand.run("check", directory.file("none"))
        #expect(none.status == 66)
        #expect(
            none.errors.hasSuffix(
                "no such file or directory\n  Check the path and its permissions\n"))
    }

    @Test func `check does not wait for a FIFO, with or without a writer`() throws {
        let path = directory.file("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        for isWritten in [false, true] {
            let writer = isWritten ? open(path, O_RDWR) : -1
            let result = try GesturectlCommand.run("check", path)
            #expect(result.status == 66)
            #expect(result.errors.contains("it is a FIFO"))
            close(writer)
        }
    }

    @Test func `check runs without the daemon's executable`() throws {
        let copy = directory.file("gesturectl")
        let built = try BuiltFile(named: "gesturectl").path
        // Tests that run in parallel may change the umask temporarily: `install` sets the mode.
        #expect(
            try RunningProgram("/usr/bin/install", ["-m", "755", built, copy]).wait().status == 0)
        let file = try directory.write("hands: 1\n".utf8, to: "good.yaml")
        let alone = try RunningProgram(copy, ["check", file], environment: ["PATH": "/nowhere"])
        let result = try alone.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "\(file): no problem found\n")
    }

    @Test func `a socket of another program exits 65`() throws {
        let listener = try RunningProgram(
            "/usr/bin/env",
            [
                "python3", "-c",
                """
                import os, socket, sys
                s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1] + "~"); s.listen()
                os.rename(sys.argv[1] + "~", sys.argv[1])
                c = s.accept()[0]; c.sendall(b"HTTP/1.1 400 Bad Request\\r\\n"); c.recv(1)
                """, path,
            ])
        try poll { FileManager.default.fileExists(atPath: path) ? true : nil }
        let result = try GesturectlCommand.run("watch", "--wait", "--socket", path)
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("is not protocol 1"))
        listener.signal(SIGKILL)
    }
}
