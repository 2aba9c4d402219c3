import Foundation
import Testing
import TouchTestSupport

/// gestured without /proc, with a limited file size, and with names that are not UTF-8.
struct RestrictedSystemTests {
    private let directory: TemporaryDirectory
    private let gestured: String

    init() throws {
        directory = try TemporaryDirectory()
        gestured = try BuiltFile(named: "gestured").path
    }

    @Test(.enabled(if: EmptyProc.isPossible, "needs a mount namespace"))
    func `options and files are read without /proc`() throws {
        let version = try EmptyProc.run(gestured, "--version")
        #expect(version.status == 0)
        #expect(version.output.hasPrefix("gestured "), "\(version)")
        let wrong = try directory.write("gestures: 3\n".utf8, to: "wrong.yaml")
        let check = try EmptyProc.run(gestured, "--check", "--config", wrong)
        #expect(check.status == 78)
        #expect(check.errors.contains("wrong.yaml:1:"), "\(check)")
    }

    @Test(.enabled(if: EmptyProc.isPossible, "needs a mount namespace"))
    func `without /proc a group of the socket is refused, with the reason`() throws {
        let script = #"""
            cd "$1" || exit; printf 'socket: { group: %s }\n' "$4" > g.yaml
            "$2" --replay "$3" --socket s --config g.yaml 2> "log-$4" & daemon=$!
            until grep -q serving "log-$4"; do sleep 0.02; done
            kill $daemon; wait $daemon; cat "log-$4"
            """#
        for (group, reason) in [
            ("none-such", "there is no such group"),
            ("daemon", "without /proc its mode cannot be changed"),
        ] {
            let result = try EmptyProc.run(
                "/bin/sh", "-c", script, "sh", directory.path, gestured, BuiltDaemon.demo, group)
            #expect(
                result.output.contains(
                    "the socket cannot belong to the group \"\(group)\": \(reason)\n"), "\(result)")
        }
    }

    @Test func `a recording that reaches the file size limit loses no line, and exits 74`()
        throws
    {
        let path = directory.file("s")
        let record = directory.file("copy.yml")
        let program = try LimitedFiles.start(
            blocks: 8, gestured,
            ["--socket", path, "--replay", BuiltDaemon.demo, "--record", record])
        let client = try poll { try? UnixClient(path) }
        #expect(try client.read())
        let result = try program.wait()
        #expect(result.status == 74, "\(result)")
        let complaints = result.errors.split(separator: "cannot write \(record): file too large")
        #expect(complaints.count == 2, "once: \(result)")
        let gestures = try BuiltDaemon.lines(of: BuiltDaemon.demo).count {
            $0.contains(#""type":"gesture""#)
        }
        #expect(client.lines.count { $0.type == "gesture" } == gestures)
        #expect(client.lines.last?.type == "bye")
    }

    @Test func `exits 74 if standard output reaches the file size limit`() throws {
        let result = try LimitedFiles.start(
            blocks: 8, gestured, ["--replay", BuiltDaemon.demo, "--json"]
        ).wait()
        #expect(result.status == 74)
        #expect(result.errors.contains("file too large"), "\(result)")
    }

    @Test func `names of files need not be UTF-8`() throws {
        // A shell makes the names, because arguments of the test are Unicode text.
        let script = #"""
            cd "$1" || exit; name=$(printf 'panel\377\303'); cp "$3" "$name.evemu"
            "$2" --replay "$name.evemu" --json --record "$name.yml" --plot "$name.svg" || exit
            printf 'gestures: []\n' > "$name.yaml"
            "$2" --check --config "$name.yaml" && ls "$name.yml" "$name.svg" > list
            "$2" --replay "$name" --json
            """#
        let result = try RunningProgram(
            "/bin/sh", ["-c", script, "sh", directory.path, gestured, BuiltDaemon.demo]
        ).wait()
        #expect(result.output.contains(#""gesture":"tap""#), "\(result.errors)")
        #expect(FileManager.default.contents(atPath: directory.file("list"))?.count == 24)
        #expect(result.errors.contains(#"cannot open panel\xff\xc3: no such file"#), "\(result)")
        #expect(result.status == 66)
    }

    @Test func `the name of a device need not be UTF-8`() throws {
        let script = #"""
            cd "$1" || exit; name=$(printf 'd\377'); : > "$name"; "$2" --json --device "$name"
            """#
        let result = try RunningProgram(
            "/bin/sh", ["-c", script, "sh", directory.path, gestured]
        ).wait()
        #expect(result.status == 65)
        #expect(result.errors.contains(#"cannot read d\xff: it is not an event node"#), "\(result)")
    }

    @Test func `a log that reaches the file size limit stops nothing`() throws {
        let path = directory.file("s")
        let program = try LimitedFiles.start(
            blocks: 0, gestured, ["--socket", path, "--replay", BuiltDaemon.demo])
        let client = try poll { try? UnixClient(path) }
        #expect(try client.read())
        #expect(client.lines.last?.type == "bye")
        #expect(try program.wait().status == 0)
    }
}
