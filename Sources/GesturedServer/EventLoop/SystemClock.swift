import CLinux
import Glibc

/// The kernel's clocks, in microseconds.
enum SystemClock {
    /// CLOCK_MONOTONIC: what the kernel stamps frames with.
    static var monotonicUs: Int64 { clinux_clock(CLOCK_MONOTONIC) }

    /// CLOCK_REALTIME: microseconds since 1970.
    static var realtimeUs: Int64 { clinux_clock(CLOCK_REALTIME) }

    /// The earlier of two times of which either may not be.
    static func earlier(_ one: Int64?, _ other: Int64?) -> Int64? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
