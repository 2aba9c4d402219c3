import Testing
import TouchViews

/// Several fingers, several scrolling areas, and where taps are.
@MainActor
struct SeveralFingersTests {
    private let glass = Glass()

    /// Rule: `MagnifyGesture` and `RotateGesture` end with the first lift; the next pinch may begin while the other finger rests, even beside a drag that continues
    @Test(arguments: [false, true])
    func `a second pinch beside a drag is recognised while a finger rests`(turns: Bool) {
        var scales: [Double] = []
        let view = glass.view(0, 0, 400, 800)
        let both = DragGesture().simultaneously(with: MagnifyGesture())
        if turns {
            view.gesture(
                both.simultaneously(with: RotateGesture()).onChanged {
                    scales.append(Double($0.first?.second?.magnification ?? 0))
                })
        } else {
            view.gesture(both.onChanged { scales.append(Double($0.second?.magnification ?? 0)) })
        }
        glass.down(0, 100, 100)
        for _ in 1...2 {
            scales = []
            glass.down(1, 200, 100)
            glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 300, y: 100))
            #expect(scales.last == 2)
            glass.up(1)
        }
    }

    /// Rule: a second drag of several fingers may begin while the others rest
    @Test
    func `a second drag of two fingers is recognised while one rests`() {
        var ways: [Double] = []
        glass.view(0, 0, 400, 800).gesture(
            DragGesture(fingers: 2).onEnded { ways.append(Double($0.translation.height)) })
        glass.down(0, 100, 100)
        for place in [100.0, 200] {
            glass.down(1, 200, place)
            glass.pinch(
                to: CGPoint(x: 100, y: place + 100), CGPoint(x: 200, y: place + 100))
            glass.up(1)
        }
        #expect(ways == [100, 100])
    }

    @Test
    func `the second pinch belongs to the finger that landed`() {
        var scales: [Double] = []
        glass.view(0, 0, 400, 800).gesture(
            MagnifyGesture().onEnded { scales.append(Double($0.magnification)) })
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.down(2, 100, 700)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 300, y: 100))
        glass.up(1)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 300, y: 100))
        glass.up(1)
        #expect(scales == [2, 2])
    }

    @Test
    func `a second rotation continues the angle of the first`() {
        let turn = UIRotationGestureRecognizer()
        glass.view(0, 0, 400, 800).addGestureRecognizer(turn)
        glass.down(0, 100, 100)
        for angle in [Double.pi / 2, .pi] {
            glass.down(1, 200, 100)
            glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 100, y: 200))
            #expect(abs(turn.rotation - angle) < 1e-9)
            glass.up(1)
        }
    }

    /// Rule: a contact beside the fingers of a pan, drag, pinch, rotation or press that turns out to be none does not end it
    @Test
    func `a magnification and a drag continue after a contact that proves not to be a finger`() {
        for kind in ["magnify", "drag"] {
            let view = glass.view(0, 0, 400, 800)
            if kind == "magnify" {
                view.gesture(MagnifyGesture().onEnded { [glass] _ in glass.note(kind) })
            } else {
                view.gesture(DragGesture().onEnded { [glass] _ in glass.note(kind) })
            }
            glass.down(0, 100, 100)
            glass.down(1, 200, 100)
            glass.pinch(to: CGPoint(x: 100, y: 150), CGPoint(x: 300, y: 150))
            glass.down(2, 300, 700)
            glass.cancel(2)
            glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 350, y: 100))
            glass.up(0)
            glass.up(1)
            view.removeFromSuperview()
        }
        #expect(glass.log == ["magnify", "drag"])
    }

    private final class Sets: UIView {
        var sizes: [String] = []

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            sizes.append("moved \(touches.count)")
        }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            sizes.append("ended \(touches.count)")
        }
    }

    @Test
    func `fingers that move and lift in one frame move as one set`() {
        let view = Sets(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
        view.isMultipleTouchEnabled = true
        glass.window.addSubview(view)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.window.send(
            [
                TouchInput(id: 0, phase: .moved, location: CGPoint(x: 110, y: 100)),
                TouchInput(id: 1, phase: .ended, location: CGPoint(x: 210, y: 100)),
            ], at: glass.now + 0.008)
        #expect(view.sizes == ["moved 2", "ended 1"])
    }

    @Test
    func `a window that is freed under a finger frees its touches and recognisers`() {
        weak var touch: UITouch?
        weak var recognizer: UIGestureRecognizer?
        do {
            let window = UIWindow(size: CGSize(width: 400, height: 800))
            let pan = Kept()
            window.addGestureRecognizer(pan)
            window.send([TouchInput(id: 0, phase: .began, location: .zero)], at: 1)
            (touch, recognizer) = (pan.last, pan)
            #expect(touch != nil)
        }
        #expect(touch == nil && recognizer == nil)
    }

    private final class Kept: UIGestureRecognizer {
        weak var last: UITouch?

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            last = touches.first
        }
    }

    @Test
    func `recognisers that are set again have the new order`() {
        let view = glass.view(0, 0, 400, 800)
        let (first, second) = (UITapGestureRecognizer(), UITapGestureRecognizer())
        view.gestureRecognizers = [first, second]
        view.gestureRecognizers = [second, first]
        #expect(view.gestureRecognizers == [second, first])
    }
}

/// Scrolling areas within each other.
@MainActor
struct NestedScrollTests {
    private let glass = Glass()

    private func area(
        _ size: CGSize, _ content: CGSize, _ axes: Axis.Set, in view: UIView
    ) -> UIScrollView {
        let area = UIScrollView(
            frame: CGRect(origin: .zero, size: size), contentSize: content, axes: axes)
        area.onDraggingEnded = { [glass] in
            glass.note($0.accessibilityIdentifier ?? "")
            glass.note(hypot($1.x, $1.y) > 100 ? "glides" : "rests")
        }
        view.addSubview(area)
        return area
    }

