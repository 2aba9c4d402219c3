/// The minimum movement, force and time at which one of the asked gestures may act: begin, continue
/// or fail.
///
/// Below these thresholds the arena asks no gesture, so that a frame costs four comparisons,
/// however many gestures the list has. Each kind lowers the thresholds to its own
/// (`Recognizers.watch`), which may be too low, but never too high. Debug builds ask all gestures
/// anyway, to check that. The thresholds are computed again when the asked gestures or the hand
/// change.
struct WakeThresholds: Sendable {
    /// The state for which the thresholds were computed: masks of gestures, and the hand.
    struct Key: Sendable, Equatable {
        /// The gestures that are asked at each movement.
        var asked: UInt64 = 0
        /// The active ones of `asked`.
        var active: UInt64 = 0
        /// Strokes that are candidates.
        var strokes: UInt64 = 0
        /// `Hand.number`.
        var hand: UInt64 = 0
    }

    let key: Key
    /// A gesture may act if the centroid has moved farther since the start of the round (mm,
    /// squared).
    private var squaredTranslation = Double.infinity
    /// A gesture may act if a finger has been farther from its landing point (mm, squared).
    private var squaredTravel = Double.infinity
    /// A gesture may act from this force on, 0 to 1.
    private var force = Double.infinity
    /// A gesture may act from this time on.
    private var time = Timestamp.never
    /// The earliest time at which a stroke expires.
    private(set) var strokesExpire = Timestamp.never

    /// Creates thresholds that no movement reaches.
    init(_ key: Key = Key()) {
        self.key = key
    }

    /// Adds a gesture that may act if the centroid has moved farther (mm, squared).
    mutating func lower(squaredTranslation: Double) {
        self.squaredTranslation = min(self.squaredTranslation, squaredTranslation)
    }

    /// Adds a gesture that may act if a finger has been farther from its landing point (mm,
    /// squared).
    mutating func lower(squaredTravel: Double) {
        self.squaredTravel = min(self.squaredTravel, squaredTravel)
    }

    /// Adds a gesture that may act from the given force on.
    mutating func lower(force: Double) {
        self.force = min(self.force, force)
    }

    /// Adds a gesture that may act from `time` on.
    mutating func lower(time: Timestamp) {
        self.time = min(self.time, time)
    }

    /// Adds a gesture that may act in any frame.
    mutating func requireEveryFrame() {
        time = Timestamp(microseconds: .min)
    }

    /// Adds a stroke that expires at `time`.
    mutating func lower(strokesExpire time: Timestamp) {
        strokesExpire = min(strokesExpire, time)
    }

    /// Whether a gesture may act in this frame.
    @inline(__always)
    func isReached(
        by hand: borrowing Hand, at time: Timestamp,
        fingers: borrowing FingerTable
    ) -> Bool {
        if time >= self.time { return true }
        let slots = hand.fingers
        if squaredTravel < .infinity, fingers.squaredTravel(of: slots) > squaredTravel {
            return true
        }
        if force < .infinity, fingers.force(of: slots) >= force { return true }
        guard squaredTranslation < .infinity else { return false }
        let translation = hand.round.displacement(of: slots, fingers: fingers)
        return translation.squaredLength > squaredTranslation
    }
}
