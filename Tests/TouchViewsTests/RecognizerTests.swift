import Testing
import TouchViews

/// Recognisers of UIKit's shape. D5 is the number of the situation.
@MainActor
struct RecognizerTests {
    private let glass = Glass()

    @MainActor
    private final class Screen {
        let glass: Glass

        init(_ glass: Glass) {
            self.glass = glass
        }

        func changed(_ recognizer: UIGestureRecognizer) { glass.note("\(recognizer.state)") }

        func panned(_ recognizer: UIPanGestureRecognizer) {
            let way = recognizer.translation(in: recognizer.view)
            glass.note("\(recognizer.state) \(way.x)")
        }

        func pinched(_ recognizer: UIPinchGestureRecognizer) {
            glass.note("\(recognizer.state) \((recognizer.scale * 10).rounded() / 10)")
        }
    }

    @Test
    func `D5: a tap has only the state ended`() {
        let screen = Screen(glass)
        glass.view(0, 0, 400, 400).addGestureRecognizer(
            UITapGestureRecognizer(target: screen, action: Screen.changed(_:)))
        glass.tap(100, 100)
        glass.down(100, 100)
        glass.slide(to: 150, 100)
        glass.up()
        #expect(glass.log == ["ended"])
    }

    /// Rule: a long press of UIKit: `.began` when held, `.changed` at moves of any length, `.ended` at the lift
    @Test
    func `D5: a long press begins when held, changes at moves of any length, ends at the lift`() {
        let screen = Screen(glass)
        glass.view(0, 0, 400, 400).addGestureRecognizer(
            UILongPressGestureRecognizer(target: screen, action: Screen.changed(_:)))
        glass.down(100, 100)
        glass.wait(0.49)
        #expect(glass.log == [])
        glass.wait(0.02)
        #expect(glass.log == ["began"])
        glass.move(100.5, 100)
        glass.move(300, 100)
        glass.up()
        #expect(glass.log == ["began", "changed", "changed", "ended"])
    }

    @Test
    func `D5: a pan has its translation and its velocity, which can be set again`() throws {
        let screen = Screen(glass)
        let pan = UIPanGestureRecognizer(target: screen, action: Screen.panned(_:))
        glass.view(0, 0, 400, 400).addGestureRecognizer(pan)
        glass.down(100, 100)
        glass.wait(0.01)
        glass.move(105, 100)
        #expect(glass.log == [])
        glass.wait(0.01)
        glass.move(112, 100)
        #expect(pan.velocity(in: nil).x > 100)
        pan.setTranslation(.zero, in: nil)
        glass.wait(0.01)
        glass.move(120, 100)
        glass.up()
        #expect(glass.log == ["began 12.0", "changed 8.0", "ended 8.0"])
    }

