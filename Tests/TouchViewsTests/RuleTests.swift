import Testing
import TouchViews

/// Rules that no other suite has: which taps wait, the limits of taps and presses, what a hold prevents.
@MainActor
struct RuleTests {
    private let glass = Glass()

    private func tap(_ name: String, count: Int = 1) -> some Gesture<Void> {
        TapGesture(count: count).onEnded { [glass] in glass.note(name) }
    }

    /// A view with another that covers it.
    private func family() -> (parent: UIView, child: UIView) {
        let parent = glass.view(0, 0, 400, 400)
        let child = UIView(frame: parent.bounds)
        parent.addSubview(child)
        return (parent, child)
    }

    /// Rule: a single tap also waits for a double one of a view inside, or one with high priority; not for one of the parent
    @Test
    func `a single tap waits for a double one of a view inside`() {
        let (parent, child) = family()
        parent.gesture(tap("one"))
        child.gesture(tap("two", count: 2))
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

    /// Rule: a single tap also waits for a double one of a view inside, or one with high priority; not for one of the parent
    @Test
    func `a single tap does not wait for a double one of its parent`() {
        let (parent, child) = family()
        parent.gesture(tap("two", count: 2))
        child.gesture(tap("one"))
        glass.tap(100, 100)
        #expect(glass.log == ["one"])
    }

    /// Rule: a tap: 10 points and 0.75 s at most; the next within 0.35 s and 45 points
    @Test(arguments: [
        (moved: 10.0, duration: 0.1, isTap: true), (10.1, 0.1, false), (0, 0.74, true),
        (0, 0.76, false),
    ])
    func `a tap moves 10 points at most, and lasts 0.75 s at most`(
        moved: Double, duration: Double, isTap: Bool
    ) {
        glass.view(0, 0, 400, 400).gesture(tap("tap"))
        glass.down(100, 100)
        glass.move(100 + moved, 100)
        glass.wait(duration)
        glass.up()
        #expect(glass.log == (isTap ? ["tap"] : []))
    }

    /// Rule: a tap: 10 points and 0.75 s at most; the next within 0.35 s and 45 points
    @Test(arguments: [
        (pause: 0.34, distance: 0.0, isDouble: true), (0.36, 0, false), (0.1, 45, true),
        (0.1, 45.1, false),
    ])
    func `the next tap lands within 0.35 s and 45 points`(
        pause: Double, distance: Double, isDouble: Bool
    ) {
        glass.view(0, 0, 400, 400).gesture(tap("two", count: 2))
        glass.tap(100, 100)
        glass.wait(pause)
        glass.tap(100 + distance, 100)
        #expect(glass.log == (isDouble ? ["two"] : []))
    }

    /// Rule: a long press: 0.5 s, 10 points; a drag: 10 points; magnify: 0.01; rotate: 1°
    @Test(arguments: [
        (moved: 10.0, duration: 0.51, isHeld: true), (10.1, 0.51, false), (0, 0.49, false),
    ])
    func `a long press moves 10 points at most, and lasts 0.5 s`(
        moved: Double, duration: Double, isHeld: Bool
    ) {
        glass.view(0, 0, 400, 400).gesture(
            LongPressGesture().onEnded { [glass] _ in glass.note("held") })
        glass.down(100, 100)
        glass.move(100 + moved, 100)
        glass.wait(duration)
        glass.up()
        #expect(glass.log == (isHeld ? ["held"] : []))
    }

    private func list() -> (list: UIScrollView, row: UIView) {
        let list = UIScrollView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 800),
            contentSize: CGSize(width: 400, height: 2000))
        let row = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 2000))
        list.addSubview(row)
        glass.window.addSubview(list)
        return (list, row)
    }

    /// Rule: but it does not win over a row's drag with high priority, nor after a hold inside it that is not simultaneous has ended
    @Test
    func `a list does not scroll after a hold inside has ended, and does before`() {
        let (list, row) = list()
        row.gesture(
            LongPressGesture(minimumDuration: 0.2).onEnded { [glass] _ in glass.note("held") })
        glass.down(100, 600)
        glass.wait(0.3)
        glass.slide(to: 100, 400)
        glass.up()
        #expect(list.contentOffset == .zero && glass.log == ["held"])
        glass.down(100, 600)
        glass.slide(to: 100, 400)
        glass.up()
        #expect(list.contentOffset.y == 200 && glass.log == ["held"])
    }

    enum Press: CaseIterable {
        case button, drag, longPress
    }

    /// A child that is pressed at the landing.
    private func pressed(_ press: Press, in parent: UIView) {
        var child = UIView(frame: parent.bounds)
        switch press {
        case .button:
            let button = Button(frame: parent.bounds) {}
            button.onPressedChanged = { [glass] in glass.note($0 ? "pressed" : "released") }
            child = button
        case .drag:
            child.gesture(
                DragGesture(minimumDistance: 0).onChanged { [glass] _ in glass.note("pressed") })
        case .longPress:
            child.gesture(
                LongPressGesture(minimumDuration: 2).onChanged { [glass] _ in
                    glass.note("pressed")
                })
        }
        parent.addSubview(child)
    }

    /// Rule: presses and drags without a minimum are emitted at the landing, in lists too; until 10 points they prevent no tap, and no hold or pinch around them
    @Test(arguments: Press.allCases)
    func `a press at the landing prevents no hold around it`(press: Press) {
        let parent = glass.view(0, 0, 400, 400)
        parent.gesture(LongPressGesture().onEnded { [glass] _ in glass.note("held") })
        pressed(press, in: parent)
        glass.down(100, 100)
        #expect(glass.log == ["pressed"])
        glass.wait(0.6)
        #expect(glass.log.filter { $0 != "released" } == ["pressed", "held"])
        glass.up()
    }

    /// Rule: presses and drags without a minimum are emitted at the landing, in lists too; until 10 points they prevent no tap, and no hold or pinch around them
    @Test(arguments: Press.allCases)
    func `a press at the landing prevents no pinch around it`(press: Press) {
        let parent = glass.view(0, 0, 400, 400)
        parent.gesture(MagnifyGesture().onEnded { [glass] _ in glass.note("pinched") })
        pressed(press, in: parent)
        glass.down(0, 100, 100)
        #expect(glass.log == ["pressed"])
        glass.down(1, 200, 100)
        // The first finger stays within 10 points.
        for step in 1...10 { glass.move(1, 200 + 10 * Double(step), 100) }
        glass.up(1)
        glass.up(0)
        #expect(glass.log.contains("pinched"))
    }

    /// Rule: the second part of a sequence starts at the present position of its finger; after a tap a finger must land within 0.35 s
    @Test(arguments: [(pause: 0.34, continues: true), (0.36, false)])
    func `after a tap in a sequence a finger must land within 0.35 s`(
        pause: Double, continues: Bool
    ) {
        glass.view(0, 0, 400, 400).gesture(
            TapGesture().sequenced(before: DragGesture())
                .onEnded { [glass] _ in glass.note("dragged") })
        glass.tap(100, 100)
        glass.wait(pause)
        glass.down(100, 100)
        glass.slide(to: 200, 100)
        glass.up()
        #expect(glass.log == (continues ? ["dragged"] : []))
    }

    private final class ForceProbe: UIGestureRecognizer {
        var forces: [[CGFloat]] = []

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            forces += touches.map { [$0.force, $0.maximumPossibleForce] }
        }
    }

    /// Rule: `force` and `maximumPossibleForce` are 0 without a sensor, else 0 to 1
    @Test
    func `a touch has a force of 0 to 1, and of 0 without a sensor`() {
        let probe = ForceProbe()
        glass.view(0, 0, 400, 400).addGestureRecognizer(probe)
        for force in [nil, 0.4, 1.7] {
            glass.down(0, 100, 100, force: force)
            glass.up()
        }
        #expect(probe.forces == [[0, 0], [0.4, 1], [1, 1]])
    }
}
