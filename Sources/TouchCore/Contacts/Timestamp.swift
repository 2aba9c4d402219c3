/// An instant on the kernel's clock, in microseconds.
///
/// Only differences have a meaning: hardware counts from boot (`CLOCK_MONOTONIC`), a recording
/// from wherever its recorder began.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Microseconds since the clock's origin.
    public var microseconds: Int64

    /// The end of time: what is due then is never due.
    static let never = Timestamp(microseconds: .max)

    /// An instant so many microseconds after the clock's origin.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    /// The time from `earlier` to this instant, in microseconds.
    ///
    /// Saturates instead of overflowing: stamps in a recording can be anything.
    @inline(__always)
    public func microseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
        guard overflow else { return difference }
        return microseconds < earlier.microseconds ? .min : .max
    }

    /// The instant `microseconds` later; saturates instead of overflowing.
    @inline(__always)
    public func advanced(byMicroseconds microseconds: Int64) -> Timestamp {
        let (sum, overflow) = self.microseconds.addingReportingOverflow(microseconds)
        guard overflow else { return Timestamp(microseconds: sum) }
        return Timestamp(microseconds: microseconds < 0 ? .min : .max)
    }
}
