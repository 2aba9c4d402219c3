/// The minimum movement at which one of the gestures to be asked may act: begin, continue or fail.
///
/// Below it no gesture is asked: four comparisons a frame are enough, however many gestures there
/// are. Each kind sets its own bounds (`Recognizers.watch`), which may be too low, but never too
/// high; debug builds ask all gestures anyway. It is computed again whenever other gestures are to
/// be asked, and for each hand.
struct WakeThresholds: Sendable {
    /// The gestures to be asked, and the hand.
    struct Key: Sendable, Equatable {
        /// Those that are asked at each movement.
        var asked: UInt64 = 0
        /// Of these, those that are active.
        var active: UInt64 = 0
        /// Strokes that are candidates.
        var strokes: UInt64 = 0
        /// `Hand.number`.
        var hand: UInt64 = 0
    }

    let key: Key
    /// A gesture may act if the displacement of the centroid since the start of the round is
    /// greater (mm, squared).
    private var squaredTranslation = Double.infinity
    /// A gesture may act if a finger has been farther from its landing point (mm, squared).
    private var squaredTravel = Double.infinity
    /// A gesture may act at this force.
    private var force = Double.infinity
    /// A gesture may act from this time on.
    private var time = Timestamp.never
    /// The earliest time at which a stroke expires.
    private(set) var strokesExpire = Timestamp.never

    /// Creates a watch with which no gesture acts.
    init(_ key: Key = Key()) {
        self.key = key
    }

    /// Adds a gesture that may act if the displacement of the centroid is greater.
    mutating func lower(squaredTranslation: Double) {
        self.squaredTranslation = min(self.squaredTranslation, squaredTranslation)
    }

    /// Adds a gesture that may act if a finger has been farther from its landing point.
    mutating func lower(squaredTravel: Double) {
        self.squaredTravel = min(self.squaredTravel, squaredTravel)
    }

    /// Adds a gesture that may act at the given force.
    mutating func lower(force: Double) {
        self.force = min(self.force, force)
    }

    /// Adds a gesture that may act from `time` on.
    mutating func lower(time: Timestamp) {
        self.time = min(self.time, time)
    }

    /// Adds a gesture that may act at any movement.
    mutating func requireEveryFrame() {
        time = Timestamp(microseconds: .min)
    }

    /// Adds a stroke that expires at `time`.
    mutating func lower(strokesExpire time: Timestamp) {
        strokesExpire = min(strokesExpire, time)
    }

    /// Whether a gesture may act.
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
