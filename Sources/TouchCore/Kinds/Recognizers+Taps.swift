/// Taps, which use tap groups instead of a hand.
extension Recognizers {
    /// The tap of a node, for calls that only taps need.
    func tap(_ index: Int) -> TapRecognizer { taps[list[index].place] }

    /// The last finger of a group has lifted.
    mutating func lift(
        _ index: Int, _ group: TapGroup, at time: Timestamp, lastGroup: UInt64
    ) -> RecognizedGesture? {
        taps[list[index].place].lift(group, at: time, lastGroup: lastGroup)
    }

    /// Fingers land at a place that cannot be a tap.
    mutating func skipTap(
        _ index: Int, at time: Timestamp, _ place: Point, after lift: Timestamp?,
        lastGroup: UInt64
    ) {
        taps[list[index].place].skip(at: time, place, after: lift, lastGroup: lastGroup)
    }

    /// Whether a count is under way.
    func isCounting(_ index: Int) -> Bool { taps[list[index].place].isCounting }

    /// Whether a count is under way that contains a landing.
    func isCounting(_ index: Int, from landing: UInt64) -> Bool {
        taps[list[index].place].isCounting(from: landing)
    }

    /// Whether fingers are down that may be a tap.
    ///
    /// - Parameters:
    ///   - count: the number of its fingers; `nil` for any.
    ///   - lifted: groups, by index, without a finger that is still down.
    func mayBecomeTap(
        _ index: Int, of count: Int? = nil, at time: Timestamp, groups: borrowing TapGroups,
        without lifted: UInt64 = 0, fingers: borrowing FingerTable
    ) -> Bool {
        taps[list[index].place].isPossible(
            of: count, at: time, groups: groups, without: lifted, fingers: fingers)
    }

    /// Ends a count that can no longer continue.
    mutating func tapDeadline(
        _ index: Int, at time: Timestamp, groups: borrowing TapGroups,
        fingers: borrowing FingerTable
    ) {
        taps[list[index].place].deadline(at: time, groups: groups, fingers: fingers)
    }

    /// The next time at which a tap may turn out to be impossible.
    func nextTapDeadline(
        _ index: Int, after time: Timestamp, groups: borrowing TapGroups
    ) -> Timestamp {
        taps[list[index].place].nextDeadline(after: time, groups: groups)
    }

    /// Forgets a count.
    mutating func resetTap(_ index: Int) {
        taps[list[index].place].reset()
    }
}
