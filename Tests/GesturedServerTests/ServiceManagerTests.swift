import Glibc
import SystemPackage
import Testing
import TouchTestSupport

@testable import GesturedServer

/// What systemd is told, as it would read it, and how often it wants to hear.
struct ServiceManagerTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func manager(_ environment: [String: String]) throws -> ServiceManager {
        try ServiceManager(environment: { environment[$0] }, processID: 42)
    }

    /// An abstract name that no other run has.
    private var abstractName: String { "@" + directory.path }

    @Test(arguments: [
        (ServiceManager.Message.ready, "READY=1"), (.stopping, "STOPPING=1"),
        (.alive, "WATCHDOG=1"),
        (.reloading(since: 1_234_567), "RELOADING=1\nMONOTONIC_USEC=1234567"),
    ])
    func `tells systemd one message a datagram`(
        message: ServiceManager.Message, datagram: String
    ) throws {
        for address in [directory.file("notify"), abstractName] {
            let socket = try NotifySocket(address)
            try manager(["NOTIFY_SOCKET": address]).tell(message)
            #expect(try socket.next() == datagram)
            #expect(try socket.next() == nil)
        }
    }

    @Test(arguments: [[:], ["NOTIFY_SOCKET": ""], ["WATCHDOG_USEC": "60000000"]])
    func `tells nobody, and watches nothing, where nobody waits`(
        environment: [String: String]
    ) throws {
        let manager = try manager(environment)
        try manager.tell(.ready)
        #expect(manager.watchdogIntervalUs == nil)
    }

    @Test func `a long abstract name is sent to in full, up to the last byte`() throws {
        let filler = String(repeating: "x", count: 108 - abstractName.utf8.count)
        let socket = try NotifySocket(abstractName + filler)
        try manager(["NOTIFY_SOCKET": socket.address]).tell(.ready)
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
            #expect(throws: error) { try manager(["NOTIFY_SOCKET": address]).tell(.ready) }
        }
    }

    @Test func `saying that it is alive never waits for room`() throws {
        let socket = try NotifySocket(directory.file("notify"))
        let manager = try manager(["NOTIFY_SOCKET": socket.address])
        var refusal: Errno?
        for _ in 0..<100_000 where refusal == nil {
            do throws(Errno) { try manager.tell(.alive) } catch { refusal = error }
        }
        #expect(refusal == .wouldBlock)
        #expect(try socket.next() == "WATCHDOG=1")
    }

    @Test(
        arguments: [
            (usec: "60000000", pid: nil, interval: 30_000_000), ("60000000", "42", 30_000_000),
            ("60000000", "43", nil), ("60000000", "", nil), ("60000000", "4x", nil), ("1", nil, 1),
            ("0", nil, nil), ("-5", nil, nil), ("soon", nil, nil), ("", nil, nil), (nil, nil, nil),
            ("9223372036854775807", nil, 4_611_686_018_427_387_903),
            ("18446744073709551615", nil, nil),
        ] as [(usec: String?, pid: String?, interval: Int64?)])
    func `is to say that it is alive twice in the time that systemd waits`(
        usec: String?, pid: String?, interval: Int64?
    ) throws {
        var environment = ["NOTIFY_SOCKET": directory.file("notify")]
        environment["WATCHDOG_USEC"] = usec
        environment["WATCHDOG_PID"] = pid
        #expect(try manager(environment).watchdogIntervalUs == interval)
    }
}
