/// What a movement must do at least for one of the gestures that are asked to act: begin, go on or fail.
///
/// Below it nobody is asked: four comparisons a frame stand for all of them, however many there are.
/// Each kind names its own bounds (`Recognizers.watch`), which may be too low, and never too high; debug
/// builds ask all the same. It is worked out anew whenever other gestures are to be asked, and with
/// each contact sequence.
struct MovementWatch: Sendable {
    /// Which gestures, in which sequence.
    struct Key: Sendable, Equatable {
        /// Those that are asked at each movement.
        var asked: UInt64 = 0
        /// Of these, those that are active.
        var active: UInt64 = 0
        /// Strokes that are candidates.
        var strokes: UInt64 = 0
        /// `ContactSequence.number`.
        var sequence: UInt64 = 0
    }

    let key: Key
    /// One acts where the way of the centroid since the start of the segment is longer (mm, squared).
    private var squaredTranslation = Double.infinity
    /// One acts where a finger has been farther from its landing (mm, squared).
    private var squaredTravel = Double.infinity
    /// One acts where the force is that much.
    private var force = Double.infinity
    /// One acts from this time on.
    private var time = Timestamp.never
    /// When the first of the strokes expires.
    private(set) var strokesExpire = Timestamp.never

    /// Nobody acts.
    init(_ key: Key = Key()) {
        self.key = key
    }

    /// One acts where the centroid has gone farther.
    mutating func lower(squaredTranslation: Double) {
        self.squaredTranslation = min(self.squaredTranslation, squaredTranslation)
    }

    /// One acts where a finger has been farther from its landing.
    mutating func lower(squaredTravel: Double) {
        self.squaredTravel = min(self.squaredTravel, squaredTravel)
    }

    /// One acts where the force is that much.
    mutating func lower(force: Double) {
        self.force = min(self.force, force)
    }

    /// One acts from `time` on.
    mutating func lower(time: Timestamp) {
        self.time = min(self.time, time)
    }

    /// One may act at any movement.
    mutating func lowerToNothing() {
        time = Timestamp(microseconds: .min)
    }

    /// A stroke expires at `time`.
    mutating func lower(strokesExpire time: Timestamp) {
        strokesExpire = min(strokesExpire, time)
    }

    /// Whether one may act.
    @inline(__always)
    func isReached(
        by sequence: borrowing ContactSequence, at time: Timestamp,
        fingers: borrowing FingerTable
    ) -> Bool {
        if time >= self.time { return true }
        let slots = sequence.fingers
        if squaredTravel < .infinity, fingers.squaredTravel(of: slots) > squaredTravel {
            return true
        }
        if force < .infinity, fingers.force(of: slots) >= force { return true }
        guard squaredTranslation < .infinity else { return false }
        let translation = sequence.segment.displacement(of: slots, fingers: fingers)
        return translation.squaredLength > squaredTranslation
    }
}
