import CLinux
import Glibc
import LinuxIO
import SystemPackage

/// The service manager systemd, if it expects messages: `sd_notify(3)` and
/// `sd_watchdog_enabled(3)`.
///
/// If the daemon was not started as a `Type=notify` service, no message is sent, at no cost. The
/// messages are sent without libsystemd, whose dependencies are not worth a few short datagrams.
struct ServiceManager: ~Copyable {
    /// A message to systemd.
    enum Message: Hashable {
        /// The start, or a reload, is finished: clients and devices are served.
        case ready
        /// A reload of the configuration has begun at this time (CLOCK_MONOTONIC, µs).
        case reloading(since: Int64)
        /// The daemon ends on request.
        case stopping
        /// The loop is running.
        case alive

        /// The text of the message: assignments, one a line.
        var text: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            }
        }
    }

    /// How often to send `.alive`, in microseconds; `nil` without a watchdog.
    ///
    /// Half of systemd's timeout, as its manual advises, so that a late wake-up causes no restart.
    let watchdogIntervalUs: Int64?

    /// The time between two tries to send queued messages, in microseconds.
    private static var retryUs: Int64 { 100_000 }
    /// The maximum number of queued messages.
    private static var maximumWaiting: Int { 4 }

    private let channel: Channel?
    /// Messages for which systemd's queue had no room, in order.
    private var waiting: [Message]
    /// When queued messages are sent; not set if there are none.
    private var retry: LoopTimer
    /// When `.alive` is sent next; not set without a watchdog, or before `startWatchdog`.
    private var watchdog: LoopTimer

    /// A socket, and the address to send to.
    private struct Channel: ~Copyable {
        let descriptor: Descriptor
        /// A path, or an abstract name after `@`, in bytes, which need not be UTF-8.
        let address: [UInt8]
    }

    /// Determines whether systemd expects messages, and which.
    ///
    /// - Parameters:
    ///   - environment: returns the values of `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    ///   - processID: `$WATCHDOG_PID`, if it is set, must be this.
    ///   - timers: the timers of the loop that calls `advance`.
    /// - Throws: the error of socket(2).
    init(
        environment: (String) -> String?, processID: pid_t, timers: TimerList
    ) throws(Errno) {
        retry = LoopTimer("messages to the service manager", in: timers)
        watchdog = LoopTimer("watchdog", in: timers)
        guard let address = environment("NOTIFY_SOCKET"), !address.isEmpty else {
            watchdogIntervalUs = nil
            channel = nil
            waiting = []
            return
        }
        watchdogIntervalUs = Self.watchdogIntervalUs(environment, processID)
        channel = Channel(
            descriptor: try Self.datagramSocket(), address: FileName.bytes(of: address))
        // Set here because of Swift 6.2.3: see `OverflowRecovery`.
        waiting = []
    }

    /// Sends one message at the time `now`; does nothing if systemd expects none.
    ///
    /// Never blocks. If systemd's queue has no room, `.alive` is omitted, as the next one follows;
    /// other messages wait for `retry`.
    ///
    /// - Throws: the error of sendto(2), `ENAMETOOLONG` for an address that no socket can have, and
    ///   `EAFNOSUPPORT` for one that is neither a path nor an abstract name.
    mutating func notify(_ message: Message, now: Int64) throws(Errno) {
        guard waiting.isEmpty else { return keep(message, now: now) }
        guard try !send(message) else { return }
        keep(message, now: now)
    }

    /// Starts to send `.alive`, if there is a watchdog.
    mutating func startWatchdog(now: Int64) {
        watchdog.set(to: watchdogIntervalUs.map { now &+ $0 })
    }

    /// Whether `.alive` has to be sent at `now`; if so, the next one is due after the interval.
    mutating func rearmKeepAlive(now: Int64) -> Bool {
        guard watchdog.isDue(now) else { return false }
        startWatchdog(now: now)
        return true
    }

    /// Sends queued messages, if they are due, as far as there is room.
    ///
    /// - Throws: the error of sendto(2) for the first message, which is discarded.
    mutating func retry(now: Int64) throws(Errno) {
        guard retry.isDue(now) else { return }
        defer { retry.set(to: waiting.isEmpty ? nil : now &+ Self.retryUs) }
        while let message = waiting.first {
            do throws(Errno) {
                guard try send(message) else { return }
            } catch {
                waiting.removeFirst()
                throw error
            }
            waiting.removeFirst()
        }
    }

    private mutating func keep(_ message: Message, now: Int64) {
        guard message != .alive else { return }
        waiting.append(message)
        // Each reload sends two messages, for its beginning and its end: without the oldest two,
        // the rest is still correct.
        if waiting.count > Self.maximumWaiting { waiting.removeFirst(2) }
        if !retry.isSet { retry.set(to: now &+ Self.retryUs) }
    }

    /// Sends one message; returns false if systemd's queue has no room now.
    private func send(_ message: Message) throws(Errno) -> Bool {
        switch channel {
        case .none: return true
        case .some(let channel):
            let socket = channel.descriptor.number
            let address = channel.address
            var text = message.text
            let sent = try systemCallOrWouldBlock {
                address.withUnsafeBufferPointer { name in
                    text.withUTF8 {
                        clinux_send_to_name(
                            socket, name.baseAddress, name.count, $0.baseAddress, $0.count,
                            Int32(MSG_DONTWAIT))
                    }
                }
            }
            return sent != nil
        }
    }

    private static func datagramSocket() throws(Errno) -> Descriptor {
        try Descriptor {
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        }
    }

    private static func watchdogIntervalUs(
        _ environment: (String) -> String?, _ processID: pid_t
    ) -> Int64? {
        // A service's children inherit its environment, but are not the watched process.
        if let watched = environment("WATCHDOG_PID"), pid_t(watched) != processID { return nil }
        guard let limit = environment("WATCHDOG_USEC").flatMap({ Int64($0) }), limit > 0
        else { return nil }
        return max(limit / 2, 1)
    }
}
