import RealModule
import Testing
import TouchCore
import TouchTestSupport

/// Shapes that one finger draws, beside other gestures.
@Suite struct StrokeTests {
    /// A Z with a height of `size` mm, in the middle of the screen.
    private static func z(_ size: Double) -> [Point] {
        [(-0.45, -0.5), (0.45, -0.5), (-0.45, 0.5), (0.45, 0.5)].map {
            Point(x: 150 + $0.0 * size, y: 90 + $0.1 * size)
        }
    }

    private func screen(
        _ stroke: StrokeThresholds = .init(), _ others: [ConfiguredGesture] = [],
        explains: Bool = false
    ) -> TestScreen {
        TestScreen(
            configuration: GestureConfiguration(
                gestures: others + [ConfiguredGesture(.stroke(stroke))]), explains: explains)
    }

    /// Draws lines from corner to corner, in steps of 10 ms.
    private func draw(
        _ corners: [Point], on screen: TestScreen, ms: Double = 600, finger: Int = 0
    ) {
        screen.frame(0, [.down(finger, corners[0].x, corners[0].y)])
        let steps = Int(ms / 10)
        for step in 1..<steps {
            let progress = Double(step) / Double(steps - 1) * Double(corners.count - 1)
            let index = min(Int(progress), corners.count - 2)
            let position =
                corners[index] + (corners[index + 1] - corners[index]) * (progress - Double(index))
            screen.frame(Double(step) * 10, [.move(finger, position.x, position.y)])
        }
        screen.frame(ms, [.up(finger)])
    }

    @Test func `a shape is emitted at the lift, as one event`() throws {
        let screen = screen()
        draw(Self.z(40), on: screen)
        let stroke = try #require(screen.events.first)
        #expect(screen.events.count == 1)
        #expect(stroke.phase == .ended)
        #expect(stroke.durationUs == 600_000)
        #expect(stroke.values.stroke?.description == "z")
        #expect(try #require(stroke.values.score) > 0.9)
        #expect(stroke.values.runnerUp != nil)
        #expect(try #require(stroke.values.runnerUpScore) < 0.6)
        #expect(stroke.values.translation == nil && stroke.values.scale == nil)
    }

    @Test func `a drag of the same finger continues`() {
        let screen = screen(.init(), [ConfiguredGesture(.drag(.init()))])
        draw(Self.z(40), on: screen)
        #expect(screen.events.map(\.phase).suffix(2) == [.ended, .ended])
        #expect(screen.events(of: "drag").first?.phase == .began)
        #expect(screen.events(of: "stroke").count == 1)
        #expect(!screen.events.contains { $0.phase == .cancelled })
    }

    @Test func `a drag that waits for a stroke loses to it`() {
        let screen = screen(
            .init(), [ConfiguredGesture(.drag(.init()), waitsFor: ["stroke"])])
        draw(Self.z(40), on: screen)
        #expect(screen.events.map(\.values.kind) == [.stroke])
    }

    @Test func `a drag that waits for a stroke begins when the finger rests`() {
        let screen = screen(
            .init(), [ConfiguredGesture(.drag(.init()), waitsFor: ["stroke"])])
        screen.frame(0, [.down(0, 100, 60)])
        screen.frame(50, [.move(0, 130, 60)])
        screen.frame(400, [.move(0, 131, 60)])
        screen.frame(500, [.up(0)])
        #expect(screen.events(of: "drag").first?.phase == .began)
        #expect(screen.events(of: "stroke").isEmpty)
    }

    @Test func `a tap that waits for a stroke is emitted at the lift`() {
        let screen = screen(
            .init(), [ConfiguredGesture(.tap(.init()), waitsFor: ["stroke"])])
        screen.frame(0, [.down(0, 100, 60)])
        screen.frame(60, [.up(0)])
        #expect(screen.events(of: "tap").count == 1)
    }

    @Test(arguments: [(14.99, 0), (15, 1), (15.01, 1)])
    func `a shape has a minimum size`(size: Double, count: Int) {
        let screen = screen()
        draw(Self.z(size), on: screen)
        #expect(screen.events.count == count)
    }

