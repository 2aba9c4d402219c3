import CLinux
import Glibc

/// CLOCK_MONOTONIC.
enum SteadyClock {
    /// In microseconds.
    static var nowUs: Int64 { clinux_clock(CLOCK_MONOTONIC) }
}
