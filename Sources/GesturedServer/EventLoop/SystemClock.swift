import Glibc

/// The kernel's clocks, in microseconds.
enum SystemClock {
    /// CLOCK_MONOTONIC: what the kernel stamps frames with.
    static var monotonicUs: Int64 { read(CLOCK_MONOTONIC) }

    /// CLOCK_REALTIME: microseconds since 1970.
    static var realtimeUs: Int64 { read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        // Neither clock can be missing on Linux, so there is no error to tell.
        _ = clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// The earlier of two times of which either may not be.
    static func earlier(_ one: Int64?, _ other: Int64?) -> Int64? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
