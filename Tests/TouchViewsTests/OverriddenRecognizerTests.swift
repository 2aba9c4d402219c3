import Testing
import TouchViews

/// Recognisers of which a subclass overrides methods, and presses beside contacts that land and lift.
@MainActor
struct OverriddenRecognizerTests {
    private let glass = Glass()

    private func add(_ recognizer: UIGestureRecognizer) {
        recognizer.addTarget(glass, action: Glass.changed(_:))
        glass.view(0, 0, 400, 800).addGestureRecognizer(recognizer)
    }

    private final class Pan: UIPanGestureRecognizer {
        override func reset() {}
    }

    private final class Press: UILongPressGestureRecognizer {
        override func reset() {}
    }

    private final class Tap: UITapGestureRecognizer {
        override func reset() {}
    }

    private final class Pinch: UIPinchGestureRecognizer {
        override func reset() {}
    }

    @Test(arguments: [
        ("pan", ["began", "ended"]), ("press", ["began", "ended"]), ("tap", ["ended"]),
        ("pinch", ["began", "ended"]),
    ])
    func `a subclass that overrides reset recognises again`(kind: String, states: [String]) {
        switch kind {
        case "pan": add(Pan())
        case "press": add(Press())
        case "tap": add(Tap())
        default: add(Pinch())
        }
        for _ in 0..<2 {
            glass.log = []
            glass.down(0, 100, 100)
            if kind == "pinch" {
                glass.down(1, 200, 100)
                glass.move(1, 300, 100)
                glass.up(1)
            }
            if kind == "press" { glass.wait(0.6) }
            if kind == "pan" { glass.move(0, 100, 150) }
            glass.up()
            #expect(glass.log == states)
            glass.wait(1)
        }
    }

    private final class Unlifted: UILongPressGestureRecognizer {
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
    }

    @Test(arguments: [true, false])
    func `a subclass that does not pass a lift on holds no press without a finger`(
        isCancelled: Bool
    ) {
        add(Unlifted())
        glass.down(100, 100)
        glass.wait(0.04)
        if isCancelled { glass.cancel() } else { glass.up() }
        glass.wait(1)
        #expect(glass.log == [])
    }

    /// Ignores contacts at the right.
    private final class LeftPress: UILongPressGestureRecognizer {
        var ignoresFirst = true

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            if !ignoresFirst { super.touchesBegan(touches, with: event) }
            for touch in touches where touch.location(in: nil).x > 300 { ignore(touch, for: event) }
            if ignoresFirst { super.touchesBegan(touches, with: event) }
        }
    }

    @Test(arguments: [true, false])
    func `a contact that a subclass ignores neither presses nor hinders a press`(
        ignoresFirst: Bool
    ) {
        let press = LeftPress()
        press.ignoresFirst = ignoresFirst
        add(press)
        glass.down(1, 350, 700)
        glass.wait(1)
        #expect(glass.log == [])
        glass.down(0, 100, 100)
        if ignoresFirst { glass.down(2, 350, 600) }
        glass.wait(0.6)
        glass.up()
        #expect(glass.log == ["began", "ended"])
        glass.up(1)
    }

    private final class Vertical: UIPanGestureRecognizer {
        override func translation(in view: UIView?) -> CGPoint {
            CGPoint(x: 0, y: super.translation(in: view).y)
        }
    }

    @Test
    func `a pan begins by the translation that a subclass returns`() {
        add(Vertical())
        glass.down(100, 100)
        glass.move(150, 100)
        #expect(glass.log == [])
        glass.move(150, 150)
        #expect(glass.log == ["began"])
    }

    private final class Eager: UIPinchGestureRecognizer {
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            super.touchesBegan(touches, with: event)
            if numberOfTouches == 2 { state = .began }
        }
    }

    @Test
    func `a pinch that a subclass begins follows each movement`() {
        let pinch = Eager()
        add(pinch)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.move(1, 200.5, 100)
        #expect(glass.log == ["began", "changed"] && abs(pinch.scale - 1.005) < 1e-9)
    }

    /// Rule: a contact beside the fingers of a pan, drag, pinch, rotation or press that turns out to be none does not end it
    @Test(arguments: [true, false])
    func `a contact beside a press that has begun neither moves nor ends it`(isFinger: Bool) {
        let press = UILongPressGestureRecognizer(target: glass, action: Glass.located(_:))
        glass.view(0, 0, 400, 800).addGestureRecognizer(press)
        glass.down(0, 100, 100)
        glass.wait(0.6)
        glass.down(1, 300, 100)
        if isFinger { glass.up(1) } else { glass.cancel(1) }
        glass.move(0, 101, 100)
        glass.up()
        #expect(glass.log == ["began 100", "changed 101", "ended 101"])
    }

    /// A press that waits for a double tap.
    private func heldBack() -> UILongPressGestureRecognizer {
        let press = UILongPressGestureRecognizer(target: glass, action: Glass.located(_:))
        let tap = UITapGestureRecognizer()
        tap.numberOfTapsRequired = 2
        press.require(toFail: tap)
        let view = glass.view(0, 0, 400, 800)
        view.addGestureRecognizer(press)
        view.addGestureRecognizer(tap)
        return press
    }

    @Test
    func `a press that is held back beyond its lift has the position of its finger`() {
        _ = heldBack()
        glass.down(100, 100)
        glass.wait(0.6)
        glass.up()
        glass.wait(1)
        #expect(glass.log == ["began 100", "ended 100"])
    }

    @Test
    func `a finger that lands while a press is held back does not lose it`() {
        _ = heldBack()
        glass.down(100, 100)
        glass.wait(0.6)
        glass.up()
        glass.wait(0.1)
        glass.down(100, 100)
        glass.wait(1)
        glass.up()
        #expect(glass.log == ["began 100", "ended 100"])
    }

    @Test(arguments: [true, false])
    func `a press that waits for a pan ends with the lift, whichever was added first`(
        isPanFirst: Bool
    ) {
        let press = UILongPressGestureRecognizer(target: glass, action: Glass.changed(_:))
        let pan = UIPanGestureRecognizer()
        press.require(toFail: pan)
        let view = glass.view(0, 0, 400, 800)
        for recognizer in isPanFirst ? [pan, press] : [press, pan] {
            view.addGestureRecognizer(recognizer)
        }
        glass.down(100, 100)
        glass.wait(0.6)
        glass.up()
        #expect(glass.log == ["began", "ended"])
    }

    @Test
    func `one finger of a press of two after a tap neither taps nor holds`() {
        let press = UILongPressGestureRecognizer()
        (press.numberOfTouchesRequired, press.numberOfTapsRequired) = (2, 1)
        add(press)
        glass.tap(100, 100)
        glass.down(100, 100)
        glass.wait(1)
        glass.up()
        #expect(glass.log == [])
    }
}
