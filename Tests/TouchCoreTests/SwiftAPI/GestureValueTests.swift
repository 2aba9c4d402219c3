import Testing
import TouchCore
import TouchTestSupport

/// The values of each gesture.
@Suite struct GestureValueTests {
    private let log = CallbackLog()

    @Test func `a tap is recognised at its count`() {
        let screen = SwiftTestScreen { SurfaceTapGesture(count: 2).onEnded { log("double") } }
        for ms in [0.0, 200, 1_000] {
            screen.frame(ms, .down(0, 50, 50))
            screen.frame(ms + 50, .up(0))
        }
        #expect(log.lines == ["double"])
    }

    @Test func `a tap has its fingers and its position`() throws {
        var taps: [SurfaceSpatialTapGesture.Value] = []
        let screen = SwiftTestScreen {
            SurfaceSpatialTapGesture(fingers: 2).onEnded { taps.append($0) }
        }
        screen.frame(0, .down(0, 50, 50), .down(1, 70, 54))
        screen.frame(80, .up(0), .up(1))
        let tap = try #require(taps.first)
        #expect(tap.location == Point(x: 60, y: 52))
        #expect((tap.count, tap.fingers, tap.time.microseconds) == (1, 2, 80_000))
        screen.frame(1_000, .down(0, 50, 50))
        screen.frame(1_080, .up(0))
        #expect(taps.count == 1)
    }

    @Test func `a long press is true at the landing and ends after its duration`() {
        let screen = SwiftTestScreen {
            SurfaceLongPressGesture(minimumDuration: .seconds(1))
                .onChanged { log("changed \($0)") }.onEnded { log("ended \($0)") }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 999)
        #expect(log.drain() == ["changed true"])
        screen.wait(until: 1_000)
        #expect(log.drain() == ["ended true"])
        screen.frame(1_500, .up(0))
        #expect(log.drain() == [])
        screen.frame(2_000, .down(0, 50, 50))
        #expect(log.drain() == ["changed true"])
    }

    @Test func `a press reports its ticks, and whether it lifts in its zone`() {
        let screen = SwiftTestScreen {
            Zone(
                "key",
                ZoneRect(
                    x: .millimetres(40), y: .millimetres(40), width: .millimetres(20),
                    height: .millimetres(20))
            ) {
                PressGesture(interval: .milliseconds(100), delay: .milliseconds(300))
                    .onChanged { log("\($0.ticks)") }
                    .onEnded { log("end \($0.ticks) \($0.isInside) \($0.duration)") }
            }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 450)
        #expect(log.drain() == ["0", "1", "2"])
        screen.frame(460, .move(0, 90, 50))
        screen.frame(470, .up(0))
        #expect(log.drain() == ["end 2 false 0.47 seconds"])
    }

    @Test func `a drag`() throws {
        var drags: [SurfaceDragGesture.Value] = []
        let screen = SwiftTestScreen { SurfaceDragGesture().onEnded { drags.append($0) } }
        screen.stroke(from: (100, 100), to: (140, 70), ms: 0...200)
        let drag = try #require(drags.first)
        #expect(drag.startLocation == Point(x: 100, y: 100))
        #expect(drag.location == Point(x: 140, y: 70))
        #expect(drag.translation == Point(x: 40, y: -30))
        #expect(abs(drag.velocity.x - 200) < 1)
        #expect(abs(drag.predictedEndTranslation.x - 90) < 1)
        #expect(
            drag.predictedEndLocation == drag.startLocation + drag.predictedEndTranslation)
        #expect(drag.time.microseconds == 210_000)
    }

    @Test func `a swipe`() throws {
        var swipes: [SwipeGesture.Value] = []
        let screen = SwiftTestScreen {
            SwipeGesture(directions: [.right]).onEnded { swipes.append($0) }
        }
        screen.stroke(from: (100, 100), to: (140, 104), ms: 0...200)
        screen.stroke(from: (140, 100), to: (100, 100), ms: 1_000...1_200)
        #expect(swipes.count == 1)
        let swipe = try #require(swipes.first)
        #expect(swipe.direction == .right)
        #expect(swipe.startLocation == Point(x: 100, y: 100))
        #expect(abs(swipe.distance - 40.2) < 0.1)
        #expect(abs(swipe.deviation.degrees - 5.71) < 0.01)
        #expect(abs(swipe.speed - 201) < 2)
        #expect(swipe.duration == .milliseconds(210))
    }

    @Test func `a magnification and a rotation`() throws {
        var magnify: SurfaceMagnifyGesture.Value?
        var rotate: SurfaceRotateGesture.Value?
        let screen = SwiftTestScreen {
            SurfaceMagnifyGesture().alongside("rotate").onChanged { magnify = $0 }
            SurfaceRotateGesture().onChanged { rotate = $0 }
        }
        screen.frame(0, .down(0, 90, 100), .down(1, 110, 100))
        screen.frame(10, .move(0, 100, 80), .move(1, 100, 120))
        #expect(abs(try #require(magnify).magnification - 2) < 1e-9)
        #expect(abs(try #require(rotate).rotation.degrees - 90) < 1e-9)
        #expect(rotate?.location == Point(x: 100, y: 100))
        #expect(magnify?.startLocation == Point(x: 100, y: 100))
    }

    @Test func `force, and a deep press`() {
        let screen = SwiftTestScreen {
            ForceGesture().alongsideAll().onEnded { log("force \($0.force)") }
            DeepPressGesture(threshold: 0.6)
                .onEnded { log("deep \($0.maximumForce >= 0.6) \($0.location.x)") }
        }
        for step in 0...12 {
            let force = 0.05 + 0.01 * Double(step)
            screen.frame(
                Double(step) * 10,
                step == 0 ? .down(0, 50, 50, force: force) : .move(0, 50, 50, force: force))
        }
        for step in 13...20 { screen.frame(Double(step) * 10, .move(0, 50, 50, force: 0.9)) }
        screen.frame(210, .up(0))
        #expect(log.lines.contains("deep true 50.0"))
        #expect(log.lines.contains { $0.hasPrefix("force 0.") })
    }

    @Test func `a gesture for screen readers`() throws {
        var values: [ScreenReaderGestures.Value] = []
        let screen = SwiftTestScreen { ScreenReaderGestures().onEnded { values.append($0) } }
        screen.stroke(from: (140, 100), to: (100, 104), ms: 0...200)
        for ms in [1_000.0, 1_200] {
            screen.frame(ms, .down(0, 50, 50))
            screen.frame(ms + 50, .up(0))
        }
        #expect(values.map(\.gesture) == [.swipeLeft, .doubleTap])
        #expect(values.last?.location == Point(x: 50, y: 50))
        #expect(values.last?.time.microseconds == 1_250_000)
    }
}
