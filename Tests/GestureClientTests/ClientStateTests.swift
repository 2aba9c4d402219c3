import Glibc
import Testing

@testable import GestureClient

/// The retries of a client, and the pauses before them.
struct ClientStateTests {
    private static let missing = GestureClientError.noSocket(paths: ["/s"])
    private static let forbidden = GestureClientError.permissionDenied(path: "/s")

    private func state(waits: Bool) -> ClientState {
        ClientState(GestureClientOptions(location: SocketLocation(path: "/s"), waits: waits))
    }

    @Test func `pauses double up to a maximum`() throws {
        var state = state(waits: true)
        let pauses = try (0..<8).map { _ in try state.record(.failure(Self.missing), now: 0) }
        #expect(
            pauses == [50, 100, 200, 400, 800, 1_600, 2_000, 2_000].map { .milliseconds($0) })
    }

    @Test func `pauses also grow if the daemon ends each connection at once`() throws {
        let daemon = try ScriptedDaemon()
        var state = state(waits: true)
        for pause in [50, 100, 200, 400, 800, 1_600, 2_000, 2_000] {
            let link = try Link(daemon.path, nil, patience: .seconds(60))
            #expect(try state.record(.success(link), now: 0) == nil)
            state.handleEnd(of: link, .lost, now: 1_000)
            guard case .pause(.milliseconds(pause)) = state.nextStep(),
                case .attempt = state.nextStep()
            else { throw MissingEvent() }
        }
        let link = try Link(daemon.path, nil, patience: .seconds(60))
        _ = try state.record(.success(link), now: 0)
        state.handleEnd(of: link, .lost, now: 2_000_001)
        guard case .pause(.milliseconds(50)) = state.nextStep() else { throw MissingEvent() }
    }

    @Test func `without waits a missing socket is an error at once`() {
        var state = state(waits: false)
        #expect(throws: Self.missing) { _ = try state.record(.failure(Self.missing), now: 0) }
    }

    @Test func `a socket without permission is retried for two seconds`() throws {
        var state = state(waits: true)
        for now: Int64 in [0, 1_000_000, 1_999_999] {
            #expect(try state.record(.failure(Self.forbidden), now: now) != nil)
        }
        #expect(throws: Self.forbidden) {
            _ = try state.record(.failure(Self.forbidden), now: 2_000_000)
        }
    }

    @Test func `a busy daemon is retried for two seconds, even without waits`() throws {
        let busy = GestureClientError.cannotConnect(path: "/s", errno: EAGAIN)
        var state = state(waits: false)
        for now: Int64 in [0, 1_999_999] {
            // There is room once the daemon has run a turn: the pause does not grow with each attempt.
            #expect(try state.record(.failure(busy), now: now) == .milliseconds(2))
        }
        #expect(throws: busy) { _ = try state.record(.failure(busy), now: 2_000_000) }
    }

    @Test(arguments: [
        GestureClientError.notTheProtocol(path: "/s", reason: ""), .cancelled,
        .outOfResources(errno: EMFILE), .cannotConnect(path: "/s", errno: ENAMETOOLONG),
    ])
    func `errors that a wait cannot resolve are reported at once`(error: GestureClientError) {
        var state = state(waits: true)
        #expect(throws: error) { _ = try state.record(.failure(error), now: 0) }
    }
}

/// The sockets that a client tries.
struct SocketLocationTests {
    private let variables = ["GESTURED_SOCKET": "/env", "XDG_RUNTIME_DIR": "/run/user/7"]

    @Test func `an option wins over the environment`() {
        let location = SocketLocation(option: "/mine") { variables[$0] }
        #expect(location.candidates == ["/mine"])
    }

    @Test func `the environment's socket is the only candidate`() {
        let location = SocketLocation(option: nil) { variables[$0] }
        #expect(location.candidates == ["/env"])
    }

    @Test(arguments: [nil, ""])
    func `without a variable the system's socket is tried, then the user's`(variable: String?) {
        let environment = ["GESTURED_SOCKET": variable, "XDG_RUNTIME_DIR": "/run/user/7"]
        let location = SocketLocation(option: nil) { environment[$0] ?? nil }
        #expect(
            location.candidates == ["/run/gestured/gestured.sock", "/run/user/7/gestured.sock"])
    }

    @Test func `without a runtime folder only the system's socket is tried`() {
        let location = SocketLocation(option: nil) { _ in nil }
        #expect(location.candidates == [SocketLocation.systemPath])
    }
}
