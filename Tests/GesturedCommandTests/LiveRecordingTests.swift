import Foundation
import Testing
import TouchTestSupport

/// `--record` of several panels, by a daemon that is killed or stopped, or whose disk is full.
@Suite(.enabled(if: !isSanitized, "a sanitizer has an allocator of its own"))
struct LiveRecordingTests {
    private let directory: TemporaryDirectory
    private let faults: FaultControl
    private let panels: [FaultPanel]
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        let faults = try FaultControl(in: directory)
        self.faults = faults
        panels = try (0..<3).map { try faults.makePanel("event\($0)") }
        path = directory.file("touches.yml")
    }

    private func start() throws -> RunningProgram {
        let program = try GesturedCommand.serve(
            directory.file("s"), "--record", path, environment: faults.environment)
        // Once a client has its snapshot, every panel has been opened and queried.
        let client = try UnixClient(directory.file("s"))
        #expect(try client.read { $0.lines.last?.type == "snapshot_end" })
        return program
    }

    /// A tap on each panel, all at once.
    private func tap() {
        for panel in panels { panel.touch((1_000, 1_000)) }
        // Slightly longer than the minimum duration of a tap.
        usleep(30_000)
        for panel in panels { panel.touch(nil) }
    }

    private func taps(of recording: String) throws -> [Int?] {
        let result = try GesturedCommand.run("--replay", recording, "--json")
        #expect(result.status == 0, "\(result.errors)")
        return try WireLine.lines(of: result.output).filter { $0.string("gesture") == "tap" }
            .map { $0.integer("device") }.sorted { ($0 ?? 0) < ($1 ?? 0) }
    }

    private func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// The paths of the recording and its parts, whichever panel was read first.
    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .filter { $0.hasPrefix("touches.yml") }.sorted().map(directory.file)
    }

    /// Waits until the lift of every tap is written.
    private func awaitLifts() throws {
        try poll {
            let files = try files()
            // After the head: the panel's state when it was opened, the landing and the lift.
            let lifts = files.filter { text($0).split(separator: "# BTN_TOUCH").count >= 4 }
            return lifts.count == panels.count ? true : nil
        }
    }

    @Test func `a killed daemon loses at most a second of each panel`() throws {
        let program = try start()
        tap()
        let start = Date()
        try awaitLifts()
        #expect(Date().timeIntervalSince(start) < 10)
        program.signal(SIGKILL)
        _ = try program.wait()
        let files = try files()
        #expect(files.count == 3)
        #expect(files.first == path)
        let whole = try directory.write(files.map(text).joined().utf8, to: "whole.yml")
        #expect(try taps(of: whole) == [1, 2, 3])
    }

    @Test func `a daemon that is stopped leaves one file`() throws {
        let program = try start()
        tap()
        try awaitLifts()
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
        #expect(try taps(of: path) == [1, 2, 3])
        #expect(try files() == [path])
    }

    @Test func `a full disk ends the recording, and nothing else`() throws {
        let program = try start()
        let client = try UnixClient(directory.file("s"))
        #expect(try client.read { $0.lines.last?.type == "snapshot_end" })
        faults.arm(.systemCalls, only: "write", failing: 1, with: ENOSPC)
        tap()
        try poll { program.errors.contains("cannot write") ? true : nil }
        #expect(program.errors.contains("no space left on device"))
        faults.disarm()
        tap()
        #expect(
            try client.read { client in
                client.lines.filter { $0.string("gesture") == "tap" }.count >= 3
            })
        program.signal(SIGTERM)
        #expect(try program.wait().status == 74)
    }
}
