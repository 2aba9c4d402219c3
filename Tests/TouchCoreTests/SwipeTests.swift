import Testing
import TouchCore
import TouchTestSupport

@Suite struct SwipeTests {
    @Test(arguments: [
        (SwipeDirection.right, (60.0, 0.0)), (.left, (-60, 0)), (.up, (0, -60)), (.down, (0, 60)),
        (.right, (60, 21.8)), (.down, (-21.8, 60)),
    ])
    func `is told with its direction after the drag`(
        direction: SwipeDirection, way: (Double, Double)
    ) throws {
        let glass = Glass()
        glass.stroke(from: (170, 100), to: (170 + way.0, 100 + way.1), ms: 0...150)
        let swipe = try #require(glass.events.last)
        #expect(glass.said.suffix(2) == ["160 drag ended", "160 swipe ended \(direction)"])
        guard let travel = swipe.values.translation, let velocity = swipe.values.velocity else {
            return
        }
        #expect(abs(travel.x - way.0) < 0.02 && abs(travel.y - way.1) < 0.02)
        #expect(abs(velocity.length - travel.length / 0.15) < 2)
        #expect(swipe.durationUs == 160_000)
    }

    @Test(arguments: [
        (11.9, 0.0, 0.0...100.0),  // too short
        (60, 23, 0...150),  // 21 degrees
        (60, 0, 0...801),  // too long
        (15, 0, 0...200),  // 15 mm in 210 ms: too slow
    ])
    func `is none when short, oblique, slow or long`(
        x: Double, y: Double, ms: ClosedRange<Double>
    ) {
        let glass = Glass()
        glass.stroke(from: (100, 100), to: (100 + x, 100 + y), ms: ms)
        #expect(glass.events(of: "swipe").isEmpty)
    }

    @Test func `a drag that stopped is none`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 100))
        for step in 1...10 { glass.frame(Double(step) * 10, .move(0, 100 + Double(step) * 5, 100)) }
        glass.frame(210, .up(0))
        #expect(glass.events(of: "swipe").isEmpty)
    }

    @Test func `a way there and back is none`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 100))
        for step in 1...6 { glass.frame(Double(step) * 10, .move(0, 100 + Double(step) * 5, 100)) }
        for step in 1...5 {
            glass.frame(60 + Double(step) * 10, .move(0, 130 - Double(step) * 5, 100))
        }
        glass.frame(120, .up(0))
        #expect(glass.events(of: "swipe").isEmpty)
    }

    @Test(arguments: [(14.0, 1), (17, 0)])
    func `strays by less than a third of its travel`(bulge: Double, swipes: Int) {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 100))
        for step in 1...10 {
            let share = Double(step) / 10
            let y = 100 + bulge * 4 * share * (1 - share)
            glass.frame(Double(step) * 15, .move(0, 100 + 50 * share, y))
        }
        glass.frame(160, .up(0))
        #expect(glass.events(of: "swipe").count == swipes)
    }

    @Test(arguments: [(99.0, 1), (100, 1), (101, 0)])
    func `all fingers lift soon after the first`(delay: Double, swipes: Int) {
        let glass = Glass()
        for step in 0...10 {
            let x = 100 + Double(step) * 5
            glass.frame(
                Double(step) * 10,
                step == 0
                    ? [.down(0, x, 100), .down(1, x, 115)] : [.move(0, x, 100), .move(1, x, 115)])
        }
        glass.frame(110, .up(0))
        glass.frame(110 + delay, .up(1))
        #expect(glass.events(of: "swipe").count == swipes)
        #expect(glass.events(of: "swipe").allSatisfy { $0.fingers == 2 })
    }

    @Test func `fingers that go different ways are none`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 100, 100))
        for step in 1...10 {
            let way = Double(step) * 4
            glass.frame(
                Double(step) * 10, .move(0, 100 + way, 60 + way * 1.2),
                .move(1, 100 + way, 100 - way))
        }
        glass.frame(110, .up(0), .up(1))
        #expect(glass.events(of: "swipe").isEmpty)
    }

    @Test func `a flick of a 33 Hz panel counts`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 100))
        glass.frame(30, .move(0, 118, 100))
        glass.frame(60, .move(0, 140, 100))
        glass.frame(90, .up(0))
        #expect(glass.said.last == "90 swipe ended right")
    }

    @Test func `tells the edge it came from`() throws {
        let glass = Glass()
        glass.stroke(from: (100, 192), to: (100, 150), ms: 0...120)
        let values = try #require(glass.events.last).values
        #expect(values.direction == .up && values.edge == .bottom)
    }
}
