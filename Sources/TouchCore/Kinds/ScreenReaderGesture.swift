/// One of the gestures that Android defines for screen readers.
///
/// The names are those of the constants `GESTURE_…` of Android's `AccessibilityService`, in small
/// letters and without `GESTURE_`. A gesture of one finger has no number of fingers in its name.
public enum ScreenReaderGesture: String, Sendable, Hashable, CaseIterable {
    /// `swipe_left`
    case swipeLeft = "swipe_left"
    /// `swipe_right`
    case swipeRight = "swipe_right"
    /// `swipe_up`
    case swipeUp = "swipe_up"
    /// `swipe_down`
    case swipeDown = "swipe_down"
    /// `2_finger_swipe_left`
    case twoFingerSwipeLeft = "2_finger_swipe_left"
    /// `2_finger_swipe_right`
    case twoFingerSwipeRight = "2_finger_swipe_right"
    /// `2_finger_swipe_up`
    case twoFingerSwipeUp = "2_finger_swipe_up"
    /// `2_finger_swipe_down`
    case twoFingerSwipeDown = "2_finger_swipe_down"
    /// `3_finger_swipe_left`
    case threeFingerSwipeLeft = "3_finger_swipe_left"
    /// `3_finger_swipe_right`
    case threeFingerSwipeRight = "3_finger_swipe_right"
    /// `3_finger_swipe_up`
    case threeFingerSwipeUp = "3_finger_swipe_up"
    /// `3_finger_swipe_down`
    case threeFingerSwipeDown = "3_finger_swipe_down"
    /// `4_finger_swipe_left`
    case fourFingerSwipeLeft = "4_finger_swipe_left"
    /// `4_finger_swipe_right`
    case fourFingerSwipeRight = "4_finger_swipe_right"
    /// `4_finger_swipe_up`
    case fourFingerSwipeUp = "4_finger_swipe_up"
    /// `4_finger_swipe_down`
    case fourFingerSwipeDown = "4_finger_swipe_down"
    /// `swipe_left_and_right`
    case swipeLeftAndRight = "swipe_left_and_right"
    /// `swipe_left_and_up`
    case swipeLeftAndUp = "swipe_left_and_up"
    /// `swipe_left_and_down`
    case swipeLeftAndDown = "swipe_left_and_down"
    /// `swipe_right_and_left`
    case swipeRightAndLeft = "swipe_right_and_left"
    /// `swipe_right_and_up`
    case swipeRightAndUp = "swipe_right_and_up"
    /// `swipe_right_and_down`
    case swipeRightAndDown = "swipe_right_and_down"
    /// `swipe_up_and_left`
    case swipeUpAndLeft = "swipe_up_and_left"
    /// `swipe_up_and_right`
    case swipeUpAndRight = "swipe_up_and_right"
    /// `swipe_up_and_down`
    case swipeUpAndDown = "swipe_up_and_down"
    /// `swipe_down_and_left`
    case swipeDownAndLeft = "swipe_down_and_left"
    /// `swipe_down_and_right`
    case swipeDownAndRight = "swipe_down_and_right"
    /// `swipe_down_and_up`
    case swipeDownAndUp = "swipe_down_and_up"
    /// `double_tap`
    case doubleTap = "double_tap"
    /// `double_tap_and_hold`
    case doubleTapAndHold = "double_tap_and_hold"
    /// `2_finger_single_tap`
    case twoFingerSingleTap = "2_finger_single_tap"
    /// `2_finger_double_tap`
    case twoFingerDoubleTap = "2_finger_double_tap"
    /// `2_finger_double_tap_and_hold`
    case twoFingerDoubleTapAndHold = "2_finger_double_tap_and_hold"
    /// `2_finger_triple_tap`
    case twoFingerTripleTap = "2_finger_triple_tap"
    /// `2_finger_triple_tap_and_hold`
    case twoFingerTripleTapAndHold = "2_finger_triple_tap_and_hold"
    /// `3_finger_single_tap`
    case threeFingerSingleTap = "3_finger_single_tap"
    /// `3_finger_single_tap_and_hold`
    case threeFingerSingleTapAndHold = "3_finger_single_tap_and_hold"
    /// `3_finger_double_tap`
    case threeFingerDoubleTap = "3_finger_double_tap"
    /// `3_finger_double_tap_and_hold`
    case threeFingerDoubleTapAndHold = "3_finger_double_tap_and_hold"
    /// `3_finger_triple_tap`
    case threeFingerTripleTap = "3_finger_triple_tap"
    /// `3_finger_triple_tap_and_hold`
    case threeFingerTripleTapAndHold = "3_finger_triple_tap_and_hold"
    /// `4_finger_single_tap`
    case fourFingerSingleTap = "4_finger_single_tap"
    /// `4_finger_double_tap`
    case fourFingerDoubleTap = "4_finger_double_tap"
    /// `4_finger_double_tap_and_hold`
    case fourFingerDoubleTapAndHold = "4_finger_double_tap_and_hold"
    /// `4_finger_triple_tap`
    case fourFingerTripleTap = "4_finger_triple_tap"
}

