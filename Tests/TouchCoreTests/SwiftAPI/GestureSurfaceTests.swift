import Testing
import TouchCore
import TouchTestSupport

@Suite struct GestureSurfaceTests {
    private let log = FaceLog()

    @Test func `zones have gestures of their own`() {
        let half = ZoneRect(x: .share(0.5), y: .share(0), width: .share(0.5), height: .share(1))
        let glass = SwiftGlass {
            TapGesture().onEnded { log("left") }
            Zone("right", half) { TapGesture().onEnded { log("right") } }
        }
        glass.frame(0, .down(0, 50, 50))
        glass.frame(50, .up(0))
        glass.frame(1_000, .down(0, 300, 50))
        glass.frame(1_050, .up(0))
        #expect(log.lines == ["left", "right"])
        #expect(glass.surface.configuration.zones.map(\.name) == ["screen", "right"])
    }

    @Test func `two hands at a table have gestures of their own`() {
        let glass = SwiftGlass {
            Zone("table", nil) {
                DragGesture().onEnded { log("\($0.startLocation.x) \($0.translation.x)") }
            }
            .hands(2)
        }
        glass.frame(0, .down(0, 50, 50))
        glass.frame(200, .down(1, 250, 50))
        glass.frame(210, .move(0, 60, 50), .move(1, 270, 50))
        glass.frame(220, .up(1))
        glass.frame(230, .up(0))
        #expect(log.lines == ["250.0 20.0", "50.0 10.0"])
    }

    @Test func `sets of gestures come and go`() {
        let glass = SwiftGlass { TapGesture().onEnded { log("tap") } }
        let set = glass.surface.add { LongPressGesture().onEnded { _ in log("long") } }
        glass.frame(0, .down(0, 50, 50))
        glass.wait(until: 600)
        glass.frame(700, .up(0))
        #expect(log.take() == ["long"])
        glass.surface.remove(set)
        glass.frame(1_000, .down(0, 50, 50))
        glass.wait(until: 1_600)
        glass.frame(1_700, .up(0))
        #expect(log.take() == [])
        glass.frame(2_000, .down(0, 50, 50))
        glass.frame(2_050, .up(0))
        #expect(log.take() == ["tap"])
    }

    @Test func `a callback may take its own gesture away`() {
        let state = Watched(0.0)
        var surface: GestureSurface?
        let glass = SwiftGlass {
            DragGesture()
                .onChanged { _ in surface?.removeAll() }
                .updating(state.state) { value, state in state = value.translation.x }
                .simultaneously(with: LongPressGesture())
        }
        surface = glass.surface
        glass.frame(0, .down(0, 50, 50))
        glass.frame(10, .move(0, 60, 50))
        #expect(state.value == 0)
        #expect(glass.surface.configuration.zones[0].gestures.isEmpty)
        glass.frame(20, .up(0))
        surface = nil
    }

    @Test(arguments: 0..<50)
    func `what is observed says the same as what is not`(seed: UInt64) {
        let swift = SwiftGlass {
            LongPressGesture().sequenced(before: DragGesture()).alongside("swipe")
            TapGesture(count: 2).exclusively(before: TapGesture())
            SwipeGesture()
            DragGesture().simultaneously(
                with: MagnifyGesture().simultaneously(with: RotateGesture()))
            PressGesture()
        }
        let glass = Glass(configuration: swift.surface.configuration)
        var one = RandomTouches(seed: seed)
        var other = RandomTouches(seed: seed)
        one.play(frames: 400, on: swift)
        other.play(frames: 400, on: glass)
        #expect(swift.events == glass.events)
        #expect(!swift.events.isEmpty)
    }

    /// Whatever happens, states are at rest when nobody touches.
    @Test(arguments: 0..<50)
    func `states are back once every finger has lifted`(seed: UInt64) {
        let states = (0..<5).map { _ in Watched(0) }
        let touched = FaceLog()
        func follow<Value>(_ value: Value, _ state: inout Int) {
            state += 1
            touched("x")
        }
        let glass = SwiftGlass {
            LongPressGesture().updating(states[0].state, body: follow)
                .sequenced(before: DragGesture().updating(states[1].state, body: follow))
                .updating(states[2].state, body: follow)
            DragGesture(fingers: 2).updating(states[3].state, body: follow)
                .simultaneously(
                    with: LongPressGesture(fingers: 2).updating(states[4].state, body: follow))
        }
        var touches = RandomTouches(seed: seed)
        touches.play(frames: 400, on: glass)
        #expect(states.map(\.value) == [0, 0, 0, 0, 0])
        #expect(!touched.lines.isEmpty)
    }
}
