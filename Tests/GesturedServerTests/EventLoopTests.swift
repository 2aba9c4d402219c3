import Dispatch
import GestureWire
import Glibc
import Synchronization
import SystemPackage
import Testing
import TouchCore
import TouchDevices
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// The loop over live devices: its start, reloads and end.
struct EventLoopTests {
    private let source = PipeSource()
    private let sink = CollectingSink()
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private let log = CollectedLog()
    private var recordPath: String?

    /// Runs the loop. If `stops`, the descriptor that ends the loop is ready from the start.
    private func run(stops: Bool = true, notify: NotifySocket? = nil) throws {
        let ends = try pipeEnds()
        let stop = Descriptor(owning: ends[0])
        var writing: Descriptor? = Descriptor(owning: ends[1])
        if stops { writing = nil }
        let reloadEnds = try pipeEnds()
        let keptOpen = Descriptor(owning: reloadEnds[1])
        let reload = try ConfigurationReload(asking: Descriptor(owning: reloadEnds[0])) {
            .standard
        }
        try run(reload: reload, stop: stop, notify: notify)
        _ = consume writing
        _ = consume keptOpen
    }

    private func run(
        reload: consuming ConfigurationReload, stop: borrowing Descriptor, notify: NotifySocket?
    ) throws {
        let poller = try EpollPoller()
        let opener = DeviceOpener(
            source: source, configuration: .standard, logger: log.logger)
        let set = try DeviceSet(
            opening: [], with: opener, poller: poller, now: SystemClock.monotonicUs)
        let descriptions = set.descriptions
        let recorder = try recordPath.map {
            try EventRecorder(
                path: $0, devices: descriptions, logger: log.logger, timers: poller.timers)
        }
        var sink = sink
        let live = try LiveDevices(set, recorder: recorder, into: &sink)
        let manager = try ServiceManager(
            environment: { $0 == "NOTIFY_SOCKET" ? notify?.address : nil }, processID: 1,
            timers: poller.timers)
        var loop = try EventLoop(
            live, into: sink, poller: poller, serviceManager: manager, reload: reload, stop: stop,
            logger: log.logger)
        loop.watchOutput()
        try loop.announceStart()
        _ = try loop.run()
    }

    /// Runs the loop, requests two reloads at once with the configuration of `read`, and then ends
    /// the loop.
    private func runReloading(
        notify: NotifySocket? = nil,
        _ read: @escaping @Sendable () throws(CommandError) -> DaemonConfiguration
    ) throws {
        let ends = try pipeEnds()
        let requests = try pipeEnds()
        let stopEnd = Descriptor(owning: ends[1])
        let requestEnd = requests[1]
        let stop = Descriptor(owning: ends[0])
        let stopNumber = stopEnd.number
        sink.onFirstFlush = { _ = write(requestEnd, "12", 2) }
        sink.onReloadOrReport = { _ = write(stopNumber, "3", 1) }
        let reload = try ConfigurationReload(asking: Descriptor(owning: requests[0]), read: read)
        try run(reload: reload, stop: stop, notify: notify)
        close(requestEnd)
        _ = consume stopEnd
    }

    @Test func `a signal ends the loop, after live gestures are cancelled`() throws {
        let node = try source.plugIn("/event1")
        let now = SystemClock.monotonicUs / 1_000
        sink.onFirstFlush = { try? node.send(.drag(now)) }
        try run()
        #expect(sink.lines.first == "present 1")
        #expect(sink.lines.contains { $0.hasSuffix("drag began") })
        #expect(sink.lines.suffix(2).first?.hasSuffix("drag cancelled shutdown") == true)
        #expect(sink.lines.last == "bye shutdown")
        #expect(node.openCount == 0)
    }

    @Test mutating func `clients receive bye before a recording is joined`() throws {
        let path = directory.file("touches.yml")
        recordPath = path
        // The device that is read first is written to the file itself, the other to a part.
        let isApart = { [1, 2].contains { access("\(path).part-\($0)", F_OK) == 0 } }
        let nodes = try ["/event1", "/event2"].map { try source.plugIn($0) }
        let now = SystemClock.monotonicUs / 1_000
        sink.onFirstFlush = { for node in nodes { try? node.send(.tap(now)) } }
        var wasApart = false
        sink.onEnd = { wasApart = isApart() }
        try run()
        #expect(wasApart)
        #expect(access(path, F_OK) == 0 && !isApart())
    }

