/// Smooths the places of one movement: strongly while it is slow, hardly while it is fast.
///
/// A low-pass filter whose cut-off frequency rises with speed. After Casiez, Roussel and Vogel,
/// "1€ Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive Systems",
/// CHI 2012; the speed is that from sample to sample, as in the authors' own programs, and along the
/// glass rather than along each axis, so that a turned panel feels the same.
public struct OneEuroFilter: Sendable {
    /// What the filter remembers of one movement.
    public struct State: Sendable {
        /// Where the filter is, in millimetres.
        public private(set) var position = Point.zero
        /// As the device gave it.
        fileprivate var sample = Point.zero
        /// Smoothed, in mm/s.
        fileprivate var velocity = Point.zero
        fileprivate var time = Timestamp(microseconds: 0)

        /// At the surface's top left, at rest.
        public init() {}

        /// Starts anew at the first sample of a movement, or after a silence.
        public mutating func start(at position: Point, _ time: Timestamp) {
            self.position = position
            sample = position
            velocity = .zero
            self.time = time
        }

        fileprivate mutating func approach(_ sample: Point, by share: Double, _ time: Timestamp) {
            position += (sample - position) * share
            self.sample = sample
            self.time = time
        }
    }

    /// Cut-off frequency of the velocity, as in the paper (Hz).
    private static let velocityCutoff = 1.0
    /// A silence that is longer starts anew (µs).
    private static let longestSilenceUs: Int64 = 500_000
    /// Samples that are closer, or of one stamp, count as this far apart (µs).
    private static let minimumIntervalUs: Int64 = 1_000

    private let minimumCutoff: Double
    private let beta: Double

    /// `nil` where a setting is no number that can be meant: a cut-off of 0 would hold every finger
    /// where it landed.
    public init?(_ settings: OneEuroSettings) {
        guard settings.minimumCutoff > 0, settings.beta >= 0, settings.beta.isFinite else {
            return nil
        }
        minimumCutoff = settings.minimumCutoff
        beta = settings.beta
    }

    /// Takes a sample, in millimetres; where the filter is then.
    public func add(_ sample: Point, at time: Timestamp, to state: inout State) -> Point {
        let elapsed = time.microseconds(since: state.time)
        guard elapsed <= Self.longestSilenceUs else {
            state.start(at: sample, time)
            return sample
        }
        let seconds = Double(max(elapsed, Self.minimumIntervalUs)) / 1e6
        let velocity = (sample - state.sample) / seconds
        state.velocity +=
            (velocity - state.velocity) * Self.share(cutoff: Self.velocityCutoff, in: seconds)
        let cutoff = minimumCutoff + beta * state.velocity.length
        state.approach(sample, by: Self.share(cutoff: cutoff, in: seconds), time)
        return state.position
    }

    /// How much of the way to a sample is gone: 0 to 1.
    private static func share(cutoff: Double, in seconds: Double) -> Double {
        let turned = 2 * Double.pi * cutoff * seconds
        return turned < .infinity ? turned / (turned + 1) : 1
    }
}
