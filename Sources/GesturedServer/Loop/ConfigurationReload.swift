import GestureSettings
import LinuxIO
import Synchronization
import SystemPackage

/// Requests to read the configuration again (SIGHUP), and the reading.
///
/// The configuration is read on a thread of its own, because a file system or a directory service
/// may take long to answer:
///
///     idle ── start ──▶ reading ── takeOutcome ──▶ idle
///
/// Requests during a reading count as one, which starts another reading: the file may have changed
/// after it was read.
struct ConfigurationReload: ~Copyable {
    typealias Outcome = Result<DaemonConfiguration, CommandError>

    /// Readable after a request.
    let requests: Descriptor
    /// Whether a request waits for `start`.
    private(set) var isRequested = false
    /// Whether the configuration is being read.
    private(set) var isReading = false
    /// Reads the configuration; throws all of its problems.
    private let read: @Sendable () throws(CommandError) -> DaemonConfiguration
    private let delivery: Delivery

    /// The outcome on its way from the thread to the loop.
    private final class Delivery: Sendable {
        let wake: WakePipe
        private let outcome = Mutex<Outcome?>(nil)

        init() throws(Errno) {
            wake = try WakePipe()
        }

        func deliver(_ new: Outcome) {
            outcome.withLock { $0 = new }
            wake.signal()
        }

        func take() -> Outcome? { outcome.withLock { $0.take() } }
    }

    /// - Throws: the error of socketpair(2).
    init(
        asking requests: consuming Descriptor,
        read: @escaping @Sendable () throws(CommandError) -> DaemonConfiguration
    ) throws(Errno) {
        delivery = try Delivery()
        self.requests = requests
        self.read = read
    }

    /// Requests by SIGHUP, which is blocked from now on.
    static func bySignal(
        reading read: @escaping @Sendable () throws(CommandError) -> DaemonConfiguration
    ) throws(CommandError) -> ConfigurationReload {
        let requests = try CommandError.requiring(SignalDescriptor.reloading)
        do throws(Errno) {
            return try ConfigurationReload(asking: requests, read: read)
        } catch {
            throw CommandError(.software, "cannot set up the event loop", error)
        }
    }

    /// Readable once the configuration was read.
    var outcomes: Int32 { delivery.wake.descriptor }

    /// Whether a configuration is going to be applied or refused.
    var isPending: Bool { isRequested || isReading }

    /// Consumes all requests, so that their descriptor is no longer readable.
    mutating func receiveRequests() throws(Errno) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)
        defer { buffer.deallocate() }
        while let count = try requests.read(into: buffer), count > 0 {}
        isRequested = true
    }

    /// Drops the request that waits, without reading.
    mutating func refuse() {
        isRequested = false
    }

    /// Starts to read the configuration.
    mutating func start() {
        isRequested = false
        isReading = true
        let (read, delivery) = (read, delivery)
        do throws(Errno) {
            try WaitingThread.start { delivery.deliver(Outcome(catching: read)) }
        } catch {
            let failure = CommandError(
                .software, "cannot start a thread that reads the configuration", error,
                advice: "Send SIGHUP again")
            delivery.deliver(.failure(failure))
        }
    }

    /// Makes `outcomes` no longer readable.
    func acknowledgeOutcome() {
        delivery.wake.drain()
    }

    /// The configuration that was read, or why it is invalid; `nil` if none was read since the last
    /// call.
    mutating func takeOutcome() -> Outcome? {
        guard isReading, let outcome = delivery.take() else { return nil }
        isReading = false
        return outcome
    }
}
