import Testing
import TouchViews

/// Actions of programs and fingers that a recogniser does not expect.
@MainActor
struct AdverseTests {
    private let glass = Glass()

    private func tap(_ name: String, count: Int = 1) -> some Gesture<Void> {
        TapGesture(count: count).onEnded { [glass] in glass.note(name) }
    }

    @MainActor
    private final class Screen {
        let glass: Glass
        let name: String

        init(_ glass: Glass, _ name: String) {
            self.glass = glass
            self.name = name
        }

        func changed(_ recognizer: UIGestureRecognizer) {
            glass.note("\(name) \(recognizer.state)")
        }
    }

    private final class Delegate: UIGestureRecognizerDelegate {
        var isSimultaneous = false
        var isRequired = false

        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { isSimultaneous }

        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { isRequired }
    }

    @Test
    func `a state may be read, and its view removed, in its own closure`() {
        @GestureState var landed: Date?
        let view = glass.view(0, 0, 200, 200)
        view.gesture(
            DragGesture(minimumDistance: 0).updating($landed) { [view] value, state, _ in
                if landed == nil { state = value.time } else { view.removeFromSuperview() }
            })
        glass.down(50, 50)
        #expect(landed != nil)
        glass.move(60, 50)
        #expect(landed == nil)
        glass.up()
        #expect(landed == nil)
    }

    @Test(arguments: [2, 3])
    func `a drag that has ended waits for the taps beside it`(count: Int) {
        let drag = DragGesture(minimumDistance: 0).onEnded { [glass] _ in glass.note("drag") }
        glass.view(0, 0, 200, 200).gesture(
            drag.simultaneously(with: tap("tap", count: count))
                .onEnded { [glass] _ in glass.note("pair") })
        for _ in 0..<count {
            glass.tap(50, 50)
            glass.wait(0.1)
        }
        glass.wait(1)
        #expect(glass.log == ["drag", "tap", "pair"])
    }

    @Test
    func `a drag precedes a tap, and a hold precedes a tap`() {
        glass.view(0, 0, 200, 200).gesture(
            DragGesture().onEnded { [glass] _ in glass.note("drag") }
                .sequenced(before: tap("tap")).onEnded { [glass] _ in glass.note("both") })
        glass.down(50, 50)
        glass.slide(to: 100, 50)
        glass.up()
        glass.wait(0.1)
        glass.tap(50, 50)
        #expect(glass.log == ["drag", "tap", "both"])
        glass.log = []
        glass.view(0, 200, 200, 200).gesture(
            LongPressGesture().onEnded { [glass] _ in glass.note("hold") }
                .sequenced(before: tap("tap")).onEnded { [glass] _ in glass.note("both") })
        glass.wait(2)
        glass.down(50, 250)
        glass.wait(0.6)
        glass.up()
        glass.wait(0.1)
        glass.tap(50, 250)
        #expect(glass.log == ["hold", "tap", "both"])
    }

    @Test(arguments: [[1, 2, 3], [3, 2, 1], [2, 1, 3]])
    func `of one, two and three taps the performed count is reported`(order: [Int]) {
        let view = glass.view(0, 0, 200, 200)
        for count in order { view.gesture(tap("\(count)", count: count)) }
        for taps in 1...3 {
            glass.log = []
            for _ in 0..<taps {
                glass.tap(50, 50)
                glass.wait(0.1)
            }
            glass.wait(2)
            #expect(glass.log == ["\(taps)"])
        }
    }

    @Test
    func `a gesture that waits for another's failure fails with its success, even beside it`() {
        let (one, two) = (Screen(glass, "one"), Screen(glass, "two"))
        let single = UITapGestureRecognizer(target: one, action: Screen.changed(_:))
        let double = UITapGestureRecognizer(target: two, action: Screen.changed(_:))
        double.numberOfTapsRequired = 2
        let delegate = Delegate()
        delegate.isSimultaneous = true
        (single.delegate, double.delegate) = (delegate, delegate)
        single.require(toFail: double)
        let view = glass.view(0, 0, 200, 200)
        view.addGestureRecognizer(single)
        view.addGestureRecognizer(double)
        glass.tap(50, 50)
        glass.wait(0.1)
        glass.tap(50, 50)
        glass.wait(2)
        #expect(glass.log == ["two ended"])
        glass.tap(50, 50)
        glass.wait(2)
        #expect(glass.log == ["two ended", "one ended"])
    }

