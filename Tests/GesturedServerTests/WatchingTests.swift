import GestureWire
import LinuxIO
import SystemPackage
import Testing
import TouchCore
import TouchDevices
import TouchRecordings

@testable import GesturedServer

/// Devices that are added without a report, and a monitor of udev that fails.
struct WatchingTests {
    private let source = PipeSource()

    @Test
    func `another device at the path of an open node is opened, though no removal was reported`()
        throws
    {
        let first = try source.plugIn("/event1")
        let live = try LiveFixture(source)
        // The removal is not reported: the first report is that of the next device.
        source.unplug("/event1", isReported: false)
        try source.plugIn("/event1")
        live.handleChanges(10)
        #expect(live.lines == ["present 1", "removed 1", "added 2"])
        #expect(first.openCount == 0)
    }

    @Test func `a node that was no longer tried is tried when it is reported again`() throws {
        source.refusals["/event1"] = Array(repeating: .permissionDenied, count: 10)
        try source.plugIn("/event1")
        let live = try LiveFixture(source)
        while let next = live.nextWakeMs, source.attempts < 50 { try live.turn(next) }
        #expect(live.lines == [])
        source.pending = [.added("/event1", calibration: nil)]
        try live.turn(60_000)
        #expect(live.lines == ["added 1"])
    }

    @Test func `a monitor that fails is reopened, and devices added meanwhile are found`() throws {
        let live = try LiveFixture(source)
        source.watchError = .ioError
        try live.turn(1_000)
        #expect(live.nextWakeMs == 1_020)
        try source.plugIn("/event1", isReported: false)
        try live.turn(1_020)
        #expect(source.reopenCount == 1)
        #expect(live.lines == ["added 1"])
        #expect(live.nextWakeMs == nil && live.failure == nil)
        #expect(live.log.lines.count { $0.contains("udev") } == 2)
        try source.plugIn("/event2")
        try live.turn(1_030)
        #expect(live.lines.last == "added 2")
    }

    @Test func `a monitor that cannot be reopened ends the daemon`() throws {
        let live = try LiveFixture(source)
        source.watchError = .ioError
        source.reopenErrors = Array(repeating: .tooManyOpenFiles, count: 100)
        try live.turn(0)
        var last: Int64 = 0
        while live.failure == nil, let next = live.nextWakeMs {
            last = next
            try live.turn(next)
        }
        #expect(source.reopenCount == 9)
        #expect((10_000...10_300).contains(last))
        #expect(live.failure?.status == .software)
        #expect(live.failure?.description.hasPrefix("cannot listen to udev any more") == true)
    }

    @Test func `a monitor that fails again at once is not reopened for ever`() throws {
        let live = try LiveFixture(source)
        source.watchError = .ioError
        try live.turn(0)
        while live.failure == nil, let next = live.nextWakeMs {
            try live.turn(next)
            source.watchError = .ioError
            try live.turn(next)
        }
        #expect(source.reopenCount == 9)
        #expect(live.failure != nil)
    }

    @Test func `a monitor that worked for long is reopened as if it had never failed`() throws {
        let live = try LiveFixture(source)
        for start in [0, 100_000, 200_000] as [Int64] {
            source.watchError = .ioError
            source.reopenErrors = Array(repeating: .noMemory, count: 8)
            try live.turn(start)
            while live.failure == nil, let next = live.nextWakeMs { try live.turn(next) }
        }
        #expect(source.reopenCount == 27)
        #expect(live.failure == nil)
    }

    @Test func `a monitor whose descriptor has an error has failed`() throws {
        let live = try LiveFixture(source)
        live.handleChanges(1_000, hasFailed: true)
        #expect(live.nextWakeMs == 1_020)
        source.pending = [.rescan]
        try live.turn(1_020)
        live.handleChanges(1_030, hasFailed: true)
        #expect(source.reopenCount == 1 && live.nextWakeMs == 1_070)
    }
}
