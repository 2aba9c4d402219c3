/// Taps, which know groups of fingers in place of a contact sequence.
extension Recognizers {
    /// A tap, for what only taps are asked.
    func tap(_ index: Int) -> TapRecognizer { taps[list[index].place] }

    /// The last finger of a group has lifted.
    mutating func lift(
        _ index: Int, _ group: TapGroup, at time: Timestamp, lastGroup: UInt64
    ) -> RecognizedGesture? {
        taps[list[index].place].lift(group, at: time, lastGroup: lastGroup)
    }

    /// Fingers land at a place that can be no tap.
    mutating func skipTap(
        _ index: Int, at time: Timestamp, _ place: Point, after lift: Timestamp?,
        lastGroup: UInt64
    ) {
        taps[list[index].place].skip(at: time, place, after: lift, lastGroup: lastGroup)
    }

    /// Whether a count is under way.
    func isCounting(_ index: Int) -> Bool { taps[list[index].place].isCounting }

    /// Whether a count is under way that a landing is part of.
    func isCounting(_ index: Int, from landing: UInt64) -> Bool {
        taps[list[index].place].isCounting(from: landing)
    }

    /// Whether a tap counts on, or fingers are down that may be one.
    func mayTap(
        _ index: Int, at time: Timestamp, groups: borrowing TapGroups,
        fingers: borrowing FingerTable
    ) -> Bool {
        isCounting(index) || mayBecomeTap(index, at: time, groups: groups, fingers: fingers)
    }

    /// Whether fingers are down that may be a tap.
    ///
    /// - Parameters:
    ///   - limit: how many fingers it may have.
    ///   - lifted: groups, by their indices, of which no finger is down any more.
    func mayBecomeTap(
        _ index: Int, of limit: Int = .max, at time: Timestamp, groups: borrowing TapGroups,
        without lifted: UInt64 = 0, fingers: borrowing FingerTable
    ) -> Bool {
        taps[list[index].place].isPossible(
            of: limit, at: time, groups: groups, without: lifted, fingers: fingers)
    }

    /// Ends a count that nothing can continue any more.
    mutating func tapDeadline(
        _ index: Int, at time: Timestamp, groups: borrowing TapGroups,
        fingers: borrowing FingerTable
    ) {
        taps[list[index].place].deadline(at: time, groups: groups, fingers: fingers)
    }

    /// When it will be known of a tap that it is none.
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
