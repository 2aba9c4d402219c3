import CEvdev
package import GestureSettings
import GesturedServer
import Glibc
import LinuxIO
import SystemPackage
import TouchCore
import TouchDevices
package import TouchRecordings

/// The daemon's loop with one device, whose events are given to it a frame at a time through a pipe.
private struct PipedDaemon: ~Copyable {
    let daemon: SteppedDaemon
    private let writing: Descriptor

    /// - Parameter path: where the socket is made.
    /// - Throws: what the daemon throws at its start.
    init(
        _ device: InputDevice, socket path: String, _ configuration: DaemonConfiguration
    ) throws(CommandError) {
        var ends: [Int32] = [-1, -1]
        do throws(Errno) {
            _ = try systemCall { pipe(&ends) }
            let reading = ends[0]
            // As event nodes are read.
            _ = try systemCall { fcntl(reading, F_SETFL, O_NONBLOCK) }
        } catch {
            throw CommandError(.software, "cannot set up the harness", error)
        }
        let writing = Descriptor(owning: ends[1])
        daemon = try SteppedDaemon(
            HarnessSource(device: device, descriptor: ends[0]), paths: ["pipe"], socket: path,
            configuration, logger: .harness)
        self.writing = writing
    }

    /// Has the device report `events`; the daemon takes no turn yet.
    func report(_ events: UnsafeBufferPointer<input_event>) throws(Errno) {
        _ = try writing.write(UnsafeRawBufferPointer(events))
    }
}

/// The turns of the daemon's loop on a device, whose lines clients read from their sockets: a turn a
/// frame.
///
/// Whoever counts instructions counts those of `SteppedDaemon.turn` alone, and so neither the writer
/// of frames nor the reader of lines.
final class TurnStage: HarnessStage {
    /// As `LiveHarness.repeated` has it.
    private static let aheadUs: Int64 = 3_600_000_000
    /// More than a client takes from its connection to its snapshot.
    private static let turnsToConnect = 100

    private let device: PipedDaemon
    private var clients = HarnessClients()
    private(set) var eventCount = 0
    /// What makes the stamps of the events those of this machine's clock.
    private var delayUs: Int64?
    // Belongs to this value alone.
    private let room = UnsafeMutableBufferPointer<input_event>.allocate(
        capacity: InputEventBuffer.capacity)

    /// Connects so many clients, each of which has its snapshot then.
    ///
    /// - Throws: what the daemon throws at its start.
    init(
        _ panel: InputDevice, _ configuration: DaemonConfiguration, clients count: Int
    ) throws(CommandError) {
        let path = "/tmp/touchbench-\(getpid())-\(SystemClock.monotonicUs)"
        room.initialize(repeating: input_event())
        device = try PipedDaemon(panel, socket: path, configuration)
        for _ in 0..<count { try connect(to: path) }
        // Nobody else comes, and a program that is stopped leaves nothing behind.
        unlink(path)
        unlink("\(path).lock")
    }

    deinit {
        room.deallocate()
    }

    private func connect(to path: String) throws(CommandError) {
        try clients.connect(to: path)
        for _ in 0..<Self.turnsToConnect {
            try device.daemon.turn()
            if try clients.readSnapshot(at: clients.count - 1) { return }
        }
        throw CommandError(.software, "cannot set up the harness: a client gets no snapshot")
    }

    func take(_ events: InputEvents) throws(CommandError) {
        var (count, first) = (0, 0)
        events.forEach { event in
            var later = event
            later.timeUs &+= delay(for: event)
            room[count] = input_event(later)
            count += 1
        }
        for index in 0..<count where room[index].isReport {
            try report(first...index)
            try deliver()
            first = index + 1
        }
        // The rest of the frame comes with what is read next.
        if first < count { try report(first...(count - 1)) }
    }

    /// The same for all events: the first comes an hour hence.
    private func delay(for event: InputEvent) -> Int64 {
        let delay = delayUs ?? SystemClock.monotonicUs &+ Self.aheadUs &- event.timeUs
        delayUs = delay
        return delay
    }

    private func report(_ range: ClosedRange<Int>) throws(CommandError) {
        do throws(Errno) {
            try device.report(UnsafeBufferPointer(rebasing: room[range]))
        } catch {
            throw CommandError(.inputOutput, "cannot play the events", error)
        }
    }

    private func deliver() throws(CommandError) {
        try device.daemon.turn()
        let lineCount = try clients.read()
        eventCount &+= lineCount
    }

    func advance(to time: Timestamp) throws(CommandError) {
        device.daemon.advance(to: time.microseconds &+ (delayUs ?? 0))
        try deliver()
    }

    /// Nothing: the device goes with the daemon.
    func finish() {}
}

