import GestureSettings
import GestureWire
import Glibc
import Logging
import SystemPackage
import TouchCore
import TouchDevices
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// The daemon's session and socket, and the recordings that are played into them.
final class EndurancePlayer {
    /// One device of a recording, and its events.
    private struct DeviceRecording {
        let device: InputDevice
        let events: [RecordedEvent]
    }

    private let deviceRecordings: [DeviceRecording]
    private var loop: EventLoop<SteppedSession, SocketServer>
    private let stopping: Descriptor
    /// The time of the recordings played so far, in microseconds.
    private var time: Int64 = 0
    private var frames = 0
    private var passes = 0

    init(socket path: String, _ recordings: [Recording]) throws {
        deviceRecordings = recordings.flatMap { recording in
            recording.devices.indices.map { index in
                DeviceRecording(
                    device: recording.devices[index],
                    events: recording.events.filter { $0.device == index })
            }
        }.filter { !$0.events.isEmpty && $0.device.notTouchscreenReason == nil }
        precondition(!deviceRecordings.isEmpty, "no recording has a touchscreen with events")
        let poller = try EpollPoller()
        let logger = Logger(label: "endurance") { _ in StandardErrorLog(level: .warning) }
        var limits = ClientLimits()
        // A client that counts lines must receive all of them, however slow the machine is.
        limits.replayTimeoutUs = 600_000_000
        limits.timeoutUs = 600_000_000
        var server = try SocketServer(
            listener: try ListeningSocket(.path(path)), poller: poller, configuration: .standard,
            limits: limits, identity: ServerIdentity(bootID: ""),
            logger: logger, now: SystemClock.monotonicUs)
        server.hasClock = false
        stopping = try Descriptor.neverReady()
        var devices = OwnedTable<Device>(capacity: 1)
        let session = GestureSession(of: &devices, into: &server)
        loop = try .stepped(
            SteppedSession(
                devices: devices, session: session, hasClock: false,
                timer: LoopTimer("deadlines", in: poller.timers)), into: server,
            poller, stop: stopping, logger)
    }

    private var server: SocketServer {
        _read { yield loop.sink }
        _modify { yield &loop.sink }
    }

    /// The current resources of the process.
    var resourceUsage: String {
        "frames=\(frames) passes=\(passes) rss_kib=\(Self.residentKiB) "
            + "descriptors=\(Self.descriptorCount)"
    }

    /// Waits until a client has its snapshot.
    func awaitClient() throws {
        while !server.hasConsumer { try turn(timeoutMs: 100) }
    }

    /// Plays whole recordings, in turn, until the played time reaches `end` (µs).
    func play(until end: Int64) throws {
        while time < end {
            try play(deviceRecordings[passes % deviceRecordings.count])
            passes += 1
        }
    }

    /// Ends the server and waits until all lines are read.
    func finish() throws {
        loop.withSource { source, sink in source.finish(into: &sink) }
        server.end(.shutdown)
        while !server.isDrained { try turn(timeoutMs: 100) }
    }

    private func play(_ recording: DeviceRecording) throws {
        guard let first = recording.events.first?.event.timeUs,
            let last = recording.events.last?.event.timeUs
        else { return }
        let isAccepted = loop.withSource { source, sink in
            guard
                let device = try? Device(
                    recording.device, id: passes + 1, configuration: .standard)
            else { return false }
            source.devices.append(device)
            source.session.add(to: &source.devices, into: &sink)
            return true
        }
        // The recording of a device that the daemon refuses takes no time.
        guard isAccepted else { return }
        var source = ReplaySource(
            recording.events.map { recorded in
                var shifted = recorded
                shifted.event.timeUs = time + max(0, recorded.event.timeUs - first)
                return shifted
            })
        while source.next != nil {
            let events = source.popNext()
            loop.withSource { $0.session.receive(events, of: 0, in: &$0.devices, into: &$1) }
            frames += 1
            // As in a replay, before lines for a client that reads would have to be omitted.
            if frames % 32 == 0 || server.holdsReplayUntil != nil { try turn(timeoutMs: 0) }
        }
        time += max(0, last - first) + 1_000_000
        loop.withSource { source, sink in
            source.session.advance(
                to: Timestamp(microseconds: time), of: &source.devices, into: &sink)
        }
        loop.withSource { source, sink in
            source.session.remove(at: 0, from: &source.devices, into: &sink)
        }
        try turn(timeoutMs: 0)
    }

    /// Serves the clients, and waits for those that read.
    private func turn(timeoutMs: Int32) throws {
        var timeoutMs = timeoutMs
        repeat {
            try loop.poll(timeoutMs: timeoutMs)
            try loop.turn(now: SystemClock.monotonicUs)
            timeoutMs = 10
        } while server.holdsReplayUntil != nil
    }

    private static var residentKiB: Int {
        let fields = bytes("/proc/self/statm").split(separator: " ")
        return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(getpagesize()) / 1024
    }

    private static var descriptorCount: Int {
        (0..<1024).count { fcntl($0, F_GETFD) >= 0 }
    }

    private static func bytes(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var chunk = [UInt8](repeating: 0, count: 256)
        let count = max(0, read(descriptor, &chunk, chunk.count))
        return String(decoding: chunk[..<count], as: UTF8.self)
    }
}
