import Testing

@testable import GestureSettings

/// The advice about a name that belongs elsewhere.
struct MisplacedNameTests {
    @Test(arguments: [
        ("gestures:\n  - swipe: { direction: left }\n", "Write directions: [left]"),
        (
            "gestures:\n  - swipe: { direction: sideways }\n",
            "It belongs to stroke; swipe has fingers, directions, minimum_distance, minimum_speed, "
                + "minimum_flick, maximum_duration, maximum_deviation, maximum_wander, edge, edge_width"
        ),
        (
            "gestures:\n  - double_tap: {}\n",
            "It is a tap with a count: tap: { count: 2 }"
        ),
        ("gestures:\n  - TripleTap: {}\n", "It is a tap with a count: tap: { count: 3 }"),
        (
            "gestures:\n  from: default\n  priority: list\n",
            "It stands beside gestures, not inside of it"
        ),
        (
            "gestures:\n  - tap: {}\n    priority: list\n",
            "It is for all of the list: it stands beside gestures"
        ),
        (
            "gestures:\n  - default\n  - tap: { count: 2 }\n    name: two\n",
            "Write from: default, and the other entries below with:"
        ),
        (
            "gesture_lists: { l: [tap: {}] }\ngestures:\n  - l\n",
            "Write from: l, and the other entries below with:"
        ),
        ("gestures:\n  - tap\n", "Write tap: {}"),
    ])
    func `the advice about a misplaced name is where it belongs`(text: String, advice: String) {
        let found = DaemonConfiguration.reading(text).problems
        #expect(found.count == 1 && found[0].hasSuffix("\n  " + advice), "\(found)")
    }
}
