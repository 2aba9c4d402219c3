import Testing
import TouchViews

/// The gestures that a recognised gesture ends, and the times of callbacks.
@MainActor
struct RecognisedOnceTests {
    private let glass = Glass()

    private func button() -> Button {
        let button = Button(frame: CGRect(x: 100, y: 100, width: 200, height: 200)) { [glass] in
            glass.note("action")
        }
        glass.window.addSubview(button)
        return button
    }

    private final class Deep: UIGestureRecognizer {
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
            if touches.contains(where: { $0.force > 0.7 }) { state = .began }
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
            state = state == .possible ? .failed : .ended
        }
    }

    /// Rule: what is recognised on a button, or around it, cancels its press, unless it is simultaneous; a drag that did not move does not
    @Test(arguments: ["long press", "UIKit's long press", "drag", "pan", "deep press", "high"])
    func `a gesture that is recognised on a button cancels it`(kind: String) {
        let button = button()
        switch kind {
        case "long press": button.gesture(LongPressGesture().onEnded { _ in })
        case "UIKit's long press": button.addGestureRecognizer(UILongPressGestureRecognizer())
        case "drag": button.gesture(DragGesture().onEnded { _ in })
        case "pan": button.addGestureRecognizer(UIPanGestureRecognizer())
        case "deep press": button.addGestureRecognizer(Deep())
        default: button.highPriorityGesture(LongPressGesture().onEnded { _ in })
        }
        glass.tap(150, 150)
        #expect(glass.log == ["action"])
        glass.log = []
        glass.down(0, 150, 150, force: 0.1)
        glass.wait(0.6)
        glass.move(0, 170, 150, force: 0.9)
        #expect(!button.isPressed)
        glass.up()
        #expect(glass.log == [])
    }

    /// Rule: a recogniser that a program adds to a button goes before its press, and cancels it if `cancelsTouchesInView`
    @Test
    func `a tap that is added to a button is recognised instead of its action`() {
        let button = button()
        let tap = UITapGestureRecognizer()
        let count = Count()
        tap.addTarget(count, action: Count.add)
        button.addGestureRecognizer(tap)
        glass.tap(150, 150)
        #expect(glass.log == [] && count.value == 1 && !button.isPressed)
    }

    @MainActor
    private final class Count {
        var value = 0

        func add() { value += 1 }
    }

    /// Rule: what is recognised on a button, or around it, cancels its press, unless it is simultaneous; a drag that did not move does not
    @Test
    func `a simultaneous gesture does not cancel a button`() {
        button().simultaneousGesture(
            LongPressGesture().onEnded { [glass] _ in glass.note("held") })
        glass.down(150, 150)
        glass.wait(0.6)
        glass.up()
        #expect(glass.log == ["held", "action"])
    }

    private func nested() -> (outer: UIScrollView, inner: UIScrollView) {
        let outer = UIScrollView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 400),
            contentSize: CGSize(width: 400, height: 1_000))
        let inner = UIScrollView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 300),
            contentSize: CGSize(width: 400, height: 400))
        glass.window.addSubview(outer)
        outer.addSubview(inner)
        return (outer, inner)
    }

    /// Rule: a scrolling area at its end lets the one around it scroll; the movement beyond its end scrolls that one, too, past areas of the other axis
    @Test
    func `at the end of a scrolling area the one around it scrolls`() {
        let (outer, inner) = nested()
        inner.contentOffset.y = 100
        glass.down(200, 250)
        glass.slide(to: 200, 150)
        #expect(outer.isDragging && outer.contentOffset.y == 100 && inner.contentOffset.y == 100)
        glass.up()
        outer.contentOffset.y = 0
        glass.down(200, 150)
        glass.slide(to: 200, 200)
        #expect(inner.contentOffset.y == 50 && outer.contentOffset.y == 0)
        glass.up()
    }

    /// Rule: a scrolling area at its end lets the one around it scroll; the movement beyond its end scrolls that one, too, past areas of the other axis
    @Test
    func `the movement beyond the end of a scrolling area scrolls the one around it`() {
        let (outer, inner) = nested()
        glass.down(200, 280)
        glass.slide(to: 200, 130)
        #expect(inner.contentOffset.y == 100 && outer.contentOffset.y == 50)
        glass.slide(to: 200, 280)
        #expect(inner.contentOffset.y == 0 && outer.contentOffset.y == 0)
        glass.up()
    }

    /// Rule: `updating` runs when the value changes, and not at each frame
    @Test
    func `updating runs when the value changes`() {
        let pressing = GestureState(initialValue: false)
        let right = GestureState(initialValue: 0)
        let unequal = GestureState(initialValue: 0)
        let view = glass.view(0, 0, 400, 800)
        view.simultaneousGesture(
            LongPressGesture(maximumDistance: 50).updating(pressing) { [glass] _, _, _ in
                glass.note("press")
            })
        view.simultaneousGesture(
            DragGesture(minimumDistance: 0).map { $0.translation.width > 3 }
                .updating(right) { [glass] value, _, _ in glass.note("right \(value)") })
        view.simultaneousGesture(
            DragGesture(minimumDistance: 0).map { ($0.translation.width, 0) }
                .updating(unequal) { [glass] value, _, _ in glass.note("unequal \(value.0)") })
        glass.down(0, 100, 100)
        #expect(glass.log == ["press", "right false", "unequal 0.0"])
        glass.log = []
        glass.down(1, 200, 200)
        glass.move(1, 201, 201)
        #expect(glass.log == [])
        glass.up(1)
        glass.move(0, 101, 100)
        glass.move(0, 104, 100)
        glass.move(0, 105, 100)
        #expect(
            glass.log == ["unequal 1.0", "right true", "unequal 4.0", "unequal 5.0"])
    }
}
