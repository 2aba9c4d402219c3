import Logging
import SystemPackage
import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO
@testable import TouchDevices

/// An owner of a set that learns the numbers of its devices only from the set's changes.
private struct NumberedDevices: ~Copyable {
    let source: PipeSource
    let poller: EpollPoller
    var set: DeviceSet
    /// The numbers of open devices, in the order of the set.
    var numbers: [Int] = []
    /// The numbers of removed devices.
    var removed: [Int] = []
    /// The number of events that were read.
    var eventCount = 0

    init(_ source: PipeSource, _ log: CollectedLog, requiresList: Bool = true) throws {
        self.source = source
        poller = try EpollPoller()
        let opener = DeviceOpener(source: source, configuration: .standard, logger: log.logger)
        set = DeviceSet(
            of: [], with: opener, requiresList: requiresList, poller: poller, now: 0)
        set.rescan()
    }

    /// A turn at `ms`, in which the source is queried for changes.
    mutating func turn(_ ms: Int64) throws {
        for index in 0..<(try poller.wait(timeoutMs: 0)) {
            let (token, readiness) = poller[index]
            if let index = set.handle(token: token, readiness, now: ms * 1_000) { read(index) }
            handleChanges()
        }
        _ = set.handle(token: DeviceSet.changesToken, [], now: ms * 1_000)
        set.takeChanges(now: ms * 1_000)
        handleChanges()
        set.advance(to: ms * 1_000)
        handleChanges()
    }

    /// Handles every change of the set.
    mutating func handleChanges() {
        while let change = set.next() {
            switch change {
            case .opened: numbers.append(set.devices[set.devices.count - 1].summary.id)
            case .present(let index, _): set.trackContacts(of: index)
            case .readable(let index): read(index)
            case .leaving(let index, _):
                let device = set.devices.remove(at: index)
                #expect(numbers.remove(at: index) == device.summary.id)
                removed.append(device.summary.id)
            default: break
            }
        }
    }

    private mutating func read(_ index: Int) {
        var reading = set.read(index)
        while let read = reading {
            eventCount += read.events.count
            reading = set.continueReading(index, leftCount: 0)
        }
    }
}

