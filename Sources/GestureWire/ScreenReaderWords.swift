internal import TouchCore

extension ScreenReaderGesture: WireKeyword {
    /// `,"screen_reader":"…"`
    var wireMember: StaticString { Self.wireMembers[index] }

    private static let wireMembers = ContiguousArray(list)

    /// The complete member of each gesture, in the order of `allCases`.
    private static var list: [StaticString] {
        [
            #","screen_reader":"swipe_left""#,
            #","screen_reader":"swipe_right""#,
            #","screen_reader":"swipe_up""#,
            #","screen_reader":"swipe_down""#,
            #","screen_reader":"2_finger_swipe_left""#,
            #","screen_reader":"2_finger_swipe_right""#,
            #","screen_reader":"2_finger_swipe_up""#,
            #","screen_reader":"2_finger_swipe_down""#,
            #","screen_reader":"3_finger_swipe_left""#,
            #","screen_reader":"3_finger_swipe_right""#,
            #","screen_reader":"3_finger_swipe_up""#,
            #","screen_reader":"3_finger_swipe_down""#,
            #","screen_reader":"4_finger_swipe_left""#,
            #","screen_reader":"4_finger_swipe_right""#,
            #","screen_reader":"4_finger_swipe_up""#,
            #","screen_reader":"4_finger_swipe_down""#,
            #","screen_reader":"swipe_left_and_right""#,
            #","screen_reader":"swipe_left_and_up""#,
            #","screen_reader":"swipe_left_and_down""#,
            #","screen_reader":"swipe_right_and_left""#,
            #","screen_reader":"swipe_right_and_up""#,
            #","screen_reader":"swipe_right_and_down""#,
            #","screen_reader":"swipe_up_and_left""#,
            #","screen_reader":"swipe_up_and_right""#,
            #","screen_reader":"swipe_up_and_down""#,
            #","screen_reader":"swipe_down_and_left""#,
            #","screen_reader":"swipe_down_and_right""#,
            #","screen_reader":"swipe_down_and_up""#,
            #","screen_reader":"double_tap""#,
            #","screen_reader":"double_tap_and_hold""#,
            #","screen_reader":"2_finger_single_tap""#,
            #","screen_reader":"2_finger_double_tap""#,
            #","screen_reader":"2_finger_double_tap_and_hold""#,
            #","screen_reader":"2_finger_triple_tap""#,
            #","screen_reader":"2_finger_triple_tap_and_hold""#,
            #","screen_reader":"3_finger_single_tap""#,
            #","screen_reader":"3_finger_single_tap_and_hold""#,
            #","screen_reader":"3_finger_double_tap""#,
            #","screen_reader":"3_finger_double_tap_and_hold""#,
            #","screen_reader":"3_finger_triple_tap""#,
            #","screen_reader":"3_finger_triple_tap_and_hold""#,
            #","screen_reader":"4_finger_single_tap""#,
            #","screen_reader":"4_finger_double_tap""#,
            #","screen_reader":"4_finger_double_tap_and_hold""#,
            #","screen_reader":"4_finger_triple_tap""#,
        ]
    }
}
