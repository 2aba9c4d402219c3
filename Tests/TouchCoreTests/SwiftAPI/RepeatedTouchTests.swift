import Testing
import TouchCore
import TouchTestSupport

/// A repeated touch is recognised twice: nothing of the first affects the second.
@Suite struct RepeatedTouchTests {
    private let log = CallbackLog()

    @Test(arguments: [false, true])
    func `a press starts without the ticks of the previous one`(isPart: Bool) {
        let screen = SwiftTestScreen {
            let press = PressGesture().onChanged { log("\($0.ticks)") }
            if isPart { press.simultaneously(with: SurfaceLongPressGesture()) } else { press }
        }
        for start in [0.0, 10_000] {
            screen.frame(start, .down(0, 50, 50))
            screen.wait(until: start + 750)
            screen.frame(start + 800, .up(0))
            #expect(log.drain() == ["0", "1", "2"])
        }
    }

    /// A completed part is not possible again, and holds nothing back, while the next is awaited.
    @Test func `an exclusive before a drag begins at the lift of its tap`() {
        let screen = SwiftTestScreen {
            SurfaceLongPressGesture().exclusively(before: SurfaceTapGesture()).sequenced(
                before: SurfaceDragGesture()
            )
            .onEnded { _ in log("ended") }
        }
        for start in [0.0, 10_000] {
            screen.frame(start, .down(0, 50, 50))
            screen.frame(start + 50, .up(0))
            #expect(screen.events.last?.phase == .began)
            screen.stroke(from: (52, 52), to: (80, 52), ms: start + 200...start + 400)
            #expect(log.drain() == ["ended"])
        }
    }

    @Test func `a custom part is called in the second touch, too`() {
        let screen = SwiftTestScreen {
            CustomGesture(ScriptedRecognizer("e")).onEnded { _ in log("part") }
                .simultaneously(with: SurfaceLongPressGesture())
                .sequenced(before: SurfaceDragGesture())
        }
        for start in [0.0, 10_000] {
            screen.frame(start, .down(0, 50, 50))
            screen.frame(start + 50, .up(0))
            screen.wait(until: start + 5_000)
            #expect(screen.events.suffix(2).map(\.phase) == [.began, .cancelled])
            #expect(log.drain() == ["part"])
        }
    }

    @Test(arguments: 0..<400)
    func `a composition with custom parts is recognised again`(seed: UInt64) {
        var parts = RandomParts(seed: seed, log: log)
        let whole = parts.next(depth: 2)
        let screen = SwiftTestScreen { whole.onEnded { _ in log("whole") } }
        func play(_ start: Double) -> [String] {
            let count = screen.events.count
            parts.touch(screen, at: start)
            screen.wait(until: start + 8_000)
            let events = screen.events[count...].map {
                "\($0.phase) \($0.time.microseconds - Int64(start) * 1_000)"
            }
            return events + log.drain()
        }
        let first = play(0)
        #expect(play(10_000) == first)
        #expect(play(20_000) == first)
    }
}

/// Random compositions of scripted parts and of gestures of the library, and a touch for them.
private struct RandomParts {
    private var generator: SeededGenerator
    private let log: CallbackLog
    private let moves: Bool
    private let taps: Bool

    init(seed: UInt64, log: CallbackLog) {
        generator = SeededGenerator(seed: seed)
        self.log = log
        moves = Bool.random(using: &generator)
        taps = Bool.random(using: &generator)
    }

    mutating func next(depth: Int) -> AnyGesture<Int> {
        switch Int.random(in: depth == 2 ? 6...8 : 0...(depth == 0 ? 5 : 8), using: &generator) {
        case 0...2: return part(CustomGesture(ScriptedRecognizer(script())), "script")
        case 3: return part(SurfaceDragGesture(), "drag")
        case 4: return part(SurfaceTapGesture(), "tap")
        case 5: return part(SurfaceLongPressGesture(), "press")
        case 6: return any(next(depth: depth - 1).sequenced(before: next(depth: depth - 1)))
        case 7: return any(next(depth: depth - 1).simultaneously(with: next(depth: depth - 1)))
        default: return any(next(depth: depth - 1).exclusively(before: next(depth: depth - 1)))
        }
    }

    private mutating func script() -> String {
        String((0..<4).map { _ in "..bef".randomElement(using: &generator) ?? "." })
    }

    private func part(_ gesture: some Gesture, _ name: String) -> AnyGesture<Int> {
        any(gesture.onEnded { [log] _ in log(name) })
    }

    private func any(_ gesture: some Gesture) -> AnyGesture<Int> {
        AnyGesture(gesture.map { _ in 0 })
    }

    func touch(_ screen: SwiftTestScreen, at start: Double) {
        let distance = moves ? 10.0 : 0.5
        screen.frame(start, .down(0, 50, 50))
        screen.frame(start + 10, .move(0, 50 + distance, 50))
        screen.frame(start + 20, .move(0, 50 + 2 * distance, 50))
        guard taps else {
            screen.wait(until: start + 700)
            return screen.frame(start + 800, .up(0))
        }
        screen.frame(start + 60, .up(0))
        screen.frame(start + 150, .down(0, 52, 52))
        screen.frame(start + 170, .up(0))
    }
}
