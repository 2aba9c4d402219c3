import Testing
import TouchViews

/// Velocities of a program that sets the translation at each change, and of fingers that lift one after the
/// other.
@MainActor
struct FlickTests {
    private let glass = Glass()

    @MainActor
    private final class Screen {
        /// Whether the program sets the value before it reads the velocity.
        let setsFirst: Bool
        var speeds: [Double] = []
        var changes: [Double] = []

        init(setsFirst: Bool) { self.setsFirst = setsFirst }

        private func take(
            _ state: UIGestureRecognizer.State, _ set: () -> Void, _ speed: () -> Double
        ) {
            if setsFirst { set() }
            if state == .ended { speeds.append(speed()) } else { changes.append(speed()) }
            if !setsFirst { set() }
        }

        func pan(_ pan: UIPanGestureRecognizer) {
            take(pan.state) {
                pan.setTranslation(.zero, in: pan.view)
            } _: {
                Double(hypot(pan.velocity(in: nil).x, pan.velocity(in: nil).y))
            }
        }

        func pinch(_ pinch: UIPinchGestureRecognizer) {
            take(pinch.state) {
                pinch.scale = 1
            } _: {
                Double(pinch.velocity)
            }
        }

        func turn(_ turn: UIRotationGestureRecognizer) {
            take(turn.state) {
                turn.rotation = 0
            } _: {
                Double(turn.velocity)
            }
        }
    }

    private func expectFlick(_ screen: Screen, above speed: Double) {
        #expect(screen.speeds.count == 1 && screen.speeds.allSatisfy { $0 > speed })
        guard screen.setsFirst else {
            // After the first samples each change has a velocity, though each sets the value.
            #expect(screen.changes.suffix(5).allSatisfy { $0 > speed })
            return
        }
        #expect(screen.changes.allSatisfy { $0 == 0 })
    }

    /// Rule: until the fingers move on or lift: at `.ended` it is that of the fingers, even where each change sets the value
    @Test(arguments: [false, true])
    func `a flick has its velocity if each change sets the translation`(setsFirst: Bool) {
        let screen = Screen(setsFirst: setsFirst)
        glass.view(0, 0, 400, 800).addGestureRecognizer(
            UIPanGestureRecognizer(target: screen, action: Screen.pan(_:)))
        glass.down(200, 600)
        glass.slide(to: 200, 400)
        glass.up()
        expectFlick(screen, above: 2_000)
    }

    /// Rule: until the fingers move on or lift: at `.ended` it is that of the fingers, even where each change sets the value
    @Test(arguments: [false, true])
    func `a pinch has its velocity if each change sets the scale`(setsFirst: Bool) {
        let screen = Screen(setsFirst: setsFirst)
        glass.view(0, 0, 400, 800).addGestureRecognizer(
            UIPinchGestureRecognizer(target: screen, action: Screen.pinch(_:)))
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 400, y: 100))
        glass.up(1)
        glass.up(0)
        expectFlick(screen, above: 2)
    }

    /// Rule: until the fingers move on or lift: at `.ended` it is that of the fingers, even where each change sets the value
    @Test(arguments: [false, true])
    func `a rotation has its velocity if each change sets the angle`(setsFirst: Bool) {
        let screen = Screen(setsFirst: setsFirst)
        glass.view(0, 0, 400, 800).addGestureRecognizer(
            UIRotationGestureRecognizer(target: screen, action: Screen.turn(_:)))
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 170, y: 170))
        glass.up(1)
        glass.up(0)
        expectFlick(screen, above: 2)
    }

    /// Rule: where fingers lift one after the other, the velocity before the first lift holds for 0.1 s
    @Test(arguments: [0, 8, 16, 32, 48])
    func `a flick of two fingers that lift one after the other keeps its velocity`(
        milliseconds: Int
    ) {
        let (screen, pinched) = (Screen(setsFirst: false), Screen(setsFirst: false))
        let pan = UIPanGestureRecognizer(target: screen, action: Screen.pan(_:))
        pan.minimumNumberOfTouches = 2
        let pinch = UIPinchGestureRecognizer(target: pinched, action: Screen.pinch(_:))
        let view = glass.view(0, 0, 400, 800)
        let both = Both()
        (pan.delegate, pinch.delegate) = (both, both)
        view.addGestureRecognizer(pan)
        view.addGestureRecognizer(pinch)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 300), CGPoint(x: 400, y: 300))
        glass.up(1)
        for _ in 0..<milliseconds / 8 {
            glass.wait(0.008)
            glass.move(0, 100, 300)
        }
        glass.up(0)
        #expect(screen.speeds.count == 1 && screen.speeds[0] > 1_000)
        #expect(pinched.speeds.count == 1 && pinched.speeds[0] > 1)
    }

    /// Rule: a movement that rests before the lift ends with velocity 0
    @Test(arguments: [true, false])
    func `fingers that rest before they lift have no velocity at the lift`(setsFirst: Bool) {
        let screens = [0, 1, 2].map { _ in Screen(setsFirst: setsFirst) }
        let both = Both()
        let all: [UIGestureRecognizer] = [
            UIPanGestureRecognizer(target: screens[0], action: Screen.pan(_:)),
            UIPinchGestureRecognizer(target: screens[1], action: Screen.pinch(_:)),
            UIRotationGestureRecognizer(target: screens[2], action: Screen.turn(_:)),
        ]
        let view = glass.view(0, 0, 400, 800)
        for each in all {
            each.delegate = both
            view.addGestureRecognizer(each)
        }
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 200), CGPoint(x: 300, y: 400))
        glass.wait(2)
        glass.up(0)
        glass.up(1)
        #expect(screens.map(\.speeds) == [[0], [0], [0]])
    }

    @Test
    func `a finger that lands or lifts is not movement of a pan`() {
        let pan = UIPanGestureRecognizer()
        glass.view(0, 0, 400, 800).addGestureRecognizer(pan)
        glass.down(0, 100, 100)
        glass.slide(0, to: 100, 180)
        glass.down(1, 300, 100)
        glass.wait(0.008)
        glass.move(0, 100, 188)
        let speed = pan.velocity(in: nil)
        #expect(abs(speed.x) < 1 && speed.y > 300)
        glass.up(1)
        glass.wait(0.008)
        glass.move(0, 100, 196)
        #expect(abs(pan.velocity(in: nil).x) < 1 && pan.velocity(in: nil).y > 300)
    }

    @Test
    func `the velocity of a pinch is that of the scale that was set`() {
        let pinch = UIPinchGestureRecognizer()
        glass.view(0, 0, 400, 800).addGestureRecognizer(pinch)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 300, y: 100))
        let speed = pinch.velocity
        pinch.scale = 4
        #expect(pinch.velocity == 0)
        glass.wait(0.004)
        glass.move(1, 305, 100)
        #expect(abs(pinch.velocity / speed - 2) < 0.3)
    }

    private final class Both: UIGestureRecognizerDelegate {
        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { true }
    }
}
