import RealModule
import Testing
import TouchCore
import TouchTestSupport

@Suite struct SwipeTests {
    /// The number of swipes of a straight movement at a constant speed.
    private func swipes(
        _ travel: Double, _ ms: Double, degrees: Double = 0, fingers: Int = 1
    ) -> Int {
        let screen = TestScreen()
        let x = travel * Double.cos(degrees * .pi / 180)
        let y = travel * Double.sin(degrees * .pi / 180)
        for progress in [0, 0.25, 0.5, 0.75, 1] {
            screen.frame(
                ms * progress * 0.99,
                (0..<fingers).map { finger in
                    let position = (100 + x * progress, 60 + y * progress + Double(finger) * 15)
                    return progress == 0
                        ? .down(finger, position.0, position.1)
                        : .move(finger, position.0, position.1)
                })
        }
        screen.frame(ms, (0..<fingers).map { .up($0) })
        return screen.events(of: "swipe").count
    }

    @Test(arguments: [
        (SwipeDirection.right, (60.0, 0.0)), (.left, (-60, 0)), (.up, (0, -60)), (.down, (0, 60)),
        (.right, (60, 21.8)), (.down, (-21.8, 60)),
    ])
    func `a swipe is emitted with its direction after the drag`(
        direction: SwipeDirection, displacement: (Double, Double)
    ) throws {
        let screen = TestScreen()
        screen.stroke(
            from: (170, 100), to: (170 + displacement.0, 100 + displacement.1), ms: 0...150)
        let swipe = try #require(screen.events.last)
        #expect(screen.transcript.suffix(2) == ["160 drag ended", "160 swipe ended \(direction)"])
        guard let travel = swipe.values.translation, let velocity = swipe.values.velocity else {
            Issue.record("no swipe")
            return
        }
        #expect(abs(travel.x - displacement.0) < 0.02 && abs(travel.y - displacement.1) < 0.02)
        #expect(abs(velocity.length - travel.length / 0.15) < 2)
        #expect(swipe.durationUs == 160_000)
    }

    @Test(arguments: [
        (9.9, 0.0, 0.0...100.0),  // too short
        (60, 23, 0...150),  // 21 degrees
        (100, 0, 0...801),  // too long
        (15, 0, 0...200),  // 15 mm in 210 ms: too slow
    ])
    func `a swipe is not emitted if short, oblique, slow or long`(
        x: Double, y: Double, ms: ClosedRange<Double>
    ) {
        let screen = TestScreen()
        screen.stroke(from: (100, 100), to: (100 + x, 100 + y), ms: ms)
        #expect(screen.events(of: "swipe").isEmpty)
    }

    @Test(arguments: [(9.99, 0), (10.0, 1), (10.01, 1)])
    func `travels 10 mm`(travel: Double, count: Int) {
        #expect(swipes(travel, 100) == count)
    }

    @Test(arguments: [(199.0, 1), (200.0, 1), (201.0, 0)])
    func `moves 80 mm a second on average`(ms: Double, count: Int) {
        #expect(swipes(16, ms) == count)
    }

    @Test(arguments: [(799.0, 1), (800.0, 1), (801.0, 0)])
    func `takes 800 ms at most`(ms: Double, count: Int) {
        #expect(swipes(150, ms) == count)
    }

    @Test(arguments: [
        (0.0, 1), (19.9, 1), (20.1, 0), (45, 0), (69.9, 0), (70.1, 1), (-160.1, 1), (200.1, 0),
    ])
    func `a swipe keeps within 20 degrees of its direction`(degrees: Double, count: Int) {
        #expect(swipes(50, 150, degrees: degrees) == count)
    }

    @Test(arguments: [(45.0, SwipeDirection.downRight), (31, .downRight), (29, nil), (14, .right)])
    func `with eight directions a swipe keeps within 15 degrees`(
        degrees: Double, direction: SwipeDirection?
    ) {
        var thresholds = SwipeThresholds()
        thresholds.directions = Set(SwipeDirection.allCases)
        let screen = TestScreen(
            configuration: .init(gestures: [ConfiguredGesture(.swipe(thresholds))]))
        let displacement = Point(x: 40, y: 40 * tangent(degrees))
        screen.stroke(from: (100, 60), to: (100 + displacement.x, 60 + displacement.y), ms: 0...100)
        #expect(screen.events.first?.values.direction == direction)
    }

    /// The tangent of one of the angles above.
    private func tangent(_ degrees: Double) -> Double {
        [45: 1, 31: 0.60086, 29: 0.55431, 14: 0.24933][degrees] ?? 0
    }

    @Test(arguments: 1...6)
    func `has up to five fingers`(fingers: Int) {
        #expect(swipes(50, 150, fingers: fingers) == (fingers <= 5 ? 1 : 0))
    }

