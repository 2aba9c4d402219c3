import Testing
import TouchViews

/// The positions of gestures, and the touches that views receive.
@MainActor
struct PlaceTests {
    private let glass = Glass()

    @MainActor
    private final class Screen {
        let glass: Glass

        init(_ glass: Glass) { self.glass = glass }

        func locate(_ recognizer: UIGestureRecognizer) {
            let place = recognizer.location(in: nil)
            glass.note("\(recognizer.name ?? "")\(Int(place.x)) \(Int(place.y))")
        }
    }

    /// Rule: a tap of UIKit's is at the centroid of the fingers of its first tap, a swipe where it began; even for a delegate that is asked, and between the taps
    @Test
    func `a tap of two fingers is located at their centroid, however they lift`() {
        let screen = Screen(glass)
        let tap = UITapGestureRecognizer(target: screen, action: Screen.locate(_:))
        tap.numberOfTouchesRequired = 2
        glass.view(0, 0, 400, 800).addGestureRecognizer(tap)
        glass.down(0, 100, 100)
        glass.down(1, 200, 300)
        glass.up(0)
        glass.up(1)
        #expect(glass.log == ["150 200"])
        #expect(tap.location(ofTouch: 0, in: nil) == CGPoint(x: 100, y: 100))
        #expect(tap.location(ofTouch: 1, in: nil) == CGPoint(x: 200, y: 300))
    }

    /// Rule: a tap of UIKit's is at the centroid of the fingers of its first tap, a swipe where it began; even for a delegate that is asked, and between the taps
    @Test
    func `a double tap is located at its first tap`() {
        let screen = Screen(glass)
        let tap = UITapGestureRecognizer(target: screen, action: Screen.locate(_:))
        tap.numberOfTapsRequired = 2
        glass.view(0, 0, 400, 800).addGestureRecognizer(tap)
        glass.tap(100, 100)
        glass.wait(0.1)
        glass.tap(110, 120)
        #expect(glass.log == ["100 100"])
    }

    /// Rule: a tap of UIKit's is at the centroid of the fingers of its first tap, a swipe where it began; even for a delegate that is asked, and between the taps
    @Test
    func `a swipe is located where it began`() {
        let screen = Screen(glass)
        let swipe = UISwipeGestureRecognizer(target: screen, action: Screen.locate(_:))
        glass.view(0, 0, 400, 800).addGestureRecognizer(swipe)
        glass.down(100, 100)
        glass.slide(to: 300, 100)
        glass.up()
        #expect(glass.log == ["100 100"])
    }

    /// Rule: a single and a double `UITapGestureRecognizer` without `require(toFail:)`: both are called, the single one at the first lift
    @Test(arguments: [true, false])
    func `single and double taps without a requirement are both recognised`(isSingleFirst: Bool) {
        let screen = Screen(glass)
        let view = glass.view(0, 0, 400, 800)
        let counts = isSingleFirst ? [1, 2] : [2, 1]
        for count in counts {
            let tap = UITapGestureRecognizer(target: screen, action: Screen.locate(_:))
            tap.numberOfTapsRequired = count
            tap.name = "\(count): "
            view.addGestureRecognizer(tap)
        }
        glass.tap(100, 100)
        #expect(glass.log == ["1: 100 100"])
        glass.wait(0.1)
        glass.tap(100, 100)
        #expect(glass.log == ["1: 100 100", "2: 100 100"])
    }

    private final class Canvas: UIView {
        var log: [String] = []

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            log.append("began \(touches.count)")
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            log.append("moved \(touches.count)")
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            log.append("ended \(touches.count)")
        }

        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            log.append("cancelled \(touches.count)")
        }
    }

    private func canvas() -> Canvas {
        let canvas = Canvas(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
        glass.window.addSubview(canvas)
        return canvas
    }

    private func send(_ phase: TouchInput.Phase, _ count: Int, at y: Double) {
        glass.window.send(
            (0..<count).map {
                TouchInput(id: $0, phase: phase, location: CGPoint(x: 50 * Double($0), y: y))
            }, at: glass.now)
    }

    /// Rule: fingers of one frame arrive as one set; a view receives one finger at a time unless `isMultipleTouchEnabled`, which does not affect gestures
    @Test
    func `fingers of one frame arrive at a view as one set`() {
        let canvas = canvas()
        canvas.isMultipleTouchEnabled = true
        send(.began, 3, at: 100)
        send(.moved, 3, at: 110)
        send(.ended, 3, at: 110)
        #expect(canvas.log == ["began 3", "moved 3", "ended 3"])
        canvas.log = []
        send(.began, 3, at: 100)
        send(.cancelled, 3, at: 100)
        #expect(canvas.log == ["began 3", "cancelled 3"])
    }

    /// Rule: fingers of one frame arrive as one set; a view receives one finger at a time unless `isMultipleTouchEnabled`, which does not affect gestures
    @Test
    func `a view receives one finger at a time unless it is set otherwise`() {
        let canvas = canvas()
        #expect(!canvas.isMultipleTouchEnabled)
        send(.began, 2, at: 100)
        send(.moved, 2, at: 110)
        send(.ended, 2, at: 110)
        #expect(canvas.log == ["began 1", "moved 1", "ended 1"])
        let pinch = UIPinchGestureRecognizer()
        canvas.addGestureRecognizer(pinch)
        glass.down(0, 100, 100)
        glass.down(1, 200, 100)
        glass.pinch(to: CGPoint(x: 100, y: 100), CGPoint(x: 300, y: 100))
        #expect(pinch.state == .changed && pinch.numberOfTouches == 2)
    }

    /// Rule: touches that a view does not override go to `next`, the view that holds it
    @Test
    func `touches that a view does not handle arrive at the views around it`() {
        let canvas = canvas()
        canvas.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)))
        #expect(canvas.subviews[0].next === canvas && canvas.next === glass.window)
        glass.tap(50, 50)
        glass.down(50, 50)
        glass.move(51, 50)
        glass.cancel()
        #expect(canvas.log == ["began 1", "ended 1", "began 1", "moved 1", "cancelled 1"])
    }

    /// Rule: a button and a scrolling area receive their touches alone: the view around them does not
    @Test
    func `a scrolling area keeps its touches, and those of the views in it`() {
        let canvas = canvas()
        let list = UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        canvas.addSubview(list)
        list.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)))
        for place in [50.0, 150] {
            glass.down(place, place)
            glass.move(place + 1, place)
            glass.up()
            glass.down(place, place)
            glass.cancel()
        }
        #expect(canvas.log == [])
        glass.tap(250, 250)
        #expect(canvas.log == ["began 1", "ended 1"])
    }

    /// Rule: a view's children may lie outside of it, unless `clipsToBounds`
    @Test(arguments: [false, true])
    func `a child outside of its view is touched, unless the view clips`(clips: Bool) {
        let view = glass.view(0, 0, 100, 100)
        view.clipsToBounds = clips
        let child = UIView(frame: CGRect(x: 150, y: 0, width: 100, height: 100))
        child.onTapGesture { [glass] in glass.note("child") }
        view.addSubview(child)
        glass.tap(200, 50)
        #expect(glass.log == (clips ? [] : ["child"]))
    }
}
