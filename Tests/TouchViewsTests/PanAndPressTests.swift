import Testing
import TouchViews

/// Pans of several fingers, and long presses after taps or behind other recognisers.
@MainActor
struct PanAndPressTests {
    private let glass = Glass()

    private func pan(_ fingers: ClosedRange<Int>) -> UIPanGestureRecognizer {
        let pan = UIPanGestureRecognizer()
        pan.minimumNumberOfTouches = fingers.lowerBound
        pan.maximumNumberOfTouches = fingers.upperBound
        glass.view(0, 0, 400, 800).addGestureRecognizer(pan)
        return pan
    }

    /// Rule: `UIPinch…`, `UIRotation…` and `UIPan…` continue until all fingers have lifted; a finger that lands again continues the pinch
    @Test
    func `a pan of two fingers that was paused continues where it was`() {
        let pan = pan(2...2)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 200), CGPoint(x: 200, y: 200))
        glass.up(1)
        glass.slide(0, to: 100, 300)
        glass.down(1, 300, 700)
        #expect(pan.state == .changed && pan.translation(in: nil).y == 100)
        glass.pinch(to: CGPoint(x: 100, y: 320), CGPoint(x: 300, y: 720))
        #expect(pan.translation(in: nil) == CGPoint(x: 0, y: 120))
    }

    @Test(arguments: [(2, UIGestureRecognizer.State.failed), (3, .began)])
    func `a pan does not begin with more fingers than its maximum`(
        maximum: Int, state: UIGestureRecognizer.State
    ) {
        let pan = pan(1...maximum)
        for finger in 0...2 { glass.down(finger, 100 * Double(finger + 1), 100) }
        glass.move(2, 300, 190)
        #expect(pan.state == state)
    }

    @Test
    func `a third finger beyond the maximum moves a pan that has begun, without a jump`() {
        let pan = pan(1...2)
        glass.down(0, 100, 100)
        glass.slide(0, to: 100, 160)
        glass.down(1, 200, 100)
        glass.down(2, 300, 700)
        #expect(pan.state == .changed && pan.translation(in: nil) == CGPoint(x: 0, y: 60))
        glass.move(2, 300, 730)
        #expect(pan.translation(in: nil) == CGPoint(x: 0, y: 70))
        glass.up(2)
        #expect(pan.translation(in: nil) == CGPoint(x: 0, y: 70))
    }

    /// Rule: a contact beside the fingers of a pan, drag, pinch, rotation or press that turns out to be none does not end it
    @Test
    func `a contact of a pan that proves not to be a finger is no movement`() {
        let pan = pan(1...5)
        glass.down(0, 100, 100)
        glass.slide(0, to: 100, 160)
        glass.down(1, 300, 700)
        glass.cancel(1)
        glass.move(0, 100, 170)
        #expect(pan.state == .changed && pan.translation(in: nil) == CGPoint(x: 0, y: 70))
    }

    private final class Immediate: UIPanGestureRecognizer {
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            super.touchesBegan(touches, with: event)
            state = .began
        }
    }

    @Test
    func `a pan that a subclass begins at the landing follows each movement`() {
        glass.view(0, 0, 400, 800).addGestureRecognizer(
            Immediate(target: glass, action: Glass.changed(_:)))
        glass.down(100, 100)
        glass.move(101, 100)
        glass.up()
        #expect(glass.log == ["began", "changed", "ended"])
    }

    private func press(
        fingers: Int = 1, taps: Int = 0, after duration: Double = 0.5
    ) -> UILongPressGestureRecognizer {
        let press = UILongPressGestureRecognizer(target: glass, action: Glass.changed(_:))
        press.numberOfTouchesRequired = fingers
        press.numberOfTapsRequired = taps
        press.minimumPressDuration = duration
        glass.view(0, 0, 400, 800).addGestureRecognizer(press)
        return press
    }

    @Test(arguments: [(0.2, ["began", "ended"]), (0.5, [])])
    func `a long press with a tap before it begins only after that tap`(
        pause: Double, log: [String]
    ) {
        _ = press(taps: 1)
        glass.down(100, 100)
        glass.wait(1)
        glass.up()
        #expect(glass.log == [])
        glass.tap(100, 100)
        glass.wait(pause)
        glass.down(100, 100)
        glass.wait(0.51)
        glass.up()
        #expect(glass.log == log)
    }

    /// Rule: a long press of UIKit with taps before it: all its fingers tap, and land within 0.35 s of the last lift
    @Test
    func `the tap of two fingers before a long press may lift one finger after the other`() {
        _ = press(fingers: 2, taps: 1)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.up(1)
        glass.wait(0.01)
        glass.up(0)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.wait(0.51)
        #expect(glass.log == ["began"])
    }

    /// Rule: a long press of UIKit with taps before it: all its fingers tap, and land within 0.35 s of the last lift
    @Test
    func `the time from a tap to its long press counts from the lift`() {
        _ = press(taps: 1)
        glass.down(100, 100)
        glass.wait(0.3)
        glass.up()
        glass.wait(0.3)
        glass.down(100, 100)
        glass.wait(0.51)
        #expect(glass.log == ["began"])
    }

    @Test
    func `a finger beside a long press prevents it before it has begun, and not after`() {
        _ = press()
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.wait(1)
        glass.up(0)
        glass.up(1)
        #expect(glass.log == [])
        glass.down(0, 100, 100)
        glass.wait(0.51)
        glass.down(1, 200, 100)
        #expect(glass.log == ["began"])
        glass.up(0)
        #expect(glass.log == ["began", "ended"])
    }

    @Test
    func `a long press of UIKit without a minimum duration begins at the landing`() {
        _ = press(after: 0)
        glass.down(100, 100)
        #expect(glass.log == ["began"])
    }

    @MainActor
    private final class Delegate: UIGestureRecognizerDelegate {
        weak var first: UIGestureRecognizer?
        var begins = true
        var questions = 0

        func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
            questions += 1
            return begins
        }

        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { otherGestureRecognizer === first }
    }

    @Test
    func `a long press that a delegate holds back begins once the other has failed`() {
        let (press, other, delegate) = (press(), UIGestureRecognizer(), Delegate())
        glass.window.addGestureRecognizer(other)
        (delegate.first, press.delegate) = (other, delegate)
        glass.down(100, 100)
        glass.wait(0.51)
        glass.move(105, 100)
        #expect(glass.log == [])
        other.state = .failed
        #expect(glass.log == ["began"])
        glass.up()
        #expect(glass.log == ["began", "ended"])
        #expect(delegate.questions == 1)
    }

    @Test
    func `the delegate of a pan that is held back is asked once`() {
        let (pan, other, delegate) = (pan(1...1), UIGestureRecognizer(), Delegate())
        pan.view?.addGestureRecognizer(other)
        (delegate.first, pan.delegate) = (other, delegate)
        glass.down(100, 100)
        for y in 11...20 { glass.move(100, Double(10 * y)) }
        #expect(pan.state == .possible && delegate.questions == 1)
        other.state = .failed
        #expect(pan.state == .began && delegate.questions == 1)
    }

    @Test
    func `a long press that is held back beyond its lift begins and ends afterwards`() {
        let (press, other, delegate) = (press(), UIGestureRecognizer(), Delegate())
        glass.window.addGestureRecognizer(other)
        (delegate.first, press.delegate) = (other, delegate)
        let beside = UIView(frame: CGRect(x: 300, y: 0, width: 100, height: 800))
        glass.window.addSubview(beside)
        glass.down(1, 350, 100)
        glass.down(0, 100, 100)
        glass.wait(0.51)
        glass.up(0)
        #expect(glass.log == [])
        other.state = .failed
        #expect(glass.log == ["began", "ended"])
    }

    @Test
    func `a long press that a delegate refuses is not called`() {
        let (press, delegate) = (press(), Delegate())
        (delegate.begins, press.delegate) = (false, delegate)
        glass.down(100, 100)
        glass.wait(1)
        glass.up()
        #expect(glass.log == [])
    }
}
