import TouchCore

/// A custom recogniser that decides only by time and travel, because the laws turn and shift
/// touches.
struct LawRecognizer: CustomRecognizer {
    enum Kind: CaseIterable {
        /// Recognised at a lift within 180 ms of the landing.
        case knock
        /// Begins once a finger has moved, and changes with each movement.
        case move
        /// Begins 320 ms after the first landing if no finger has moved.
        case hold
    }

    let kind: Kind
    let fingers: ClosedRange<Int>
    private(set) var nextDeadline: Timestamp?

    private static let knockUs: Int64 = 180_000
    private static let holdUs: Int64 = 320_000
    /// In mm². On the laws' panel no finger is exactly that far from its landing.
    private static let squaredTravel = 9.1

    init(_ kind: Kind, fingers: ClosedRange<Int>) {
        self.kind = kind
        self.fingers = fingers
    }

    mutating func start() { nextDeadline = nil }

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Int> {
        var travel = 0.0
        for index in fingers.indices {
            let finger = fingers[index]
            travel = max(travel, finger.position.squaredDistance(to: finger.landing))
        }
        let hasMoved = travel > Self.squaredTravel
        switch kind {
        case .knock:
            if hasMoved { return .failed }
            guard moment.cause == .lifted else { return .possible }
            return moment.durationUs < Self.knockUs ? .ended(0) : .failed
        case .move:
            guard moment.cause == .moved else { return .possible }
            return hasMoved ? .changed(0) : .possible
        case .hold:
            guard !hasMoved else { return .failed }
            let due = moment.firstLanding.advanced(byMicroseconds: Self.holdUs)
            nextDeadline = due
            return moment.cause == .deadline && moment.time >= due ? .began(0) : .possible
        }
    }
}
