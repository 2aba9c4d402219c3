import Testing
import TouchViews

/// Precedence. Tests of one situation begin with its number, D1 to D4; the rules are those of
/// docs/from-swiftui.md.
@MainActor
struct PrecedenceTests {
    private let glass = Glass()

    private func tap(_ name: String, count: Int = 1) -> some Gesture {
        TapGesture(count: count).onEnded { [glass] in glass.note(name) }
    }

    /// A parent with a child on its left half.
    private func family() -> (parent: UIView, child: UIView) {
        let parent = glass.view(0, 0, 400, 400)
        let child = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 400))
        parent.addSubview(child)
        return (parent, child)
    }

    /// Rule: a child's gesture has precedence over its parent's; `highPriorityGesture` over gestures inside, which wait for it if it has their fingers; `simultaneousGesture` competes with none
    @Test
    func `D1: a child precedes its parent, which receives the taps beside the child`() {
        let (parent, child) = family()
        parent.gesture(tap("parent"))
        child.gesture(tap("child"))
        glass.tap(100, 100)
        #expect(glass.log == ["child"])
        glass.tap(300, 100)
        #expect(glass.log == ["child", "parent"])
    }

    /// Rule: a child's gesture has precedence over its parent's; `highPriorityGesture` over gestures inside, which wait for it if it has their fingers; `simultaneousGesture` competes with none
    @Test
    func `D1: a parent with high priority is first, and its child if that fails`() {
        let (parent, child) = family()
        parent.highPriorityGesture(tap("parent"))
        child.gesture(tap("child"))
        glass.tap(100, 100)
        #expect(glass.log == ["parent"])
        let other = PrecedenceTests()
        let (holder, held) = other.family()
        holder.highPriorityGesture(
            LongPressGesture().onEnded { [glass = other.glass] _ in glass.note("parent") })
        held.gesture(other.tap("child"))
        other.glass.tap(100, 100)
        #expect(other.glass.log == ["child"])
    }

    /// Rule: a single tap also waits for a double one of a view inside, or one with high priority; not for one of the parent
    @Test
    func `D1: a child's tap waits for more taps of a parent with high priority`() {
        let (parent, child) = family()
        parent.highPriorityGesture(tap("double", count: 2))
        child.gesture(tap("child"))
        glass.tap(100, 100)
        #expect(glass.log == [])
        glass.wait(0.5)
        #expect(glass.log == ["child"])
        glass.tap(100, 100)
        glass.wait(0.1)
        glass.tap(100, 100)
        glass.wait(0.5)
        #expect(glass.log == ["child", "double"])
    }

    /// Rule: a child's gesture has precedence over its parent's; `highPriorityGesture` over gestures inside, which wait for it if it has their fingers; `simultaneousGesture` competes with none
    @Test
    func `D1: a simultaneous gesture continues beside others`() {
        let (parent, child) = family()
        parent.simultaneousGesture(tap("parent"))
        child.gesture(tap("child"))
        glass.tap(100, 100)
        #expect(glass.log.sorted() == ["child", "parent"])
    }

    /// Rule: a mask selects whether the added gesture, those inside, or both receive fingers; ancestors are not affected
    @Test(arguments: [
        (GestureMask.all, ["child"]), (.gesture, ["added"]), (.subviews, ["child"]), (.none, []),
    ])
    func `D1: a mask decides whether the added gesture and those inside receive fingers`(
        mask: GestureMask, expected: [String]
    ) {
        let (parent, child) = family()
        glass.window.simultaneousGesture(tap("ancestor"))
        parent.gesture(tap("before")).gesture(tap("added"), including: mask)
        child.gesture(tap("child"))
        glass.tap(100, 100)
        #expect(glass.log.filter { $0 != "ancestor" } == expected)
        #expect(glass.log.contains("ancestor"))
        glass.log = []
        glass.tap(300, 100)
        let outside = mask == .gesture ? ["added"] : mask == .none ? [] : ["before"]
        #expect(glass.log.filter { $0 != "ancestor" } == outside)
    }

    /// Rule: `isEnabled: false` is `including: .subviews`
    @Test
    func `D1: a gesture that is not enabled does not affect the gestures inside`() {
        let (parent, child) = family()
        parent.highPriorityGesture(tap("parent"), isEnabled: false)
        child.gesture(tap("child"))
        glass.tap(100, 100)
        glass.tap(300, 100)
        #expect(glass.log == ["child"])
    }

    @Test
    func `D1: a mask may change at run time, and a gesture may be added and removed in a callback`()
    {
        let (parent, child) = family()
        child.gesture(tap("child"))
        let attachment = parent.addGesture(tap("parent"), including: .gesture)
        glass.tap(100, 100)
        attachment.mask = .subviews
        glass.tap(100, 100)
        #expect(glass.log == ["parent", "child"])
        let view = glass.view(0, 400, 400, 400)
        var own: GestureAttachment?
        own = view.addGesture(
            TapGesture().onEnded { [glass] in
                glass.note("once")
                own?.remove()
            })
        glass.tap(100, 500)
        glass.tap(100, 500)
        #expect(glass.log == ["parent", "child", "once"])
    }

    /// Rule: the gesture that is recognised first prevents the others of the same fingers
    @Test(arguments: ["gesture", "simultaneous", "uikit"])
    func `D2: a long press on a list of buttons is compatible with scrolling and buttons`(
        way: String
    ) {
        let list = UIScrollView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 800),
            contentSize: CGSize(width: 400, height: 1500))
        for row in 0..<30 {
            let button = Button(
                frame: CGRect(x: 0, y: Double(row) * 50, width: 400, height: 50)
            ) { [glass] in glass.note("button") }
            list.addSubview(button)
        }
        glass.window.addSubview(list)
        let press = LongPressGesture().onEnded { [glass] _ in glass.note("long") }
        let target = LongPressTarget { [glass] in glass.note("long") }
        switch way {
        case "gesture": list.gesture(press)
        case "simultaneous": list.simultaneousGesture(press)
        default:
            list.addGestureRecognizer(
                UILongPressGestureRecognizer(target: target, action: LongPressTarget.pressed(_:)))
        }
        glass.tap(100, 100)
        #expect(glass.log == ["button"])
        glass.down(100, 400)
        glass.slide(to: 100, 300)
        glass.up()
        #expect(list.contentOffset.y == 100 && glass.log == ["button"])
        glass.down(100, 400)
        glass.wait(0.7)
        glass.up()
        #expect(glass.log.filter { $0 == "long" }.count == 1)
    }

    @MainActor
    private final class LongPressTarget {
        let action: @MainActor () -> Void

        init(_ action: @escaping @MainActor () -> Void) {
            self.action = action
        }

        func pressed(_ recognizer: UILongPressGestureRecognizer) {
            if recognizer.state == .ended { action() }
        }
    }

    @MainActor
    private final class TapTarget {
        let glass: Glass

        init(_ glass: Glass) {
            self.glass = glass
        }

        func tapped() { glass.note("two") }
    }

    @Test(arguments: [false, true])
    func `D3: a tap of two fingers and one of one finger each report only themselves`(isOver: Bool)
    {
        let view = glass.view(0, 0, 400, 400)
        view.gesture(tap("one"))
        let target = TapTarget(glass)
        let recognizer = UITapGestureRecognizer(target: target, action: TapTarget.tapped)
        recognizer.numberOfTouchesRequired = 2
        if isOver {
            let over = UIView(frame: view.bounds)
            view.addSubview(over)
            over.addGestureRecognizer(recognizer)
        } else {
            view.addGestureRecognizer(recognizer)
        }
        glass.tap(100, 100)
        #expect(glass.log == ["one"])
        glass.down(0, 100, 100)
        glass.wait(0.02)
        glass.down(1, 200, 100)
        glass.wait(0.05)
        glass.up(0)
        glass.wait(0.02)
        glass.up(1)
        #expect(glass.log == ["one", "two"])
    }

    /// Rule: a single tap waits for a double one on the same view, in either order
    @Test(arguments: [false, true])
    func `D4: a single tap waits until the double has failed, in either order`(isFirst: Bool) {
        let view = glass.view(0, 0, 400, 400)
        if isFirst {
            view.gesture(tap("one")).gesture(tap("two", count: 2))
        } else {
            view.gesture(tap("two", count: 2)).gesture(tap("one"))
        }
        glass.tap(100, 100)
        #expect(glass.log == [])
        glass.wait(0.36)
        #expect(glass.log == ["one"])
        glass.tap(100, 100)
        glass.wait(0.1)
        glass.tap(100, 100)
        glass.wait(1)
        #expect(glass.log == ["one", "two"])
    }

    @Test
    func `D4: a single tap beside a double one is reported at once if it is simultaneous`() {
        glass.view(0, 0, 400, 400).gesture(tap("two", count: 2)).simultaneousGesture(tap("one"))
        glass.tap(100, 100)
        #expect(glass.log == ["one"])
        glass.wait(0.1)
        glass.tap(100, 100)
        #expect(glass.log.sorted() == ["one", "one", "two"])
    }

    @Test
    func `fingers land on the frontmost view that accepts them`() {
        let back = glass.view(0, 0, 200, 200)
        back.gesture(tap("back"))
        let front = glass.view(0, 0, 200, 200)
        front.gesture(tap("front"))
        glass.tap(100, 100)
        back.zIndex(1)
        glass.tap(100, 100)
        back.zIndex(0)
        front.contentShape(Circle())
        glass.tap(5, 5)
        front.allowsHitTesting(false)
        glass.tap(100, 100)
        front.allowsHitTesting(true).disabled(true)
        glass.tap(100, 100)
        #expect(glass.log == ["front", "back", "back", "back"])
    }

    @Test
    func `a program may have a hit test of its own`() {
        let left = glass.view(0, 0, 10, 10)
        let right = glass.view(0, 0, 10, 10)
        left.gesture(tap("left"))
        right.gesture(tap("right"))
        glass.window.hitTester = { [left, right] in
            $0.y > 700 ? nil : $0.x < 200 ? left : right
        }
        glass.tap(100, 300)
        glass.tap(300, 300)
        glass.tap(300, 750)
        #expect(glass.log == ["left", "right"])
    }

    /// Rule: `.local` and `.named` are measured from where the view was at the landing
    @Test
    func `positions are those of a named space, at its position at the landing`() {
        let outer = glass.view(10, 20, 300, 300)
        outer.coordinateSpace(.named("board"))
        let inner = UIView(frame: CGRect(x: 30, y: 40, width: 100, height: 100))
        outer.addSubview(inner)
        inner.gesture(
            DragGesture(coordinateSpace: .named("board")).onChanged { [glass, outer] value in
                glass.note("\(value.location.x) \(value.location.y)")
                outer.frame.origin.x += 5
            })
        glass.down(50, 70)
        glass.move(70, 70)
        glass.move(80, 70)
        #expect(glass.log == ["60.0 50.0", "70.0 50.0"])
    }
}
