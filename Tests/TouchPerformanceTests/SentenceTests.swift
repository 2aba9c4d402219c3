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
        "rotate 45° clockwise", "turn left 30 degrees", "deep press hard", "slow: tap 5 times",
    ])
    func `everyday sentences are understood`(text: String) throws {
        #expect(try TouchScript(text).lines.count == 1)
    }

    @Test(arguments: [
        ("swipe left", Sentence.Action.swipe(.left)), ("swipe from the left", .swipe(.right)),
        ("swipe from top", .swipe(.down)), ("drag up left", .drag(.upLeft)), ("zoom in", .pinch(2)),
        ("zoom out", .pinch(0.5)), ("pinch in", .pinch(0.5)), ("pinch out", .pinch(2)),
        ("pinch in in 2 s", .pinch(0.5)), ("pinch out in 2 s", .pinch(2)),
        ("pinch 150 %", .pinch(1.5)), ("rotate 30 degrees ccw", .rotate(-30)),
        ("rotate ccw 30 degrees", .rotate(-30)), ("rotate right", .rotate(60)),
        ("triple tap", .tap(count: 3)), ("press", .hold), ("force", .deepPress),
    ])
    func `words mean one thing in any order`(text: String, action: Sentence.Action) throws {
        let sentence = try #require(Self.sentence(text))
        #expect(sentence.action == action)
    }

    @Test func `a sentence has its fingers, its place and its quantities`() throws {
        let sentence = try #require(
            Self.sentence("child: drag left 3 fingers at 100.5, 80 60mm 200 mm/s 2 times"))
        #expect(sentence.person?.name == "child")
        #expect(sentence.fingers == 3)
        #expect(sentence.start == .init(x: 100.5, y: 80))
        #expect(sentence.length == 60)
        #expect(sentence.speed == 200)
        #expect(sentence.times == 2)
        #expect(Self.sentence("scroll up")?.fingers == 2)
        #expect(Self.sentence("hold 250 ms")?.duration == 0.25)
        #expect(Self.sentence("pinch with five fingers")?.fingers == 5)
    }

    @Test(arguments: [
        ("", 1, 1, "there is no sentence", "Write for example: swipe left 3 fingers"),
        ("swpe left", 1, 1, "no gesture is named swpe", "Did you mean swipe?"),
        ("tap\n\n  wave", 3, 3, "no gesture is named wave", nil),
        ("bob: tap", 1, 1, "nobody is named bob", "There are: adult"),
        ("double", 1, 1, "double is not complete", "Write double tap"),
        ("tap left", 1, 5, "this gesture has no direction", "Leave left out"),
        ("swipe left right", 1, 12, "it already has a direction, left", nil),
        (
            "tap at here", 1, 5, "at is followed by two positions in mm, or by a side or a corner",
            "Write for example at 100,80"
        ),
        ("swipe from behind", 1, 7, "from is followed by a side", nil),
        ("swipe left 3", 1, 12, "a unit is missing after 3", "Write fingers, mm"),
        ("swipe lefft", 1, 7, "lefft is not understood", "Did you mean left?"),
        ("tap 11 fingers", 1, 5, "fingers are 1 to 10", nil),
        ("tap 0 times", 1, 5, "0 is not between 0.001 and 10000", nil),
        ("tap 0.5 times", 1, 5, "times are 1 to 1000", nil),
        ("tap at 10,-5 slow", 1, 14, "slow is not understood", "Write slow: in front"),
        (
            "tap at 1e-3,5", 1, 5,
            "at is followed by two positions in mm, or by a side or a corner", nil
        ),
        ("flick left to turn", 1, 15, "it already has a gesture, flick", nil),
        ("zoom out 200 %", 1, 10, "zoom out goes to a scale below 100 %", nil),
        ("pinch out slowly", 1, 1, "pinch out has no length and no speed", nil),
        ("swipe left 1 s 300 mm/s", 1, 1, "it has a speed and a time", nil),
        ("tap at 10,10 from left", 1, 1, "it has a place and a side", nil),
        ("tap after 3 mm", 1, 5, "after is followed by a time", nil),
        ("tap then  swpe", 1, 11, "no gesture is named swpe", nil),
        ("tap while  while drag", 1, 11, "a gesture is missing", nil),
        ("  pause 2 hours", 1, 3, "a pause has a time of at most an hour", nil),
        ("rotate 1 finger", 1, 1, "one finger cannot do that", "Write 2 fingers"),
        ("tap 30 degrees", 1, 5, "only a rotation has an angle", nil),
        ("drag 99999 mm", 1, 6, "99999 is not between 0.001 and 10000", nil),
        ("pause", 1, 1, "a pause has a time of at most an hour", "Write for example pause 2 s"),
        ("tap while swpe", 1, 11, "no gesture is named swpe", "Did you mean swipe?"),
    ])
    func `a wrong sentence is answered with its place and what to write`(
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

    /// The only sentence of a text; `nil` if it cannot be performed.
    private static func sentence(_ text: String) -> Sentence? {
        guard let script = try? TouchScript(text), case .together(let all)? = script.lines.first
        else {
            return nil
        }
        return all.first
    }
}
