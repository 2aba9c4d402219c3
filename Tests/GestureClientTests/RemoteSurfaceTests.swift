import Foundation
import GestureClient
import Testing
import TouchCore
import TouchTestSupport

/// Custom gestures on the contacts that the daemon reads, over its socket.
@MainActor
struct RemoteSurfaceTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

    private func configuration(contacts: Bool) throws -> String {
        let text = """
            privacy: { contacts: \(contacts) }
            gestures:
              - tap: { count: 1 }
              - long_press: {}
              - drag: { fingers: 1 }
              - { magnify: {}, simultaneous: [rotate] }
              - rotate: {}
              - { deep_press: {}, simultaneous: all }

            """
        try text.write(toFile: path("c.yaml"), atomically: true, encoding: .utf8)
        return path("c.yaml")
    }

    private func addGestures(to surface: GestureSurface) throws {
        try surface.add {
            SurfaceTapGesture()
            SurfaceLongPressGesture()
            SurfaceDragGesture(fingers: 1)
            SurfaceMagnifyGesture().alongside("rotate")
            SurfaceRotateGesture()
            DeepPressGesture().alongsideAll()
        }
    }

    private func serve(_ recording: String, contacts: Bool = true) throws -> RunningProgram {
        try start(
            ["--config", configuration(contacts: contacts), "--replay", recording])
    }

    /// Starts the daemon, and waits for its socket.
    private func start(_ arguments: [String]) throws -> RunningProgram {
        let program = try RunningProgram(
            BuiltFile(named: "gestured").path,
            ["--socket", path("s"), "--await-subscription", "--log-level", "error"] + arguments)
        try poll {
            try #require(program.errors.isEmpty, "\(program.errors)")
            return FileManager.default.fileExists(atPath: path("s")) ? true : nil
        }
        return program
    }

    @Test
    func `surfaces recognise the gestures that the daemon does, and lose no line`()
        async throws
    {
        let program = try serve(BuiltDaemon.demo)
        var events: [String] = []
        let surfaces = RemoteSurfaces(
            location: SocketLocation(path: path("s")), reconnects: false)
        for try await surface in surfaces {
            surface.onEvent = { event in
                guard event.phase != .changed else { return }
                events.append("\(event.values.kind.rawValue) \(event.phase.rawValue)")
            }
            try addGestures(to: surface)
        }
        #expect(try program.wait().status == 0)
        let lines = try RunningProgram(
            BuiltFile(named: "gestured").path,
            ["--replay", BuiltDaemon.demo, "--json", "--config", path("c.yaml")]
        ).wait().output.split(separator: "\n")
        let expected = try lines.compactMap { line -> String? in
            let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
            guard let members = value as? [String: Any],
                let kind = members["gesture"] as? String, let phase = members["phase"] as? String,
                phase != "changed"
            else { return nil }
            return "\(kind) \(phase)"
        }
        #expect(expected.count > 10)
        #expect(events == expected)
    }

    @Test
    func `a daemon without privacy.contacts refuses surfaces`() async throws {
        let program = try serve(BuiltDaemon.demo, contacts: false)
        await #expect {
            for try await _ in RemoteSurfaces(location: SocketLocation(path: path("s"))) {}
        } throws: { error in
            guard case .refused(let refusal) = error as? GestureClientError else { return false }
            return refusal.code.rawValue == "not_permitted"
        }
        program.signal(SIGTERM)
        _ = try program.wait()
    }

    @Test
    func `a loop that is cancelled while it waits for a socket ends`() async throws {
        let program = try serve(BuiltDaemon.demo)
        let surfaces = RemoteSurfaces(location: SocketLocation(path: path("none")))
        let loop = Task { @MainActor in
            for try await _ in surfaces {}
        }
        try await Task.sleep(for: .milliseconds(50))
        loop.cancel()
        try await loop.value
        program.signal(SIGTERM)
        _ = try program.wait()
    }
}
