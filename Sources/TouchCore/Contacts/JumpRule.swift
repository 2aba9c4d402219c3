/// Steps that no finger makes: its slot was given to another.
///
/// It is a jump only where the finger was much slower: distance and speed alone tear every flick of a
/// 40 Hz panel in two. A whole finger is not handed on for that: it would be copied.
enum JumpRule {
    /// A step that could be a jump (mm).
    private static let distance = 20.0
    /// The speed that a jump asks for (mm/s).
    private static let leastSpeed = 5_000.0
    /// The multiple of the finger's own speed that a jump asks for; a little more, for four times as
    /// fast is none, and a speed that was worked out has been rounded.
    static let ratio = 4.0 * (1 + 1e-12)
    /// A silence counts as this long at most, a repeated stamp as this long (µs).
    private static let intervalUs: ClosedRange<Int64> = 1_000...40_000

    /// The speed (mm/s) of a step that is far and fast enough for a jump; `nil` for any other.
    ///
    /// - Parameter raw: the sample's place at `time`; the one before was at `place`, at `then`.
    @inline(__always)
    static func speed(
        from place: Point, _ then: Timestamp, to raw: Point, _ time: Timestamp
    ) -> Double? {
        let squared = raw.squaredDistance(to: place)
        guard squared > distance * distance else { return nil }
        let elapsed = min(
            max(time.microseconds(since: then), intervalUs.lowerBound), intervalUs.upperBound)
        let asked = squared.squareRoot() / (Double(elapsed) / 1e6)
        return asked > leastSpeed ? asked : nil
    }
}