extension ScreenReaderGesture {
    /// What fingers do.
    package enum Movement: Sendable, Hashable {
        /// All fingers move in one direction.
        case swipe(fingers: Int, SwipeDirection)
        /// One finger moves in one direction, and then in another.
        case turn(SwipeDirection, SwipeDirection)
        /// Fingers tap, and at the last time may stay.
        case taps(fingers: Int, count: Int, isHeld: Bool)
    }

    /// All gestures. Made once, because `allCases` allocates.
    private static let all = ContiguousArray(allCases)

    /// Makes the list, so that a later search does not allocate.
    static func prepare() { _ = all.count }

    /// The gesture that is a movement; `nil` if none is.
    package init?(_ movement: Movement) {
        for gesture in Self.all where gesture.movement == movement {
            self = gesture
            return
        }
        return nil
    }

    /// What the fingers do.
    package var movement: Movement {
        switch self {
        case .swipeLeft: .swipe(fingers: 1, .left)
        case .swipeRight: .swipe(fingers: 1, .right)
        case .swipeUp: .swipe(fingers: 1, .up)
        case .swipeDown: .swipe(fingers: 1, .down)
        case .twoFingerSwipeLeft: .swipe(fingers: 2, .left)
        case .twoFingerSwipeRight: .swipe(fingers: 2, .right)
        case .twoFingerSwipeUp: .swipe(fingers: 2, .up)
        case .twoFingerSwipeDown: .swipe(fingers: 2, .down)
        case .threeFingerSwipeLeft: .swipe(fingers: 3, .left)
        case .threeFingerSwipeRight: .swipe(fingers: 3, .right)
        case .threeFingerSwipeUp: .swipe(fingers: 3, .up)
        case .threeFingerSwipeDown: .swipe(fingers: 3, .down)
        case .fourFingerSwipeLeft: .swipe(fingers: 4, .left)
        case .fourFingerSwipeRight: .swipe(fingers: 4, .right)
        case .fourFingerSwipeUp: .swipe(fingers: 4, .up)
        case .fourFingerSwipeDown: .swipe(fingers: 4, .down)
        case .swipeLeftAndRight: .turn(.left, .right)
        case .swipeLeftAndUp: .turn(.left, .up)
        case .swipeLeftAndDown: .turn(.left, .down)
        case .swipeRightAndLeft: .turn(.right, .left)
        case .swipeRightAndUp: .turn(.right, .up)
        case .swipeRightAndDown: .turn(.right, .down)
        case .swipeUpAndLeft: .turn(.up, .left)
        case .swipeUpAndRight: .turn(.up, .right)
        case .swipeUpAndDown: .turn(.up, .down)
        case .swipeDownAndLeft: .turn(.down, .left)
        case .swipeDownAndRight: .turn(.down, .right)
        case .swipeDownAndUp: .turn(.down, .up)
        case .doubleTap: .taps(fingers: 1, count: 2, isHeld: false)
        case .doubleTapAndHold: .taps(fingers: 1, count: 2, isHeld: true)
        case .twoFingerSingleTap: .taps(fingers: 2, count: 1, isHeld: false)
        case .twoFingerDoubleTap: .taps(fingers: 2, count: 2, isHeld: false)
        case .twoFingerDoubleTapAndHold: .taps(fingers: 2, count: 2, isHeld: true)
        case .twoFingerTripleTap: .taps(fingers: 2, count: 3, isHeld: false)
        case .twoFingerTripleTapAndHold: .taps(fingers: 2, count: 3, isHeld: true)
        case .threeFingerSingleTap: .taps(fingers: 3, count: 1, isHeld: false)
        case .threeFingerSingleTapAndHold: .taps(fingers: 3, count: 1, isHeld: true)
        case .threeFingerDoubleTap: .taps(fingers: 3, count: 2, isHeld: false)
        case .threeFingerDoubleTapAndHold: .taps(fingers: 3, count: 2, isHeld: true)
        case .threeFingerTripleTap: .taps(fingers: 3, count: 3, isHeld: false)
        case .threeFingerTripleTapAndHold: .taps(fingers: 3, count: 3, isHeld: true)
        case .fourFingerSingleTap: .taps(fingers: 4, count: 1, isHeld: false)
        case .fourFingerDoubleTap: .taps(fingers: 4, count: 2, isHeld: false)
        case .fourFingerDoubleTapAndHold: .taps(fingers: 4, count: 2, isHeld: true)
        case .fourFingerTripleTap: .taps(fingers: 4, count: 3, isHeld: false)
        }
    }

    /// The number of fingers.
    public var fingers: Int {
        switch movement {
        case .swipe(let fingers, _), .taps(let fingers, _, _): fingers
        case .turn: 1
        }
    }

    /// The direction of a swipe, or of its first part.
    public var direction: SwipeDirection? {
        switch movement {
        case .swipe(_, let direction), .turn(let direction, _): direction
        case .taps: nil
        }
    }

    /// The direction of the second part of a swipe of two parts.
    public var secondDirection: SwipeDirection? {
        if case .turn(_, let direction) = movement { direction } else { nil }
    }

    /// The number of taps.
    public var count: Int? {
        if case .taps(_, let count, _) = movement { count } else { nil }
    }

    /// Whether the fingers stay on the surface after the last tap.
    public var isHeld: Bool {
        if case .taps(_, _, let isHeld) = movement { isHeld } else { false }
    }
}
