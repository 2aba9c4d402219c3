import Testing

@testable import GestureSettings

/// The advice about a name or a value that is misplaced or written in another way.
struct MisplacedNameTests {
    @Test(arguments: [
        ("gestures:\n  - swipe: { direction: left }\n", "Write directions: [left]"),
        (
            "gestures:\n  - swipe: { direction: sideways }\n",
            "It belongs to stroke; swipe has fingers, directions, minimum_distance, minimum_speed, "
                + "minimum_flick, maximum_duration, maximum_deviation, maximum_wander, edge, "
                + "edge_width, lift_window"
        ),
        (
            "gestures:\n  - double_tap: {}\n",
            "It is a tap with a count: tap: { count: 2 }"
        ),
        ("gestures:\n  - TripleTap: {}\n", "It is a tap with a count: tap: { count: 3 }"),
        (
            "gestures:\n  from: default\n  priority: list\n",
            "Write it beside gestures, not inside of it"
        ),
        (
            "gestures:\n  - tap: {}\n    priority: list\n",
            "It is for all of the list: write it beside gestures"
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
        ("max_clients: 3\n", "Write it as socket: { max_clients: … }"),
        ("match: { name: x }\n", "Write it as devices: [{ match: … }]"),
        ("stitch: 40ms\n", "Write it as devices: [{ filter: { stitch: … } }]"),
        ("devices:\n  - vendor: 1\n", "Write it as match: { vendor: … }"),
        ("devices:\n  - stitch: 40ms\n", "Write it as filter: { stitch: … }"),
        ("gestures:\n  - tap: { fingers: 1-3 }\n", "Write [1, 3]"),
        ("gestures:\n  - tap: { fingers: 1 to 3 }\n", "Write [1, 3]"),
        ("gestures:\n  - tap: { fingers: 3-1 }\n", "It takes 1 to 10"),
        (
            "devices:\n  - match: { name: *ELAN* }\n",
            "Write a text that begins with * in quotes: \"*ELAN*\""
        ),
        (
            "gestures:\n  - tap: {}\n - swipe: {}\n",
            "Indent this dash as far as those of the list that it belongs to"
        ),
        (
            "gestures:\n  - swipe: {}\n    name: up\n      - tap: {}\n",
            "This line continues the text above it: indent this dash as far as those that it belongs to, "
                + "or end that text with a colon"
        ),
        (
            "gestures:\n  - swipe: {}\n    name: up\n      simultaneous: [tap]\n",
            "This line continues the text above it: indent this key as far as those that it belongs to, "
                + "or end that text with a colon"
        ),
        (
            "devices:\n  - match: { name: *ELAN }\n",
            "Write a text that begins with * in quotes: \"*ELAN\""
        ),
        ("gestures:\n  - long_press: { duration: 500ms }\n", "Did you mean minimum_duration?"),
        (
            "gestures:\n  - tap: { duration: 500ms }\n",
            "Its members: fingers, count, minimum_duration, maximum_duration, maximum_distance, "
                + "maximum_separation, between, minimum_gap, maximum_gap, maximum_spacing, beside"
        ),
        ("devices:\n  - rotate: 90\n", "Did you mean rotation?"),
        (
            "devices:\n  - size: [344, 194]\n",
            "Write size_mm: [width, height], in mm without a unit"
        ),
        ("devices:\n  - size_mm: 344x194\n", "Write [344, 194]"),
        ("devices:\n  - size_mm: 344.5, 194\n", "Write [344.5, 194]"),
        ("devices:\n  - size_mm: 344x\n", "Write 2 numbers between [ and ]"),
        ("devices:\n  - size_mm: 344x-194\n", "Write 2 numbers between [ and ]"),
        ("gestures:\n  - tap {}\n", "Write tap: {}"),
        (
            "gestures:\n  - gesture: swipe\n    name: a\n",
            "A gesture begins with its kind: swipe: {}"
        ),
        (
            "gestures:\n  - tap:\n    - swipe: {}\n",
            "Write tap: {}, and align this dash with the one above"
        ),
        (
            "gestures:\n  - tap: {}\n    command: ls\n",
            "gestured runs no commands: gesturectl on and gesturectl run do"
        ),
        // The first colon is missing.
        (
            "gestures\n  - tap: {}\n",
            "This line continues the text above it: indent this dash as far as those that it belongs to, "
                + "or end that text with a colon"
        ),
        (
            "zones: [{ name: a\n  rect: {} }]\n",
            "The rest of the file was not read: correct this, and check again"
        ),
        (
            "zones: a: b\n",
            "A text with a colon and a space is in quotes, or on the lines below a |-"
        ),
    ])
    func `the advice is where a name belongs, or how it is written`(text: String, advice: String) {
        let found = DaemonConfiguration.reading(text).problems
        #expect(found.count == 1 && found[0].hasSuffix("\n  " + advice), "\(found)")
    }
}
