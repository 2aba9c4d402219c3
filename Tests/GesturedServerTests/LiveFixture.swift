import Logging
import SystemPackage
import Testing
import TouchCore
import TouchDevices
import TouchRecordings

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// Live devices; the test runs the turns and sets the clock.
final class LiveFixture {
    let source: PipeSource
    let sink = CollectingSink()
    let log: CollectedLog
    private var loop: EventLoop<LiveDevices, CollectingSink>
    private let poller: EpollPoller
    private let stopping: Descriptor

    /// Opens the nodes of `source`, or only those at the paths `named`, at the time 0.
    init(
        _ source: PipeSource, named: [String] = [], recordTo path: String? = nil,
        configuration: DaemonConfiguration = .standard, logLevel: Logger.Level = .debug
    ) throws {
        log = CollectedLog(logLevel)
        self.source = source
        poller = try EpollPoller()
        let opener = DeviceOpener(
            source: source, configuration: configuration, logger: log.logger)
        let set = try DeviceSet(opening: named, with: opener, poller: poller, now: 0)
        let descriptions = set.descriptions
        let (logger, timers) = (log.logger, poller.timers)
        let recorder = try path.map {
            try EventRecorder(
                path: $0, devices: descriptions, logger: logger, timers: timers)
        }
        var sink = sink
        let live = try LiveDevices(set, recorder: recorder, into: &sink)
        stopping = try Descriptor.neverReady()
        loop = try .stepped(live, into: sink, poller, stop: stopping, logger)
    }

    /// The transcript of the sink, without the frames.
    var lines: [String] { sink.lines }

    /// The time at which the loop would wake if no descriptor is ready, in milliseconds.
    var nextWakeMs: Int64? {
        loop.setTimers()
        return poller.timers.earliest.map { $0 / 1_000 }
    }

    /// One turn of the loop at `ms`, without waiting; returns the number of ready descriptors.
    @discardableResult
    func turn(_ ms: Int64) throws -> Int {
        try loop.poll()
        let count = loop.readyCount
        // The source of the tests has no descriptor that signals changes.
        loop.withSource { source, sink in
            source.handle(
                token: DeviceSet.changesToken, [], into: &sink)
        }
        try loop.turn(now: ms * 1_000)
        expectTimers()
        return count
    }

    /// Expects that the timers of devices are those that their engines and contacts need.
    private func expectTimers() {
        #expect(poller.timers.fault(loop.source.timerReasons, of: LiveDevices.timerNames) == nil)
    }

    /// Handles changes of the source at `ms`, before any device is read.
    func handleChanges(_ ms: Int64, hasFailed: Bool = false) {
        loop.withSource { source, sink in
            source.handle(
                token: DeviceSet.changesToken, hasFailed ? .hangup : [], into: &sink)
        }
        loop.withSource { source, sink in source.handleChanges(now: ms * 1_000, into: &sink) }
    }

    /// Advances to `ms`, as a turn that a deadline woke.
    func fireDeadlines(_ ms: Int64) {
        loop.withSource { source, sink in source.advance(to: ms * 1_000, into: &sink) }
        expectTimers()
    }

    /// Applies a changed configuration at `ms`.
    func reconfigure(_ ms: Int64, _ change: (inout DaemonConfiguration) -> Void) {
        var configuration = DaemonConfiguration.standard
        change(&configuration)
        loop.withSource { source, sink in
            source.reconfigure(configuration, now: ms * 1_000, into: &sink)
        }
        expectTimers()
    }

    /// The error that ends the daemon; `nil` if there is none.
    var failure: CommandError? { loop.source.failure }

    func stop() {
        loop.withSource { source, sink in source.stop(into: &sink) }
        loop.source.finishRecording()
    }
}

extension SampleRecording {
    /// Frames made by a closure.
    static func frames(_ make: (inout SampleRecording) -> Void) -> SampleRecording {
        var recording = SampleRecording()
        make(&recording)
        return recording
    }

    /// A tap that lands at `ms` and lifts 50 ms later.
    static func tap(_ ms: Int64) -> SampleRecording {
        frames {
            $0.frame(ms, .down(0, 50, 50))
            $0.frame(ms + 50, .up(0))
        }
    }

    /// A finger that lands at `ms` and moves 20 mm in 40 ms.
    static func drag(_ ms: Int64) -> SampleRecording {
        frames {
            $0.frame(ms, .down(0, 50, 50))
            for step in 1...4 as ClosedRange<Int64> {
                $0.frame(ms + 10 * step, .move(0, 50 + 5 * Int32(step), 50))
            }
        }
    }
}