    @Test
    func `a hold that has to wait delays no other deadline`() {
        let screen = Screen(glass, "hold")
        let view = glass.view(0, 0, 200, 200)
        let pan = UIPanGestureRecognizer()
        let hold = UILongPressGestureRecognizer(target: screen, action: Screen.changed(_:))
        hold.require(toFail: pan)
        view.addGestureRecognizer(pan)
        view.addGestureRecognizer(hold)
        glass.view(200, 0, 200, 200).gesture(
            LongPressGesture(minimumDuration: 1).onEnded { [glass] _ in glass.note("other") })
        glass.down(0, 50, 50)
        glass.down(1, 250, 50)
        glass.wait(0.6)
        #expect((glass.window.nextDeadline ?? 0) > glass.now)
        glass.wait(0.5)
        #expect(glass.log == ["other"])
        glass.up(0)
        glass.up(1)
    }

    @Test
    func `a state that is set without a finger, and a switch between touches, lose no touch`() {
        let screen = Screen(glass, "tap")
        let tap = UITapGestureRecognizer(target: screen, action: Screen.changed(_:))
        tap.numberOfTapsRequired = 2
        glass.view(0, 0, 200, 200).addGestureRecognizer(tap)
        tap.state = .failed
        glass.tap(50, 50)
        tap.isEnabled = false
        tap.isEnabled = true
        glass.wait(2)
        for _ in 0..<2 {
            glass.tap(50, 50)
            glass.wait(0.1)
        }
        #expect(glass.log == ["tap ended"])
    }

    @Test
    func `two that wait for each other lose only one touch`() {
        let delegate = Delegate()
        delegate.isRequired = true
        let view = glass.view(0, 0, 200, 200)
        var taps: [UITapGestureRecognizer] = []
        let screens = ["one", "two"].map { Screen(glass, $0) }
        for screen in screens {
            let tap = UITapGestureRecognizer(target: screen, action: Screen.changed(_:))
            tap.delegate = delegate
            view.addGestureRecognizer(tap)
            taps.append(tap)
        }
        glass.tap(50, 50)
        glass.wait(2)
        taps.forEach { $0.delegate = nil }
        glass.tap(50, 50)
        glass.wait(2)
        #expect(glass.log.last == "one ended")
    }

    /// Rule: a child's gesture has precedence over its parent's; `highPriorityGesture` over gestures inside, which wait for it if it has their fingers; `simultaneousGesture` competes with none
    @Test
    func `the hold of a child waits for a parent with high priority, if that has its fingers`() {
        let parent = glass.view(0, 0, 400, 400)
        let child = UIView(frame: parent.bounds)
        parent.addSubview(child)
        parent.highPriorityGesture(DragGesture().onEnded { [glass] _ in glass.note("parent") })
        child.gesture(
            LongPressGesture(minimumDuration: 0.2).onEnded { [glass] _ in glass.note("child") })
        glass.down(100, 100)
        glass.wait(0.3)
        glass.slide(to: 250, 100)
        glass.up()
        #expect(glass.log == ["parent"])
        glass.down(100, 100)
        glass.wait(0.3)
        glass.up()
        #expect(glass.log == ["parent", "child"])
        let other = glass.view(0, 400, 400, 400)
        let inner = UIView(frame: other.bounds)
        other.addSubview(inner)
        other.highPriorityGesture(MagnifyGesture().onEnded { [glass] _ in glass.note("pinch") })
        inner.gesture(DragGesture().onChanged { [glass] _ in glass.note("drag") })
        glass.log = []
        glass.down(100, 500)
        glass.slide(to: 150, 500)
        #expect(glass.log.first == "drag")
        glass.up()
    }

