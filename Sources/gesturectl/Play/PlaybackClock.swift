import Glibc
import LinuxIO
import SystemPackage

/// Waits for times of the monotonic clock.
protocol PlaybackClock: AnyObject {
    /// The present time, in microseconds.
    var now: Int64 { get }

    /// Waits until `time`; returns `false` if the process was asked to end before.
    func wait(until time: Int64) throws(CommandError) -> Bool
}

/// The kernel's clock. SIGTERM, SIGINT and SIGHUP are blocked while it exists, and end a wait.
final class SignalledClock: PlaybackClock {
    private let signals: Descriptor
    private let timer: TimerDescriptor

    init() throws(CommandError) {
        let timer = try CommandError.requiring(TimerDescriptor.init)
        let signals = try CommandError.requiring(SignalDescriptor.ending)
        self.timer = timer
        self.signals = signals
    }

    deinit {
        // A signal that ended a wait is still pending, and now ends the process.
        SignalDescriptor.unblockEnding()
    }

    var now: Int64 { SystemClock.monotonicUs }

    /// The time is absolute: delays of single waits do not add up.
    func wait(until time: Int64) throws(CommandError) -> Bool {
        do throws(Errno) {
            try timer.set(to: time)
            var requests = [signals.number, timer.descriptor.number].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            _ = try systemCall { poll(&requests, 2, -1) }
            return requests[0].revents == 0
        } catch {
            throw CommandError(.software, "cannot wait", error)
        }
    }
}

/// When the frames of a recording are due, in microseconds of the clock.
struct PlaybackPace {
    /// A frame that was written later by more than this delays all that follow: the process was
    /// stopped, and fingers do not catch up.
    static let maximumDelay: Int64 = 100_000

    private var origin: (clock: Int64, stamp: Int64)?
    /// The maximum stamp so far, and when that frame was due.
    private var latest = Int64.min
    private var lastDue = Int64.max

    /// When a frame is due; the first one is due `now`, and none before its predecessor.
    ///
    /// - Parameter now: after the frame before it was written.
    mutating func due(_ stamp: Int64, now: Int64) -> Int64 {
        latest = max(latest, stamp)
        var origin = origin ?? (now, latest)
        let delay = now.subtractingReportingOverflow(lastDue)
        if !delay.overflow, delay.partialValue > Self.maximumDelay {
            origin.clock += delay.partialValue
        }
        self.origin = origin
        let (due, overflow) = origin.clock.addingReportingOverflow(latest &- origin.stamp)
        lastDue = overflow ? .max : due
        return lastDue
    }
}
