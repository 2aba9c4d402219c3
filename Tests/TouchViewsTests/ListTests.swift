import Testing
import TouchViews

/// Rows that scroll, and buttons. Tests of one situation begin with its number, B1 to B3.
@MainActor
struct ListTests {
    private let glass = Glass()

    /// A list of 101 rows of 50 points, each with gestures.
    private func list(
        _ axes: Axis.Set = .vertical, _ attach: (UIView, Int) -> Void
    ) -> UIScrollView {
        let isVertical = axes == .vertical
        let list = UIScrollView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 800),
            contentSize: isVertical
                ? CGSize(width: 400, height: 5050) : CGSize(width: 5050, height: 800), axes: axes)
        for row in 0...100 {
            let place = Double(row) * 50
            let view = UIView(
                frame: isVertical
                    ? CGRect(x: 0, y: place, width: 400, height: 50)
                    : CGRect(x: place, y: 0, width: 50, height: 800))
            attach(view, row)
            list.addSubview(view)
        }
        glass.window.addSubview(list)
        return list
    }

    /// Scrolls by 200 points against the axis.
    private func scroll(_ axes: Axis.Set) {
        glass.down(220, 420)
        if axes == .vertical { glass.slide(to: 220, 220) } else { glass.slide(to: 20, 420) }
        glass.up()
    }

    enum Kind: CaseIterable {
        case tap, onLongPress, longPress, drag, dragAfterTap, simultaneousDrag, longPressAfterTap
    }

    private func attach(_ kind: Kind, to view: UIView) {
        let drag = DragGesture(minimumDistance: 0)
            .onChanged { [glass] _ in glass.note("pressed") }
            .onEnded { [glass] _ in glass.note("ended") }
        let press = LongPressGesture().onChanged { [glass] _ in glass.note("pressed") }
            .onEnded { [glass] _ in glass.note("ended") }
        switch kind {
        case .tap: view.onTapGesture { [glass] in glass.note("tap") }
        case .onLongPress:
            view.onLongPressGesture(perform: { [glass] in glass.note("ended") }) { [glass] in
                glass.note($0 ? "pressed" : "released")
            }
        case .longPress: view.gesture(press)
        case .drag: view.gesture(drag)
        case .dragAfterTap: view.onTapGesture { [glass] in glass.note("tap") }.gesture(drag)
        case .simultaneousDrag: view.simultaneousGesture(drag)
        case .longPressAfterTap:
            view.onTapGesture { [glass] in glass.note("tap") }.gesture(press)
        }
    }

    /// Rule: a scrolling area wins along its axis after 10 points: the row's state is reset, `onEnded` is not called
    @Test(arguments: Kind.allCases, [Axis.Set.vertical, .horizontal])
    func `B1: a list scrolls whatever its rows recognise, and no end is reported`(
        kind: Kind, axes: Axis.Set
    ) {
        let list = list(axes) { view, _ in attach(kind, to: view) }
        scroll(axes)
        #expect(axes == .vertical ? list.contentOffset.y == 200 : list.contentOffset.x == 200)
        #expect(!glass.log.contains("ended") && !glass.log.contains("tap"))
        if kind != .tap { #expect(glass.log.first == "pressed") }
        if kind == .onLongPress { #expect(glass.log.last == "released") }
    }

    /// Rule: presses and drags without a minimum are emitted at the landing, in lists too; until 10 points they prevent no tap, and no hold or pinch around them
    @Test(arguments: Kind.allCases)
    func `B1: a row is informed at once that it is touched`(kind: Kind) {
        _ = list { view, _ in attach(kind, to: view) }
        glass.down(100, 100)
        #expect(glass.log == (kind == .tap ? [] : ["pressed"]))
        glass.wait(0.1)
        glass.up()
        switch kind {
        case .tap: #expect(glass.log == ["tap"])
        case .dragAfterTap, .longPressAfterTap: #expect(glass.log == ["pressed", "tap"])
        case .drag, .simultaneousDrag: #expect(glass.log == ["pressed", "ended"])
        case .onLongPress: #expect(glass.log == ["pressed", "released"])
        case .longPress: #expect(glass.log == ["pressed"])
        }
    }

    /// Rule: a scrolling area wins along its axis after 10 points: the row's state is reset, `onEnded` is not called
    @Test
    func `B1: if scrolling wins, a row's state is reset`() {
        @GestureState var offset: CGSize?
        _ = list { view, _ in
            view.gesture(
                DragGesture(minimumDistance: 0).updating($offset) { value, state, _ in
                    state = value.translation
                })
        }
        glass.down(100, 400)
        #expect(offset == .zero)
        glass.slide(to: 100, 300)
        #expect(offset == nil)
        glass.up()
    }

    @Test
    func `B1: a drag across the axis belongs to the row`() {
        @GestureState var offset = CGSize.zero
        let list = list { view, _ in
            view.gesture(
                DragGesture()
                    .updating($offset) { value, state, _ in state = value.translation }
                    .onEnded { [glass] _ in glass.note("ended") })
        }
        glass.down(100, 400)
        glass.slide(to: 200, 410)
        #expect(offset == CGSize(width: 100, height: 10))
        glass.slide(to: 200, 200)
        #expect(list.contentOffset == .zero)
        glass.up()
        #expect(glass.log == ["ended"])
    }

    /// Rule: but it does not win over a row's drag with high priority, nor after a hold inside it that is not simultaneous has ended
    @Test
    func `B1: a drag with high priority keeps the list from scrolling`() {
        let list = list { view, _ in
            view.highPriorityGesture(
                DragGesture(minimumDistance: 0).onEnded { [glass] _ in glass.note("ended") })
        }
        scroll(.vertical)
        #expect(list.contentOffset == .zero)
        #expect(glass.log == ["ended"])
    }

    /// A button style as a program may write it, which reports what B2 is about.
    private func pressable(_ view: UIView) {
        view.gesture(
            LongPressGesture(minimumDuration: 0.5).onEnded { [glass] _ in glass.note("long") }
                .sequenced(before: DragGesture().onChanged { [glass] _ in glass.note("drag") })
                .onEnded { [glass] _ in glass.note("dropped") })
        view.simultaneousGesture(
            DragGesture(minimumDistance: 0)
                .onChanged { [glass] _ in
                    if glass.log.last != "press" { glass.note("press") }
                }
                .onEnded { [view, glass] value in
                    glass.note(view.bounds.contains(value.location) ? "inside" : "outside")
                })
    }

    @Test
    func `B2: a press is released inside or outside, and a long press still releases`() {
        pressable(glass.view(100, 100, 100, 100))
        glass.tap(150, 150)
        #expect(glass.log == ["press", "inside"])
        glass.log = []
        glass.down(150, 150)
        glass.slide(to: 350, 150)
        glass.up()
        #expect(glass.log.last == "outside")
        glass.log = []
        glass.down(150, 150)
        glass.wait(0.6)
        glass.up()
        #expect(glass.log == ["press", "long", "inside"])
    }

    @Test
    func `B2: a long press passes into a drag`() {
        pressable(glass.view(100, 100, 100, 100))
        glass.down(150, 150)
        glass.wait(0.6)
        glass.slide(to: 150, 190)
        #expect(glass.log.contains("drag"))
        glass.up()
        #expect(glass.log.filter { $0 == "dropped" }.count == 1)
        #expect(glass.log.filter { $0 == "inside" }.count == 1)
    }

    @Test
    func `B2: scrolling ends a press without release, once`() {
        _ = list { view, row in
            let button = Button(frame: CGRect(x: 0, y: 0, width: 400, height: 50)) { [glass] in
                glass.note("action \(row)")
            }
            button.onPressedChanged = { [glass] in glass.note($0 ? "press" : "end") }
            view.addSubview(button)
        }
        scroll(.vertical)
        #expect(glass.log == ["press", "end"])
    }

    @Test
    func `B2: a third quick press is not a second double`() {
        glass.view(0, 0, 100, 100).onTapGesture(count: 2) { [glass] in glass.note("double") }
        for _ in 0..<3 {
            glass.tap(50, 50)
            glass.wait(0.1)
        }
        glass.wait(1)
        #expect(glass.log == ["double"])
    }

    /// Rule: a button follows its finger out and in, with a margin of 70 points
    @Test
    func
        `B3: a finger may leave a button by a margin and return, and the button acts at a lift within it`()
    {
        let button = Button(frame: CGRect(x: 100, y: 100, width: 100, height: 50)) { [glass] in
            glass.note("action")
        }
        button.onPressedChanged = { [glass] in glass.note("\($0)") }
        glass.window.addSubview(button)
        glass.down(150, 120)
        #expect(button.isPressed)
        glass.slide(to: 265, 120)
        #expect(button.isPressed)
        glass.slide(to: 280, 120)
        #expect(!button.isPressed)
        glass.slide(to: 200, 120)
        #expect(button.isPressed)
        glass.up()
        #expect(glass.log == ["true", "false", "true", "false", "action"])
        glass.log = []
        glass.down(150, 120)
        glass.slide(to: 350, 120)
        glass.up()
        #expect(glass.log == ["true", "false"])
    }

    /// Rule: presses and drags without a minimum are emitted at the landing, in lists too; until 10 points they prevent no tap, and no hold or pinch around them
    @Test
    func `B3: a button in a list is pressed at the landing, even beside a drag on its label`() {
        _ = list { view, _ in
            let button = Button(frame: CGRect(x: 0, y: 0, width: 400, height: 50)) { [glass] in
                glass.note("action")
            }
            button.onPressedChanged = { [glass] in glass.note("\($0)") }
            let label = UIView(frame: button.bounds)
            label.gesture(
                DragGesture(minimumDistance: 0).onEnded { [glass] _ in glass.note("drag") })
            button.addSubview(label)
            view.addSubview(button)
        }
        glass.down(100, 100)
        #expect(glass.log == ["true"])
        glass.wait(0.03)
        glass.up()
        #expect(glass.log.sorted() == ["action", "drag", "false", "true"])
    }
}
