import Testing
import TouchViews

/// Buttons beside the gestures on them and around them.
@MainActor
struct ButtonGestureTests {
    private let glass = Glass()

    @MainActor
    private final class Screen {
        let glass: Glass

        init(_ glass: Glass) { self.glass = glass }

        func log(_ recognizer: UIGestureRecognizer) { glass.note("\(recognizer.state)") }
    }

    private func button(in parent: UIView? = nil) -> Button {
        let button = Button(frame: CGRect(x: 100, y: 100, width: 200, height: 200)) { [glass] in
            glass.note("action")
        }
        (parent ?? glass.window).addSubview(button)
        return button
    }

    @Test(arguments: ["button", "tap", "long press", "SwiftUI's long press", "drag"])
    func `a gesture that waits for a double tap of high priority continues once that fails`(
        kind: String
    ) {
        let parent = glass.view(0, 0, 400, 800)
        parent.highPriorityGesture(TapGesture(count: 2).onEnded { [glass] in glass.note("double") })
        let screen = Screen(glass)
        let child = kind == "button" ? button(in: parent) : UIView(frame: parent.bounds)
        parent.addSubview(child)
        var expected = ["ended"]
        switch kind {
        case "button": expected = ["action"]
        case "tap":
            child.addGestureRecognizer(
                UITapGestureRecognizer(target: screen, action: Screen.log(_:)))
        case "long press":
            child.addGestureRecognizer(
                UILongPressGestureRecognizer(target: screen, action: Screen.log(_:)))
            expected = ["began", "ended"]
        case "drag":
            child.gesture(
                DragGesture(minimumDistance: 0).onEnded { [glass] _ in glass.note("ended") })
        default: child.gesture(LongPressGesture().onEnded { [glass] _ in glass.note("ended") })
        }
        glass.down(150, 150)
        glass.wait(kind.hasSuffix("long press") ? 0.7 : 0.04)
        glass.up()
        #expect(glass.log == [])
        glass.wait(1)
        #expect(glass.log == expected)
        glass.log = []
        glass.tap(150, 150)
        glass.wait(0.1)
        glass.tap(150, 150)
        glass.wait(1)
        #expect(glass.log == ["double"])
    }

    /// Rule: of SwiftUI's gestures on a button, one tap gives way to the press; the press waits for two taps, of UIKit's too
    @Test(arguments: ["UIKit's", "SwiftUI's", "high"])
    func `a double tap on a button is recognised instead of its action`(kind: String) {
        let button = button()
        let screen = Screen(glass)
        let double = TapGesture(count: 2).onEnded { [glass] in glass.note("ended") }
        switch kind {
        case "UIKit's":
            let tap = UITapGestureRecognizer(target: screen, action: Screen.log(_:))
            tap.numberOfTapsRequired = 2
            button.addGestureRecognizer(tap)
        case "high": button.highPriorityGesture(double)
        default: button.gesture(double)
        }
        glass.tap(150, 150)
        #expect(!button.isPressed)
        glass.wait(0.1)
        glass.tap(150, 150)
        glass.wait(1)
        #expect(glass.log == ["ended"])
        glass.tap(150, 150)
        glass.wait(1)
        #expect(glass.log == ["ended", "action"])
    }

    /// Rule: what is recognised on a button, or around it, cancels its press, unless it is simultaneous; a drag that did not move does not
    @Test(arguments: ["drag", "drag and long press"])
    func `a drag on a button that did not move ends beside its action`(kind: String) {
        let button = button()
        let drag = DragGesture(minimumDistance: 0)
        if kind == "drag" {
            button.gesture(drag.onEnded { [glass] _ in glass.note("drag") })
        } else {
            button.gesture(
                drag.simultaneously(with: LongPressGesture())
                    .onEnded { [glass] _ in glass.note("drag") })
        }
        glass.down(150, 150)
        glass.move(155, 150)
        glass.up()
        #expect(glass.log.sorted() == ["action", "drag"])
        glass.log = []
        glass.down(150, 150)
        glass.slide(to: 180, 150)
        glass.up()
        #expect(glass.log == ["drag"])
    }