    /// Rule: a scrolling area at its end lets the one around it scroll; the movement beyond its end scrolls that one, too, past areas of the other axis
    @Test
    func `the movement beyond an end passes an area of the other axis`() {
        let page = area(
            CGSize(width: 400, height: 400), CGSize(width: 400, height: 1_000), .vertical,
            in: glass.window)
        let pager = area(
            CGSize(width: 400, height: 300), CGSize(width: 1_200, height: 300), .horizontal,
            in: page)
        let list = area(
            CGSize(width: 400, height: 300), CGSize(width: 400, height: 400), .vertical, in: pager)
        glass.down(200, 280)
        glass.slide(to: 190, 130)
        #expect(list.contentOffset.y == 100 && page.contentOffset.y == 50)
        #expect(pager.contentOffset == .zero)
    }

    @Test
    func `a sideways area at its end scrolls the one around it`() {
        let outer = area(
            CGSize(width: 400, height: 400), CGSize(width: 1_000, height: 400), .horizontal,
            in: glass.window)
        let inner = area(
            CGSize(width: 300, height: 300), CGSize(width: 400, height: 300), .horizontal,
            in: outer)
        glass.down(280, 100)
        glass.slide(to: 130, 100)
        #expect(inner.contentOffset.x == 100 && outer.contentOffset.x == 50)
        glass.up()
        glass.down(280, 100)
        glass.slide(to: 230, 100)
        #expect(inner.contentOffset.x == 100 && outer.contentOffset.x == 100)
    }

    /// Rule: the velocity at the lift goes to the innermost of these that can still scroll that way; `onDraggingEnded` is called for each that has moved
    @Test
    func `an outer area that the movement has reached glides, one that is switched off does not`() {
        let outer = area(
            CGSize(width: 400, height: 400), CGSize(width: 400, height: 2_000), .vertical,
            in: glass.window)
        let inner = area(
            CGSize(width: 400, height: 300), CGSize(width: 400, height: 400), .vertical, in: outer)
        (outer.accessibilityIdentifier, inner.accessibilityIdentifier) = ("outer", "inner")
        glass.down(200, 290)
        glass.slide(to: 200, 90)
        #expect(outer.isDragging && outer.contentOffset.y == 100)
        glass.up()
        #expect(glass.log == ["inner", "rests", "outer", "glides"] && !outer.isDragging)
        (outer.contentOffset, inner.contentOffset) = (.zero, .zero)
        outer.panGestureRecognizer.isEnabled = false
        glass.wait(1)
        glass.down(200, 290)
        glass.slide(to: 200, 90)
        #expect(inner.contentOffset.y == 100 && outer.contentOffset == .zero)
    }
}

/// The positions of taps of UIKit's recogniser.
@MainActor
struct TapPlaceTests {
    private let glass = Glass()

    @MainActor
    private final class Screen: UIGestureRecognizerDelegate {
        var places: [CGPoint] = []

        func tapped(_ tap: UITapGestureRecognizer) { places.append(tap.location(in: nil)) }

        func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
            places.append(gestureRecognizer.location(in: nil))
            return true
        }
    }

    private func tap(_ screen: Screen) -> UITapGestureRecognizer {
        let tap = UITapGestureRecognizer(target: screen, action: Screen.tapped(_:))
        tap.delegate = screen
        glass.view(0, 0, 400, 800).addGestureRecognizer(tap)
        return tap
    }

    /// Rule: a tap of UIKit's is at the centroid of the fingers of its first tap, a swipe where it began; even for a delegate that is asked, and between the taps
    @Test
    func `a delegate reads the location of the action`() {
        let screen = Screen()
        let two = tap(screen)
        two.numberOfTouchesRequired = 2
        glass.down(0, 100, 100)
        glass.down(1, 200, 300)
        glass.up(0)
        glass.up(1)
        #expect(screen.places == [CGPoint(x: 150, y: 200), CGPoint(x: 150, y: 200)])
    }

    /// Rule: a tap of UIKit's is at the centroid of the fingers of its first tap, a swipe where it began; even for a delegate that is asked, and between the taps
    @Test
    func
        `the location of a double tap is that of the first tap, even for a delegate and between the taps`()
    {
        let screen = Screen()
        let double = tap(screen)
        double.numberOfTapsRequired = 2
        for place in [CGPoint(x: 100, y: 100), CGPoint(x: 300, y: 300)] {
            screen.places = []
            glass.tap(place.x, place.y)
            #expect(double.location(in: nil) == place)
            glass.wait(0.1)
            glass.tap(place.x + 20, place.y + 10)
            #expect(screen.places == [place, place])
            glass.wait(1)
        }
    }

    @Test
    func `fingers that land in one frame keep their order`() {
        @MainActor
        final class First {
            var places: [Double] = []

            func tapped(_ tap: UITapGestureRecognizer) {
                places.append(Double(tap.location(ofTouch: 0, in: nil).x))
            }
        }
        let first = First()
        let tap = UITapGestureRecognizer(target: first, action: First.tapped(_:))
        tap.numberOfTouchesRequired = 2
        glass.window.addGestureRecognizer(tap)
        for number in 1...20 {
            let places = [CGPoint(x: 100, y: 100), CGPoint(x: 200, y: 100)]
            for (step, phase) in [TouchInput.Phase.began, .ended].enumerated() {
                glass.window.send(
                    places.enumerated().map {
                        TouchInput(id: $0.offset, phase: phase, location: $0.element)
                    }, at: 200 + Double(number) + Double(step) * 0.05)
            }
        }
        #expect(first.places == Array(repeating: 100, count: 20))
    }
}
