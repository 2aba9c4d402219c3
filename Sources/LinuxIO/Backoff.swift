/// The pauses between retries of a failing operation: each twice as long as the one before.
public struct Backoff: Sendable, Hashable {
    private let firstUs: Int64
    private let longestUs: Int64
    private let limit: Int
    private var pauseUs: Int64
    /// The number of failures since the last success, at most `limit`.
    public private(set) var failures = 0

    /// - Parameters:
    ///   - firstUs: the pause after the first failure, in microseconds.
    ///   - longestUs: the maximum pause, in microseconds.
    ///   - limit: the number of pauses after which there are no more retries.
    public init(firstUs: Int64, longestUs: Int64 = .max, limit: Int = .max) {
        self.firstUs = max(firstUs, 0)
        self.longestUs = max(longestUs, 0)
        self.limit = limit
        pauseUs = self.firstUs
    }

    /// Records a failure; returns the pause before the next try, in microseconds, or `nil` if there
    /// is no further try.
    public mutating func fail() -> Int64? {
        guard failures < limit else { return nil }
        failures += 1
        defer { pauseUs = pauseUs > longestUs / 2 ? longestUs : 2 * pauseUs }
        return pauseUs
    }

    /// Records a success: the next failure counts as the first.
    public mutating func reset() {
        failures = 0
        pauseUs = firstUs
    }
}
