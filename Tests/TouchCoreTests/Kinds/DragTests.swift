import Testing
import TouchCore
import TouchTestSupport

@Suite struct DragTests {
    @Test(arguments: [(4.0, false), (4.01, true)])
    func `a drag begins beyond the slop, which its translation includes`(
        distance: Double, begins: Bool
    ) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 100, 60 + distance))
        #expect(screen.events(of: "drag").count == (begins ? 1 : 0))
        guard begins, let translation = screen.events[0].values.translation else { return }
        #expect(abs(translation.y - distance) < 1e-9)
    }

    @Test func `a finger that joins cancels a drag and starts a round at the present positions`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 100, 65))
        screen.frame(40, .move(0, 100, 66), .down(1, 200, 60))
        screen.frame(60, .move(0, 100, 67), .move(1, 200, 61))
        screen.frame(80, .move(0, 100, 71), .move(1, 200, 65))
        #expect(
            screen.transcript == [
                "20 drag began", "40 drag changed", "40 drag cancelled finger_added",
                "80 drag began 2 fingers",
            ])
        guard let translation = screen.events[3].values.translation else {
            Issue.record("no drag")
            return
        }
        #expect(translation == Point(x: 0, y: 5))
    }

    @Test func `a lift ends a drag, and no other begins for 150 ms`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 130, 60))
        screen.frame(20, .move(0, 110, 60), .move(1, 140, 60))
        screen.frame(300, .up(1))
        screen.frame(449, .move(0, 120, 60))
        screen.frame(450, .move(0, 121, 60))
        screen.frame(500, .up(0))
        #expect(
            screen.transcript == [
                "20 drag began 2 fingers", "300 drag ended 2 fingers", "450 drag began",
                "500 drag ended",
            ])
        guard let translation = screen.events[2].values.translation else {
            Issue.record("no drag")
            return
        }
        #expect(translation == Point(x: 11, y: 0))
    }

    @Test func `a movement in the frame of the lift is emitted first`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 110, 60))
        screen.frame(40, .moveAndUp(0, 115, 60))
        #expect(
            screen.transcript == [
                "20 drag began", "40 drag changed", "40 drag ended", "40 swipe ended right",
            ])
        guard let translation = screen.events(of: "drag").last?.values.translation else {
            Issue.record("no drag")
            return
        }
        #expect(translation.x == 15)
    }

    @Test(arguments: [
        (DragThresholds.Axis.horizontal, 5.0, 0.0, true), (.horizontal, 4, 30, false),
        (.vertical, 0, -5, true), (.vertical, 30, 4, false), (.any, 3, 3, true),
    ])
    func `a drag measures the displacement along its axis`(
        axis: DragThresholds.Axis, x: Double, y: Double, begins: Bool
    ) {
        var thresholds = DragThresholds()
        thresholds.axis = axis
        let screen = TestScreen(
            configuration: .init(gestures: [ConfiguredGesture(.drag(thresholds))]))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .move(0, 100 + x, 60 + y))
        #expect(screen.events.isEmpty == !begins)
    }

    @Test(arguments: [
        (3.0, 60.0, SurfaceEdge.left), (341, 60, .right), (100, 4.5, .top), (100, 190, .bottom),
        (3, 2, .top), (2, 3, .left),
    ])
    func `a drag reports the edge from which it came`(x: Double, y: Double, edge: SurfaceEdge)
        throws
    {
        let screen = TestScreen()
        let inwards = (x < 100 ? x + 20 : x - 20, y)
        screen.frame(0, .down(0, x, y))
        screen.frame(50, .move(0, inwards.0, y))
        let began = try #require(screen.events.first)
        #expect(began.values.kind == .drag)
        #expect(began.values.edge == edge)
    }

    @Test(arguments: [(0.9, true), (1.1, false)])
    func `a configured edge width replaces the default`(x: Double, reportsEdge: Bool) {
        var thresholds = DragThresholds()
        thresholds.edgeWidth = 1
        let screen = TestScreen(
            configuration: .init(gestures: [ConfiguredGesture(.drag(thresholds))]))
        screen.frame(0, .down(0, x, 60))
        screen.frame(50, .move(0, 20, 60))
        #expect(dragEdge(screen) == (reportsEdge ? .left : nil))
    }

    @Test(arguments: [(0, 1), (1, 0)])
    func `the edge of two fingers equally far from two edges does not depend on their slots`(
        slots: (Int, Int)
    ) {
        let screen = TestScreen()
        screen.frame(0, .down(slots.0, 1, 60), .down(slots.1, 343, 60))
        screen.frame(20, .move(slots.0, 1, 70), .move(slots.1, 343, 70))
        #expect(screen.events.first?.values.edge == .left)
    }

    @Test func `a drag has its edge only in the first round`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 2, 60))
        screen.frame(90, .down(1, 40, 60))
        screen.frame(100, .move(0, 12, 60), .move(1, 50, 60))
        #expect(dragEdge(screen) == .left, "a finger that joins in the window")
        screen.frame(200, .up(1))
        screen.frame(400, .move(0, 30, 60))
        #expect(screen.transcript.last == "400 drag began")
        #expect(dragEdge(screen) == nil)
    }

    private func dragEdge(_ screen: TestScreen) -> SurfaceEdge? {
        screen.events(of: "drag").last?.values.edge
    }
}

