/// A side of a finger that rests, on which another finger taps.
public enum RestingSide: String, Sendable, Hashable, CaseIterable {
    /// To the left.
    case left
    /// To the right.
    case right
    /// Towards the top.
    case up
    /// Towards the bottom.
    case down

    /// The direction from the resting finger to the tap.
    public var direction: SwipeDirection {
        switch self {
        case .left: .left
        case .right: .right
        case .up: .up
        case .down: .down
        }
    }

    /// The side on which a finger lands, by its displacement from those that rest.
    init(of displacement: Point) {
        if abs(displacement.x) >= abs(displacement.y) {
            self = displacement.x < 0 ? .left : .right
        } else {
            self = displacement.y < 0 ? .up : .down
        }
    }
}

/// Taps beside fingers that rest.
extension Arena {
    /// How long a finger has rested, at the landing of another that taps beside it (µs).
    private static let besideRestUs: Int64 = 150_000

    /// The side of the other fingers of the hand on which some land; `nil` if one of the others does
    /// not rest, or no tap is configured to be beside a finger.
    func restingSide(of landed: UInt64, fingers: borrowing FingerTable) -> RestingSide? {
        let others = hand.fingers & ~landed
        guard arbiter[.tapsBeside] != 0, others != 0 else { return nil }
        let restedUs = fingers.firstLanding(of: landed)
            .microseconds(since: fingers.restsSince(others))
        guard restedUs >= Self.besideRestUs else { return nil }
        return RestingSide(of: fingers.landing(of: landed) - fingers.centroid(of: others))
    }

    /// Forgets the side of lifted groups if one of the other fingers has moved since they landed.
    mutating func checkSides(_ completed: UInt64, fingers: borrowing FingerTable) {
        guard arbiter[.tapsBeside] != 0 else { return }
        for index in SlotSequence(completed) {
            guard let group = groups[index], group.side != nil else { continue }
            let others = hand.fingers & ~group.fingers
            if others == 0 || fingers.restsSince(others) > group.firstLanding {
                groups.forgetSide(of: index)
            }
        }
    }

    /// Begins a group of fingers that land late, beside others that rest longer than other taps
    /// allow. Returns whether it did.
    mutating func beginGroupBeside(
        _ landed: UInt64, _ side: RestingSide?, fingers: borrowing FingerTable
    ) -> Bool {
        guard side != nil else { return false }
        landGroups(landed, fingers: fingers)
        skipTaps(arbiter[.countsTaps] & ~arbiter[.tapsBeside], landed, fingers: fingers)
        groups.loseNewest(arbiter[.countsTaps] & ~arbiter[.tapsBeside])
        return true
    }
}
