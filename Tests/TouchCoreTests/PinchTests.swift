import RealModule
import Testing
import TouchCore
import TouchTestSupport

@Suite struct PinchTests {
    /// Fingers on a circle, turned and spread from frame to frame at 100 Hz.
    private func play(
        _ glass: Glass, fingers: Int = 2, frames: Int = 40,
        at place: (Double) -> (radius: Double, degrees: Double, x: Double, y: Double)
    ) {
        for step in 0...frames {
            let now = place(Double(step) / Double(frames))
            glass.frame(
                Double(step) * 10,
                (0..<fingers).map { finger in
                    let angle =
                        (now.degrees + 360 * Double(finger) / Double(fingers)) * Double.pi / 180
                    let x = now.x + now.radius * Double.cos(angle)
                    let y = now.y + now.radius * Double.sin(angle)
                    return step == 0 ? .down(finger, x, y) : .move(finger, x, y)
                })
        }
        glass.frame(Double(frames) * 10 + 10, (0..<fingers).map { .up($0) })
    }

    @Test(arguments: [0.0, 90, 37])
    func `fingers that spread magnify and nothing else`(degrees: Double) throws {
        let glass = Glass()
        play(glass) { (20 + 20 * $0, degrees, 170, 100) }
        #expect(Set(glass.events.map(\.gesture)).count == 1)
        let ended = try #require(glass.events(of: "magnify").last)
        guard let scale = ended.values.scale, let velocity = ended.values.scaleVelocity else {
            return
        }
        #expect(abs(scale - 2) < 1e-2)
        #expect(abs(velocity - 2.5) < 0.05)
    }

    @Test(arguments: [2, 3, 5])
    func `fingers that turn rotate, unwrapped, and nothing else`(fingers: Int) throws {
        let glass = Glass()
        play(glass, fingers: fingers, frames: 200) { (30, 540 * $0, 170, 100) }
        #expect(Set(glass.events.map(\.gesture)).count == 1)
        let ended = try #require(glass.events(of: "rotate").last)
        guard let degrees = ended.values.rotation, let velocity = ended.values.rotationVelocity
        else { return }
        #expect(abs(degrees - 540) < 0.5)
        #expect(abs(velocity - 270) < 3)
    }

    @Test func `a parallel scroll is a drag of two fingers and nothing else`() {
        let glass = Glass()
        play(glass, frames: 100) { (15 + $0 * 1.5, 4 * $0, 170, 150 - 120 * $0) }
        #expect(glass.turns == ["40 drag began 2 fingers", "1010 drag ended 2 fingers"])
    }

    @Test func `a finger on the centroid changes nothing`() {
        let glass = Glass()
        glass.frame(0, .down(0, 150, 100), .down(1, 170, 100), .down(2, 190, 100))
        glass.frame(20, .move(0, 140, 100), .move(2, 200, 100))
        guard let scale = glass.events.first?.values.scale else {
            Issue.record("no magnify")
            return
        }
        #expect(abs(scale - 1.5) < 1e-9)
    }

    @Test func `six fingers neither magnify nor rotate`() {
        let glass = Glass()
        play(glass, fingers: 6) { (20 + 20 * $0, 90 * $0, 170, 100) }
        #expect(glass.said.isEmpty)
    }

    @Test func `ten fingers that leave one by one leave quietly`() {
        let glass = Glass()
        glass.frame(0, (0..<10).map { .down($0, 80 + Double($0) * 20, 100) })
        for leaving in 0..<10 {
            let time = 400 + Double(leaving) * 100
            glass.frame(
                time - 50,
                (leaving..<10).map { .move($0, 80 + Double($0) * 20 + Double(leaving) * 3, 100) })
            glass.frame(time, .up(leaving))
        }
        #expect(glass.said.isEmpty)
    }
}
