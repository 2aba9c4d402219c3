import Testing
import TouchCore

@testable import TouchPerformance

/// The language of `gesturectl perform`.
struct SentenceTests {
    @Test(arguments: [
        "tap", "Tap with two fingers at 100,80", "double tap", "double_tap", "hold for 2 s",
        "long press at 100, 80", "swipe left with three fingers", "flick up quickly",
        "swipe from the bottom edge 40 mm", "drag down-right", "drag down right 5 cm in 1 s",
        "scroll up 60mm", "pinch", "pinch in", "pinch out 180 %", "zoom in", "zoom out",
        "rotate counter-clockwise",
        "two fingers tap", "two-finger tap in the top right corner", "slowly scroll down",
        "zoom in at the center", "from the bottom edge swipe up", "Swipe Left.",
        "tap at 100 80", "tap at 100 mm, 80 mm", "pinch fingers out",
        "press and hold at the center", "draw a circle", "adult: draw an arrow slowly",
        "swipe left 2 fingers from the right edge at 300 mm/s", "drag up at 60..90 mm/s",
        "tap the screen 3 times", "tap 5 times in the lower right corner",
        "swipe diagonally up left",
        "rotate 45° clockwise", "turn left 30 degrees", "deep press hard", "slow: tap 5 times",
    ])
    func `everyday sentences are understood`(text: String) throws {
        #expect(try TouchScript(text).lines.count == 1)
    }

    @Test(
        arguments: [
            ("swipe left", Sentence.Action.swipe, SwipeDirection.left),
            ("swipe from the left", .swipe, .right), ("swipe from top", .swipe, .down),
            ("drag up left", .drag, .upLeft), ("triple tap", .tap(count: 3), nil),
            ("press", .hold, nil),
            ("force", .deepPress, nil),
        ] as [(String, Sentence.Action, SwipeDirection?)])
    func `words mean one thing in any order`(
        text: String, action: Sentence.Action, direction: SwipeDirection?
    ) throws {
        let sentence = try #require(Self.sentence(text))
        #expect(sentence.action == action)
        #expect(sentence.directions == [direction].compactMap(\.self))
    }

    @Test(arguments: [
        ("zoom in", 2.0), ("zoom out", 0.5), ("pinch in", 0.5), ("pinch out", 2),
        ("pinch in in 2 s", 0.5), ("pinch out in 2 s", 2), ("pinch 150 %", 1.5),
    ])
    func `a pinch has one scale`(text: String, scale: Double) throws {
        #expect(Self.sentence(text)?.scales == [scale...scale])
    }

    @Test(arguments: [
        ("rotate 30 degrees ccw", -30.0), ("rotate ccw 30 degrees", -30), ("rotate right", 60),
        ("turn left", -60),
    ])
    func `a rotation has one angle`(text: String, degrees: Double) throws {
        let sentence = try #require(Self.sentence(text))
        #expect(sentence.angle == abs(degrees)...abs(degrees))
        #expect(sentence.turns == [degrees < 0 ? -1 : 1])
    }

