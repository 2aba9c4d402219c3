import Testing
import TouchCore
import TouchTestSupport

@Suite struct DragTests {
    @Test(arguments: [(4.0, false), (4.01, true)])
    func `begins beyond the slop and tells it`(distance: Double, begins: Bool) {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(20, .move(0, 100, 60 + distance))
        #expect(glass.events(of: "drag").count == (begins ? 1 : 0))
        guard begins, let translation = glass.events[0].values.translation else { return }
        #expect(abs(translation.y - distance) < 1e-9)
    }

    @Test func `a finger that joins ends it and starts a round from the landing points`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(20, .move(0, 100, 65))
        glass.frame(40, .move(0, 100, 66), .down(1, 200, 60))
        glass.frame(60, .move(0, 100, 67), .move(1, 200, 61))
        glass.frame(80, .move(0, 100, 68), .move(1, 200, 64))
        #expect(
            glass.said == [
                "20 drag began", "40 drag changed", "40 drag cancelled finger_added",
                "80 drag began 2 fingers",
            ])
        guard let translation = glass.events[3].values.translation else { return }
        #expect(translation == Point(x: 0, y: 6))
    }

    @Test func `a lift ends it and the rest waits for quiet`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 130, 60))
        glass.frame(20, .move(0, 110, 60), .move(1, 140, 60))
        glass.frame(300, .up(1))
        glass.frame(449, .move(0, 120, 60))
        glass.frame(450, .move(0, 121, 60))
        glass.frame(500, .up(0))
        #expect(
            glass.said == [
                "20 drag began 2 fingers", "300 drag ended 2 fingers", "450 drag began",
                "500 drag ended",
            ])
        guard let translation = glass.events[2].values.translation else { return }
        #expect(translation == Point(x: 11, y: 0))
    }

    @Test func `velocity and prediction are those of a steady finger`() throws {
        let glass = Glass()
        glass.stroke(from: (50, 60), to: (150, 60), ms: 0...500)
        let ended = try #require(glass.events(of: "drag").last)
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

    @Test func `a finger that stopped has no velocity at its lift`() throws {
        let glass = Glass()
        glass.frame(0, .down(0, 50, 60))
        for step in 1...10 { glass.frame(Double(step) * 10, .move(0, 50 + Double(step), 60)) }
        glass.frame(181, .up(0))
        guard let velocity = try #require(glass.events.last).values.velocity else {
            Issue.record("no drag")
            return
        }
        #expect(velocity == .zero)
    }

    @Test(arguments: [
        (3.0, 60.0, SurfaceEdge.left), (341, 60, .right), (100, 4.5, .top), (100, 190, .bottom),
        (3, 2, .top), (2, 3, .left),
    ])
    func `tells the edge it came from`(x: Double, y: Double, edge: SurfaceEdge) throws {
        let glass = Glass()
        let inwards = (x < 100 ? x + 20 : x - 20, y)
        glass.frame(0, .down(0, x, y))
        glass.frame(50, .move(0, inwards.0, y))
        let began = try #require(glass.events.first)
        #expect(began.values.edge == edge)
    }

    @Test func `a movement in the frame of the lift comes first`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(20, .move(0, 110, 60))
        glass.frame(40, .moveAndUp(0, 115, 60))
        #expect(
            glass.said == [
                "20 drag began", "40 drag changed", "40 drag ended", "40 swipe ended right",
            ])
        guard let translation = glass.events(of: "drag").last?.values.translation
        else { return }
        #expect(translation.x == 15)
    }
}
