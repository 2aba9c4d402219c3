import RealModule
import Testing
import TouchCore
import TouchTestSupport

@Suite struct PinchTests {
    /// Fingers on a circle at 100 Hz. `pose` is the circle at a progress from 0 to 1.
    private func play(
        _ screen: TestScreen, fingers: Int = 2, frames: Int = 40,
        at pose: (Double) -> (radius: Double, degrees: Double, x: Double, y: Double)
    ) {
        for step in 0...frames {
            let now = pose(Double(step) / Double(frames))
            screen.frame(
                Double(step) * 10,
                (0..<fingers).map { finger in
                    let angle =
                        (now.degrees + 360 * Double(finger) / Double(fingers)) * Double.pi / 180
                    let x = now.x + now.radius * Double.cos(angle)
                    let y = now.y + now.radius * Double.sin(angle)
                    return step == 0 ? .down(finger, x, y) : .move(finger, x, y)
                })
        }
        screen.frame(Double(frames) * 10 + 10, (0..<fingers).map { .up($0) })
    }

    @Test(arguments: [0.0, 90, 37])
    func `fingers that spread magnify and nothing else`(degrees: Double) throws {
        let screen = TestScreen()
        play(screen) { (20 + 20 * $0, degrees, 170, 100) }
        #expect(Set(screen.events.map(\.gesture)).count == 1)
        let ended = try #require(screen.events(of: "magnify").last)
        guard let scale = ended.values.scale, let velocity = ended.values.scaleVelocity else {
            Issue.record("no magnify")
            return
        }
        #expect(abs(scale - 2) < 1e-2)
        #expect(abs(velocity - 2.5) < 0.05)
    }

    @Test(arguments: [2, 3, 5])
    func `fingers that turn rotate, unwrapped, and nothing else`(fingers: Int) throws {
        let screen = TestScreen()
        play(screen, fingers: fingers, frames: 200) { (30, 540 * $0, 170, 100) }
        #expect(Set(screen.events.map(\.gesture)).count == 1)
        let ended = try #require(screen.events(of: "rotate").last)
        guard let degrees = ended.values.rotation, let velocity = ended.values.rotationVelocity
        else {
            Issue.record("no rotate")
            return
        }
        #expect(abs(degrees - 540) < 0.5)
        #expect(abs(velocity - 270) < 3)
    }

    @Test func `a parallel scroll is a drag of two fingers and nothing else`() {
        let screen = TestScreen()
        play(screen, frames: 100) { (15 + $0 * 1.5, 4 * $0, 170, 150 - 120 * $0) }
        #expect(screen.transitions == ["40 drag began 2 fingers", "1010 drag ended 2 fingers"])
    }

    @Test func `a finger on the centroid changes nothing`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 150, 100), .down(1, 170, 100), .down(2, 190, 100))
        screen.frame(120, .move(0, 140, 100), .move(2, 200, 100))
        guard let scale = screen.events.first?.values.scale else {
            Issue.record("no magnify")
            return
        }
        #expect(abs(scale - 1.5) < 1e-9)
    }

    @Test func `six fingers neither magnify nor rotate`() {
        let screen = TestScreen()
        play(screen, fingers: 6) { (20 + 20 * $0, 90 * $0, 170, 100) }
        #expect(screen.transcript.isEmpty)
    }

    @Test func `ten fingers that lift one by one emit nothing`() {
        let screen = TestScreen()
        screen.frame(0, (0..<10).map { .down($0, 80 + Double($0) * 20, 100) })
        for lifting in 0..<10 {
            let time = 400 + Double(lifting) * 100
            screen.frame(
                time - 50,
                (lifting..<10).map { .move($0, 80 + Double($0) * 20 + Double(lifting) * 3, 100) })
            screen.frame(time, .up(lifting))
        }
        #expect(screen.transcript.isEmpty)
    }
}

