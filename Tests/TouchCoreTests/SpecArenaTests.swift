import Testing
import TouchCore
import TouchTestSupport

/// "Who wins", edges and axes of a drag, and rules that zero switches off.
@Suite struct SpecArenaTests {
    private func glass(_ gestures: ConfiguredGesture...) -> Glass {
        Glass(configuration: .init(gestures: gestures))
    }

    private func dragEdge(_ glass: Glass) -> SurfaceEdge? {
        glass.events(of: "drag").last?.values.edge
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `what begins first makes its rivals fail, wherever they stand in the list`(order: [Int]) {
        let rivals = [ConfiguredGesture(.longPress(.init())), ConfiguredGesture(.drag(.init()))]
        let glass = Glass(configuration: .init(gestures: order.map { rivals[$0] }))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(600, .move(0, 110, 60))
        glass.frame(700, .up(0))
        glass.frame(2_000, .down(0, 100, 60))
        glass.frame(2_100, .move(0, 110, 60))
        glass.wait(until: 3_000)
        glass.frame(3_100, .up(0))
        #expect(
            glass.turns == [
                "500 long_press began", "700 long_press ended", "2100 drag began",
                "3100 drag ended",
            ])
    }

    @Test(arguments: [("first", "second"), ("second", "first")])
    func `to be simultaneous holds both ways`(owner: String, friend: String) {
        let gestures = ["first", "second"].map { name in
            ConfiguredGesture(
                .drag(.init()), name: name, simultaneous: name == owner ? [friend] : [])
        }
        let glass = Glass(configuration: .init(gestures: gestures))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(20, .move(0, 110, 60))
        #expect(glass.said == ["20 first began", "20 second began"])
    }

    @Test func `of two that begin in one frame the first of the list wins`() {
        let glass = glass(
            ConfiguredGesture(.drag(.init()), name: "first"),
            ConfiguredGesture(.drag(.init()), name: "second"))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(20, .move(0, 110, 60))
        glass.frame(40, .up(0))
        #expect(glass.said == ["20 first began", "40 first ended"])
    }

    @Test func `what lost may begin in the next round`() {
        var two = DragThresholds()
        two.fingers = 2...2
        let glass = glass(
            ConfiguredGesture(.drag(two), name: "pan"),
            ConfiguredGesture(.drag(.init()), name: "move"))
        glass.frame(0, .down(0, 100, 60), .down(1, 130, 60))
        glass.frame(20, .move(0, 110, 60), .move(1, 140, 60))
        glass.frame(100, .up(1))
        glass.frame(300, .move(0, 120, 60))
        #expect(
            glass.said == [
                "20 pan began 2 fingers", "100 pan ended 2 fingers", "300 move began",
            ])
    }

    @Test func `a double tap above a tap takes the second and leaves the first`() {
        var thresholds = TapThresholds()
        thresholds.count = 2...2
        let double = ConfiguredGesture(.tap(thresholds), name: "double")
        thresholds.count = 1...1
        let glass = glass(double, ConfiguredGesture(.tap(thresholds), name: "single"))
        for tap in 0..<2 {
            glass.frame(Double(tap) * 200, .down(0, 100, 60))
            glass.frame(Double(tap) * 200 + 60, .up(0))
        }
        #expect(glass.said == ["60 single ended ×1", "260 double ended ×2"])
    }

    @Test(arguments: [
        (DragThresholds.Axis.horizontal, 5.0, 0.0, true), (.horizontal, 4, 30, false),
        (.vertical, 0, -5, true), (.vertical, 30, 4, false), (.any, 3, 3, true),
    ])
    func `a drag counts the way along its axis`(
        axis: DragThresholds.Axis, x: Double, y: Double, begins: Bool
    ) {
        var thresholds = DragThresholds()
        thresholds.axis = axis
        let glass = glass(ConfiguredGesture(.drag(thresholds)))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(50, .move(0, 100 + x, 60 + y))
        #expect(glass.events.isEmpty == !begins)
    }

    @Test func `a drag tells its edge in the first round alone`() {
        let glass = Glass()
        glass.frame(0, .down(0, 2, 60))
        glass.frame(90, .down(1, 40, 60))
        glass.frame(100, .move(0, 12, 60), .move(1, 50, 60))
        #expect(dragEdge(glass) == .left, "a finger that joins in the window")
        glass.frame(200, .up(1))
        glass.frame(400, .move(0, 30, 60))
        #expect(glass.said.last == "400 drag began")
        #expect(dragEdge(glass) == nil)
    }

    @Test(arguments: [(0.9, true), (1.1, false)])
    func `a configured edge width stands for both`(x: Double, tells: Bool) {
        var thresholds = DragThresholds()
        thresholds.edgeWidth = 1
        let glass = glass(ConfiguredGesture(.drag(thresholds)))
        glass.frame(0, .down(0, x, 60))
        glass.frame(50, .move(0, 20, 60))
        #expect(dragEdge(glass) == (tells ? .left : nil))
    }

    @Test(arguments: [(45.0, SwipeDirection.downRight), (31, .downRight), (29, nil), (14, .right)])
    func `with eight directions a swipe keeps within 15 degrees`(
        degrees: Double, direction: SwipeDirection?
    ) {
        var thresholds = SwipeThresholds()
        thresholds.directions = Set(SwipeDirection.allCases)
        let glass = glass(ConfiguredGesture(.swipe(thresholds)))
        let way = Point(x: 40, y: 40 * tangent(degrees))
        glass.stroke(from: (100, 60), to: (100 + way.x, 60 + way.y), ms: 0...100)
        let told: SwipeDirection? =
            if let way = glass.events.first?.values.direction { way } else { nil }
        #expect(told == direction)
    }

    /// Of the angles above.
    private func tangent(_ degrees: Double) -> Double {
        [45: 1, 31: 0.60086, 29: 0.55431, 14: 0.24933][degrees] ?? 0
    }

    @Test func `a maximum of zero is no limit`() {
        var tap = TapThresholds()
        tap.maximumDuration = .zero
        tap.maximumDistance = 0
        tap.maximumSeparation = 0
        tap.maximumGap = .zero
        tap.maximumSpacing = 0
        let glass = glass(ConfiguredGesture(.tap(tap)))
        for start in [0.0, 60_000] {
            glass.frame(start, .down(0, 10 + start / 1_000, 60), .down(1, 300, 60))
            glass.frame(start + 50, .move(0, 50, 60))
            glass.frame(start + 9_000, .up(0), .up(1))
        }
        #expect(glass.events.map(\.values) == [.tap(count: 1), .tap(count: 2)])
    }

    @Test func `a long press of no duration begins with the landing`() {
        var press = LongPressThresholds()
        press.minimumDuration = .zero
        press.maximumDistance = 0
        let glass = glass(ConfiguredGesture(.longPress(press)))
        glass.frame(10, .down(0, 100, 60))
        #expect(glass.said == ["10 long_press began"])
        #expect(glass.nextDeadline == nil)
    }
}