    @Test(arguments: [(9990.0, 1), (10_000, 1), (10_010, 0)])
    func `a shape has a maximum duration`(ms: Double, count: Int) {
        let screen = screen()
        draw(Self.z(40), on: screen, ms: ms)
        #expect(screen.events.count == count)
    }

    @Test func `a shape has a minimum score`() throws {
        let wide = [(100.0, 60.0), (170, 62), (100, 80), (150, 90)].map {
            Point(x: $0.0, y: $0.1)
        }
        var stroke = StrokeThresholds()
        stroke.score = 0
        let first = screen(stroke)
        draw(wide, on: first)
        let score = try #require(first.events.first?.values.score)
        for (limit, count) in [(score.nextDown, 1), (score, 1), (score.nextUp, 0)] {
            stroke.score = limit
            let screen = screen(stroke)
            draw(wide, on: screen)
            #expect(screen.events.count == count)
        }
    }

    @Test(arguments: Array(stride(from: 0.0, to: 360, by: 15)))
    func `a straight line is not a shape, whatever its score`(degrees: Double) {
        var stroke = StrokeThresholds()
        stroke.score = 0
        let screen = screen(stroke)
        let displacement = Point(
            x: 60 * Double.cos(degrees * .pi / 180), y: 60 * Double.sin(degrees * .pi / 180))
        draw([Point(x: 150, y: 90), Point(x: 150, y: 90) + displacement], on: screen)
        #expect(screen.events.isEmpty)
    }

    @Test(arguments: [30.0, 300]) func `a second finger ends a stroke`(ms: Double) {
        let screen = screen()
        screen.frame(0, [.down(0, 120, 60)])
        screen.frame(ms, [.down(1, 200, 60)])
        screen.frame(ms + 10, [.up(1)])
        for (step, corner) in Self.z(40).enumerated() {
            screen.frame(400 + Double(step) * 20, [.move(0, corner.x, corner.y)])
        }
        screen.frame(600, [.up(0)])
        #expect(screen.events.isEmpty)
    }

    @Test func `two fingers that move together draw no shape`() {
        let screen = screen()
        screen.frame(0, [.down(0, 120, 60), .down(1, 160, 60)])
        screen.frame(20, [.move(0, 150, 60), .move(1, 190, 60)])
        screen.frame(40, [.move(0, 120, 90), .move(1, 160, 90)])
        screen.frame(60, [.move(0, 150, 90), .move(1, 190, 90)])
        screen.frame(80, [.up(0), .up(1)])
        #expect(screen.events.isEmpty)
    }

    @Test func `a long stroke keeps its shape`() {
        let screen = screen()
        draw(Self.z(170), on: screen, ms: 4_000)
        #expect(screen.events.first?.values.stroke?.description == "z")
    }

    @Test(arguments: [
        (14.0, 600.0, "strokeSize"), (40, 10_100, "strokeDuration"),
    ])
    func `a shape that is too small or too slow is explained`(
        size: Double, ms: Double, quantity: String
    ) throws {
        let screen = screen(explains: true)
        draw(Self.z(size), on: screen, ms: ms)
        guard case .missed(let unmet)? = screen.explanations.first?.reason else {
            Issue.record("\(screen.explanations)")
            return
        }
        #expect(unmet.quantity.description == quantity)
        #expect(unmet.isMissed)
    }

    @Test func `a straight line, and a shape of a low score, are explained`() throws {
        let line = screen(explains: true)
        draw([Point(x: 100, y: 60), Point(x: 160, y: 60)], on: line)
        guard case .missed(let straight)? = line.explanations.first?.reason else {
            Issue.record("\(line.explanations)")
            return
        }
        #expect(straight.quantity == .straightness && straight.isMissed)
        var stroke = StrokeThresholds()
        stroke.score = 1
        let shape = screen(stroke, explains: true)
        draw(Self.z(40), on: shape)
        guard case .missed(let unlike)? = shape.explanations.first?.reason else {
            Issue.record("\(shape.explanations)")
            return
        }
        #expect(unlike.quantity == .score && unlike.isMissed && unlike.value > 0.9)
    }
}
