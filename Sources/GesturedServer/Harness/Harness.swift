public import GestureSettings
import Glibc
public import LinuxIO
import SystemPackage
import TouchCore
import TouchDevices
import TouchRecordings

/// The daemon's own way from read(2) to its clients, for whoever counts what a frame costs.
///
/// Nothing here is a copy: pipeline, session, server and queues are those of the daemon. What is
/// done once (devices, clients, memory) is done in `init`, so that `play` is the steady state.
/// Stamps are not held against the clock, as in a replay.
public final class Harness {
    private let stage: any HarnessStage
    private let buffer = InputEventBuffer()

    /// Makes everything ready.
    ///
    /// - Parameter whenRecognised: with the stage `recognise`, called with the kind and the stamp
    ///   (µs) of each gesture that begins, or is all at once.
    /// - Throws: what the daemon throws at its start.
    public init(
        _ options: HarnessOptions,
        whenRecognised: ((_ kind: String, _ timeUs: Int64) -> Void)? = nil
    ) throws(DaemonError) {
        let configuration = try options.daemonConfiguration
        let device = try DevicePipeline(
            .benchPanel(slots: options.slots), id: 1, configuration: configuration.gestures)
        switch options.stage {
        case .parse:
            stage = ParseStage(device)
        case .recognise:
            let sink = CountingSink(
                whenRecognised: whenRecognised.map { call in
                    { call($0.values.kind.rawValue, $0.time.microseconds) }
                })
            stage = RecognitionStage(GestureSession(devices: .single(device), sink: sink))
        case .lines, .written:
            stage = try ServerStage(
                .single(device), configuration, clients: options.clients,
                isWritten: options.stage == .written)
        }
    }

    /// Gesture lines that one client got so far; or steps of gestures, where it ends there.
    ///
    /// With the stage `written` lines of every kind.
    public var eventCount: Int { stage.eventCount }

    /// Plays what read(2) gives of `descriptor`, an array of 64-bit `struct input_event`, to its
    /// end, and lets time go on from there by `restUs` microseconds.
    ///
    /// - Throws: where it cannot be read, or a client cannot be written to.
    public func play(_ descriptor: Int32, restUs: Int64 = 1_000_000) throws(DaemonError) {
        var last: Int64?
        do throws(Errno) {
            while let count = try read(descriptor) {
                try stage.take(buffer, count)
                last = buffer.lastStamp(count)
            }
            if let last {
                try stage.advance(to: Timestamp(microseconds: last &+ restUs))
            }
        } catch {
            throw DaemonError(.inputOutput, "cannot play the events", error)
        }
    }

    /// With the stage `lines`, keeps what the first client gets from here on; allocates.
    public func startKeepingLines() {
        (stage as? ServerStage)?.keptLines = []
    }

    /// Removes the device, and returns the lines that were kept: those of a replay with `--json`.
    ///
    /// - Throws: where a client cannot be written to.
    public func finish() throws(DaemonError) -> [UInt8] {
        do throws(Errno) {
            try stage.finish()
        } catch {
            throw DaemonError(.inputOutput, "cannot play the events", error)
        }
        return (stage as? ServerStage)?.keptLines ?? []
    }

    /// The number of events read; `nil` at the end.
    private func read(_ descriptor: Int32) throws(Errno) -> Int? {
        let room = UnsafeMutableRawBufferPointer(buffer.all)
        let count = try systemCall { Glibc.read(descriptor, room.baseAddress, room.count) }
        return count > 0 ? count / InputEventBuffer.stride : nil
    }
}

extension OwnedTable where Element: ~Copyable {
    /// A table of one element.
    fileprivate static func single(_ element: consuming Element) -> OwnedTable {
        var table = OwnedTable(capacity: 1)
        table.append(element)
        return table
    }
}

extension HarnessOptions {
    /// The configuration, with room for all clients.
    ///
    /// - Throws: what is wrong with it (exit status 78).
    public var daemonConfiguration: DaemonConfiguration {
        get throws(DaemonError) {
            var problems = ProblemList()
            var read = DaemonConfiguration.read(Array(configuration.utf8), &problems)
            guard !problems.hasErrors else {
                throw DaemonError(
                    .configuration,
                    problems.descriptions(in: "configuration").joined(separator: "\n"))
            }
            read.socket.maxClients = max(read.socket.maxClients, clients)
            read.socket.maxClientsPerUID = max(read.socket.maxClientsPerUID, clients)
            return read
        }
    }
}
