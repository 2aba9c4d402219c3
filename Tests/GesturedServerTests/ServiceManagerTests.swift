import Glibc
import SystemPackage
import Testing
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// The messages that systemd receives, and the interval of the watchdog.
struct ServiceManagerTests {
    private let directory: TemporaryDirectory
    private let timers: TimerList

    init() throws {
        directory = try TemporaryDirectory()
        timers = try TimerList()
    }

    private func manager(_ environment: [String: String]) throws -> ServiceManager {
        try ServiceManager(environment: { environment[$0] }, processID: 42, timers: timers)
    }

    private func notify(_ message: ServiceManager.Message, at address: String) throws {
        var manager = try manager(["NOTIFY_SOCKET": address])
        try manager.notify(message, now: 0)
    }

    /// An abstract name that no other run has.
    private var abstractName: String { "@" + directory.path }

    @Test(arguments: [
        (ServiceManager.Message.ready, "READY=1"), (.stopping, "STOPPING=1"),
        (.alive, "WATCHDOG=1"),
        (.reloading(since: 1_234_567), "RELOADING=1\nMONOTONIC_USEC=1234567"),
    ])
    func `systemd receives one message per datagram`(
        message: ServiceManager.Message, datagram: String
    ) throws {
        let bytes = FileName.text(of: [0x62, 0xff])
        for address in [directory.file("notify"), abstractName].flatMap({ [$0, $0 + bytes] }) {
            let socket = try NotifySocket(address)
            try notify(message, at: address)
            #expect(try socket.next() == datagram)
            #expect(try socket.next() == nil)
        }
    }

    @Test(arguments: [[:], ["NOTIFY_SOCKET": ""], ["WATCHDOG_USEC": "60000000"]])
    func `without a supervisor no message is sent, and no watchdog is served`(
        environment: [String: String]
    ) throws {
        var manager = try manager(environment)
        try manager.notify(.ready, now: 0)
        #expect(timers.earliest == nil)
        #expect(manager.watchdogIntervalUs == nil)
    }

    @Test func `a message is sent to an abstract name of the maximum length`() throws {
        let filler = String(repeating: "x", count: 108 - abstractName.utf8.count)
        let socket = try NotifySocket(abstractName + filler)
        try notify(.ready, at: socket.address)
        #expect(try socket.next() == "READY=1")
    }

    @Test func `an address that no socket can have is an error`() throws {
        let long = String(repeating: "x", count: 107)
        for (address, error) in [
            ("notify", Errno.addressFamilyNotSupported), ("@", .addressFamilyNotSupported),
            ("vsock:2:9", .addressFamilyNotSupported), ("/" + long, .fileNameTooLong),
            ("@x" + long, .fileNameTooLong), (directory.file("none"), .noSuchFileOrDirectory),
            (abstractName, .connectionRefused),
        ] {
            #expect(throws: error) { try notify(.ready, at: address) }
        }
    }

    /// Fills the queue of `socket`; returns the number of messages in it.
    ///
    /// Each sender has a limit, too, and reaches it first if the queue is as long as under systemd
    /// (net.unix.max_dgram_qlen). So the queue is full only if a new sender finds no room.
    private func fill(_ socket: NotifySocket) throws -> Int {
        var count = 0
        while count < 100_000 {
            var other = try manager(["NOTIFY_SOCKET": socket.address])
            let before = count
            try other.notify(.stopping, now: 0)
            while timers.earliest == nil {
                count += 1
                try other.notify(.stopping, now: 0)
            }
            if count == before { return count }
        }
        return 0
    }

    @Test func `a watchdog notification never waits for room`() throws {
        let socket = try NotifySocket(directory.file("notify"))
        #expect(try fill(socket) > 0)
        var manager = try manager(["NOTIFY_SOCKET": socket.address])
        try manager.notify(.alive, now: 0)
        #expect(timers.earliest == nil)
    }

    @Test func `all other messages are sent in order once the queue has room`() throws {
        let socket = try NotifySocket(directory.file("notify"))
        let count = try fill(socket)
        var manager = try manager(["NOTIFY_SOCKET": socket.address])
        try manager.notify(.ready, now: 1_000)
        try manager.notify(.reloading(since: 7), now: 2_000)
        try manager.notify(.alive, now: 3_000)
        try manager.notify(.ready, now: 3_000)
        #expect(timers.earliest == 101_000)
        try manager.retry(now: 101_000)
        #expect(timers.earliest == 201_000)
        for _ in 0..<count { #expect(try socket.next() == "STOPPING=1") }
        try manager.retry(now: 201_000 - 1)
        #expect(try socket.next() == nil)
        try manager.retry(now: 201_000)
        #expect(timers.earliest == nil)
        let sent = [try socket.next(), try socket.next(), try socket.next(), try socket.next()]
        #expect(sent == ["READY=1", "RELOADING=1\nMONOTONIC_USEC=7", "READY=1", nil])
    }

    @Test func `however many reloads there are, a bounded number of messages waits`() throws {
        let socket = try NotifySocket(directory.file("notify"))
        let count = try fill(socket)
        var manager = try manager(["NOTIFY_SOCKET": socket.address])
        for time in 0..<1_000 as Range<Int64> {
            try manager.notify(.reloading(since: time), now: 0)
            try manager.notify(.ready, now: 0)
        }
        for _ in 0..<count { _ = try socket.next() }
        try manager.retry(now: .max)
        var sent: [String] = []
        while let next = try socket.next() { sent.append(next) }
        #expect(sent.count == 4)
        #expect(sent.last == "READY=1")
        #expect(sent[2] == "RELOADING=1\nMONOTONIC_USEC=999")
    }

    @Test func `messages that wait for a closed socket are dropped`() throws {
        let path = directory.file("notify")
        var manager = try manager(["NOTIFY_SOCKET": path])
        do {
            let socket = try NotifySocket(path)
            #expect(try fill(socket) > 0)
            try manager.notify(.ready, now: 0)
        }
        #expect(throws: Errno.connectionRefused) { try manager.retry(now: .max) }
        #expect(timers.earliest == nil)
    }

    @Test(
        arguments: [
            (usec: "60000000", pid: nil, interval: 30_000_000), ("60000000", "42", 30_000_000),
            ("60000000", "43", nil), ("60000000", "", nil), ("60000000", "4x", nil), ("1", nil, 1),
            ("0", nil, nil), ("-5", nil, nil), ("soon", nil, nil), ("", nil, nil), (nil, nil, nil),
            ("9223372036854775807", nil, 4_611_686_018_427_387_903),
            ("18446744073709551615", nil, nil),
        ] as [(usec: String?, pid: String?, interval: Int64?)])
    func `notifies twice within the watchdog interval`(
        usec: String?, pid: String?, interval: Int64?
    ) throws {
        var environment = ["NOTIFY_SOCKET": directory.file("notify")]
        environment["WATCHDOG_USEC"] = usec
        environment["WATCHDOG_PID"] = pid
        #expect(try manager(environment).watchdogIntervalUs == interval)
    }
}
