internal import TouchCore

extension ScreenReaderGesture: WireKeyword {
    /// `,"screen_reader":"…"`
    var wireMember: StaticString {
        switch self {
        case .swipeLeft: #","screen_reader":"swipe_left""#
        case .swipeRight: #","screen_reader":"swipe_right""#
        case .swipeUp: #","screen_reader":"swipe_up""#
        case .swipeDown: #","screen_reader":"swipe_down""#
        case .twoFingerSwipeLeft: #","screen_reader":"2_finger_swipe_left""#
        case .twoFingerSwipeRight: #","screen_reader":"2_finger_swipe_right""#
        case .twoFingerSwipeUp: #","screen_reader":"2_finger_swipe_up""#
        case .twoFingerSwipeDown: #","screen_reader":"2_finger_swipe_down""#
        case .threeFingerSwipeLeft: #","screen_reader":"3_finger_swipe_left""#
        case .threeFingerSwipeRight: #","screen_reader":"3_finger_swipe_right""#
        case .threeFingerSwipeUp: #","screen_reader":"3_finger_swipe_up""#
        case .threeFingerSwipeDown: #","screen_reader":"3_finger_swipe_down""#
        case .fourFingerSwipeLeft: #","screen_reader":"4_finger_swipe_left""#
        case .fourFingerSwipeRight: #","screen_reader":"4_finger_swipe_right""#
        case .fourFingerSwipeUp: #","screen_reader":"4_finger_swipe_up""#
        case .fourFingerSwipeDown: #","screen_reader":"4_finger_swipe_down""#
        case .swipeLeftAndRight: #","screen_reader":"swipe_left_and_right""#
        case .swipeLeftAndUp: #","screen_reader":"swipe_left_and_up""#
        case .swipeLeftAndDown: #","screen_reader":"swipe_left_and_down""#
        case .swipeRightAndLeft: #","screen_reader":"swipe_right_and_left""#
        case .swipeRightAndUp: #","screen_reader":"swipe_right_and_up""#
        case .swipeRightAndDown: #","screen_reader":"swipe_right_and_down""#
        case .swipeUpAndLeft: #","screen_reader":"swipe_up_and_left""#
        case .swipeUpAndRight: #","screen_reader":"swipe_up_and_right""#
        case .swipeUpAndDown: #","screen_reader":"swipe_up_and_down""#
        case .swipeDownAndLeft: #","screen_reader":"swipe_down_and_left""#
        case .swipeDownAndRight: #","screen_reader":"swipe_down_and_right""#
        case .swipeDownAndUp: #","screen_reader":"swipe_down_and_up""#
        case .doubleTap: #","screen_reader":"double_tap""#
        case .doubleTapAndHold: #","screen_reader":"double_tap_and_hold""#
        case .twoFingerSingleTap: #","screen_reader":"2_finger_single_tap""#
        case .twoFingerDoubleTap: #","screen_reader":"2_finger_double_tap""#
        case .twoFingerDoubleTapAndHold: #","screen_reader":"2_finger_double_tap_and_hold""#
        case .twoFingerTripleTap: #","screen_reader":"2_finger_triple_tap""#
        case .twoFingerTripleTapAndHold: #","screen_reader":"2_finger_triple_tap_and_hold""#
        case .threeFingerSingleTap: #","screen_reader":"3_finger_single_tap""#
        case .threeFingerSingleTapAndHold: #","screen_reader":"3_finger_single_tap_and_hold""#
        case .threeFingerDoubleTap: #","screen_reader":"3_finger_double_tap""#
        case .threeFingerDoubleTapAndHold: #","screen_reader":"3_finger_double_tap_and_hold""#
        case .threeFingerTripleTap: #","screen_reader":"3_finger_triple_tap""#
        case .threeFingerTripleTapAndHold: #","screen_reader":"3_finger_triple_tap_and_hold""#
        case .fourFingerSingleTap: #","screen_reader":"4_finger_single_tap""#
        case .fourFingerDoubleTap: #","screen_reader":"4_finger_double_tap""#
        case .fourFingerDoubleTapAndHold: #","screen_reader":"4_finger_double_tap_and_hold""#
        case .fourFingerTripleTap: #","screen_reader":"4_finger_triple_tap""#
        }
    }
}
