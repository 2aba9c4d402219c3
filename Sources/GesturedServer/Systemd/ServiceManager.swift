import CLinux
import Glibc
import LinuxIO
import SystemPackage

/// systemd, as far as it waits for word of the daemon: `sd_notify(3)` and `sd_watchdog_enabled(3)`.
///
/// Where nothing started the daemon as a `Type=notify` service no message is sent, and that costs
/// nothing. The messages are our own datagrams: libsystemd would bring its own dependencies
/// for three short lines.
struct ServiceManager: ~Copyable {
    /// What can be sent to systemd.
    enum Message: Hashable {
        /// Clients and devices are served: the start, or the reload, is over.
        case ready
        /// The configuration is being read again, from this time on (CLOCK_MONOTONIC, µs).
        case reloading(since: Int64)
        /// The daemon ends because it was asked to.
        case stopping
        /// The loop still goes round.
        case alive

        /// What is sent: assignments, a line each.
        var text: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            }
        }
    }

    /// How often to send `.alive`, in microseconds; `nil` where nobody watches.
    ///
    /// Half of what systemd waits for, as its manual advises: a late wake-up is no restart.
    let watchdogIntervalUs: Int64?

    /// How long a message waits until it is tried again, in microseconds.
    private static var retryUs: Int64 { 100_000 }
    /// Messages that wait at once.
    private static var maximumWaiting: Int { 4 }

    private let channel: Channel?
    /// What there was no room for in systemd's queue, in order.
    private var waiting: [Message]
    /// When it is sent again; not set if nothing waits.
    private var retry: LoopTimer
    /// When `.alive` is sent again; not set if nobody watches, or before `startWatchdog`.
    private var watchdog: LoopTimer

    /// A socket to send from, and whom to send to.
    private struct Channel: ~Copyable {
        let descriptor: Descriptor
        /// A path, or an abstract name behind `@`, as bytes: neither need be UTF-8.
        let address: [UInt8]
    }

    /// Finds out whether somebody waits, and for what.
    ///
    /// - Parameters:
    ///   - environment: looks `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID` up.
    ///   - processID: `$WATCHDOG_PID`, where it is set, must be this.
    ///   - timers: of the loop that calls `advance`.
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
        // Only here, for Swift 6.2.3: see `OverflowRecovery`.
        waiting = []
    }

    /// Sends one message at the time `now`; does nothing where nobody waits.
    ///
    /// It never blocks. `.alive` comes again, and is left out where systemd's queue has no room; the
    /// others are sent once, and wait for `retry`.
    ///
    /// - Throws: the error of sendto(2), `ENAMETOOLONG` for an address that no socket can have, and
    ///   `EAFNOSUPPORT` for one that is neither a path nor an abstract name.
    mutating func notify(_ message: Message, now: Int64) throws(Errno) {
        guard waiting.isEmpty else { return keep(message, now: now) }
        guard try !send(message) else { return }
        keep(message, now: now)
    }

    /// Has `.alive` sent from here on, if the service manager watches.
    mutating func startWatchdog(now: Int64) {
        watchdog.set(to: watchdogIntervalUs.map { now &+ $0 })
    }

    /// Whether `.alive` is to be sent at `now`; not again for a while then.
    mutating func takeKeepAlive(now: Int64) -> Bool {
        guard watchdog.isDue(now) else { return false }
        startWatchdog(now: now)
        return true
    }

    /// Sends what waits, once it is time, as far as there is room.
    ///
    /// - Throws: the error of sendto(2) for the first message, which is given up.
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
        // Reloads come in pairs, of their beginning and their end: the oldest two cancel out.
        if waiting.count > Self.maximumWaiting { waiting.removeFirst(2) }
        if !retry.isSet { retry.set(to: now &+ Self.retryUs) }
    }

    /// Sends one message; false where systemd's queue has no room now.
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
        // A service's children inherit its environment, and are not who is watched.
        if let watched = environment("WATCHDOG_PID"), pid_t(watched) != processID { return nil }
        guard let limit = environment("WATCHDOG_USEC").flatMap({ Int64($0) }), limit > 0
        else { return nil }
        return max(limit / 2, 1)
    }
}
