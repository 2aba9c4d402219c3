import Glibc
import Testing
import TouchCore
import TouchTestSupport

/// The gestures for screen readers.
@Suite struct ScreenReaderTests {
    private static let list = GestureConfiguration(gestures: [
        ConfiguredGesture(.screenReader(.init()))
    ])
    private let screen = TestScreen(configuration: list, explains: true)

    /// What was recognised, with the time in ms.
    private var found: [String] {
        screen.events(of: "screen_reader").map {
            "\($0.time.microseconds / 1_000) \($0.values.screenReader?.rawValue ?? "")"
        }
    }

    private var names: [String] {
        screen.events(of: "screen_reader").map { $0.values.screenReader?.rawValue ?? "" }
    }

    /// Fingers land at `start` ms and lift at `end` ms, 20 mm apart.
    private func touch(_ fingers: Int, _ start: Double, _ end: Double, x: Double = 100) {
        screen.frame(start, (0..<fingers).map { .down($0, x + Double($0) * 20, 60) })
        screen.frame(end, (0..<fingers).map { .up($0) })
    }

    /// Fingers move through `places` from `start` ms on, 1 mm a step and 4 ms each, and lift.
    @discardableResult private func stroke(
        _ fingers: Int, from start: Double, _ places: Point..., isLifted: Bool = true
    ) -> Double {
        func all(_ place: Point, _ act: (Int, Double, Double) -> TestScreen.Act)
            -> [TestScreen.Act]
        {
            (0..<fingers).map { act($0, place.x + Double($0) * 20, place.y) }
        }
        var ms = start
        screen.frame(ms, all(places[0]) { .down($0, $1, $2) })
        for (from, to) in zip(places, places.dropFirst()) {
            let steps = Int((to - from).length.rounded(.up))
            for step in 1...max(steps, 1) {
                ms += 4
                let place = from + (to - from) * (Double(step) / Double(max(steps, 1)))
                screen.frame(ms, all(place) { .move($0, $1, $2) })
            }
        }
        if isLifted { screen.frame(ms + 4, (0..<fingers).map { .up($0) }) }
        return ms + 4
    }

    private func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

    private func perform(_ movement: ScreenReaderGesture.Movement) {
        let middle = point(100, 90)
        switch movement {
        case .swipe(let fingers, let direction):
            stroke(fingers, from: 0, middle, middle + direction.unitVector * 40)
        case .turn(let first, let second):
            let corner = middle + first.unitVector * 40
            stroke(1, from: 0, middle, corner, corner + second.unitVector * 35)
        case .taps(let fingers, let count, let isHeld):
            for tap in 0..<count {
                let start = Double(tap) * 200
                touch(fingers, start, start + (isHeld && tap == count - 1 ? 700 : 80))
            }
        }
        screen.wait(until: 3_000)
    }

    @Test func `there are 45`() {
        #expect(ScreenReaderGesture.allCases.count == 45)
        #expect(Set(ScreenReaderGesture.allCases.map(\.movement)).count == 45)
    }

