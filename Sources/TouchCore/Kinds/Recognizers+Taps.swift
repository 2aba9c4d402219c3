/// Inputs of taps, which use tap groups instead of a hand.
extension Recognizers {
    /// The recogniser of a tap.
    func tap(_ index: Int) -> TapRecognizer { taps[list[index].row] }

    /// The maximum distance of a finger from the nearest other one of the same tap (mm, squared).
    var squaredTapReach: Double {
        var reach = 0.0
        for row in taps.indices { reach = max(reach, taps.read(row) { $0.squaredReach }) }
        return reach
    }

    /// The last finger of a group has lifted.
    mutating func lift(
        _ index: Int, _ group: TapGroup, at time: Timestamp, lastGroup: UInt64
    ) -> RecognizedGesture? {
        taps[list[index].row].lift(group, at: time, lastGroup: lastGroup)
    }

    /// Fingers that cannot be a tap land at `position`.
    mutating func skipTap(
        _ index: Int, at time: Timestamp, _ position: Point, after lift: Timestamp?,
        lastGroup: UInt64
    ) {
        taps[list[index].row].skip(at: time, position, after: lift, lastGroup: lastGroup)
    }

    /// Whether a tap may continue a count.
    func isCounting(_ index: Int) -> Bool { taps[list[index].row].isCounting }

    /// Whether a tap may continue a count that contains the landing with the given number.
    func isCounting(_ index: Int, from landing: UInt64) -> Bool {
        taps[list[index].row].isCounting(from: landing)
    }

    /// Whether fingers that are down may become a tap.
    ///
    /// - Parameters:
    ///   - count: the required number of fingers; `nil` for any.
    ///   - lifted: the groups without a finger that is still down, one bit for each index.
    func mayBecomeTap(
        _ index: Int, of count: Int? = nil, at time: Timestamp, groups: borrowing TapGroups,
        without lifted: UInt64 = 0, fingers: borrowing FingerTable
    ) -> Bool {
        taps[list[index].row].isPossible(
            of: count, at: time, groups: groups, without: lifted, fingers: fingers)
    }

    /// Ends the counts that no tap can continue.
    mutating func tapDeadline(
        _ index: Int, at time: Timestamp, groups: borrowing TapGroups,
        fingers: borrowing FingerTable
    ) {
        taps[list[index].row].deadline(at: time, groups: groups, fingers: fingers)
    }

    /// The next time at which a tap or a count may become impossible.
    func nextTapDeadline(
        _ index: Int, after time: Timestamp, groups: borrowing TapGroups
    ) -> Timestamp {
        taps[list[index].row].nextDeadline(after: time, groups: groups)
    }

    /// Forgets the counts under way.
    mutating func resetTap(_ index: Int) {
        taps[list[index].row].reset()
    }
}
