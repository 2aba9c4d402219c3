import GestureWire
import Testing
import TouchTestSupport

@testable import LinuxIO
@testable import gesturectl

/// The gestures that a binding matches, and the environment of its command.
struct GestureMatchTests {
    private let swipe = GestureOccurrence(
        timeUs: 7,
        [
            "gesture": "swipe", "name": "back", "zone": "screen", "phase": "ended", "fingers": "3",
            "direction": "left", "edge": "right", "device_name": "ELAN Touch", "output": "HDMI-1",
            "x_mm": "10.5", "later": "no",
        ])

    @Test(arguments: [
        GestureMatch(), GestureMatch(kind: "swipe"), GestureMatch(name: "back"),
        GestureMatch(zone: "screen"), GestureMatch(direction: "left"), GestureMatch(edge: "right"),
        GestureMatch(fingers: 3...3), GestureMatch(device: NamePattern("ELAN*")),
        GestureMatch(device: NamePattern("HDMI-1")),
    ])
    func `a gesture with every given value matches`(match: GestureMatch) {
        #expect(match.matches(swipe))
    }

    @Test(arguments: [
        GestureMatch(kind: "tap"), GestureMatch(name: "swipe"), GestureMatch(zone: "corner"),
        GestureMatch(phase: "began"), GestureMatch(direction: "right"), GestureMatch(edge: "left"),
        GestureMatch(count: 1...1_000), GestureMatch(fingers: 1...2),
        GestureMatch(device: NamePattern("ELAN")),
        GestureMatch(device: NamePattern("HDMI*")), GestureMatch(kind: "swipe", name: "forth"),
    ])
    func `a gesture with another value does not match`(match: GestureMatch) {
        #expect(!match.matches(swipe))
    }

    @Test func `a shape is matched by its name`() {
        let circle = GestureOccurrence(
            timeUs: 7, ["gesture": "stroke", "phase": "ended", "stroke": "circle"])
        #expect(GestureMatch(kind: "stroke", stroke: "circle").matches(circle))
        #expect(!GestureMatch(kind: "stroke", stroke: "square").matches(circle))
        #expect(!GestureMatch(stroke: "circle").matches(swipe))
        #expect(GestureMatch(kind: "swipe").contradiction(of: "stroke") != nil)
        #expect(GestureMatch(kind: "stroke").contradiction(of: "stroke") == nil)
    }

    @Test func `a screen reader's gesture is matched by its name`() {
        let tap = GestureOccurrence(
            timeUs: 7,
            ["gesture": "screen_reader", "phase": "ended", "screen_reader": "2_finger_double_tap"])
        #expect(GestureMatch(screenReader: "2_finger_double_tap").matches(tap))
        #expect(!GestureMatch(kind: "screen_reader", screenReader: "double_tap").matches(tap))
        #expect(!GestureMatch(screenReader: "double_tap").matches(swipe))
        #expect(GestureMatch(kind: "tap").contradiction(of: "screen_reader") != nil)
        #expect(GestureMatch(kind: "screen_reader").contradiction(of: "screen_reader") == nil)
    }

    @Test func `activity and panels match only bindings for them`() {
        let idle = GestureOccurrence(timeUs: 7, ["activity": "idle"])
        let gone = GestureOccurrence(
            timeUs: 7, ["panel": "gone", "device_name": "ELAN Touch", "output": "HDMI-1"])
        #expect(GestureMatch(activity: "idle").matches(idle))
        #expect(!GestureMatch(activity: "active").matches(idle))
        #expect(!GestureMatch(activity: "idle").matches(gone))
        #expect(!GestureMatch(activity: "idle").matches(swipe))
        #expect(GestureMatch(panel: "gone").matches(gone))
        #expect(GestureMatch(device: NamePattern("ELAN*"), panel: "gone").matches(gone))
        #expect(!GestureMatch(device: NamePattern("Other"), panel: "gone").matches(gone))
        #expect(!GestureMatch(panel: "back").matches(gone))
        #expect(!GestureMatch().matches(gone) && !GestureMatch().matches(idle))
        #expect(gone.environment.contains("GESTURE_PANEL=gone"))
        #expect(idle.environment == ["GESTURE_ACTIVITY=idle"])
    }

    @Test(arguments: NameCases.all)
    func `patterns of bindings are those of requests`(pattern: String, name: String, fits: Bool) {
        let match = GestureMatch(device: NamePattern(pattern))
        let gesture = GestureOccurrence(timeUs: 0, ["phase": "ended", "device_name": name])
        #expect(match.matches(gesture) == fits)
    }

    @Test func `a number that is too large for an integer is not a count`() {
        let press = GestureOccurrence(
            timeUs: 0, ["phase": "ended", "count": "99999999999999999999"])
        #expect(!GestureMatch(count: 1...1_000).matches(press))
    }

    @Test func `variables have fixed names, and unknown members have none`() {
        #expect(
            swipe.environment == [
                "GESTURE_KIND=swipe", "GESTURE_NAME=back", "GESTURE_PHASE=ended",
                "GESTURE_ZONE=screen", "GESTURE_DEVICE_NAME=ELAN Touch", "GESTURE_OUTPUT=HDMI-1",
                "GESTURE_FINGERS=3", "GESTURE_X_MM=10.5", "GESTURE_DIRECTION=left",
                "GESTURE_EDGE=right",
            ])
    }

    @Test func `a NUL in a device's name ends no variable`() {
        let gesture = GestureOccurrence(timeUs: 0, ["device_name": "a\0b"])
        #expect(gesture.environment == ["GESTURE_DEVICE_NAME=a\u{fffd}b"])
    }
}