    /// Rule: a recogniser that a program adds to a button goes before its press, and cancels it if `cancelsTouchesInView`
    @Test(arguments: ["tap", "long press"])
    func `a recogniser that cancels no touches leaves a button its press`(kind: String) {
        let button = button()
        let screen = Screen(glass)
        let recognizer =
            kind == "tap" ? UITapGestureRecognizer() : UILongPressGestureRecognizer()
        recognizer.addTarget(screen, action: Screen.log(_:))
        recognizer.cancelsTouchesInView = false
        button.addGestureRecognizer(recognizer)
        glass.down(150, 150)
        glass.wait(kind == "tap" ? 0.04 : 0.7)
        glass.up()
        #expect(
            glass.log.filter { $0 == "action" || $0 == "ended" }.sorted() == ["action", "ended"])
    }

    /// Rule: of SwiftUI's gestures on a button, one tap gives way to the press; the press waits for two taps, of UIKit's too
    @Test
    func `one tap of SwiftUI on a button gives way to the press`() {
        let button = button()
        button.gesture(TapGesture().onEnded { [glass] in glass.note("tap") })
        button.onPressedChanged = { [glass] in glass.note($0 ? "pressed" : "released") }
        glass.tap(150, 150)
        glass.wait(1)
        #expect(glass.log == ["pressed", "released", "action"])
    }

    /// Rule: what is recognised on a button, or around it, cancels its press, unless it is simultaneous; a drag that did not move does not
    @Test(arguments: ["long press", "drag"])
    func `a gesture of a parent that is recognised cancels the press`(kind: String) {
        let parent = glass.view(0, 0, 400, 800)
        if kind == "drag" {
            parent.gesture(DragGesture().onEnded { [glass] _ in glass.note("parent") })
        } else {
            parent.gesture(LongPressGesture().onEnded { [glass] _ in glass.note("parent") })
        }
        let button = button(in: parent)
        button.onPressedChanged = { [glass] in glass.note($0 ? "pressed" : "released") }
        glass.down(150, 150)
        if kind == "drag" { glass.slide(to: 180, 150) } else { glass.wait(0.6) }
        #expect(!button.isPressed)
        glass.up()
        #expect(glass.log.sorted() == ["parent", "pressed", "released"])
        glass.log = []
        glass.wait(1)
        glass.tap(150, 150)
        #expect(glass.log == ["pressed", "released", "action"])
    }

    private final class Canvas: UIView {
        var touched = 0

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { touched += 1 }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { touched += 1 }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { touched += 1 }
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            touched += 1
        }
    }

    /// Rule: a button and a scrolling area receive their touches alone: the view around them does not
    @Test
    func `a button keeps its touches from the view around it`() {
        let canvas = Canvas(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
        glass.window.addSubview(canvas)
        _ = button(in: canvas)
        glass.down(150, 150)
        glass.move(155, 150)
        glass.up()
        #expect(canvas.touched == 0 && glass.log == ["action"])
        glass.tap(50, 50)
        #expect(canvas.touched == 2)
    }

    /// Rule: a contact beside the fingers of a pan, drag, pinch, rotation or press that turns out to be none does not end it
    @Test
    func `a further contact that proves not to be a finger ends no press, pan or pinch`() {
        let button = button()
        glass.down(0, 150, 150)
        glass.down(1, 160, 250)
        glass.cancel(1)
        glass.up(0)
        #expect(glass.log == ["action"])
        button.removeFromSuperview()
        for recognizer in [UIPanGestureRecognizer(), UIPinchGestureRecognizer()] {
            let screen = Screen(glass)
            recognizer.addTarget(screen, action: Screen.log(_:))
            let view = glass.view(0, 0, 400, 800)
            view.addGestureRecognizer(recognizer)
            glass.log = []
            glass.down(0, 100, 100)
            glass.down(1, 200, 100)
            glass.pinch(to: CGPoint(x: 100, y: 200), CGPoint(x: 200, y: 300))
            glass.down(2, 300, 700)
            glass.cancel(2)
            glass.pinch(to: CGPoint(x: 100, y: 200), CGPoint(x: 300, y: 400))
            glass.up(0)
            glass.up(1)
            #expect(glass.log.last == "ended" && !glass.log.contains("cancelled"))
            view.removeFromSuperview()
        }
    }
}
