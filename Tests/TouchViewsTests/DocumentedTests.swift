import Testing
import TouchViews

/// Behaviours that Apple documents: velocities, positions, and the end of a gesture of several
/// fingers.
@MainActor
struct DocumentedTests {
    private let glass = Glass()

    @MainActor
    private final class Screen {
        let glass: Glass

        init(_ glass: Glass) { self.glass = glass }

        func log(_ recognizer: UIGestureRecognizer) { glass.note("\(recognizer.state)") }
    }

    /// Rule: a movement that rests before the lift ends with velocity 0
    @Test
    func `a movement that rests before the lift ends without velocity`() {
        var ends: [Double] = []
        let view = glass.view(0, 0, 400, 800)
        view.gesture(
            DragGesture().simultaneously(with: MagnifyGesture()).onEnded { value in
                ends.append(value.first.map { hypot($0.velocity.width, $0.velocity.height) } ?? 0)
                ends.append(value.second.map { Double(abs($0.velocity)) } ?? 0)
            })
        view.simultaneousGesture(RotateGesture().onEnded { ends.append($0.velocity.radians) })
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 200), CGPoint(x: 300, y: 400))
        glass.wait(2)
        glass.up(0)
        glass.up(1)
        #expect(ends == [0, 0, 0])
    }

    /// Rule: a movement that rests before the lift ends with velocity 0
    @Test
    func `recognisers whose fingers rest have no velocity, before the lift and at it`() {
        let (pan, pinch, rotation) = (
            UIPanGestureRecognizer(), UIPinchGestureRecognizer(), UIRotationGestureRecognizer()
        )
        let view = glass.view(0, 0, 400, 800)
        for each in [pan, pinch, rotation] {
            each.delegate = both
            view.addGestureRecognizer(each)
        }
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 200), CGPoint(x: 300, y: 400))
        #expect(hypot(pan.velocity(in: nil).x, pan.velocity(in: nil).y) > 100)
        #expect(pinch.velocity > 1 && rotation.velocity > 0.1)
        glass.wait(2)
        #expect(pan.velocity(in: nil) == .zero && pinch.velocity == 0 && rotation.velocity == 0)
        glass.up(0)
        glass.up(1)
    }

    /// Rule: a movement that rests before the lift ends with velocity 0
    @Test
    func `a scrolling area that rests before the lift does not glide`() {
        let list = UIScrollView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 400),
            contentSize: CGSize(width: 400, height: 4_000))
        var speeds: [CGFloat] = []
        list.onDraggingEnded = { speeds.append($1.y) }
        glass.window.addSubview(list)
        glass.down(200, 300)
        glass.slide(to: 200, 100)
        glass.wait(2)
        glass.up()
        #expect(speeds == [0])
    }

    private let both = Both()

    private final class Both: UIGestureRecognizerDelegate {
        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { true }
    }

    /// Rule: setting a translation, scale or rotation resets the velocity
    @Test
    func `setting a translation, scale or rotation resets the velocity`() {
        let (pan, pinch, rotation) = (
            UIPanGestureRecognizer(), UIPinchGestureRecognizer(), UIRotationGestureRecognizer()
        )
        let view = glass.view(0, 0, 400, 800)
        for each in [pan, pinch, rotation] {
            each.delegate = both
            view.addGestureRecognizer(each)
        }
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 200), CGPoint(x: 300, y: 400))
        pan.setTranslation(.zero, in: nil)
        pinch.scale = 1
        rotation.rotation = 0
        #expect(pan.velocity(in: nil) == .zero && pinch.velocity == 0 && rotation.velocity == 0)
    }

    /// Rule: `UIPinch…`, `UIRotation…` and `UIPan…` continue until all fingers have lifted; a finger that lands again continues the pinch
    @Test(arguments: [UIPinchGestureRecognizer.self, UIRotationGestureRecognizer.self])
    func `a gesture of two fingers continues until both have lifted`(
        kind: UIGestureRecognizer.Type
    ) {
        let recognizer: UIGestureRecognizer =
            kind == UIPinchGestureRecognizer.self
            ? UIPinchGestureRecognizer() : UIRotationGestureRecognizer()
        let screen = Screen(glass)
        recognizer.addTarget(screen, action: Screen.log(_:))
        glass.view(0, 0, 400, 800).addGestureRecognizer(recognizer)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 200, y: 300))
        glass.up(1)
        #expect(recognizer.state == .changed && glass.log.last == "changed")
        let count = glass.log.count
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 200, y: 300))
        #expect(glass.log.count > count && recognizer.state == .changed)
        glass.up(0)
        glass.up(1)
        #expect(glass.log.filter { $0 == "began" }.count == 1 && glass.log.last == "ended")
    }

    /// Rule: `UIPinch…`, `UIRotation…` and `UIPan…` continue until all fingers have lifted; a finger that lands again continues the pinch
    @Test
    func `a second pinch multiplies the scale of the first`() {
        let pinch = UIPinchGestureRecognizer()
        glass.view(0, 0, 400, 800).addGestureRecognizer(pinch)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 300, y: 100))
        glass.up(1)
        glass.down(1, 200, 100)
        #expect(abs(pinch.scale - 2) < 1e-9)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 250, y: 100))
        #expect(abs(pinch.scale - 3) < 1e-9)
    }

    /// Rule: `UIPinch…`, `UIRotation…` and `UIPan…` continue until all fingers have lifted; a finger that lands again continues the pinch
    @Test
    func `a pan of two fingers continues with one until both have lifted`() {
        let screen = Screen(glass)
        let pan = UIPanGestureRecognizer(target: screen, action: Screen.log(_:))
        pan.minimumNumberOfTouches = 2
        glass.view(0, 0, 400, 800).addGestureRecognizer(pan)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 200), CGPoint(x: 200, y: 200))
        glass.up(1)
        #expect(pan.state == .changed)
        let count = glass.log.count
        glass.slide(0, to: 100, 300)
        #expect(glass.log.count == count && pan.translation(in: nil).y == 100)
        glass.up(0)
        #expect(glass.log.last == "ended")
    }

    /// Rule: `MagnifyGesture` and `RotateGesture` end with the first lift; the next pinch may begin while the other finger rests, even beside a drag that continues
    @Test
    func `a pinch is recognised while a finger rests from the previous one`() {
        glass.view(0, 0, 400, 800).gesture(
            MagnifyGesture().simultaneously(with: RotateGesture())
                .onEnded { [glass] in glass.note("\($0.first.map { $0.magnification } ?? 0)") })
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.up(1)
        for _ in 1...2 {
            glass.down(1, 200, 100)
            glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 300, y: 100))
            glass.up(1)
        }
        glass.up(0)
        #expect(glass.log == ["2.0", "2.0"])
    }

    @Test
    func `a pinch of UIKit is recognised although its fingers first landed in vain`() {
        let screen = Screen(glass)
        glass.view(0, 0, 400, 800).addGestureRecognizer(
            UIPinchGestureRecognizer(target: screen, action: Screen.log(_:)))
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.up(1)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 300, y: 100))
        glass.up(1)
        glass.up(0)
        #expect(glass.log.first == "began" && glass.log.last == "ended")
    }
}
