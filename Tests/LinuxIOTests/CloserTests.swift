import Foundation
import Synchronization
import Testing

@testable import LinuxIO

/// The order in which connections are closed.
struct CloserTests {
    private let timers: TimerList

    init() throws {
        timers = try TimerList()
    }

    private func connection() throws -> Descriptor {
        try Descriptor { open("/dev/null", O_RDONLY | O_CLOEXEC) }
    }

    @Test func `at most four are closed at a time, and one of each user`() throws {
        let started = Mutex<[UInt32]>([])
        var closer = try Closer(timers: timers) { socket, uid in
            started.withLock { $0.append(uid) }
            close(socket)
            return true
        }
        for uid: UInt32 in [1, 1, 2, 3, 4, 5] { closer.close(try connection(), of: uid, now: 0) }
        #expect(started.withLock { $0 } == [1, 2, 3, 4])
        #expect(closer.count == 6)
        #expect(closer.count(of: 1) == 2)
        #expect(closer.count(of: 5) == 1)
        #expect(timers.earliest == nil)
    }

    @Test func `threads close and report, and the next of the user follows`() throws {
        var closer = try Closer(timers: timers)
        for uid: UInt32 in [1, 1, 1, 2, 3, 4, 5] { closer.close(try connection(), of: uid, now: 0) }
        while closer.count > 0 {
            var request = pollfd(fd: closer.reports.number, events: Int16(POLLIN), revents: 0)
            try #require(Glibc.poll(&request, 1, 10_000) == 1)
            closer.readReports(now: 0)
        }
    }
}