    @Test
    func `D5: a pinch and a rotation continue from the set value`() {
        let screen = Screen(glass)
        let pinch = UIPinchGestureRecognizer(target: screen, action: Screen.pinched(_:))
        let rotation = UIRotationGestureRecognizer()
        let both = Both()
        pinch.delegate = both
        let view = glass.view(0, 0, 400, 400)
        view.addGestureRecognizer(pinch)
        view.addGestureRecognizer(rotation)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 100, y: 300))
        #expect(abs(pinch.scale - 2) < 1e-9)
        #expect(abs(rotation.rotation - .pi / 2) < 1e-9)
        pinch.scale = 1
        rotation.rotation = 0
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 100, y: 500))
        #expect(abs(pinch.scale - 2) < 1e-9)
        #expect(abs(rotation.rotation) < 1e-9)
        glass.up(0)
        glass.up(1)
        #expect(glass.log.first == "began 1.0" && glass.log.last == "ended 2.0")
    }

    @Test
    func `D5: a swipe has its direction, and a screen edge pan starts at its edge`() {
        let screen = Screen(glass)
        let swipe = UISwipeGestureRecognizer(target: screen, action: Screen.changed(_:))
        swipe.direction = [.left, .up]
        glass.view(50, 0, 350, 400).addGestureRecognizer(swipe)
        glass.down(200, 100)
        glass.slide(to: 260, 100)
        glass.up()
        #expect(glass.log == [])
        glass.down(200, 100)
        glass.slide(to: 140, 100)
        glass.up()
        #expect(glass.log == ["ended"])
        glass.log = []
        let edge = UIScreenEdgePanGestureRecognizer(target: screen, action: Screen.changed(_:))
        edge.edges = .left
        glass.window.addGestureRecognizer(edge)
        glass.down(30, 600)
        glass.slide(to: 100, 600)
        glass.up()
        #expect(glass.log == [])
        glass.down(2, 600)
        glass.move(30, 600)
        glass.up()
        #expect(glass.log == ["began", "ended"])
    }

    private final class Both: UIGestureRecognizerDelegate {
        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { true }
    }

    private final class Delegate: UIGestureRecognizerDelegate {
        var begins = true
        var receives = true
        weak var first: UIGestureRecognizer?
        weak var last: UIGestureRecognizer?

        func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
            begins
        }

        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { otherGestureRecognizer === first }

        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { otherGestureRecognizer === last }

        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
        ) -> Bool { receives }
    }

    @Test
    func `D5: a delegate is asked whether it may begin, and whether it receives a finger`() {
        let screen = Screen(glass)
        let tap = UITapGestureRecognizer(target: screen, action: Screen.changed(_:))
        let delegate = Delegate()
        tap.delegate = delegate
        glass.view(0, 0, 400, 400).addGestureRecognizer(tap)
        delegate.begins = false
        glass.tap(100, 100)
        delegate.begins = true
        delegate.receives = false
        glass.tap(100, 100)
        #expect(glass.log == [])
        delegate.receives = true
        glass.tap(100, 100)
        #expect(glass.log == ["ended"])
    }

    @Test(arguments: ["method", "requires", "required"])
    func `D5: one tap waits until another has failed`(way: String) {
        let screen = Screen(glass)
        let view = glass.view(0, 0, 400, 400)
        let single = UITapGestureRecognizer(target: screen, action: Screen.changed(_:))
        let double = UITapGestureRecognizer()
        double.numberOfTapsRequired = 2
        view.addGestureRecognizer(single)
        view.addGestureRecognizer(double)
        let delegate = Delegate()
        switch way {
        case "method": single.require(toFail: double)
        case "requires":
            delegate.first = double
            single.delegate = delegate
        default:
            delegate.last = single
            double.delegate = delegate
        }
        glass.tap(100, 100)
        #expect(glass.log == [])
        glass.wait(0.5)
        #expect(glass.log == ["ended"])
        glass.tap(100, 100)
        glass.wait(0.1)
        glass.tap(100, 100)
        glass.wait(0.5)
        #expect(glass.log == ["ended"])
    }

    private final class Canvas: UIView {
        var log: [String] = []

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            log.append("began")
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            if log.last != "moved" { log.append("moved") }
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            log.append("ended")
        }

        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            log.append("cancelled")
        }
    }

    /// Rule: `cancelsTouchesInView` true, `delaysTouchesBegan` false, `delaysTouchesEnded` true
    @Test
    func
        `D5: a touch that a recogniser takes is cancelled in the view, and a lift is delivered once it has failed`()
    {
        let canvas = Canvas(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
        glass.window.addSubview(canvas)
        let pan = UIPanGestureRecognizer()
        canvas.addGestureRecognizer(pan)
        glass.down(100, 100)
        #expect(canvas.log == ["began"])
        glass.move(105, 100)
        glass.slide(to: 200, 100)
        glass.up()
        #expect(canvas.log == ["began", "moved", "cancelled"])
        canvas.log = []
        pan.cancelsTouchesInView = false
        glass.down(100, 100)
        glass.slide(to: 200, 100)
        glass.up()
        #expect(canvas.log == ["began", "moved", "ended"])
        canvas.log = []
        let double = UITapGestureRecognizer()
        double.numberOfTapsRequired = 2
        double.delaysTouchesBegan = true
        canvas.addGestureRecognizer(double)
        glass.tap(100, 100)
        #expect(canvas.log == [])
        glass.wait(0.5)
        #expect(canvas.log == ["began", "ended"])
    }

    @Test
    func `a touch has its count, its positions and its view`() throws {
        let view = glass.view(10, 10, 100, 100)
        let probe = Probe()
        view.addGestureRecognizer(probe)
        glass.tap(50, 50)
        glass.wait(0.1)
        glass.down(50, 50)
        let touch = try #require(probe.last)
        #expect(touch.tapCount == 2 && touch.phase == .stationary && touch.view === view)
        glass.move(60, 50)
        #expect(touch.location(in: view) == CGPoint(x: 50, y: 40))
        #expect(touch.previousLocation(in: view) == CGPoint(x: 40, y: 40))
        #expect(probe.numberOfTouches == 1 && probe.location(ofTouch: 0, in: nil).x == 60)
        #expect(touch.gestureRecognizers == [probe])
        glass.up()
    }

    @Test
    func `a target is not kept alive, and may be removed`() {
        let tap = UITapGestureRecognizer()
        glass.view(0, 0, 400, 400).addGestureRecognizer(tap)
        var screen: Screen? = Screen(glass)
        weak let observed = screen
        if let screen {
            tap.addTarget(screen, action: Screen.changed(_:))
            glass.tap(100, 100)
            tap.removeTarget(screen, action: Screen.changed(_:))
            glass.tap(100, 100)
            #expect(glass.log == ["ended"])
            tap.addTarget(screen, action: Screen.changed(_:))
            tap.removeTarget(screen, action: nil)
            glass.tap(100, 100)
            #expect(glass.log == ["ended"])
            tap.addTarget(screen, action: Screen.changed(_:))
        }
        screen = nil
        #expect(observed == nil)
        glass.tap(100, 100)
        #expect(glass.log == ["ended"])
    }

    private final class Probe: UIGestureRecognizer {
        var last: UITouch?

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            last = touches.first
        }
    }
}