/// The devices that are open, retried and lost, as nodes are added and removed.
struct DeviceSetTests {
    private static let paths = (1...4).map { "/event\($0)" }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `the owner's table follows the set, whatever happens to nodes`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let source = PipeSource()
        var owner = try NumberedDevices(source, CollectedLog())
        var opened: [PipeNode] = []
        var ms: Int64 = 0
        for _ in 0..<200 {
            let path = try #require(Self.paths.randomElement(using: &generator))
            let isReported = !generator.oneIn(4)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0, 1:
                if source.nodes[path] != nil { source.unplug(path, isReported: isReported) }
                if generator.oneIn(4) { source.refusals[path] = [.permissionDenied] }
                opened.append(try source.plugIn(path, isReported: isReported))
            case 2: source.unplug(path, isReported: isReported)
            case 3: source.nodes[path]?.readError = .ioError
            case 4: source.nodes[path]?.resynchroniseError = .ioError
            case 5: source.pending.append(.rescan)
            case 6: source.pending.append(.changed(path, calibration: nil))
            default: try source.nodes[path]?.send(.tap(ms))
            }
            ms += Int64.random(in: 0...60, using: &generator)
            try owner.turn(ms)
            let inSet = (0..<owner.set.devices.count).map { owner.set.devices[$0].summary.id }
            #expect(owner.numbers == inSet)
            #expect(Set(owner.numbers).isDisjoint(with: owner.removed))
            let readable = owner.set.devices.count { $0.isReadable }
            #expect(opened.reduce(0) { $0 + $1.openCount } == readable)
            #expect(opened.allSatisfy { $0.openCount <= 1 })
        }
        for path in Self.paths { source.unplug(path) }
        try owner.turn(ms)
        #expect(owner.numbers == [] && opened.allSatisfy { $0.openCount == 0 })
        #expect(owner.poller.timers.earliest == nil && !owner.set.hasSteps)
        #expect(Set(owner.removed).count == owner.removed.count)
    }

    @Test func `a device that fails is no longer polled, and is opened again when udev reports it`()
        throws
    {
        let source = PipeSource()
        let node = try source.plugIn("/event1")
        var owner = try NumberedDevices(source, CollectedLog())
        try owner.turn(0)
        node.readError = .ioError
        try node.send(.tap(10))
        try owner.turn(60)
        #expect(owner.numbers == [1] && node.openCount == 0)
        #expect(try owner.poller.wait(timeoutMs: 0) == 0)
        node.readError = nil
        source.pending = [.changed("/event1", calibration: nil)]
        try owner.turn(70)
        #expect(owner.numbers == [2] && node.openCount == 1)
        try node.send(.tap(80))
        try owner.turn(140)
        #expect(owner.eventCount > 0)
    }

    @Test func `a device found released at a deadline has half a second from then on`() throws {
        let source = PipeSource()
        let node = try source.plugIn("/event1")
        var owner = try NumberedDevices(source, CollectedLog())
        try owner.turn(0)
        try node.send(.tap(10))
        try owner.turn(50)
        node.isReleased = true
        try node.send([InputEvent(timeUs: 600_000, .synReport, value: 0)])
        owner.set.readAll(now: 600_000)
        owner.handleChanges()
        #expect(owner.poller.timers.earliest == 1_100_000)
    }

    @Test func `several lists that fail in one batch are one failure`() throws {
        let source = PipeSource()
        var owner = try NumberedDevices(source, CollectedLog())
        try owner.turn(0)
        source.listError = .ioError
        source.pending = Array(repeating: .rescan, count: 10)
        try owner.turn(10)
        #expect(owner.set.failure == nil && owner.poller.timers.earliest == 30_000)
    }

    @Test(arguments: [true, false])
    func `a list that fails reopens the source only if the list is required`(
        requiresList: Bool
    ) throws {
        let source = PipeSource()
        source.listError = .ioError
        var owner = try NumberedDevices(source, CollectedLog(), requiresList: requiresList)
        try owner.turn(0)
        #expect(owner.poller.timers.earliest == (requiresList ? 20_000 : nil))
        try source.plugIn("/event1")
        try owner.turn(10)
        #expect(owner.numbers == (requiresList ? [] : [1]))
        source.listError = nil
        try owner.turn(20)
        #expect(owner.numbers == [1] && source.reopenCount == (requiresList ? 1 : 0))
    }

    @Test func `a reopened source that cannot list its devices is not watched`() throws {
        let (source, log) = (PipeSource(), CollectedLog())
        source.listError = .ioError
        var owner = try NumberedDevices(source, log)
        try owner.turn(0)
        try owner.turn(20)
        let isWatched = "notice: udev's changes are received again"
        #expect(source.reopenCount == 1 && !log.lines.contains(isWatched))
        source.listError = nil
        for ms in 21..<200 as Range<Int64> { try owner.turn(ms) }
        #expect(source.reopenCount == 2 && log.lines.last == isWatched)
    }

    @Test func `changes reported together with a failing list are handled`() throws {
        let source = PipeSource()
        try source.plugIn("/event1")
        var owner = try NumberedDevices(source, CollectedLog())
        try owner.turn(0)
        source.listError = .ioError
        source.pending = [.rescan, .removed("/event1")]
        try owner.turn(10)
        #expect(owner.numbers == [] && owner.removed == [1])
    }

    @Test func `a change in the source waits for takeChanges`() throws {
        let source = PipeSource()
        var owner = try NumberedDevices(source, CollectedLog())
        try owner.turn(0)
        try source.plugIn("/event1")
        let token = DeviceSet.changesToken
        #expect(DeviceSet.owns(token: token) && !DeviceSet.owns(token: 3))
        #expect(owner.set.handle(token: token, .readable, now: 1_000) == nil)
        #expect(!owner.set.hasSteps && source.attempts == 0)
        owner.set.takeChanges(now: 1_000)
        #expect(owner.set.changesReadiness == nil && owner.set.hasSteps)
    }
}
