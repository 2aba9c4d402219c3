import RealModule
import Testing
import TouchCore
import TouchTestSupport

/// Swipes of several fingers.
@Suite struct SwipeFingerTests {
    @Test(arguments: [(179.0, 1), (180, 1), (181, 0)])
    func `all fingers lift soon after the first`(delay: Double, swipes: Int) {
        let screen = TestScreen()
        for step in 0...10 {
            let x = 100 + Double(step) * 5
            screen.frame(
                Double(step) * 10,
                step == 0
                    ? [.down(0, x, 100), .down(1, x, 115)] : [.move(0, x, 100), .move(1, x, 115)])
        }
        screen.frame(110, .up(0))
        screen.frame(110 + delay, .up(1))
        #expect(screen.events(of: "swipe").count == swipes)
        #expect(screen.events(of: "swipe").allSatisfy { $0.fingers == 2 })
    }

    @Test func `a swipe reports the values of the first lift at the last one`() throws {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 100, 75))
        for step in 1...5 {
            let x = 100 + Double(step) * 6
            screen.frame(Double(step) * 10, .move(0, x, 60), .move(1, x, 75))
        }
        screen.frame(60, .up(0))
        screen.frame(70, .move(1, 160, 75))
        screen.frame(150, .up(1))
        let swipe = try #require(screen.events(of: "swipe").first)
        guard let travel = swipe.values.translation, let velocity = swipe.values.velocity else {
            Issue.record("no swipe")
            return
        }
        #expect(swipe.time.microseconds == 150_000 && swipe.durationUs == 150_000)
        #expect(swipe.position == Point(x: 130, y: 67.5))
        #expect(travel == Point(x: 30, y: 0))
        #expect(abs(velocity.x - 600) < 1)
    }

    @Test func `fingers that move in different directions do not swipe`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 100, 100))
        for step in 1...10 {
            let distance = Double(step) * 4
            screen.frame(
                Double(step) * 10, .move(0, 100 + distance, 60 + distance * 1.2),
                .move(1, 100 + distance, 100 - distance))
        }
        screen.frame(110, .up(0), .up(1))
        #expect(screen.events(of: "swipe").isEmpty)
    }

    @Test(arguments: [(44.0, 1), (46.0, 0)])
    func `needs every finger within 45 degrees of the path`(degrees: Double, count: Int) {
        let screen = TestScreen(
            configuration: .init(gestures: [ConfiguredGesture(.swipe(.init()))]))
        let along = 30 * Double.cos(degrees * .pi / 180)
        let aside = 30 * Double.sin(degrees * .pi / 180)
        // The third moves as far to the other side, so that the hand's path is that of the second.
        screen.frame(0, .down(0, 100, 60), .down(1, 100, 90), .down(2, 100, 120))
        screen.frame(
            50, .move(0, 100 + along, 60 - aside), .move(1, 140, 90),
            .move(2, 100 + along, 120 + aside))
        screen.frame(60, .up(0), .up(1), .up(2))
        #expect(screen.events(of: "swipe").count == count)
    }
}
