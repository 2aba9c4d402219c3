package import GestureSettings
import GesturedServer
import Glibc
package import LinuxIO
import SystemPackage
import TouchCore
import TouchDevices

/// The daemon's own way from read(2) to its clients, for whoever counts what a frame costs.
///
/// Nothing here is a copy: pipeline, session, server and queues are those of the daemon. What is
/// done once (devices, clients, memory) is done in `init`, so that `play` is the steady state.
/// Stamps are not held against the clock, as in a replay.
package final class Harness {
    private let stage: any HarnessStage
    private let buffer = InputEventBuffer()

    /// Makes everything ready.
    ///
    /// - Parameter whenRecognised: with the stage `recognise`, called with the kind and the stamp
    ///   (µs) of each gesture that begins, or is all at once.
    /// - Throws: what the daemon throws at its start.
    package init(
        _ options: HarnessOptions,
        whenRecognised: ((_ kind: String, _ timeUs: Int64) -> Void)? = nil
    ) throws(CommandError) {
        let configuration = try options.daemonConfiguration
        let devices = try OwnedTable.benchPanel(options, configuration)
        switch options.stage {
        case .parse: stage = ParseStage(devices)
        case .recognise:
            stage = RecognitionStage(
                SteppedRecognition(devices, whenRecognised: whenRecognised))
        case .lines:
            stage = try ServerStage(devices, configuration, clients: options.clients)
        case .turn:
            stage = try TurnStage(
                .benchPanel(slots: options.slots), configuration, clients: options.clients)
        }
    }

    /// Gesture lines that one client has had so far; or steps of gestures, where it ends there.
    ///
    /// With the stage `turn` lines of every kind.
    package var eventCount: Int { stage.eventCount }

    /// Plays what read(2) gives of `descriptor`, an array of 64-bit `struct input_event`, to its
    /// end, and lets time go on from there by `restUs` microseconds.
    ///
    /// - Throws: where it cannot be read, or a client cannot be written to.
    package func play(_ descriptor: Int32, restUs: Int64 = 1_000_000) throws(CommandError) {
        var last: Int64?
        while let count = try read(descriptor) {
            try stage.take(buffer.first(count))
            last = buffer.lastStamp(count)
        }
        if let last {
            try stage.advance(to: Timestamp(microseconds: last &+ restUs))
        }
    }

    /// With the stage `lines`, keeps what the first client gets from here on; allocates.
    package func startKeepingLines() {
        (stage as? ServerStage)?.keptLines = []
    }

    /// Removes the device, and returns the lines that were kept: those of a replay with `--json`.
    ///
    /// - Throws: where a client cannot be written to.
    package func finish() throws(CommandError) -> [UInt8] {
        try stage.finish()
        return (stage as? ServerStage)?.keptLines ?? []
    }

    /// The number of events read; `nil` at the end.
    private func read(_ descriptor: Int32) throws(CommandError) -> Int? {
        let room = UnsafeMutableRawBufferPointer(buffer.all)
        do throws(Errno) {
            let count = try systemCall { Glibc.read(descriptor, room.baseAddress, room.count) }
            return count > 0 ? count / InputEventBuffer.stride : nil
        } catch {
            throw CommandError(.inputOutput, "cannot play the events", error)
        }
    }
}

/// Requests on their way from a client's socket to its reply, for whoever counts what one costs.
///
/// As in `Harness`, all is the daemon's own, one device with it. Time goes on between requests, so
/// that none has to wait.
package final class RequestHarness {
    /// Between one request and the next of any client, in microseconds.
    private static let pauseUs: Int64 = 1_000_000

    private let server: SteppedServer
    private var clients = HarnessClients()

    /// Connects as many clients as the options have.
    ///
    /// - Throws: what a server that starts throws.
    package init(_ options: HarnessOptions) throws(CommandError) {
        var configuration = try options.daemonConfiguration
        configuration.clients.zones = true
        let devices = try OwnedTable.benchPanel(options, configuration)
        server = try .unnamed(devices, configuration)
        for _ in 0..<options.clients {
            try server.connect(clients.connect())
        }
        try server.turn()
        for index in 0..<clients.count {
            _ = try clients.readReplies(at: index)
        }
    }

    /// Has each client ask for something, one after the other, as often as there are requests; how
    /// many were done.
    ///
    /// - Parameter requests: what a client asks, given its number: a line without its end.
    /// - Throws: where a socket fails.
    package func ask(_ requests: [(Int) -> String]) throws(CommandError) -> Int {
        var count = 0
        for request in requests {
            for index in 0..<clients.count {
                try clients.send(Array((request(index) + "\n").utf8), from: index)
                try server.turn(after: Self.pauseUs)
                count += try clients.readReplies(at: index)
            }
        }
        return count
    }
}

extension HarnessOptions {
    /// The configuration, with room for all clients.
    ///
    /// - Throws: what is wrong with it (exit status 78).
    package var daemonConfiguration: DaemonConfiguration {
        get throws(CommandError) {
            var problems = ProblemList()
            var read = DaemonConfiguration.read(Array(configuration.utf8), &problems)
            guard !problems.hasErrors else {
                throw CommandError(
                    .configuration,
                    problems.descriptions(in: "configuration").joined(separator: "\n"))
            }
            read.socket.maxClients = max(read.socket.maxClients, clients)
            read.socket.maxClientsPerUID = max(read.socket.maxClientsPerUID, clients)
            return read
        }
    }
}