/// The thresholds of `magnify` and `rotate`, number by number.
@Suite struct PinchThresholdTests {
    /// The kinds that begin when two fingers on both sides of (170, 60) move at once to another
    /// radius, angle and centre.
    private func begun(
        from radius: Double, to end: Double, degrees: Double = 0, travel: Double = 0
    ) -> Set<GestureKind> {
        let screen = TestScreen()
        screen.frame(0, .down(0, 170 - radius, 60), .down(1, 170 + radius, 60))
        let x = end * Double.cos(degrees * .pi / 180)
        let y = end * Double.sin(degrees * .pi / 180)
        screen.frame(
            50, .move(0, 170 - x, 60 - y + travel), .move(1, 170 + x, 60 + y + travel))
        return Set(screen.events.map(\.values.kind)).intersection([.magnify, .rotate])
    }

    @Test(arguments: [(22.49, false), (22.5, true), (17.51, false), (17.5, true)])
    func `magnify needs 5 mm of spread`(end: Double, begins: Bool) {
        #expect(begun(from: 20, to: end) == (begins ? [.magnify] : []))
    }

    @Test(arguments: [(54.9, false), (55.1, true), (45.1, false), (44.9, true)])
    func `magnify needs a change of the scale by a tenth`(end: Double, begins: Bool) {
        #expect(begun(from: 50, to: end) == (begins ? [.magnify] : []))
    }

    @Test(arguments: [(60.0, true), (60.1, false)])
    func `magnify needs a spread of half of the centroid's travel`(travel: Double, begins: Bool) {
        #expect(begun(from: 20, to: 35, travel: travel) == (begins ? [.magnify] : []))
    }

    @Test(arguments: [(8.0, true), (7.99, false)])
    func `magnify needs a radius of 8 mm now`(end: Double, begins: Bool) {
        #expect(begun(from: 20, to: end) == (begins ? [.magnify] : []))
    }

    @Test(arguments: [(9.9, false), (10.1, true), (-9.9, false), (-10.1, true)])
    func `rotate needs 10 degrees`(degrees: Double, begins: Bool) {
        #expect(begun(from: 30, to: 30, degrees: degrees) == (begins ? [.rotate] : []))
    }

    @Test(arguments: [(11.3, false), (11.6, true)])
    func `rotate needs an arc of 2 mm`(degrees: Double, begins: Bool) {
        #expect(begun(from: 10, to: 10, degrees: degrees) == (begins ? [.rotate] : []))
    }

    // 30 mm and 40 degrees are an arc of 20.94 mm.
    @Test(arguments: [(83.7, true), (83.8, false)])
    func `rotate needs an arc of a quarter of the centroid's travel`(travel: Double, begins: Bool) {
        #expect(begun(from: 30, to: 30, degrees: 40, travel: travel) == (begins ? [.rotate] : []))
    }

    @Test(arguments: [(8.01, true), (7.98, false)])
    func `rotate needs a radius of 8 mm now`(radius: Double, begins: Bool) {
        #expect(begun(from: radius, to: radius, degrees: 40) == (begins ? [.rotate] : []))
    }

    @Test(arguments: [1, 6])
    func `one finger or six neither magnify nor rotate`(fingers: Int) {
        let screen = TestScreen()
        let slots = Array(0..<fingers)
        let positions: [Double] = slots.map { 100 + Double($0) * 20 }
        screen.frame(0, slots.map { .down($0, positions[$0], 100) })
        screen.frame(50, slots.map { .move($0, 170 + (positions[$0] - 170) * 1.4, 101) })
        #expect(Set(screen.events.map(\.values.kind)).isDisjoint(with: [.magnify, .rotate]))
    }

    @Test func `the scale is measured from the start of the round`() throws {
        let screen = TestScreen()
        screen.frame(0, .down(0, 150, 100), .down(1, 190, 100), .down(2, 170, 130))
        screen.frame(200, .move(0, 140, 100), .move(1, 200, 100))
        screen.frame(300, .up(2))
        screen.frame(400, .move(0, 130, 100), .move(1, 210, 100))
        screen.frame(450, .move(0, 125, 100), .move(1, 215, 100))
        let began = try #require(screen.events(of: "magnify").last { $0.phase == .began })
        guard let scale = began.values.scale else {
            Issue.record("no magnify")
            return
        }
        #expect(began.time.microseconds == 450_000 && began.fingers == 2)
        #expect(abs(scale - 90.0 / 60) < 1e-9)
    }

