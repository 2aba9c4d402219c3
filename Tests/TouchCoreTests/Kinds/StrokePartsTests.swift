import RealModule
import Testing
import TouchTestSupport

@testable import TouchCore

/// Shapes whose drawings have two or three parts: the finger lifts between them.
@Suite struct StrokePartsTests {
    private static let cross = shape("cross", [[(0, 0), (10, 10)], [(10, 0), (0, 10)]])
    private static let i = shape("i", [[(0, 3), (0, 10)], [(0, 0)]])
    private static let h = shape(
        "h", [[(0, 0), (0, 10)], [(8, 0), (8, 10)], [(0, 5), (8, 5)]])
    private static let corner = shape("corner", [[(0, 0), (0, 10), (10, 10)]])

    /// The parts of a cross on the panel.
    private static let down = [Point(x: 100, y: 60), Point(x: 140, y: 100)]
    private static let up = [Point(x: 140, y: 60), Point(x: 100, y: 100)]

    private static func shape(_ name: String, _ parts: [[(Double, Double)]]) -> [StrokeTemplate] {
        let drawing = parts.map { $0.map { Point(x: $0.0, y: $0.1) } }
        return [StrokeName(name).flatMap { StrokeTemplate($0, drawings: [drawing]) }]
            .compactMap(\.self)
    }

    private func screen(
        _ templates: [StrokeTemplate], _ others: [ConfiguredGesture] = [], hands: Int = 1,
        explains: Bool = false, _ change: (inout StrokeThresholds) -> Void = { _ in }
    ) -> TestScreen {
        var stroke = StrokeThresholds()
        stroke.templates = templates
        change(&stroke)
        var zone = ZoneConfiguration(
            name: "screen", gestures: others + [ConfiguredGesture(.stroke(stroke))])
        zone.hands = hands
        return TestScreen(
            configuration: GestureConfiguration(zones: [zone]), explains: explains)
    }

    /// Draws one part from `ms` on, in 200 ms.
    private func draw(_ corners: [Point], at ms: Double, on screen: TestScreen, finger: Int = 0) {
        screen.frame(ms, [.down(finger, corners[0].x, corners[0].y)])
        for step in 1..<20 {
            let progress = Double(step) / 19 * Double(corners.count - 1)
            let index = min(Int(progress), corners.count - 2)
            let position =
                corners.count == 1
                ? corners[0]
                : corners[index]
                    + (corners[index + 1] - corners[index]) * (progress - Double(index))
            screen.frame(ms + Double(step) * 10, [.move(finger, position.x, position.y)])
        }
        screen.frame(ms + 200, [.up(finger)])
    }

    /// Each gesture's name, shape and time in ms.
    private func lines(_ screen: TestScreen) -> [String] {
        screen.events.map {
            let name = $0.values.stroke?.description ?? $0.values.kind.rawValue
            return "\(name) \($0.phase) \($0.time.microseconds / 1_000)"
        }
    }

