/// Whether a tap may still be recognised.
enum TapStatus: Sendable {
    /// Fingers that are down may become the tap, or its count may continue.
    case possible
    /// No touch so far can become the tap any more.
    case failed
}

/// The touches for which the status of a tap is queried.
enum TapScope: Sendable {
    /// Fingers that are down, and counts that have begun.
    case all
    /// Only fingers that are down, not counts.
    case down
    /// Only fingers of the hand, whatever counts are under way.
    case hand
    /// Only the count that contains this landing; fingers that are down matter if they continue it.
    case count(landing: UInt64)
    /// Counts that have begun, and fingers that stay down in this step if their number is `count`,
    /// or if `count` is `nil`.
    case staying(count: Int?)
}

extension Arena {
    /// Whether a tap can still be recognised from the touches in `scope`, for gestures that wait
    /// for it or have it as a part.
    func status(
        of tap: Int, in scope: TapScope, _ context: StepContext, fingers: borrowing FingerTable
    ) -> TapStatus {
        let isPossible =
            switch scope {
            case .all:
                recognizers.isCounting(tap)
                    || recognizers.mayBecomeTap(
                        tap, at: context.time, groups: groups, fingers: fingers)
            case .down:
                recognizers.mayBecomeTap(tap, at: context.time, groups: groups, fingers: fingers)
            case .hand:
                recognizers.mayBecomeTap(
                    tap, at: context.time, groups: groups, without: groups.aside,
                    fingers: fingers)
            case .count(let landing): recognizers.isCounting(tap, from: landing)
            case .staying(let count):
                recognizers.isCounting(tap)
                    || !isEmptying
                        && recognizers.mayBecomeTap(
                            tap, of: count, at: context.time, groups: groups,
                            without: leaving.groups, fingers: fingers)
            }
        return isPossible ? .possible : .failed
    }
}