    @Test func `a flick of a 33 Hz panel counts`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 100))
        screen.frame(30, .move(0, 118, 100))
        screen.frame(60, .move(0, 140, 100))
        screen.frame(90, .up(0))
        #expect(screen.transcript.last == "90 swipe ended right")
    }

    @Test func `a drag that stopped is not a swipe`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 100))
        for step in 1...10 {
            screen.frame(Double(step) * 10, .move(0, 100 + Double(step) * 5, 100))
        }
        screen.frame(210, .up(0))
        #expect(screen.events(of: "swipe").isEmpty)
    }

    @Test(arguments: [(2.99, 0), (3.0, 1)])
    func `moves 3 mm in the 100 ms before the first lift`(flick: Double, count: Int) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        for step in 1...4 { screen.frame(Double(step) * 20, .move(0, 100 + Double(step) * 10, 60)) }
        for step in 1...4 {
            screen.frame(80 + Double(step) * 20, .move(0, 140 + Double(step) * flick / 4, 60))
        }
        screen.frame(180, .up(0))
        #expect(screen.events(of: "swipe").count == count)
    }

    @Test(arguments: [2, 4, 8])
    func `a drag that creeps to its end is not a swipe at any scan rate`(interval: Int) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        for ms in stride(from: interval, through: 300, by: interval) {
            let travel = ms <= 96 ? Double(ms) * 0.4 : 38.4 + Double(ms - 96) * 0.01
            screen.frame(Double(ms), .move(0, 100 + travel, 60))
        }
        screen.frame(302, .up(0))
        #expect(screen.events(of: "swipe").isEmpty)
    }

    @Test func `a movement back and forth is not a swipe`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 100))
        for step in 1...6 { screen.frame(Double(step) * 10, .move(0, 100 + Double(step) * 5, 100)) }
        for step in 1...5 {
            screen.frame(60 + Double(step) * 10, .move(0, 130 - Double(step) * 5, 100))
        }
        screen.frame(120, .up(0))
        #expect(screen.events(of: "swipe").isEmpty)
    }

    @Test(arguments: [(14.0, 1), (17, 0)])
    func `strays by less than a third of its travel`(bulge: Double, swipes: Int) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 100))
        for step in 1...10 {
            let progress = Double(step) / 10
            let y = 100 + bulge * 4 * progress * (1 - progress)
            screen.frame(Double(step) * 15, .move(0, 100 + 50 * progress, y))
        }
        screen.frame(160, .up(0))
        #expect(screen.events(of: "swipe").count == swipes)
    }

    @Test(arguments: [(0.29, 1), (0.31, 0)])
    func `strays 30 percent of its travel at most`(wander: Double, count: Int) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(40, .move(0, 120, 60 + 40 * wander))
        screen.frame(80, .move(0, 140, 60))
        screen.frame(90, .up(0))
        #expect(screen.events(of: "swipe").count == count)
    }

    @Test func `reports the edge from which it came`() throws {
        let screen = TestScreen()
        screen.stroke(from: (100, 192), to: (100, 150), ms: 0...120)
        let swipe = try #require(screen.events.last).values
        #expect(swipe.direction == .up && swipe.edge == .bottom)
    }

    @Test(arguments: [
        (10.3, 100.0, SurfaceEdge.left), (10.4, 100, nil), (333.7, 100, .right), (333.6, 100, nil),
        (170, 5.8, .top), (170, 5.9, nil), (170, 188.2, .bottom), (170, 188.1, nil),
        (4, 3, .top), (3, 4, .left), (341, 191.5, .bottom),
    ])
    func `reports the nearer edge within 3 percent of the side`(
        x: Double, y: Double, edge: SurfaceEdge?
    ) throws {
        let screen = TestScreen()
        let displacement = x < 172 ? 40.0 : -40
        screen.stroke(from: (x, y), to: (x + displacement, y), ms: 0...100)
        let swipe = try #require(screen.events(of: "swipe").first)
        #expect(swipe.values.edge == edge)
    }

    @Test func `needs an empty zone after a late landing, a lift or a long press`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 20, 20))
        screen.frame(200, .down(1, 100, 60))
        screen.frame(300, .up(0))
        for step in 1...8 {
            screen.frame(300 + Double(step) * 10, .move(1, 100 + Double(step) * 5, 60))
        }
        screen.frame(385, .up(1))
        #expect(screen.events(of: "swipe").isEmpty)
        let pressed = TestScreen()
        pressed.frame(0, .down(0, 100, 60))
        for step in 1...8 {
            pressed.frame(600 + Double(step) * 10, .move(0, 100 + Double(step) * 10, 60))
        }
        pressed.frame(690, .up(0))
        #expect(pressed.events(of: "swipe").isEmpty)
    }

    @Test func `a swipe loses to a magnification`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 150, 60), .down(1, 180, 60))
        for step in 1...6 {
            let displacement = Double(step) * 5
            screen.frame(
                Double(step) * 10, .move(0, 150 + displacement, 60),
                .move(1, 180 + displacement * 2.5, 60))
        }
        screen.frame(70, .up(0), .up(1))
        #expect(!screen.events(of: "magnify").isEmpty)
        #expect(screen.events(of: "swipe").isEmpty)
    }
}
