package import GestureSettings
package import LinuxIO
package import Logging
import SystemPackage
package import TouchCore
package import TouchDevices

/// A source of the loop that reads nothing: whoever takes the turns feeds the session in between.
struct SteppedSession<Sink: GestureSink>: ~Copyable, EventSource {
    static var drainUs: Int64 { 1_000_000 }
    static var yieldsToSignals: Bool { false }

    var session: GestureSession<Sink>
    /// Whether deadlines fire by the time of a turn, as they do on hardware; else as in a replay, by
    /// the stamps of frames alone.
    let hasClock: Bool

    var sink: Sink { session.sink }
    var failure: CommandError? { nil }
    var isFinished: Bool { false }

    func stamp(at now: Int64) -> Int64 { now }
    func owns(token: UInt64) -> Bool { false }
    mutating func handle(token: UInt64, _ readiness: Readiness) {}
    func refusal(of configuration: DaemonConfiguration?) -> String? { nil }
    mutating func finishRecording() {}

    func nextWake(at now: Int64) -> Int64? {
        hasClock ? session.nextDeadline?.microseconds : nil
    }

    mutating func apply(_ changes: [ZoneChange]) {
        session.apply(changes)
    }

    mutating func act(at now: Int64) {
        if hasClock { session.advance(to: Timestamp(microseconds: now)) }
    }

    /// Applies `configuration` to gestures; what devices are set to stays.
    mutating func reconfigure(_ configuration: DaemonConfiguration, now: Int64) {
        session.cancelAll(.reloaded)
        sink.adopt(configuration)
    }

    mutating func stop() {
        session.cancelAll(.shutdown)
    }

    mutating func finish() {
        session.removeAll()
    }
}

extension EventLoop where Source: ~Copyable {
    /// A loop whose turns are taken from outside: nobody stops it, or has it read its configuration.
    ///
    /// - Parameter stop: never readable; outlives the loop.
    static func stepped(
        _ source: consuming Source, _ poller: EpollPoller, stop: borrowing Descriptor,
        _ logger: Logger
    ) throws(CommandError) -> EventLoop {
        let manager = try CommandError.requiring { () throws(Errno) in
            try ServiceManager(environment: { _ in nil }, processID: 1)
        }
        let asking = try CommandError.requiring(Descriptor.neverReady)
        return try EventLoop(
            source, poller: poller, serviceManager: manager,
            reload: ConfigurationReload(asking: asking) { .standard }, stop: stop, logger: logger)
    }

    /// Takes a turn at `now`, with what is ready by now.
    func step(now: Int64) throws(CommandError) {
        do throws(Errno) {
            try poll()
        } catch {
            throw CommandError(.software, "cannot wait for events", error)
        }
        try turn(now: now)
        // What the loop asks before it waits.
        _ = nextWake
    }
}

/// The daemon's session, socket server and loop, for whoever feeds frames and takes the turns: what
/// measures them.
///
/// Not generic: Swift specialises the session, the loop and what stands between them in the module
/// that has them, and in no other (docs/decisions/0011-rooms.md). Stamps are not held against the
/// clock, as in a replay.
package final class SteppedServer {
    private let server: SocketServer
    private let loop: EventLoop<SteppedSession<SocketServer>>
    private let stop: Descriptor
    private let kept = Owned<[UInt8]?>(nil)

    /// Serves `devices` to the clients that `connect` takes in.
    ///
    /// - Parameter listening: a socket that listens; the server's from here on.
    /// - Throws: what a server that starts throws.
    package init(
        _ devices: consuming OwnedTable<DevicePipeline>, _ configuration: DaemonConfiguration,
        listening: Int32, logger: Logger
    ) throws(CommandError) {
        let poller = try CommandError.requiring(EpollPoller.init)
        let listener = try ListeningSocket(.inherited(listening))
        do throws(Errno) {
            server = try SocketServer(
                listener: listener, poller: poller, configuration: configuration,
                limits: ClientLimits(configuration.socket), identity: ServerIdentity(bootID: ""),
                logger: logger, now: 0)
        } catch {
            throw CommandError(.software, "cannot set up the event loop", error)
        }
        server.hasClock = false
        stop = try CommandError.requiring(Descriptor.neverReady)
        let session = GestureSession(devices: devices, sink: server)
        loop = try .stepped(
            SteppedSession(session: session, hasClock: false), poller, stop: stop, logger)
    }

    /// Takes in a client at the other end of `descriptor`.
    package func connect(_ descriptor: consuming Descriptor) throws(CommandError) {
        do throws(Errno) {
            try server.accept(descriptor, server.memoryForOne())
        } catch {
            throw CommandError(.software, "cannot take in a client", error)
        }
    }

    /// Lets the devices' time go on to `time`.
    package func advance(to time: Timestamp) {
        loop.source.session.advance(to: time)
    }

    /// Removes every device.
    package func removeDevices() {
        loop.source.finish()
    }

    /// Takes a turn `us` microseconds after the last one.
    package func turn(after us: Int64 = 0) throws(CommandError) {
        try loop.step(now: server.now &+ us)
    }

    // MARK: Lines that no client reads

    /// What `discardLines` has taken out of the first client's queue since this was set, but for
    /// `hello`; `nil`: it is not kept.
    package var keptLines: [UInt8]? {
        get { kept.value }
        set { kept.value = newValue }
    }

    /// Takes out what waits for every client, as if it had been written, once that is more than
    /// `bytes` for the first of them; how many gesture lines the first one has had with it.
    package func discardLines(beyond bytes: Int) -> Int {
        server.discardLines(beyond: bytes, keeping: &kept.value)
    }

    /// Takes events of the first device, and discards lines after each frame, as `discardLines` does.
    package func take(_ events: InputEvents, discardingLinesBeyond bytes: Int) -> Int {
        var (rest, count) = (events, 0)
        while rest.count > 0 {
            loop.source.session.takeFrame(&rest, of: 0)
            count &+= server.discardLines(beyond: bytes, keeping: &kept.value)
        }
        return count
    }
}

extension SocketServer {
    fileprivate func discardLines(beyond bytes: Int, keeping kept: inout [UInt8]?) -> Int {
        guard clients.count > 0, clients[0].queuedBytes > bytes else { return 0 }
        if kept != nil {
            clients[0].forEachNumberedLine { kept?.append(contentsOf: $0) }
        }
        let count = clients[0].discardLines()
        for index in 1..<clients.count {
            _ = clients[index].discardLines()
        }
        return count
    }
}

extension Client {
    /// Takes everything out of the queue, as if it had been written; how many gesture lines.
    fileprivate mutating func discardLines() -> Int {
        var count = 0
        queue.removeAll { entry in
            openGestures.noteWritten(entry.kind, id: entry.id)
            count &+= entry.kind.isOfGesture ? 1 : 0
        }
        return count
    }

    /// Calls `body` with each line that waits and has a number.
    fileprivate mutating func forEachNumberedLine(_ body: (UnsafeRawBufferPointer) -> Void) {
        // Numbers what is left where lines were taken out.
        _ = queue.unwritten(limit: .max)
        var cursor = 0
        while let entry = queue.next(&cursor) {
            if entry.kind.isNumbered { body(queue.line(of: entry)) }
        }
    }
}
