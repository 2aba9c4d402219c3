import Testing
import TouchCore
import TouchTestSupport

@Suite struct GestureSurfaceTests {
    private let log = CallbackLog()

    @Test func `zones have gestures of their own`() {
        let half = ZoneRect(x: .share(0.5), y: .share(0), width: .share(0.5), height: .share(1))
        let screen = SwiftTestScreen {
            SurfaceTapGesture().onEnded { log("left") }
            Zone("right", half) { SurfaceTapGesture().onEnded { log("right") } }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        screen.frame(1_000, .down(0, 300, 50))
        screen.frame(1_050, .up(0))
        #expect(log.lines == ["left", "right"])
        #expect(screen.surface.configuration.zones.map(\.name) == ["screen", "right"])
    }

    @Test func `two hands at a table have gestures of their own`() {
        let screen = SwiftTestScreen {
            Zone("table", nil) {
                SurfaceDragGesture().onEnded { log("\($0.startLocation.x) \($0.translation.x)") }
            }
            .hands(2)
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(200, .down(1, 250, 50))
        screen.frame(210, .move(0, 60, 50), .move(1, 270, 50))
        screen.frame(220, .up(1))
        screen.frame(230, .up(0))
        #expect(log.lines == ["250.0 20.0", "50.0 10.0"])
    }

    @Test func `sets of gestures are added and removed`() throws {
        let screen = SwiftTestScreen { SurfaceTapGesture().onEnded { log("tap") } }
        let set = try screen.surface.add { SurfaceLongPressGesture().onEnded { _ in log("long") } }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 600)
        screen.frame(700, .up(0))
        #expect(log.drain() == ["long"])
        screen.surface.remove(set)
        screen.frame(1_000, .down(0, 50, 50))
        screen.wait(until: 1_600)
        screen.frame(1_700, .up(0))
        #expect(log.drain() == [])
        screen.frame(2_000, .down(0, 50, 50))
        screen.frame(2_050, .up(0))
        #expect(log.drain() == ["tap"])
    }

    @Test func `a callback may remove its own gesture`() {
        let state = Watched(0.0)
        var surface: GestureSurface?
        let screen = SwiftTestScreen {
            SurfaceDragGesture()
                .onChanged { _ in surface?.removeAll() }
                .updating(state.state) { value, state in state = value.translation.x }
                .simultaneously(with: SurfaceLongPressGesture())
        }
        surface = screen.surface
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 60, 50))
        #expect(state.value == 0)
        #expect(screen.surface.configuration.zones[0].gestures.isEmpty)
        screen.frame(20, .up(0))
        surface = nil
    }

    @Test(arguments: 0..<50)
    func `observed and unobserved engines agree`(seed: UInt64) {
        let swift = SwiftTestScreen {
            SurfaceLongPressGesture().sequenced(before: SurfaceDragGesture()).alongside("swipe")
            SurfaceTapGesture(count: 2).exclusively(before: SurfaceTapGesture())
            SwipeGesture()
            SurfaceDragGesture().simultaneously(
                with: SurfaceMagnifyGesture().simultaneously(with: SurfaceRotateGesture()))
            PressGesture()
        }
        let screen = TestScreen(configuration: swift.surface.configuration)
        var one = RandomTouches(seed: seed)
        var other = RandomTouches(seed: seed)
        one.play(frames: 400, on: swift)
        other.play(frames: 400, on: screen)
        #expect(swift.events == screen.events)
        #expect(!swift.events.isEmpty)
    }

    /// After any touches, states are reset when no finger is down.
    @Test(arguments: 0..<50)
    func `states are reset once every finger has lifted`(seed: UInt64) {
        let states = (0..<5).map { _ in Watched(0) }
        let touched = CallbackLog()
        func follow<Value>(_ value: Value, _ state: inout Int) {
            state += 1
            touched("x")
        }
        let screen = SwiftTestScreen {
            SurfaceLongPressGesture().updating(states[0].state, body: follow)
                .sequenced(before: SurfaceDragGesture().updating(states[1].state, body: follow))
                .updating(states[2].state, body: follow)
            SurfaceDragGesture(fingers: 2).updating(states[3].state, body: follow)
                .simultaneously(
                    with: SurfaceLongPressGesture(fingers: 2).updating(
                        states[4].state, body: follow))
        }
        var touches = RandomTouches(seed: seed)
        touches.play(frames: 400, on: screen)
        #expect(states.map(\.value) == [0, 0, 0, 0, 0])
        #expect(!touched.lines.isEmpty)
    }
}
