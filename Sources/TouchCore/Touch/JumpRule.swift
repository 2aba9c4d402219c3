/// Steps that no finger makes: its slot was given to another.
enum JumpRule {
    /// A step that could be a jump (mm).
    private static let distance = 20.0
    /// The speed that a jump asks for (mm/s).
    private static let speed = 5_000.0
    /// The multiple of the finger's own speed that a jump asks for.
    private static let ratio = 4.0
    /// A silence counts as this long at most, a repeated stamp as this long (µs).
    private static let intervalUs: ClosedRange<Int64> = 1_000...40_000

    /// Whether a finger that is at `raw` now jumped there.
    ///
    /// Only where the finger was much slower: distance and speed alone tear every flick of a 40 Hz
    /// panel in two.
    static func isJump(_ finger: borrowing Finger, to raw: Point, at time: Timestamp) -> Bool {
        let squared = raw.squaredDistance(to: finger.rawPosition)
        guard squared > distance * distance else { return false }
        let elapsed = min(
            max(time.microseconds(since: finger.sampledAt), intervalUs.lowerBound),
            intervalUs.upperBound)
        let asked = squared.squareRoot() / (Double(elapsed) / 1e6)
        guard asked > speed else { return false }
        return asked > ratio * finger.motion.velocity().length
    }
}