/// The velocity of a drag, and the predicted position.
@Suite struct DragVelocityTests {
    @Test func `velocity and prediction are those of a steady finger`() throws {
        let screen = TestScreen()
        screen.stroke(from: (50, 60), to: (150, 60), ms: 0...500)
        let ended = try #require(screen.events(of: "drag").last)
        guard let translation = ended.values.translation, let velocity = ended.values.velocity,
            let predicted = ended.values.predicted
        else {
            Issue.record("no drag")
            return
        }
        #expect(abs(translation.x - 100) < 1e-6)
        #expect(abs(velocity.x - 200) < 0.01)
        #expect(abs(predicted.x - 150) < 0.01)
    }

    @Test(arguments: [(40.0, 100.0), (41, 0)])
    func `a finger that has not moved for 40 ms has stopped`(pause: Double, speed: Double) throws {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        for step in 1...10 { screen.frame(Double(step) * 10, .move(0, 100 + Double(step), 60)) }
        screen.frame(100 + pause, .up(0))
        let ended = try #require(screen.events(of: "drag").last)
        guard let velocity = ended.values.velocity, let predicted = ended.values.predicted else {
            Issue.record("no drag")
            return
        }
        #expect(abs(velocity.x - speed) < 1e-6 && velocity.y == 0)
        #expect(abs(predicted.x - 10 - speed * 0.25) < 1e-6)
    }

    @Test(arguments: [(80.0, 100.0), (81, 0)])
    func `where pauses are kept a finger has its velocity for 80 ms`(
        pause: Double, speed: Double
    ) throws {
        let screen = TestScreen(settings: DeviceSettings(pauses: .keep, stitch: .zero))
        screen.frame(0, .down(0, 100, 60))
        for step in 1...10 { screen.frame(Double(step) * 10, .move(0, 100 + Double(step), 60)) }
        screen.frame(100 + pause, .up(0))
        let velocity = try #require(screen.events(of: "drag").last?.values.velocity)
        #expect(abs(velocity.x - speed) < 1e-6)
    }

    @Test func `frames of other fingers are not samples, and a resting finger halves the velocity`()
        throws
    {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 140, 60))
        for step in 1...10 { screen.frame(Double(step) * 10, .move(0, 100 + Double(step) * 2, 60)) }
        let last = try #require(screen.events(of: "drag").last)
        guard let translation = last.values.translation, let velocity = last.values.velocity else {
            Issue.record("no drag")
            return
        }
        #expect(translation == Point(x: 10, y: 0))
        #expect(abs(velocity.x - 100) < 1e-6)
    }

    @Test func `velocity is computed from the samples before the jitter filter`() throws {
        let screen = TestScreen(settings: .init(jitter: 2))
        screen.frame(0, .down(0, 100, 60))
        for step in 1...10 { screen.frame(Double(step) * 10, .move(0, 100 + Double(step), 60)) }
        let last = try #require(screen.events(of: "drag").last)
        guard let translation = last.values.translation, let velocity = last.values.velocity else {
            Issue.record("no drag")
            return
        }
        #expect(abs(translation.x - 8) < 1e-9)
        #expect(abs(velocity.x - 100) < 1e-6)
    }

    @Test func `a velocity against the displacement is zero`() throws {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        for (step, x) in [105.0, 112, 117, 120, 120, 118].enumerated() {
            screen.frame(Double(step + 1) * 10, .move(0, x, 60))
        }
        let last = try #require(screen.events(of: "drag").last)
        guard let velocity = last.values.velocity else {
            Issue.record("no drag")
            return
        }
        #expect(velocity == .zero)
    }
}
