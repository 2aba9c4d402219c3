import Logging
import SystemPackage
import TouchCore
package import TouchRecordings

/// The daemon's own way from events to the socket, for whoever counts what a frame costs.
///
/// Nothing here is a copy: the session, the sink, the queue and the writes are those of a replay
/// into the socket. What is prepared once (devices, the socket, the events of every pass) is prepared
/// in `init`, so that `play` is the steady state.
package final class Rehearsal {
    private let server: SocketServer
    private var player: ReplayPlayer<SocketServer>
    private let poller: EpollPoller

    /// - Parameters:
    ///   - passes: how often the events are played, each time later by their span and a second.
    ///   - path: where the socket is made, for one client.
    ///   - yaml: the configuration.
    /// - Throws: what a replay throws (a `DaemonError`), or `Errno`.
    package init(
        _ device: InputDevice, events: [InputEvent], passes: Int, socket path: String,
        yaml: String = ""
    ) throws {
        var problems = ProblemList()
        let configuration = DaemonConfiguration.read(Array(yaml.utf8), &problems)
        guard !problems.hasErrors else {
            throw DaemonError(.configuration, "\(problems.descriptions(in: "configuration"))")
        }

        poller = try EpollPoller()
        server = try SocketServer(
            at: .path(path), poller: poller, configuration: configuration,
            logger: Logger(label: "rehearsal") { _ in StandardErrorLog(level: .warning) })
        var pipelines = OwnedTable<DevicePipeline>(capacity: 1)
        pipelines.append(try DevicePipeline(device, id: 1, configuration: configuration.gestures))
        let session = GestureSession(devices: pipelines, sink: server)
        player = ReplayPlayer(
            ReplaySource(Self.repeated(events, passes)), indices: [0], session: session,
            recorder: nil)
    }

    /// Waits until a client has its snapshot.
    package func awaitClient() throws {
        while !server.hasAudience {
            try turn(timeoutMs: 1_000)
        }
    }

    /// Plays everything; `drain` takes from the client's end what was written, once a frame.
    ///
    /// Returns the number of frames and deadlines.
    package func play(drain: () -> Void) throws -> Int {
        var steps = 0
        while player.nextTime != nil {
            player.step()
            steps += 1
            try turn(timeoutMs: 0)
            drain()
        }
        return steps
    }

    private func turn(timeoutMs: Int32) throws {
        let count = try poller.wait(timeoutMs: timeoutMs)
        for index in 0..<count {
            let (token, readiness) = poller[index]
            server.handle(token: token, readiness)
        }
        server.flush()
        // What the loop asks before it waits.
        _ = server.nextWake
    }

    /// The events of all passes, each later by their span and a second.
    static func repeated(_ events: [InputEvent], _ passes: Int) -> [RecordedEvent] {
        let span = (events.last?.timeUs ?? 0) - (events.first?.timeUs ?? 0) + 1_000_000
        var all: [RecordedEvent] = []
        all.reserveCapacity(events.count * passes)
        for pass in 0..<passes {
            for event in events {
                var later = event
                later.timeUs += span * Int64(pass)
                all.append(RecordedEvent(device: 0, event: later))
            }
        }
        return all
    }
}