    @Test(arguments: [(40.0, true), (41, false)])
    func `a scale that rests has no velocity after 40 ms`(pause: Double, moves: Bool) throws {
        let screen = TestScreen()
        screen.frame(0, .down(0, 150, 100), .down(1, 190, 100))
        for step in 1...10 {
            let distance = Double(step)
            screen.frame(
                Double(step) * 10, .move(0, 150 - distance, 100), .move(1, 190 + distance, 100))
        }
        screen.frame(100 + pause, .up(0), .up(1))
        let ended = try #require(screen.events(of: "magnify").last)
        guard let scale = ended.values.scale, let velocity = ended.values.scaleVelocity else {
            Issue.record("no magnify")
            return
        }
        #expect(abs(scale - 1.5) < 1e-9)
        #expect(moves ? abs(velocity - 5) < 1e-6 : velocity == 0)
    }
}

/// Fingers that land one after another.
@Suite struct StaggeredFingerTests {
    /// Fingers in a row move down side by side at 600 mm/s, or accelerate from rest. Each lands
    /// `interval` ms after the previous one, at the position that it would have reached.
    private func play(_ fingers: Int, every interval: Double, fromRest: Bool) -> TestScreen {
        let screen = TestScreen()
        var down: Set<Int> = []
        for step in 0...16 {
            let time = Double(step) * 10
            let y = fromRest ? 100 * (time / 160) * (time / 160) : 0.6 * time
            let acts = (0..<fingers).filter { Double($0) * interval <= time }.map { finger in
                let x = 100 + 20 * Double(finger)
                return down.insert(finger).inserted
                    ? TestScreen.Act.down(finger, x, 20 + y) : .move(finger, x, 20 + y)
            }
            screen.frame(time, acts)
        }
        screen.frame(170, (0..<fingers).map { .up($0) })
        return screen
    }

    @Test(arguments: [0.0, 20, 40, 60, 80], [false, true])
    func `two fingers that move side by side swipe, and neither magnify nor rotate`(
        interval: Double, fromRest: Bool
    ) {
        let screen = play(2, every: interval, fromRest: fromRest)
        #expect(Set(screen.events.map(\.values.kind)) == [.drag, .swipe])
        #expect(screen.events.last?.fingers == 2)
    }

    @Test(arguments: [3, 4, 5], [10.0, 20])
    func `more fingers that move side by side swipe, too`(fingers: Int, interval: Double) {
        let screen = play(fingers, every: interval, fromRest: false)
        #expect(Set(screen.events.map(\.values.kind)) == [.drag, .swipe])
        #expect(screen.events.last?.fingers == fingers)
    }

    @Test func `the translation of a drag starts again when a finger joins`() throws {
        let drags = play(2, every: 60, fromRest: false).events(of: "drag")
        let began = try #require(drags.last { $0.phase == .began })
        let translation = try #require(began.values.translation)
        #expect(began.time.microseconds == 70_000 && began.fingers == 2)
        #expect(translation.isNear(Point(x: 0, y: 6)))
    }

    @Test func `a pinch is measured from the positions of both fingers at the second landing`()
        throws
    {
        let screen = TestScreen()
        screen.frame(0, .down(0, 150, 60))
        screen.frame(50, .move(0, 146, 60))
        screen.frame(60, .down(1, 186, 60))
        for step in 1...10 {
            let distance = 2 * Double(step)
            screen.frame(
                60 + Double(step) * 10, .move(0, 146 - distance, 60), .move(1, 186 + distance, 60))
        }
        let scale = try #require(screen.events(of: "magnify").last?.values.scale)
        #expect(scale.isNear(2))
    }

    @Test func `fingers that have moved far together can still magnify`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 140, 60))
        for step in 1...10 {
            let distance = 5 * Double(step)
            screen.frame(
                Double(step) * 10, .move(0, 100 + distance, 60), .move(1, 140 + distance, 60))
        }
        screen.frame(200, .move(0, 139, 60), .move(1, 201, 60))
        #expect(screen.events(of: "magnify").isEmpty)
        screen.frame(300, .move(0, 137, 60), .move(1, 203, 60))
        #expect(screen.events(of: "magnify").map(\.phase) == [.began])
    }
}
