import GestureWire
import Glibc
import SystemPackage
import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import GesturedServer

/// The loop around live devices: its beginning and its end.
struct LiveLoopTests {
    private let source = PipeSource()
    private let sink = CollectingSink()
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Runs the loop; what is to end it is readable from the start, where it `stops`.
    private func run(stops: Bool = true, notify: NotifySocket? = nil) throws {
        let log = CollectedLog()
        let poller = try EpollPoller()
        let ends = try pipeEnds()
        let stop = Descriptor(owning: ends[0])
        var writing: Descriptor? = Descriptor(owning: ends[1])
        if stops { writing = nil }
        let opener = DeviceOpener(
            source: source, configuration: .standard, logger: log.logger)
        let start = try LiveStart(opening: [], with: opener, now: SystemClock.monotonicUs)
        let live = try LiveDevices(start, sink: sink, poller: poller, recorder: nil)
        let manager = try ServiceManager(
            environment: { $0 == "NOTIFY_SOCKET" ? notify?.address : nil }, processID: 1)
        try LiveLoop(
            devices: live, poller: poller, serviceManager: manager, stop: stop, logger: log.logger
        ).run(stop: stop)
        _ = consume writing
    }

    @Test func `a signal ends it, once all that is live was cancelled`() throws {
        let node = try source.plugIn("/event1")
        let now = SystemClock.monotonicUs / 1_000
        sink.onFirstFlush = { try? node.send(.drag(now)) }
        try run()
        #expect(sink.told.first == "present 1")
        #expect(sink.told.contains { $0.hasSuffix("drag began") })
        #expect(sink.told.suffix(2).first?.hasSuffix("drag cancelled shutdown") == true)
        #expect(sink.told.last == "bye shutdown")
        #expect(node.openCount == 0)
    }

    @Test func `the service manager hears of the start and of the end`() throws {
        let socket = try NotifySocket(directory.file("notify"))
        var isReadyFirst = false
        sink.onFirstFlush = { isReadyFirst = (try? socket.next()) == "READY=1" }
        try run(notify: socket)
        #expect(isReadyFirst)
        #expect(try socket.next() == "STOPPING=1")
        #expect(try socket.next() == nil)
    }

    @Test func `it ends where nobody reads standard output any more`() throws {
        let ends = try pipeEnds()
        let output = Descriptor(owning: ends[1])
        sink.outputDescriptor = output.number
        do {
            let reader = Descriptor(owning: ends[0])
            _ = consume reader
        }
        try run(stops: false)
        #expect(sink.said == [])
    }
}
