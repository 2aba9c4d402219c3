import Foundation
import Testing
import TouchTestSupport

/// gesturectl without /proc, with a limited file size, and with names that are not UTF-8.
struct RestrictedSystemTests {
    private let directory: TemporaryDirectory
    private let gesturectl: String

    init() throws {
        directory = try TemporaryDirectory()
        gesturectl = try BuiltFile(named: "gesturectl").path
    }

    @Test(.enabled(if: EmptyProc.isPossible, "needs a mount namespace"))
    func `command lines and files are read without /proc`() throws {
        let version = try EmptyProc.run(gesturectl, "--version")
        #expect(version.status == 0)
        #expect(version.output.hasPrefix("gesturectl "), "\(version)")
        let wrong = try directory.write("bindings: 3\n".utf8, to: "wrong.yaml")
        let check = try EmptyProc.run(gesturectl, "check", wrong)
        #expect(check.status == 78)
        #expect(check.errors.contains("wrong.yaml:1:"), "\(check)")
        let unknown = try EmptyProc.run(gesturectl, "wach")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("Did you mean watch?"), "\(unknown)")
    }

    @Test(.enabled(if: EmptyProc.isPossible, "needs a mount namespace"))
    func `commands that connect run without /proc`() throws {
        let socket = directory.file("s")
        let drag = try directory.write(BuiltDaemon.heldDrag.utf8, to: "drag.evemu")
        let daemon = try BuiltDaemon.serve(socket, "--replay", drag, "--realtime")
        defer { daemon.signal(SIGTERM) }
        for command in ["status", "devices"] {
            let result = try EmptyProc.run(gesturectl, command, "--socket", socket)
            #expect(result.status == 0, "\(result)")
            #expect(result.output.hasPrefix("{"), "\(result)")
        }
        // Without a daemon the command ends, too.
        let none = try EmptyProc.run(gesturectl, "status", "--socket", directory.file("none"))
        #expect(none.status == 69, "\(none)")
    }

    @Test(.enabled(if: !isSanitized, "a sanitizer may have threads of its own"))
    func `no thread of Dispatch runs, as it would need /proc`() throws {
        let socket = directory.file("s")
        let watch = try RunningProgram(gesturectl, ["watch", "--wait", "--socket", socket])
        let drag = try directory.write(BuiltDaemon.heldDrag.utf8, to: "drag.evemu")
        let daemon = try BuiltDaemon.serve(socket, "--replay", drag, "--realtime")
        defer { daemon.signal(SIGTERM) }
        try poll { watch.output.contains("snapshot_end") ? true : nil }
        let threads = "/proc/\(watch.processID)/task"
        let names = try FileManager.default.contentsOfDirectory(atPath: threads).map {
            try String(contentsOfFile: "\(threads)/\($0)/comm", encoding: .utf8)
        }
        // The thread that reads the connection and writes its bytes, and the thread that watches
        // standard output.
        #expect(names == Array(repeating: "gesturectl\n", count: 2))
        watch.signal(SIGTERM)
    }

    @Test func `names of files need not be UTF-8`() throws {
        let script = #"""
            name=$(printf '%s/b\377' "$1"); printf 'bindings: [{ gesture: tap, run: [ls] }]\n' > "$name"
            "$2" check "$name"
            """#
        let result = try RunningProgram(
            "/bin/sh", ["-c", script, "sh", directory.path, gesturectl]
        ).wait()
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("/b\\xff: no problem found\n"), "\(result)")
    }

    @Test func `the name of a socket need not be UTF-8`() throws {
        let script = #"""
            cd "$1" || exit; name=$(printf 's\377')
            timeout 20 "$2" --socket "$name" --replay "$4" & daemon=$!
            for each in $(seq 500); do [ -S "$name" ] && break; sleep 0.02; done
            "$2" --socket "$name" --replay "$4" >&2; echo "second $?"
            "$3" watch --socket "$name" --gestures tap; echo "watch $?"
            wait $daemon; echo "daemon $?"
            [ -e "$name" ] || [ ! -f "$name.lock" ] || ls | wc -l
            """#
        let gestured = try BuiltFile(named: "gestured").path
        let result = try RunningProgram(
            "/bin/sh", ["-c", script, "sh", directory.path, gestured, gesturectl, BuiltDaemon.demo]
        ).wait()
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "second 73", "\(result)")
        #expect(result.errors.contains(#"cannot serve s\xff: another gestured does"#), "\(result)")
        #expect(result.output.contains(#""gesture":"tap""#), "\(result)")
        // Only the lock remains.
        #expect(lines.suffix(3) == ["watch 0", "daemon 0", "1"], "\(result)")
    }

    @Test func `exits 74 if standard output reaches the file size limit`() throws {
        let socket = directory.file("s")
        let drag = try directory.write(BuiltDaemon.heldDrag.utf8, to: "drag.evemu")
        let daemon = try BuiltDaemon.serve(socket, "--replay", drag, "--realtime")
        let result = try LimitedFiles.start(
            blocks: 0, gesturectl, ["devices", "--socket", socket]
        ).wait()
        #expect(result.status == 74, "\(result)")
        daemon.signal(15)
    }
}
