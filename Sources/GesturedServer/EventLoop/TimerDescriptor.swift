import CLinux
import Glibc
import SystemPackage

/// The one alarm clock of the loop: a timerfd on CLOCK_MONOTONIC, set to absolute times.
struct TimerDescriptor: ~Copyable {
    /// Readable once the time it was set to has come.
    let descriptor: Descriptor
    private var setting: Int64?

    /// - Throws: what timerfd_create(2) says.
    init() throws(Errno) {
        descriptor = try Descriptor { clinux_timer_create() }
    }

    /// Sets the clock to `time`, in microseconds of CLOCK_MONOTONIC; `nil` switches it off.
    ///
    /// A time that has passed makes it ready at once. Setting it to what it is set to costs nothing.
    mutating func set(to time: Int64?) throws(Errno) {
        guard time != setting else { return }
        let number = descriptor.number
        // 0 would switch the clock off; the first microsecond after boot serves as well.
        let value = time.map { max($0, 1) } ?? 0
        _ = try systemCall { clinux_timer_arm(number, value) }
        setting = time
    }

    /// Takes note that it went off, so that it is no longer readable.
    mutating func acknowledge() throws(Errno) {
        var expirations: UInt64 = 0
        setting = nil
        _ = try withUnsafeMutableBytes(of: &expirations) { bytes throws(Errno) in
            try descriptor.read(into: bytes)
        }
    }
}