    @Test func `the service manager is notified of the start and of the end`() throws {
        let socket = try NotifySocket(directory.file("notify"))
        var isReadyFirst = false
        sink.onFirstFlush = { isReadyFirst = (try? socket.next()) == "READY=1" }
        try run(notify: socket)
        #expect(isReadyFirst)
        #expect(try socket.next() == "STOPPING=1")
        #expect(try socket.next() == nil)
    }

    @Test func `the loop ends with status 70 if changes of udev can no longer be read`() throws {
        let ends = try pipeEnds()
        let keptOpen = Descriptor(owning: ends[1])
        source.watched = Descriptor(owning: ends[0])
        source.watchError = .ioError
        source.reopenErrors = Array(repeating: .ioError, count: 100)
        try source.plugIn("/event1")
        _ = write(keptOpen.number, "1", 1)
        let error = try #require(throws: CommandError.self) { try run(stops: false) }
        #expect(error.status == .software)
        #expect(sink.lines == ["present 1", "bye shutdown"])
    }

    @Test func `the loop ends if standard output no longer has a reader`() throws {
        let ends = try pipeEnds()
        let output = Descriptor(owning: ends[1])
        sink.outputDescriptor = output.number
        do {
            let reader = Descriptor(owning: ends[0])
            _ = consume reader
        }
        try run(stops: false)
        #expect(sink.transcript == [])
    }

    @Test func `two requests at once read the configuration once, and it applies`() throws {
        let socket = try NotifySocket(directory.file("notify"))
        try source.plugIn("/event1")
        let reads = Atomic(0)
        try runReloading(notify: socket) {
            reads.add(1, ordering: .relaxed)
            var configuration = DaemonConfiguration.standard
            configuration.devices = [DeviceRule(output: "DP-1")]
            return configuration
        }
        #expect(reads.load(ordering: .relaxed) == 1)
        #expect(sink.lines == ["present 1", "configuration", "changed 1", "bye shutdown"])
        #expect(sink.records[1]?.output == "DP-1")
        #expect(try socket.next() == "READY=1")
        #expect(try socket.next()?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
        #expect(try socket.next() == "READY=1")
        #expect(try socket.next() == "STOPPING=1")
    }

    @Test func `a signal ends the loop at once while a configuration is read`() throws {
        let socket = try NotifySocket(directory.file("notify"))
        let (ends, asking) = (try pipeEnds(), try pipeEnds())
        let (number, asks) = (ends[1], asking[1])
        let stop = Descriptor(owning: ends[0])
        sink.onFirstFlush = { _ = write(asks, "1", 1) }
        let released = DispatchSemaphore(value: 0)
        let reload = try ConfigurationReload(asking: Descriptor(owning: asking[0])) {
            _ = write(number, "3", 1)
            _ = released.wait(timeout: .now() + 30)
            return .standard
        }
        try run(reload: reload, stop: stop, notify: socket)
        released.signal()
        close(number)
        close(asks)
        #expect(sink.lines == ["bye shutdown"])
        #expect(try socket.next() == "READY=1")
        #expect(try socket.next()?.hasPrefix("RELOADING=1\n") == true)
        #expect(try socket.next() == "STOPPING=1")
        #expect(try socket.next() == nil)
    }

    @Test func `an invalid configuration changes nothing, and every error is logged`() throws {
        let socket = try NotifySocket(directory.file("notify"))
        let node = try source.plugIn("/event1")
        try runReloading(notify: socket) { () throws(CommandError) in
            throw CommandError(.usage, "f.yaml:1:2: one\n  do this\nf.yaml:3:4: two\n  do that")
        }
        #expect(sink.lines == ["present 1", "bye shutdown"])
        #expect(node.openCount == 0)
        let errors = log.lines.filter { $0.hasPrefix("error") }
        #expect(errors.count == 1)
        #expect(errors.first?.contains("f.yaml:1:2: one\n") == true)
        #expect(errors.first?.contains("f.yaml:3:4: two\n") == true)
        #expect(try socket.next() == "READY=1")
        #expect(try socket.next()?.hasPrefix("RELOADING=1\n") == true)
        #expect(try socket.next() == "READY=1")
    }
}