    @Test func `a quantity can be a range, and a direction one of several`() throws {
        let swipe = try #require(
            Self.sentence("swipe left or up or right 69..132 mm 110..200ms anywhere steadily"))
        #expect(swipe.directions == [.left, .up, .right])
        #expect(swipe.length == 69...132)
        #expect(swipe.duration == 0.11...0.2)
        #expect(swipe.place == .anywhere)
        #expect(swipe.course == .steady)
        let drag = try #require(Self.sentence("drag in any direction from rest"))
        #expect(drag.isAnyAngle && drag.course == .minimumJerk)
        let pinch = try #require(
            Self.sentence("pinch 45..65 % or 150..220 % 25..80 degrees cw or ccw"))
        #expect(pinch.scales == [0.45...0.65, 1.5...2.2])
        #expect(pinch.angle == 25...80)
        #expect(pinch.turns == [1, -1])
        #expect(Self.sentence("pinch in or out")?.scales == [0.5...0.5, 2...2])
    }

    @Test func `a sentence has its fingers, its position and its quantities`() throws {
        let sentence = try #require(
            Self.sentence("child: drag left 3 fingers at 100.5, 80 60mm 200 mm/s 2 times"))
        #expect(sentence.person?.name == "child")
        #expect(sentence.fingers == 3)
        #expect(sentence.place == .at(.init(x: 100.5, y: 80)))
        #expect(sentence.length == 60...60)
        #expect(sentence.speed == 200...200)
        #expect(sentence.times == 2)
        #expect(Self.sentence("scroll up")?.fingers == 2)
        #expect(Self.sentence("hold 250 ms")?.duration == 0.25...0.25)
        #expect(Self.sentence("pinch with five fingers")?.fingers == 5)
    }

    @Test func `a swipe has two parts, and the last tap of several stays`() throws {
        let swipe = try #require(Self.sentence("swipe right and down 30..50 mm anywhere"))
        #expect(swipe.directions == [.right] && swipe.second == .down)
        #expect(swipe.length == 30...50)
        #expect(Self.sentence("swipe right and hold")?.second == nil)
        let tap = try #require(Self.sentence("double tap 2 fingers and hold 1..2 s"))
        #expect(tap.action == .tap(count: 2) && tap.fingers == 2)
        #expect(tap.hold == 1...2)
    }

    @Test(arguments: [
        ("", 1, 1, "there is no sentence", "Write for example: swipe left 3 fingers"),
        ("swpe left", 1, 1, "no gesture is named swpe", "Did you mean swipe?"),
        ("tap\n\n  wave", 3, 3, "no gesture is named wave", nil),
        ("bob: tap", 1, 1, "no person is named bob", "There are: adult"),
        ("double", 1, 1, "double is not complete", "Write double tap"),
        ("tap left", 1, 5, "this gesture has no direction", "Leave left out"),
        (
            "swipe left and left", 1, 16, "the two parts of a swipe have two directions",
            "Write for example swipe right and down"
        ),
        (
            "swipe left and up 2 fingers", 1, 1,
            "a swipe of two parts has one finger and no hold", "Write one direction, or one finger"
        ),
        ("swipe left right", 1, 12, "it already has a direction, left", nil),
        (
            "tap at here", 1, 5,
            "at must be followed by two positions in mm, or by a side or a corner",
            "Write for example at 100,80"
        ),
        ("swipe from behind", 1, 7, "from must be followed by a side", nil),
        ("swipe left 3", 1, 12, "a unit is missing after 3", "Write fingers, mm"),
        ("swipe left slowly quickly", 1, 19, "it says twice how fast", "Write one of them"),
        ("swipe 60 mm 90 mm", 1, 13, "it says twice how far", "Write one of them"),
        ("swipe left or", 1, 12, "or is between two values", "Write for example left or right"),
        ("tap from rest", 1, 5, "tap has no course", "Leave from out"),
        (
            "tap at the top bottom", 1, 16,
            "a place has at most one of left and right, and one of top and bottom", nil
        ),
        ("swipe lefft", 1, 7, "lefft is not understood", "Did you mean left?"),
        ("tap 11 fingers", 1, 5, "fingers are 1 to 10", nil),
        ("tap 0 times", 1, 5, "0 is not between 0.001 and 10000", nil),
        ("tap 0.5 times", 1, 5, "times are 1 to 10000", nil),
        ("tap 2..3 times", 1, 5, "times are 1 to 10000", nil),
        ("drag 90..60 mm", 1, 6, "90..60 is not understood", nil),
        ("drag 1e300 mm", 1, 6, "a unit is missing after 1e300", nil),
        ("drag 1..100000 mm", 1, 6, "1..100000 is not between 0.001 and 10000", nil),
        ("pinch out 50..150 %", 1, 11, "pinch out goes to a scale above 100 %", nil),
        ("panel: god\ntap", 1, 8, "there is no panel god", "Did you mean good?"),
        ("tap\nperson: slow, stagger 3 mm", 2, 15, "stagger cannot be 3mm", "Write for example"),
        ("panel: good", 1, 1, "there is no sentence", nil),
        ("tap at 10,-5 slow", 1, 14, "slow is not understood", "Write slow: in front"),
        (
            "tap at 1e-3,5", 1, 5,
            "at must be followed by two positions in mm, or by a side or a corner", nil
        ),
        ("flick left to turn", 1, 15, "it already has a gesture, flick", nil),
        ("zoom out 200 %", 1, 10, "zoom out goes to a scale below 100 %", nil),
        ("pinch out slowly", 1, 1, "pinch out has no length and no speed", nil),
        ("swipe left 1 s 300 mm/s", 1, 1, "it has a speed and a time", nil),
        ("tap at 10,10 from left", 1, 1, "it has a place and a side", nil),
        ("tap after 3 mm", 1, 5, "after must be followed by a time", nil),
        ("tap then  swpe", 1, 11, "no gesture is named swpe", nil),
        ("tap while  while drag", 1, 11, "a gesture is missing", nil),
        ("  pause 2 hours", 1, 3, "a pause has a time of at most an hour", nil),
        ("pinch 1 finger", 1, 1, "one finger cannot do that", "Write 2 fingers"),
        ("tap 30 degrees", 1, 5, "only a rotation has an angle", nil),
        ("drag 99999 mm", 1, 6, "99999 is not between 0.001 and 10000", nil),
        ("pause", 1, 1, "a pause has a time of at most an hour", "Write for example pause 2 s"),
        ("tap while swpe", 1, 11, "no gesture is named swpe", "Did you mean swipe?"),
    ])
    func `a wrong sentence is answered with its location and advice`(
        text: String, line: Int, column: Int, sentence: String, advice: String?
    ) throws {
        let problem = try #require(throws: SentenceProblem.self) { try TouchScript(text) }
        #expect((problem.line, problem.column) == (line, column))
        #expect(problem.sentence == sentence)
        if let advice { #expect(problem.advice?.hasPrefix(advice) == true, "\(problem)") }
    }

    @Test func `a script has pauses, comments and people who act at once`() throws {
        let script = try TouchScript(
            "# first\ntap\npause 1.5 s # a little\nslow: tap at 60,60 while child: drag right\n")
        #expect(script.lines.count == 3)
        guard case .pause(let pause) = script.lines[1], case .together(let both) = script.lines[2]
        else {
            Issue.record("\(script.lines)")
            return
        }
        #expect(pause == 1.5)
        #expect(both.map(\.person?.name) == ["slow", "child"])
    }

    @Test func `the time of a pause, a delay and a hold may be in words`() throws {
        let script = try TouchScript("pause two seconds\ntap while after three seconds tap")
        guard case .pause(let pause) = script.lines[0], case .together(let both) = script.lines[1]
        else {
            Issue.record("\(script.lines)")
            return
        }
        #expect(pause == 2)
        #expect(both[1].delay == 3)
        #expect(Self.sentence("swipe up and hold two seconds")?.hold == 2...2)
    }

    /// The only sentence of a text; `nil` if it cannot be performed.
    private static func sentence(_ text: String) -> Sentence? {
        guard let script = try? TouchScript(text), case .together(let all)? = script.lines.first
        else {
            return nil
        }
        return all.first
    }
}
