import Testing
import TouchViews

/// Recognisers that a program defines. Tests of one situation begin with its number, E1 to E4.
@MainActor
struct SubclassTests {
    private let glass = Glass()

    @MainActor
    private final class Screen {
        let glass: Glass

        init(_ glass: Glass) {
            self.glass = glass
        }

        func changed(_ recognizer: UIGestureRecognizer) { glass.note("\(recognizer.state)") }
    }

    /// A deep press as a subclass: E1.
    private final class DeepPress: UIGestureRecognizer {
        var threshold: CGFloat = 0.75

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            handle(touches)
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
            handle(touches)
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
            state = state == .began || state == .changed ? .ended : .failed
        }

        private func handle(_ touches: Set<UITouch>) {
            guard let touch = touches.first else { return }
            let share = touch.force / touch.maximumPossibleForce
            if state == .possible, share >= threshold {
                state = .began
            } else if state == .began || state == .changed {
                state = share < threshold ? .ended : .changed
            }
        }
    }

    /// Rule: `force` and `maximumPossibleForce` are 0 without a sensor, else 0 to 1
    @Test
    func `E1: a deep press begins once at its threshold, and ends below it or at the lift`() {
        let screen = Screen(glass)
        let deep = DeepPress(target: screen, action: Screen.changed(_:))
        glass.view(0, 0, 400, 400).addGestureRecognizer(deep)
        glass.down(0, 100, 100, force: 0.2)
        glass.move(0, 100, 100, force: 0.8)
        glass.move(0, 100, 100, force: 0.9)
        glass.move(0, 100, 100, force: 0.5)
        #expect(glass.log == ["began", "changed", "ended"])
        glass.move(0, 100, 100, force: 0.9)
        glass.up()
        #expect(glass.log == ["began", "changed", "ended"])
        glass.log = []
        glass.down(0, 100, 100, force: 0.9)
        glass.up()
        #expect(glass.log == ["began", "ended"])
        glass.log = []
        glass.down(0, 100, 100, force: 0.3)
        glass.up()
        glass.down(0, 100, 100)
        glass.move(0, 101, 100)
        glass.up()
        #expect(glass.log == [])
        #expect(deep.state == .possible)
    }

    @Test
    func `E2: a deep press is added and removed at run time, beside a slider's light drag`() {
        let view = glass.view(0, 0, 400, 400)
        var slid = 0.0
        view.gesture(DragGesture().onChanged { slid = $0.translation.width })
        let panel = Panel(view, glass)
        panel.setDeepPress()
        glass.down(0, 100, 100, force: 0.2)
        glass.slide(to: 150, 100)
        glass.up()
        #expect(slid == 50 && glass.log == [])
        glass.down(0, 100, 100, force: 0.9)
        glass.up()
        // It ends when it is removed in its own callback; only its other target receives that.
        #expect(glass.log == ["pressed", "noted"])
        glass.down(0, 100, 100, force: 0.9)
        glass.up()
        #expect(glass.log.count == 2 && view.gestureRecognizers == nil)
    }

    @MainActor
    private final class Panel: DeepPressable {
        let touchView: UIView
        let glass: Glass

        init(_ view: UIView, _ glass: Glass) {
            touchView = view
            self.glass = glass
        }

        func makeDeepPress() -> UIGestureRecognizer {
            DeepPress(target: self, action: Panel.deepPressed(_:))
        }
    }

    @Test
    func `E3: a closure at the beginning has the view's frame`() throws {
        let view = glass.view(20, 30, 100, 100)
        let screen = FrameScreen()
        view.addGestureRecognizer(DeepPress(target: screen, action: FrameScreen.pressed(_:)))
        glass.down(0, 50, 50, force: 1)
        #expect(screen.frame == CGRect(x: 20, y: 30, width: 100, height: 100))
        glass.up()
    }

    @MainActor
    private final class FrameScreen {
        var frame: CGRect?

        func pressed(_ recognizer: UIGestureRecognizer) {
            if recognizer.state == .began { frame = recognizer.view?.frame }
        }
    }

    /// Turns around the middle of its view with one finger: E4.
    private final class OneFingerRotation: UIGestureRecognizer {
        private(set) var angle: CGFloat = 0

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
            guard let touch = touches.first, let view else { return }
            let (now, then) = (touch.location(in: view), touch.previousLocation(in: view))
            let (x, y) = (view.bounds.midX, view.bounds.midY)
            angle += atan2(now.y - y, now.x - x) - atan2(then.y - y, then.x - x)
            state = state == .possible ? .began : .changed
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { state = .ended }

        override func reset() { angle = 0 }
    }

    @Test
    func `E4: each change of force or of a one-finger angle is reported`() {
        let screen = Screen(glass)
        let deep = DeepPress(target: screen, action: Screen.changed(_:))
        deep.threshold = 0.1
        glass.view(0, 0, 200, 200).addGestureRecognizer(deep)
        glass.down(0, 100, 100, force: 0.2)
        for force in [0.3, 0.4, 0.5] { glass.move(0, 100, 100, force: force) }
        #expect(glass.log == ["began", "changed", "changed", "changed"])
        glass.up()
        glass.log = []
        let turn = OneFingerRotation(target: screen, action: Screen.changed(_:))
        glass.view(200, 200, 200, 200).addGestureRecognizer(turn)
        glass.down(0, 380, 300)
        glass.move(0, 360, 360)
        glass.move(0, 300, 380)
        #expect(abs(turn.angle - .pi / 2) < 1e-9)
        glass.up()
        #expect(glass.log == ["began", "changed", "ended"])
    }
}

/// E2: default methods that set and remove a deep press on any view.
@MainActor
private protocol DeepPressable: AnyObject, Sendable {
    var touchView: UIView { get }
    var glass: Glass { get }

    func makeDeepPress() -> UIGestureRecognizer
}

extension DeepPressable {
    func setDeepPress() {
        let recognizer = makeDeepPress()
        recognizer.addTarget(self, action: Self.noted)
        touchView.addGestureRecognizer(recognizer)
    }

    func removeDeepPress() {
        for recognizer in touchView.gestureRecognizers ?? [] {
            touchView.removeGestureRecognizer(recognizer)
        }
    }

    func deepPressed(_ recognizer: UIGestureRecognizer) {
        guard recognizer.state == .began else { return }
        glass.note("pressed")
        removeDeepPress()
    }

    private func noted() { glass.note("noted") }
}