/// The daemon's own way from a device's descriptor to the socket, for whoever counts what a frame
/// costs: like `Harness`, with a pipe that stands for the event node.
package final class LiveHarness {
    private let device: PipedDaemon
    /// The events of all passes, and the frames in them.
    private let events: UnsafeMutableBufferPointer<input_event>
    private let frames: [UnsafeBufferPointer<input_event>]

    /// - Parameters:
    ///   - passes: how often the events are played, each time later by their span and a second.
    ///   - path: where the socket is made, for one client.
    ///   - configuration: what is recognised.
    /// - Throws: what the daemon throws at its start (a `CommandError`), or `Errno`.
    package init(
        _ device: InputDevice, events: [InputEvent], passes: Int, socket path: String,
        _ configuration: DaemonConfiguration = .standard
    ) throws {
        self.device = try PipedDaemon(device, socket: path, configuration)
        let all = Self.repeated(events, passes)
        self.events = .allocate(capacity: all.count)
        _ = self.events.initialize(from: all)
        frames = Self.frames(of: self.events)
    }

    deinit {
        events.deallocate()
    }

    /// Waits until a client has its snapshot.
    package func awaitClient() throws {
        try serve { device.daemon.hasConsumer }
    }

    /// Serves until the client has what it waits for.
    package func serve(until isDone: () throws -> Bool) throws {
        while try !isDone() {
            try device.daemon.turn(timeoutMs: 1_000)
        }
    }

    /// Writes the events, a frame at a time; `drain` takes what was written from the client's end.
    ///
    /// Returns the number of frames.
    package func play(drain: () -> Void) throws -> Int {
        for frame in frames {
            try play(frame)
            drain()
        }
        return frames.count
    }

    private func play(_ frame: UnsafeBufferPointer<input_event>) throws {
        try device.report(frame)
        try device.daemon.turn()
        if let time = frame.last?.time {
            device.daemon.advance(to: Int64(time.tv_sec) * 1_000_000)
        }
    }

    /// The events of all passes, each later by their span and a second.
    ///
    /// From an hour hence: what is held back for a client (`max_rate_hz`) waits for the stamps then,
    /// and not for the clock.
    private static func repeated(_ events: [InputEvent], _ passes: Int) -> [input_event] {
        let first = events.first?.timeUs ?? 0
        let span = (events.last?.timeUs ?? 0) &- first &+ 1_000_000
        let start = SystemClock.monotonicUs &+ 3_600_000_000 &- first
        var all: [input_event] = []
        // At once: growing would be counted.
        all.reserveCapacity(events.count * passes)
        for pass in 0..<passes {
            for event in events {
                var later = event
                later.timeUs &+= start &+ span &* Int64(pass)
                all.append(input_event(later))
            }
        }
        return all
    }

    /// Where the frames begin and end.
    private static func frames(
        of events: UnsafeMutableBufferPointer<input_event>
    ) -> [UnsafeBufferPointer<input_event>] {
        var frames: [UnsafeBufferPointer<input_event>] = []
        // As many as there could be: growing would be counted.
        frames.reserveCapacity(events.count)
        var first = 0
        for index in 0..<events.count where events[index].isReport {
            frames.append(UnsafeBufferPointer(rebasing: events[first...index]))
            first = index + 1
        }
        return frames
    }
}

extension input_event {
    /// Whether a frame ends with it.
    fileprivate var isReport: Bool { type == EV_SYN && code == SYN_REPORT }
}

/// A machine with one device, which is a pipe.
private struct HarnessSource: DeviceSource {
    let device: InputDevice
    let descriptor: Int32

    var changesDescriptor: Int32? { nil }
    func reportCandidates(_ wanted: Bool) {}
    func reopen() throws(Errno) {}
    func open(_ path: String) throws(Errno) -> any DeviceReader {
        HarnessReader(device: device, descriptor: descriptor)
    }
    func names(of path: String) -> [String] { [path] }
    func present() throws(Errno) -> [HotplugEvent] { [] }
    func changes() throws(Errno) -> [HotplugEvent] { [] }
}

/// Reads events from a pipe, which never has lost any.
private struct HarnessReader: DeviceReader {
    let device: InputDevice
    let descriptor: Int32

    var isMonotonic: Bool { true }
    func check() throws(Errno) {}
    func describe() -> InputDevice { device }

    func read(
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> DeviceRead {
        let bytes = UnsafeMutableRawBufferPointer(events)
        let count = try systemCallOrWouldBlock {
            Glibc.read(descriptor, bytes.baseAddress, bytes.count)
        }
        guard count != 0 else { throw .noSuchAddressOrDevice }
        let events = (count ?? 0) / MemoryLayout<input_event>.stride
        return DeviceRead(count: events, isReleased: false)
    }

    func resynchronise(
        _ lastUs: inout Int64, _ events: UnsafeMutableBufferPointer<input_event>, known: Int
    ) throws(Errno) -> Int { 0 }

    func liftGone(
        of frame: UnsafePointer<touch_frame>, slot: Int32, at time: Int64,
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int { 0 }

    func grab(_ isGrabbed: Bool) throws(Errno) {}

    func close() {
        _ = Glibc.close(descriptor)
    }
}