    @Test(arguments: [0, 1], [0, 1, 2, 3])
    func `parts are drawn in any order, and each from either end`(
        order: Int, directions: Int
    ) throws {
        let screen = screen(Self.cross)
        var parts = order == 0 ? [Self.down, Self.up] : [Self.up, Self.down]
        for part in 0..<2 where directions >> part & 1 != 0 { parts[part].reverse() }
        draw(parts[0], at: 0, on: screen)
        #expect(screen.events.isEmpty)
        draw(parts[1], at: 500, on: screen)
        #expect(lines(screen) == ["cross ended 700"])
        let event = try #require(screen.events.first)
        #expect(event.durationUs == 700_000 && event.fingers == 1)
        #expect(try #require(event.values.score) > 0.99)
        #expect(event.position == parts[1].last)
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a shape of three parts is judged at the third lift`() {
        let bars = [
            [Point(x: 100, y: 60), Point(x: 100, y: 100)],
            [Point(x: 100, y: 80), Point(x: 132, y: 80)],
            [Point(x: 132, y: 100), Point(x: 132, y: 60)],
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let screen = screen(Self.h)
            for (number, part) in order.enumerated() {
                draw(bars[part], at: Double(number) * 600, on: screen)
            }
            #expect(lines(screen) == ["h ended 1400"])
        }
    }

    @Test(arguments: [(1_000.0, 1), (1_000.001, 0)])
    func `the next part lands within the gap`(gap: Double, count: Int) {
        let screen = screen(Self.cross)
        draw(Self.down, at: 0, on: screen)
        draw(Self.up, at: 200 + gap, on: screen)
        screen.advance(to: Timestamp(microseconds: 10_000_000))
        #expect(screen.events.count == count)
    }

    @Test func `a part too late is the first of the next drawing`() {
        let screen = screen(Self.cross)
        draw(Self.up, at: 0, on: screen)
        draw(Self.down, at: 1_500, on: screen)
        draw(Self.up, at: 2_000, on: screen)
        #expect(lines(screen) == ["cross ended 2200"])
    }

    @Test func `a drawing of fewer parts is judged when the gap is over`() {
        let screen = screen(Self.cross + Self.corner)
        draw(
            [Point(x: 100, y: 60), Point(x: 100, y: 100), Point(x: 140, y: 100)], at: 0, on: screen)
        #expect(screen.events.isEmpty)
        #expect(screen.nextDeadline == 1_200.001)
        screen.advance(to: Timestamp(microseconds: 1_300_000))
        #expect(lines(screen) == ["corner ended 1200"])
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a drawing waits for no part once it has taken too long`() {
        let screen = screen(Self.cross + Self.corner) {
            $0.maximumGap = .zero
            $0.maximumDuration = .seconds(2)
        }
        draw(
            [Point(x: 100, y: 60), Point(x: 100, y: 100), Point(x: 140, y: 100)], at: 0, on: screen)
        #expect(screen.nextDeadline == 2_000.001)
        screen.advance(to: Timestamp(microseconds: 3_000_000))
        #expect(lines(screen) == ["corner ended 2000"])
    }

    @Test func `without shapes of several parts, nothing waits`() {
        let screen = screen(Self.corner)
        draw(
            [Point(x: 100, y: 60), Point(x: 100, y: 100), Point(x: 140, y: 100)], at: 0, on: screen)
        #expect(lines(screen) == ["corner ended 200"])
        #expect(screen.nextDeadline == nil)
    }

    @Test func `an i is a line and a dot, however the finger draws them`() {
        let (line, dot) = ([Point(x: 120, y: 72), Point(x: 120, y: 100)], [Point(x: 121, y: 61)])
        for parts in [[line, dot], [dot, line], [line.reversed(), dot], [dot, line.reversed()]] {
            let screen = screen(Self.i)
            draw(parts[0], at: 0, on: screen)
            draw(parts[1], at: 500, on: screen)
            #expect(lines(screen) == ["i ended 700"])
        }
    }

    @Test func `two taps, two swipes, and a swipe before a tap elsewhere are not an i`() {
        let line = [Point(x: 120, y: 100), Point(x: 120, y: 60)]
        let tap = [Point(x: 120, y: 100)]
        for parts in [
            [tap, [Point(x: 120, y: 70)]], [line, line],
            [line, line.map { $0 + Point(x: 3, y: -45) }],
            [line, [Point(x: 160, y: 80)]], [line, [Point(x: 120, y: 80)]],
        ] {
            let screen = screen(Self.i)
            draw(parts[0], at: 0, on: screen)
            draw(parts[1], at: 500, on: screen)
            #expect(lines(screen) == [], "\(parts)")
        }
    }

    @Test(arguments: [0.0, 30, 300])
    func `a second finger in part two ends the drawing`(ms: Double) {
        let screen = screen(Self.cross)
        draw(Self.down, at: 0, on: screen)
        screen.frame(500, [.down(0, 140, 60)] + (ms == 0 ? [.down(1, 200, 60)] : []))
        if ms > 0 { screen.frame(500 + ms, [.down(1, 200, 60)]) }
        screen.frame(900, [.move(0, 100, 100)])
        screen.frame(910, [.up(0), .up(1)])
        screen.advance(to: Timestamp(microseconds: 5_000_000))
        #expect(screen.events.isEmpty)
        // The parts before are forgotten.
        draw(Self.up, at: 6_000, on: screen)
        screen.advance(to: Timestamp(microseconds: 9_000_000))
        #expect(screen.events.isEmpty)
    }

    @Test func `a palm in part two ends the drawing, and the next part begins another`() {
        let screen = screen(Self.cross)
        draw(Self.down, at: 0, on: screen)
        screen.frame(500, [.down(0, 140, 60)])
        screen.frame(520, [.palm(0)])
        screen.frame(560, [.palmUp(0)])
        draw(Self.up, at: 700, on: screen)
        #expect(screen.events.isEmpty)
        draw(Self.down, at: 1_300, on: screen)
        #expect(lines(screen) == ["cross ended 1500"])
    }

    @Test(arguments: ["reload", "removal", "device", "zone"])
    func `a drawing that waits for its next part is forgotten`(_ event: String) {
        let screen = screen(event == "zone" ? Self.corner : Self.cross)
        if event == "zone" {
            var stroke = StrokeThresholds()
            stroke.templates = Self.cross
            screen.addZone(
                ZoneConfiguration(
                    name: "zone", gestures: [ConfiguredGesture(.stroke(stroke))]), index: 5)
        }
        draw(Self.down, at: 0, on: screen)
        #expect(screen.nextDeadline == 1_200.001)
        switch event {
        case "reload":
            screen.reconfigure(settings: DeviceSettings(jitter: 0, stuckAfter: .zero))
        case "zone": screen.removeZone(index: 5)
        default: screen.cancelAll(.deviceRemoved)
        }
        #expect(screen.nextDeadline == nil)
        draw(Self.up, at: 500, on: screen)
        screen.advance(to: Timestamp(microseconds: 9_000_000))
        #expect(screen.events.isEmpty)
    }

    @Test func `two people draw at once, each with a hand`() {
        let screen = screen(Self.cross, hands: 2)
        let away = Point(x: 180, y: 10)
        // The second person draws 150 ms later: at once, both would be one hand.
        for (ms, part) in [(0.0, Self.down), (600, Self.up)] {
            for step in 0..<36 {
                let acts = [(0, step, Point.zero), (1, step - 15, away)].compactMap {
                    finger, step, offset -> TestScreen.Act? in
                    let position = part[0] + (part[1] - part[0]) * (Double(step) / 19) + offset
                    switch step {
                    case 0: return .down(finger, position.x, position.y)
                    case 1..<20: return .move(finger, position.x, position.y)
                    case 20: return .up(finger)
                    default: return nil
                    }
                }
                screen.frame(ms + Double(step) * 10, acts)
            }
        }
        #expect(lines(screen) == ["cross ended 800", "cross ended 950"])
    }

    @Test func `size and duration are those of the whole drawing`() {
        let small = screen(Self.cross) { $0.minimumSize = 45 }
        draw(Self.down, at: 0, on: small)
        draw(Self.up.map { $0 + Point(x: 0, y: 6) }, at: 500, on: small)
        #expect(small.events.count == 1)
        for (ms, count) in [(700.0, 1), (699, 0)] {
            let slow = screen(Self.cross) { $0.maximumDuration = .milliseconds(ms) }
            draw(Self.down, at: 0, on: slow)
            draw(Self.up, at: 500, on: slow)
            #expect(slow.events.count == count)
        }
    }

    @Test func `a tap that waits is held until the drawing is decided`() {
        let (dot, line) = ([Point(x: 121, y: 61)], [Point(x: 120, y: 72), Point(x: 120, y: 100)])
        let tap = ConfiguredGesture(.tap(.init()), waitsFor: ["stroke"])
        let drawn = screen(Self.i, [tap])
        draw(dot, at: 0, on: drawn)
        draw(line, at: 500, on: drawn)
        #expect(lines(drawn) == ["i ended 700"])
        let alone = screen(Self.i, [tap])
        draw(dot, at: 0, on: alone)
        #expect(alone.events.isEmpty)
        alone.advance(to: Timestamp(microseconds: 3_000_000))
        #expect(lines(alone) == ["tap ended 1200"])
        // The second finger ends the drawing, and the tap waits no longer.
        let ended = screen(Self.i, [tap])
        draw(dot, at: 0, on: ended)
        ended.frame(500, [.down(0, 120, 72)])
        #expect(ended.events.isEmpty)
        ended.frame(540, [.down(1, 160, 72)])
        #expect(lines(ended) == ["tap ended 540"])
    }

    @Test func `a part that waits, and one too late, are explained`() throws {
        let screen = screen(Self.cross, explains: true)
        draw(Self.down, at: 0, on: screen)
        #expect(screen.explanations.map(\.reason) == [.undecided])
        draw(Self.up, at: 1_500, on: screen)
        guard case .missed(let late)? = screen.explanations.last?.reason else {
            Issue.record("\(screen.explanations)")
            return
        }
        #expect(late.quantity == .partGap && late.value == 1.3 && late.limit == 1)
        draw(Self.up, at: 2_000, on: screen)
        guard case .missed(let unlike)? = screen.explanations.last?.reason else {
            Issue.record("\(screen.explanations)")
            return
        }
        #expect(unlike.isMissed && unlike.quantity != .partGap)
        // That drawing lacked no part.
        draw(Self.down, at: 4_000, on: screen)
        #expect(screen.explanations.last?.reason == .undecided)
        let count = screen.explanations.count
        draw(Self.up, at: 4_500, on: screen)
        #expect(screen.events.count == 1 && screen.explanations.count == count)
    }

    @Test func `the performances of the kind draw the parts`() throws {
        var stroke = StrokeThresholds()
        stroke.templates = Self.cross + Self.i + Self.h + Self.corner
        let performances = stroke.performances(on: PerformanceStage())
        #expect(performances.map(\.count) == [2, 2, 3, 1])
        #expect(performances[0].map(\.pause).map { $0 > 0 } == [false, true])
    }

    @Test(arguments: [
        ([], StrokeTemplate.Problem.parts(0)),
        (Array(repeating: [Point.zero, Point(x: 1, y: 1)], count: 4), .parts(4)),
        ([[.zero, Point(x: 1, y: 0)], []], .emptyPart(at: 1)),
        ([[.zero], [.zero]], .still), ([[.zero], [Point(x: 1, y: 1)]], .dots),
        ([[.zero, Point(x: 9, y: 9)], [Point(x: .nan, y: 1)]], .coordinate(at: 2)),
    ])
    func `a drawing of parts that cannot be compared is invalid`(
        _ parts: [[Point]], _ problem: StrokeTemplate.Problem
    ) throws {
        #expect(StrokeTemplate.problem(withParts: parts) == problem)
        #expect(StrokeTemplate(try #require(StrokeName("a")), drawings: [parts]) == nil)
    }

    @Test(arguments: [2, 3], [16, 64])
    func `all variants are compared as if each were drawn`(count: Int, points: Int) throws {
        let parts = Array(
            [
                [Point(x: 0, y: 0), Point(x: 3, y: 9)],
                [Point(x: 6, y: 1), Point(x: 4, y: 4), Point(x: 9, y: 5)],
                [Point(x: 1, y: 8), Point(x: 9, y: 7)],
            ].prefix(count))
        let template = try #require(
            StrokeName("a").flatMap { StrokeTemplate($0, drawings: [parts]) })
        let matcher = StrokeMatcher(
            [template], points: points, maximumRotation: .pi / 6, allowsReversed: false)
        let orders =
            count == 2
            ? [[0, 1], [1, 0]]
            : [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        for order in orders {
            for directions in 0..<(1 << count) {
                let drawn = order.enumerated().map { index, part in
                    directions >> index & 1 == 0 ? parts[part] : parts[part].reversed()
                }
                let vector = try #require(StrokeVector(drawn, count: points))
                let match = vector.points.withUnsafeBufferPointer {
                    matcher.match(vector: $0, dots: vector.dots)
                }
                #expect(try #require(match).score > 0.999_999)
            }
        }
    }
}
