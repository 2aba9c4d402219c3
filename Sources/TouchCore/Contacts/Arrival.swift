/// The first samples of a finger, and where it was before the panel saw it.
///
///     bezel │ · · 0 ─step─▶ 1 ─step + growth─▶ 2        · drawn back by one frame, and by two
///
/// A fast stroke over the bezel is first seen inside the surface. One frame earlier it was not seen,
/// so it was beyond the side. A finger that lands inside begins at rest: its steps grow, and lead
/// back to its landing.
struct Arrival: Sendable {
    /// For each frame by which it is drawn back, a position this near to a side counts as beyond
    /// the side, because of noise and the grid of the panel (mm).
    private static let tolerance = 1.0
    /// A finger that lands farther than this from every side has not come over the bezel (mm): two
    /// frames at 60 Hz at 2 m/s.
    private static let reach = 70.0
    /// The minimum length of a step that shows when a panel reports landings (mm).
    private static let minimumStep = 4.0
    /// The maximum growth of such a step, as a fraction of its length.
    private static let steadiness = 0.1
    /// A stroke whose first step grows by more than this fraction begins at rest.
    private static let growthFromRest = 0.5
    /// The step before the first sample was shorter by this many times the growth: a finger that
    /// begins to move gains most of its speed at first.
    private static let earlyGrowth = 1.5

    /// What the start of a stroke shows of the panel.
    enum Evidence: Sendable {
        /// The landing was reported late: the finger crossed the side this number of frames before
        /// it.
        case late(frames: Double)
        /// The landing was reported in time, or the finger has crossed no side.
        case inTime
        /// The finger began at rest, inside of the surface.
        case fromRest
    }

    /// The first sample (mm).
    let landing: Point
    /// The movement in the frame after it (mm).
    let step: Point
    /// How much longer the step of the next frame was (mm); `nil` without a third sample.
    let growth: Point?

    /// Whether a finger may have come over the bezel, by the position of its first sample.
    static func isPossible(at landing: Point, on surface: Surface) -> Bool {
        min(landing.x, surface.width - landing.x, landing.y, surface.height - landing.y) <= reach
    }

    /// The position some frames before the first sample. A slowing finger is drawn back along a
    /// line.
    func position(framesBefore frames: Double) -> Point {
        let line = landing - step * frames
        guard let growth, growth.dot(step) > 0 else { return line }
        return line + growth * (Self.earlyGrowth * frames)
    }

    /// The landing, moved to the sides that the finger crossed in the frames before it.
    func origin(framesBefore frames: Double, on surface: Surface) -> Point {
        let before = position(framesBefore: frames)
        let tolerance = Self.tolerance * frames
        return Point(
            x: Self.crossed(before.x, step.x, landing.x, surface.width, tolerance),
            y: Self.crossed(before.y, step.y, landing.y, surface.height, tolerance))
    }

    /// A coordinate of the landing, moved to the side that a finger crossed.
    private static func crossed(
        _ before: Double, _ step: Double, _ landing: Double, _ length: Double,
        _ tolerance: Double
    ) -> Double {
        // A landing in the band counts as one at the side, and may be nearer to another side.
        let band = EdgeBands.width(across: length, configured: nil)
        if step > 0, before <= tolerance, landing > band { return 0 }
        guard step < 0, before >= length - tolerance, landing < length - band else {
            return landing
        }
        return length
    }

    /// What a stroke at a constant speed or from rest shows; `nil` for another stroke, or one without
    /// three samples.
    func evidence(on surface: Surface) -> Evidence? {
        guard let growth else { return nil }
        let limit = Self.steadiness * step.length + Self.tolerance / 4
        guard growth.squaredLength <= limit * limit else {
            return beginsAtRest(growth, on: surface) ? .fromRest : nil
        }
        return evidence(step.x, landing.x, surface.width)
            ?? evidence(step.y, landing.y, surface.height)
    }

    /// Whether a finger that landed beyond every band began at rest.
    private func beginsAtRest(_ growth: Point, on surface: Surface) -> Bool {
        let across = EdgeBands.width(across: surface.width, configured: nil)
        let down = EdgeBands.width(across: surface.height, configured: nil)
        return growth.dot(step) > Self.growthFromRest * step.squaredLength
            && (step + growth).length >= Self.minimumStep
            && min(landing.x, surface.width - landing.x) > across
            && min(landing.y, surface.height - landing.y) > down
    }

    /// What one coordinate of a stroke at a constant speed shows; `nil` if nothing.
    private func evidence(_ step: Double, _ landing: Double, _ length: Double) -> Evidence? {
        let distance = step > 0 ? landing : length - landing
        guard step.magnitude >= Self.minimumStep, distance <= Self.reach else { return nil }
        let frames = distance / step.magnitude
        let tolerance = Self.tolerance / step.magnitude
        if frames < 1 - tolerance || frames > 2 + tolerance { return .inTime }
        return frames > 1 + tolerance ? .late(frames: frames) : nil
    }
}

/// Proof that a device reports landings a frame late: strokes that each crossed a side one to two
/// frames before their landing, at different times.
///
/// Strokes that begin inside, all at one point and at one speed, look alike.
struct LateLandings: Sendable {
    /// The minimum difference between the times at which strokes crossed the side (frames).
    private static let spread = 0.25

    private var strokes = FaultEvidence(proof: 5)
    /// The minimum and the maximum of these times (frames before the landing).
    private var range = (minimum: 0.0, maximum: 0.0)

    /// Whether the fault is known.
    var isProof: Bool { strokes.isProof && range.maximum - range.minimum >= Self.spread }

    /// Adds a stroke that crossed the side `frames` before its landing.
    mutating func add(frames: Double) {
        if strokes.isEmpty { range = (frames, frames) }
        range = (min(range.minimum, frames), max(range.maximum, frames))
        strokes.add()
    }

    /// Removes a stroke that a steady finger may have begun inside of the surface.
    mutating func withdraw() { strokes.withdraw() }

    /// Forgets the evidence: the device has shown that it reports landings in time.
    mutating func forget() { strokes.forget() }

    /// Counts the lift of a finger.
    mutating func countLift() { strokes.countLift() }
}
