/// Whether a tap may still be recognised.
enum TapStatus: Sendable {
    /// Fingers that are down may become it, or its count may continue.
    case possible
    /// No touch so far can become it any more.
    case failed
}

/// The touches that a question about a tap concerns.
enum TapScope: Sendable {
    /// Fingers that are down, and counts under way.
    case all
    /// Fingers that are down: a count of other fingers does not matter.
    case down
    /// The count that contains this landing: fingers that are down now are another touch, unless
    /// they continue it.
    case count(landing: UInt64)
    /// Counts under way, and fingers that are down and are not lifting in this step, if their
    /// number is `count`; `nil` for any number.
    case staying(count: Int?)
}

extension Arena {
    /// Whether a tap can still be recognised from the touches in `scope`: all that wait for a tap,
    /// or have it as a part, ask here.
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
