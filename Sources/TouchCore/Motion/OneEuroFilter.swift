/// Smooths the positions of one movement: strongly while it is slow, hardly while it is fast.
///
/// A low-pass filter whose cut-off frequency rises with speed, after Casiez, Roussel and Vogel,
/// "1€ Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive Systems", CHI
/// 2012. The speed is measured from sample to sample, as in the authors' own programs. It is the
/// speed of the movement and not of each axis, so that a rotated panel behaves the same.
public struct OneEuroFilter: Sendable {
    /// The state of the filter for one movement.
    public struct State: Sendable {
        /// The filtered position, in millimetres.
        public private(set) var position = Point.zero
        /// The last sample, unfiltered.
        fileprivate var sample = Point.zero
        /// The smoothed velocity, in mm/s.
        fileprivate var velocity = Point.zero
        fileprivate var time = Timestamp(microseconds: 0)

        /// Creates a state at rest at the surface's top left.
        public init() {}

        /// Restarts at the first sample of a movement, or after a silence.
        public mutating func start(at position: Point, _ time: Timestamp) {
            self.position = position
            sample = position
            velocity = .zero
            self.time = time
        }

        fileprivate mutating func approach(_ sample: Point, by fraction: Double, _ time: Timestamp)
        {
            position += (sample - position) * fraction
            self.sample = sample
            self.time = time
        }
    }

    /// Cut-off frequency of the velocity, as in the paper (Hz).
    private static let velocityCutoff = 1.0
    /// After a longer silence the filter restarts (µs).
    private static let longestSilenceUs: Int64 = 500_000
    /// Shorter times between samples count as this long (µs).
    private static let minimumIntervalUs: Int64 = 1_000

    private let minimumCutoff: Double
    private let beta: Double

    /// `nil` if a setting is out of range: a cut-off of 0 would keep every finger where it landed.
    public init?(_ settings: OneEuroSettings) {
        guard settings.minimumCutoff > 0, settings.beta >= 0, settings.beta.isFinite else {
            return nil
        }
        minimumCutoff = settings.minimumCutoff
        beta = settings.beta
    }

    /// Adds a sample, in millimetres; returns the filtered position.
    public func add(_ sample: Point, at time: Timestamp, to state: inout State) -> Point {
        let elapsed = time.microseconds(since: state.time)
        guard elapsed <= Self.longestSilenceUs else {
            state.start(at: sample, time)
            return sample
        }
        let seconds = Double(max(elapsed, Self.minimumIntervalUs)) / 1e6
        let velocity = (sample - state.sample) / seconds
        state.velocity +=
            (velocity - state.velocity) * Self.fraction(cutoff: Self.velocityCutoff, in: seconds)
        let cutoff = minimumCutoff + beta * state.velocity.length
        state.approach(sample, by: Self.fraction(cutoff: cutoff, in: seconds), time)
        return state.position
    }

    /// The fraction of the displacement to a sample by which the filter moves, 0 to 1.
    private static func fraction(cutoff: Double, in seconds: Double) -> Double {
        let radians = 2 * Double.pi * cutoff * seconds
        return radians < .infinity ? radians / (radians + 1) : 1
    }
}