    /// Rule: but it does not win over a row's drag with high priority, nor after a hold inside it that is not simultaneous has ended
    @Test
    func `a list scrolls after a finger has moved across its axis, and beside a simultaneous hold`()
    {
        let list = UIScrollView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 800),
            contentSize: CGSize(width: 400, height: 2000))
        let row = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 2000))
        list.addSubview(row)
        glass.window.addSubview(list)
        glass.down(100, 600)
        glass.move(112, 595)
        glass.slide(to: 112, 400)
        glass.up()
        #expect(list.contentOffset.y > 150)
        list.contentOffset = .zero
        row.simultaneousGesture(LongPressGesture(minimumDuration: 0.2))
        glass.down(100, 600)
        glass.wait(0.3)
        glass.slide(to: 100, 400)
        glass.up()
        #expect(list.contentOffset.y > 150)
    }

    @Test
    func `a list that has nothing to scroll leaves it to the one around it`() {
        let outer = UIScrollView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 800),
            contentSize: CGSize(width: 400, height: 2000))
        let inner = UIScrollView(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
        outer.addSubview(inner)
        glass.window.addSubview(outer)
        glass.down(100, 600)
        glass.slide(to: 100, 400)
        glass.up()
        #expect(outer.contentOffset.y == 200)
    }

    @Test
    func `a finger may land and lift in one frame, and lift at another position`() {
        let view = glass.view(0, 0, 400, 200)
        view.gesture(tap("tap"))
        let place = CGPoint(x: 50, y: 50)
        glass.window.send(
            [
                TouchInput(id: 0, phase: .began, location: place),
                TouchInput(id: 0, phase: .ended, location: place),
            ], at: glass.now)
        #expect(glass.log == ["tap"])
        glass.wait(1)
        glass.down(5, 5)
        glass.window.send(
            [TouchInput(id: 0, phase: .ended, location: CGPoint(x: 205, y: 5))], at: glass.now)
        #expect(glass.log == ["tap"])
        glass.tap(50, 50)
        #expect(glass.log == ["tap", "tap"])
    }

    @Test
    func `a view that becomes the frontmost keeps its drag`() {
        let card = glass.view(0, 0, 200, 200)
        _ = glass.view(0, 0, 200, 200)
        card.zIndex = 1
        card.gesture(
            DragGesture()
                .onChanged { [glass, card] _ in glass.window.addSubview(card) }
                .onEnded { [glass] _ in glass.note("ended") })
        glass.down(50, 50)
        glass.slide(to: 150, 50)
        glass.up()
        #expect(glass.log == ["ended"])
    }

    @Test
    func `a gesture of any priority may be switched off at run time, which cancels it`() {
        let view = glass.view(0, 0, 200, 200)
        let child = UIView(frame: view.bounds)
        view.addSubview(child)
        child.gesture(tap("child"))
        let added = view.addGesture(tap("parent"), priority: .high)
        let drag = child.addGesture(
            DragGesture().onEnded { [glass] _ in glass.note("drag") }, priority: .simultaneous)
        glass.tap(50, 50)
        added.isEnabled = false
        glass.tap(50, 50)
        glass.down(50, 50)
        glass.slide(to: 100, 50)
        drag.isEnabled = false
        glass.up()
        #expect(glass.log == ["parent", "child"])
    }

    @Test
    func `a pan of two fingers ignores the movement of one`() {
        let view = glass.view(0, 0, 400, 400)
        let pan = UIPanGestureRecognizer()
        pan.minimumNumberOfTouches = 2
        view.addGestureRecognizer(pan)
        glass.down(0, 50, 50)
        glass.slide(0, to: 100, 50)
        glass.down(1, 200, 50)
        glass.move(1, 201, 50)
        #expect(pan.state == .possible)
        glass.move(1, 240, 50)
        #expect(pan.state == .began && pan.translation(in: nil).x == 20)
        glass.up(0)
        glass.up(1)
    }

    @Test
    func
        `a hold of no duration is in progress first, and one of infinite duration has no deadline`()
    {
        glass.view(0, 0, 200, 200).onLongPressGesture(
            minimumDuration: 0, perform: { [glass] in glass.note("held") },
            onPressingChanged: { [glass] in glass.note("\($0)") })
        glass.down(50, 50)
        glass.wait(0.001)
        glass.up()
        #expect(glass.log == ["true", "false", "held"])
        glass.view(0, 200, 200, 200).onLongPressGesture(minimumDuration: .infinity) {}
        glass.down(50, 250)
        #expect(glass.window.nextDeadline == nil)
        glass.up()
    }

    @Test
    func `a program cannot remove the recogniser of a button, and a nil gesture is ignored`() {
        let button = Button(frame: CGRect(x: 0, y: 0, width: 50, height: 50)) { [glass] in
            glass.note("action")
        }
        glass.window.addSubview(button)
        #expect(button.gestureRecognizers == nil)
        glass.tap(20, 20)
        #expect(glass.log == ["action"])
        let isOn = glass.log.isEmpty
        glass.view(100, 0, 100, 100).gesture(isOn ? tap("tap") : nil)
        glass.tap(150, 50)
        #expect(glass.log == ["action"])
    }
}

extension View {
    /// Closures that programs pass on.
    @discardableResult
    fileprivate func onDouble(perform action: @escaping () -> Void) -> some View {
        onTapGesture(count: 2, perform: action)
            .onLongPressGesture(perform: action, onPressingChanged: nil)
    }
}