    @Test(arguments: ScreenReaderGesture.allCases)
    func `each is recognised once, and no other`(gesture: ScreenReaderGesture) throws {
        perform(gesture.movement)
        #expect(names == [gesture.rawValue])
        let event = try #require(screen.events(of: "screen_reader").first)
        #expect(event.phase == .ended && event.fingers == gesture.fingers)
        #expect(event.values.direction == gesture.direction)
        #expect(event.values.count == gesture.count)
        #expect(
            screen.explanations.allSatisfy {
                $0.reason == .count(1, of: 2, nil) || $0.reason == .undecided
            })
    }

    @Test func `taps that can be no first ones are emitted at their lift`() {
        touch(1, 0, 80)
        touch(1, 200, 280)
        touch(2, 1_000, 1_080)
        touch(2, 1_200, 1_280)
        touch(2, 1_400, 1_480)
        #expect(found == ["280 double_tap", "1480 2_finger_triple_tap"])
    }

    @Test func `a tap waits for the next, but no longer`() {
        touch(2, 0, 80)
        screen.wait(until: 430)
        #expect(found == [])
        screen.wait(until: 431)
        #expect(found == ["430 2_finger_single_tap"])
    }

    @Test(arguments: [(350.0, 1), (351, 2)])
    func `taps are at most 350 ms apart`(gap: Double, count: Int) {
        touch(2, 0, 80)
        touch(2, 80 + gap, 160 + gap)
        screen.wait(until: 3_000)
        #expect(names.count == count)
    }

    @Test(arguments: [(119.9, ["double_tap"]), (120.1, [])] as [(Double, [String])])
    func `taps are at most 20 mm apart`(x: Double, expected: [String]) {
        touch(1, 0, 80)
        touch(1, 200, 280, x: x)
        screen.wait(until: 3_000)
        #expect(names == expected)
    }

    @Test func `a tap that waits is emitted as soon as another finger moves`() {
        touch(2, 0, 80)
        stroke(1, from: 200, point(100, 60), point(140, 60))
        #expect(found == ["228 2_finger_single_tap", "364 swipe_right"])
    }

    @Test func `a tap that waits is emitted before a tap of another number of fingers`() {
        touch(3, 0, 80)
        touch(2, 200, 280)
        screen.wait(until: 2_000)
        #expect(found == ["280 3_finger_single_tap", "630 2_finger_single_tap"])
    }

    @Test func `a hold that is not a gesture emits the taps before it`() {
        touch(4, 0, 80)
        touch(4, 200, 280)
        touch(4, 400, 1_400)
        #expect(found == ["900 4_finger_double_tap"])
    }

    @Test(
        arguments: [(249.0, ["3_finger_single_tap"]), (250, ["3_finger_single_tap"]), (251, [])]
            as [(Double, [String])])
    func `a finger that is late is one of the touch`(late: Double, expected: [String]) {
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        screen.frame(late, .down(2, 140, 60))
        screen.frame(late + 60, .up(0), .up(1), .up(2))
        screen.wait(until: 2_000)
        #expect(names == expected)
    }

    @Test func `a finger that lifts before the last has landed counts`() {
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        screen.frame(80, .up(0))
        screen.frame(90, .down(2, 160, 60))
        screen.frame(140, .up(1))
        screen.frame(170, .up(2))
        screen.wait(until: 2_000)
        #expect(names == ["3_finger_single_tap"])
    }

    @Test func `fingers of a swipe may lift one after another`() {
        let end = stroke(3, from: 0, point(100, 60), point(150, 60), isLifted: false)
        screen.frame(end, .up(1))
        screen.frame(end + 70, .up(0))
        screen.frame(end + 150, .up(2))
        #expect(names == ["3_finger_swipe_right"])
    }

    @Test func `two fingers that bounce together are one tap`() {
        touch(2, 0, 80)
        touch(2, 100, 120)
        screen.wait(until: 1_000)
        #expect(names == ["2_finger_single_tap"])
    }

    @Test(arguments: [(30.0, true), (120, false), (170, false)])
    func `fingers that spread are not a swipe`(degrees: Double, isSwipe: Bool) {
        let half = degrees / 2 * .pi / 180
        screen.frame(0, .down(0, 100, 60), .down(1, 100, 90))
        for step in 1...40 {
            let (x, y) = (Double(step) * cos(half), Double(step) * sin(half))
            screen.frame(Double(step) * 4, .move(0, 100 + x, 60 - y), .move(1, 100 + x, 90 + y))
        }
        screen.frame(170, .up(0), .up(1))
        screen.wait(until: 1_000)
        #expect(names == (isSwipe ? ["2_finger_swipe_right"] : []))
    }

    @Test func `a swipe that bends within one direction has one part`() {
        stroke(1, from: 0, point(60, 90), point(100, 65), point(140, 90))
        screen.wait(until: 1_000)
        #expect(names == ["swipe_right"])
    }

    @Test func `a finger that bounces is not a tap`() {
        touch(1, 0, 80)
        touch(1, 110, 130)
        #expect(names == [])
        touch(1, 300, 380)
        #expect(names == ["double_tap"])
    }

    @Test func `a short movement back at the end is not a second part`() {
        stroke(1, from: 0, point(100, 60), point(140, 60), point(132, 60))
        #expect(names == ["swipe_right"])
    }

    @Test func `a path of three parts is not a gesture`() {
        stroke(1, from: 0, point(100, 60), point(130, 60), point(100, 60), point(130, 60))
        #expect(names == [])
    }

    @Test func `one finger that explores, taps or holds makes no gesture`() {
        touch(1, 0, 80)
        touch(1, 1_000, 2_000)
        screen.frame(4_000, .down(0, 100, 60))
        for step in 1...40 {
            screen.frame(4_000 + Double(step) * 50, .move(0, 100 + Double(step), 60))
        }
        screen.frame(6_100, .up(0))
        screen.wait(until: 8_000)
        #expect(names == [])
        #expect(
            screen.explanations.map(\.reason).last
                == .missed(.init(quantity: .strokeTime, value: 2.1, bound: .atMost, limit: 1.5)))
    }

    @Test func `a hold without a tap before it is recognised only of three fingers`() {
        for fingers in 1...4 {
            touch(fingers, Double(fingers) * 3_000, Double(fingers) * 3_000 + 900)
        }
        #expect(found == ["9500 3_finger_single_tap_and_hold"])
        #expect(
            screen.explanations.map(\.reason).first
                == .missed(.init(quantity: .stay, value: 0.9, bound: .atMost, limit: 0.5)))
    }

    @Test func `five fingers make no gesture`() {
        touch(5, 0, 80)
        screen.wait(until: 1_000)
        #expect(names == [])
        #expect(screen.explanations.map(\.reason) == [.fingers(5)])
    }

    @Test func `fingers that move apart make no gesture`() {
        screen.frame(0, .down(0, 100, 60), .down(1, 130, 60))
        for step in 1...20 {
            screen.frame(
                Double(step) * 8, .move(0, 100 - Double(step), 60), .move(1, 130 + Double(step), 60)
            )
        }
        screen.frame(170, .up(0), .up(1))
        #expect(names == [])
    }

    @Test func `several fingers that move back make no gesture`() {
        stroke(2, from: 0, point(100, 60), point(150, 60), point(120, 60))
        #expect(names == [])
        #expect(screen.explanations.map(\.reason) == [.apart])
    }

    @Test func `a palm spoils its touch, and not the next`() {
        screen.frame(0, .down(0, 100, 60))
        screen.frame(40, .palm(0))
        screen.frame(80, .palmUp(0))
        touch(1, 500, 580)
        touch(1, 700, 780)
        #expect(names == ["double_tap"])
    }

    @Test func `it neither makes other gestures lose nor loses`() {
        let both = TestScreen(
            configuration: GestureConfiguration(gestures: [
                ConfiguredGesture(.tap(.init())), ConfiguredGesture(.drag(.init())),
                ConfiguredGesture(.screenReader(.init())),
            ]))
        for ms in [0.0, 200] {
            both.frame(ms, .down(0, 100, 60))
            both.frame(ms + 80, .up(0))
        }
        #expect(both.events(of: "tap").map(\.values.count) == [1, 2])
        #expect(both.events(of: "screen_reader").map(\.values.screenReader) == [.doubleTap])
    }

    @Test func `what waits is emitted when the events are lost`() {
        touch(2, 0, 80)
        screen.cancelAll(.resynchronised)
        #expect(names == ["2_finger_single_tap"])
    }
}
