import CEvdev
package import GestureSettings
package import GesturedServer
import Glibc
package import LinuxIO
package import Logging
import SystemPackage
import TouchDevices
package import TouchRecordings

/// The daemon's own way from a device's descriptor to the socket, for whoever counts what a frame
/// costs: like `Harness`, with a pipe that stands for the event node.
package final class LiveHarness {
    private let daemon: SteppedDaemon
    private let writing: Descriptor
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
        var ends: [Int32] = [0, 0]
        _ = try systemCall { pipe(&ends) }
        writing = Descriptor(owning: ends[1])
        let reading = ends[0]
        _ = try systemCall { fcntl(reading, F_SETFL, O_NONBLOCK) }
        daemon = try SteppedDaemon(
            HarnessSource(device: device, descriptor: reading), paths: ["pipe"], socket: path,
            configuration, logger: .harness)
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
        try serve { daemon.hasConsumer }
    }

    /// Serves until the client has what it waits for.
    package func serve(until isDone: () throws -> Bool) throws {
        while try !isDone() {
            try daemon.turn(timeoutMs: 1_000)
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
        _ = try writing.write(UnsafeRawBufferPointer(frame))
        try daemon.turn()
        if let time = frame.last?.time {
            daemon.advance(to: Int64(time.tv_sec) * 1_000_000)
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
        for index in 0..<events.count
        where events[index].type == EV_SYN && events[index].code == SYN_REPORT {
            frames.append(UnsafeBufferPointer(rebasing: events[first...index]))
            first = index + 1
        }
        return frames
    }
}

extension LiveRequest {
    /// Runs as `run` does, on a machine whose one device is what read(2) gives of `descriptor`:
    /// events of the panel of the harness.
    ///
    /// For whoever measures a daemon where there is no touchscreen. The end of the events is that of
    /// the device.
    ///
    /// - Throws: what `run` throws.
    package func measure(
        reading descriptor: Int32, slots: Int, logger: Logger
    ) throws(CommandError) {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var request = self
        request.devices = ["rehearsed"]
        try request.run(
            on: HarnessSource(device: .benchPanel(slots: slots), descriptor: descriptor),
            logger: logger)
    }
}

/// A machine with one device, which is a pipe or a socket.
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
    var isReleased: Bool { false }
    func check() throws(Errno) {}
    func describe() -> InputDevice { device }

    func read(_ events: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> Int {
        let bytes = UnsafeMutableRawBufferPointer(events)
        let count = try systemCallOrWouldBlock {
            Glibc.read(descriptor, bytes.baseAddress, bytes.count)
        }
        guard count != 0 else { throw .noSuchAddressOrDevice }
        return (count ?? 0) / MemoryLayout<input_event>.stride
    }

    func resynchronise(
        _ lastUs: inout Int64, _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int { 0 }

    func liftGone(
        of frame: UnsafePointer<cevdev_frame>, at time: Int64,
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int { 0 }

    func grab(_ isGrabbed: Bool) throws(Errno) {}

    func close() {
        _ = Glibc.close(descriptor)
    }
}
