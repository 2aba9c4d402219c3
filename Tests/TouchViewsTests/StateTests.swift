import Testing
import TouchViews

/// States, and things that can be dragged. Tests of one situation begin with its number, C1 to C3.
@MainActor
struct StateTests {
    private let glass = Glass()

    @Test
    func `C1: a press toggles after its time, and dims from the touch until then`() {
        var isOn = false
        @GestureState var isDimmed = false
        glass.view(0, 0, 100, 100).gesture(
            LongPressGesture(minimumDuration: 1)
                .updating($isDimmed) { value, state, _ in state = value }
                .onEnded { _ in isOn.toggle() })
        glass.down(50, 50)
        #expect(isDimmed)
        glass.wait(0.99)
        #expect(isDimmed && !isOn)
        glass.wait(0.02)
        #expect(!isDimmed && isOn)
        glass.wait(1)
        glass.up()
        #expect(isOn)
        glass.down(50, 50)
        glass.slide(to: 50, 62)
        #expect(!isDimmed)
        glass.wait(2)
        glass.up()
        #expect(isOn)
    }

    @Test
    func `C1: onLongPressGesture reports pressing until success, failure or lift`() {
        glass.view(0, 0, 100, 100).onLongPressGesture(
            minimumDuration: 1, maximumDistance: 20,
            perform: { [glass] in glass.note("held") },
            onPressingChanged: { [glass] in glass.note("\($0)") })
        glass.down(50, 50)
        glass.wait(0.5)
        glass.move(50, 68)
        glass.wait(0.6)
        glass.up()
        #expect(glass.log == ["true", "false", "held"])
        glass.log = []
        glass.down(50, 50)
        glass.wait(0.5)
        glass.up()
        #expect(glass.log == ["true", "false"])
        glass.log = []
        glass.down(50, 50)
        glass.slide(to: 50, 75)
        #expect(glass.log == ["true", "false"])
        glass.up()
    }

    @Test(arguments: [0, 10.0], [3, 50.0])
    func `a drag has no new value while only the force of its finger changes`(
        minimumDistance: CGFloat, distance: CGFloat
    ) {
        @GestureState var translation = CGSize.zero
        glass.view(0, 0, 400, 400).gesture(
            DragGesture(minimumDistance: minimumDistance)
                .updating($translation) { [glass] value, state, _ in
                    state = value.translation
                    glass.note("updated")
                }
                .onChanged { [glass] _ in glass.note("changed") })
        glass.down(0, 100, 100, force: 0.2)
        glass.move(0, 100 + distance, 100, force: 0.2)
        glass.log = []
        for force in [0.3, 0.4, 0.5] {
            glass.wait(0.01)
            glass.move(0, 100 + distance, 100, force: force)
        }
        #expect(glass.log == [])
        glass.move(0, 101 + distance, 100, force: 0.5)
        let isDragged = distance >= minimumDistance
        #expect(Set(glass.log) == (isDragged ? ["updated", "changed"] : []))
        glass.up()
    }

    @Test
    func `C1: an offset in a gesture state is reset after the drag, and one that is added remains`()
    {
        @GestureState var passing = CGSize.zero
        @GestureState var moving = CGSize.zero
        var place = CGSize.zero
        glass.view(0, 0, 400, 400).gesture(
            DragGesture().updating($passing) { value, state, _ in state = value.translation })
        glass.view(0, 400, 400, 400).gesture(
            DragGesture()
                .updating($moving) { value, state, _ in state = value.translation }
                .onEnded {
                    place.width += $0.translation.width
                    place.height += $0.translation.height
                })
        glass.down(100, 100)
        glass.slide(to: 150, 100)
        #expect(passing == CGSize(width: 50, height: 0))
        glass.up()
        #expect(passing == .zero)
        for _ in 0..<2 {
            glass.down(100, 500)
            glass.slide(to: 130, 500)
            #expect(moving == CGSize(width: 30, height: 0))
            glass.up()
            #expect(moving == .zero)
        }
        #expect(place == CGSize(width: 60, height: 0))
    }

    private enum DragState: Equatable {
        case inactive, pressing, dragging(CGSize)

        var isActive: Bool { self != .inactive }

        var translation: CGSize {
            if case .dragging(let offset) = self { offset } else { .zero }
        }
    }

    private func draggable(
        _ state: GestureState<DragState>, _ isPressing: GestureState<Bool>
    ) -> some Gesture {
        LongPressGesture(minimumDuration: 0.5)
            .updating(isPressing) { value, state, _ in state = value }
            .sequenced(before: DragGesture())
            .updating(state) { value, state, _ in
                switch value {
                case .first(true): state = .pressing
                case .second(true, let drag): state = .dragging(drag?.translation ?? .zero)
                default: state = .inactive
                }
            }
            .onEnded { [glass] value in
                guard case .second(true, let drag?) = value else { return }
                glass.note("\(drag.translation.width)")
            }
    }

    @Test
    func `C2: a long press and then a drag, by states at two levels`() {
        @GestureState var state = DragState.inactive
        @GestureState var isPressing = false
        glass.view(0, 0, 400, 400).gesture(draggable($state, $isPressing))
        glass.down(100, 100)
        #expect(state == .pressing && isPressing && state.isActive)
        glass.wait(0.6)
        #expect(state == .dragging(.zero) && !isPressing)
        glass.slide(to: 140, 100)
        #expect(state.translation == CGSize(width: 40, height: 0))
        glass.up()
        #expect(state == .inactive && glass.log == ["40.0"])
    }

    @Test
    func `C2: early movement is ignored, and a lift without a drag reports no end`() {
        @GestureState var state = DragState.inactive
        @GestureState var isPressing = false
        glass.view(0, 0, 400, 400).gesture(draggable($state, $isPressing))
        glass.down(100, 100)
        glass.slide(to: 140, 100)
        #expect(state == .inactive && !isPressing)
        glass.up()
        glass.down(100, 100)
        glass.wait(0.6)
        glass.up()
        #expect(state == .inactive && !isPressing && glass.log == [])
    }

    @Test
    func `C3: two fingers drag two views, which may follow them`() {
        let things = (0..<3).map { number -> UIView in
            let view = glass.view(Double(number) * 120, 100, 100, 100)
            var start: CGPoint?
            view.gesture(
                DragGesture()
                    .onChanged { [view] value in
                        let origin = start ?? view.frame.origin
                        start = origin
                        view.frame.origin = CGPoint(
                            x: origin.x + value.translation.width,
                            y: origin.y + value.translation.height)
                    }
                    .onEnded { _ in start = nil })
            return view
        }
        glass.down(0, 50, 150)
        glass.down(1, 170, 150)
        glass.slide(0, to: 50, 300)
        glass.slide(1, to: 170, 500)
        glass.up(0)
        glass.up(1)
        #expect(things.map(\.frame.origin.y) == [250, 450, 100])
    }

    @Test
    func `C3: a scale is kept, and continues from there`() {
        var scale: CGFloat = 1
        @GestureState var factor: CGFloat = 1
        glass.view(0, 0, 400, 800).gesture(
            MagnificationGesture()
                .updating($factor) { value, state, _ in state = value }
                .onEnded { scale *= $0 })
        for expected in [2.0, 4.0] {
            glass.down(0, 150, 400)
            glass.down(1, 250, 400)
            glass.pinch(to: CGPoint(x: 100, y: 400), CGPoint(x: 300, y: 400))
            #expect(abs(factor - 2) < 1e-9)
            glass.up(0)
            glass.up(1)
            #expect(factor == 1)
            #expect(abs(scale - expected) < 1e-9)
        }
    }

    /// Rule: a view that is removed cancels its own gestures
    @Test
    func `a view that is removed cancels its own gestures`() {
        @GestureState var offset = CGSize.zero
        let view = glass.view(0, 0, 200, 200)
        view.gesture(
            DragGesture().updating($offset) { value, state, _ in state = value.translation }
                .onEnded { [glass] _ in glass.note("ended") })
        glass.down(50, 50)
        glass.slide(to: 80, 50)
        #expect(offset.width == 30)
        view.removeFromSuperview()
        #expect(offset == .zero)
        glass.slide(to: 120, 50)
        glass.up()
        #expect(offset == .zero && glass.log == [])
    }

    /// Destroys a window with `views` while a finger is on each but the third, which waits for a
    /// second tap. The fingers on the first two have moved by 30.
    private func destroyWindow(of views: [UIView], whileHeld: () -> Void) {
        weak var last: UIWindow?
        do {
            let window = UIWindow(size: CGSize(width: 400, height: 800))
            last = window
            for view in views { window.addSubview(view) }
            // A tap that waits for a second one.
            window.send(2, .began, 50, 250, at: 1)
            window.send(2, .ended, 50, 250, at: 1.1)
            for (finger, y) in [(0, 50.0), (1, 150), (3, 350)] {
                window.send(finger, .began, 50, y, at: 1.15)
            }
            window.send(0, .moved, 80, 50, at: 1.2)
            window.send(1, .moved, 80, 150, at: 1.2)
            whileHeld()
        }
        #expect(last == nil)
    }

    /// Rule: a window that is destroyed cancels the gestures of views that outlive it, which calls their closures: capture `weak` what may be destroyed with it
    @Test
    func `C3: views of a window that is destroyed under fingers work in the next one`() {
        @GestureState var offset = CGSize.zero
        let views = [10.0, 110, 210].map {
            UIView(frame: CGRect(x: 0, y: $0, width: 99, height: 80))
        }
        let pan = UIPanGestureRecognizer(target: glass, action: Glass.panned(_:))
        views[0].addGestureRecognizer(pan)
        views[1].gesture(
            DragGesture().updating($offset) { value, state, _ in state = value.translation }
                .onEnded { [glass] in glass.note("dragged by \($0.translation.width)") })
        views[2].onTapGesture(count: 2) { [glass] in glass.note("two taps") }
            .onTapGesture { [glass] in glass.note("tap") }
        let button = Button(frame: CGRect(x: 0, y: 310, width: 99, height: 80)) { [glass] in
            glass.note("button")
        }
        destroyWindow(of: views + [button]) {
            #expect(button.isPressed && offset.width == 30 && glass.log == ["pan began"])
        }
        #expect(!button.isPressed && offset == .zero)
        #expect(glass.log == ["pan began", "pan cancelled"])
        #expect(pan.state == .possible && pan.numberOfTouches == 0)
        for view in views + [button] { glass.window.addSubview(view) }
        for _ in 1...2 {
            glass.log = []
            for y in [50.0, 150] {
                glass.down(50, y)
                glass.move(80, y)
                glass.up()
            }
            glass.tap(50, 250)
            glass.wait(1)
            glass.tap(50, 350)
            #expect(glass.log == ["pan began", "pan ended", "dragged by 30.0", "tap", "button"])
        }
    }

    /// Rule: a window that is destroyed cancels the gestures of views that outlive it, which calls their closures: capture `weak` what may be destroyed with it
    @Test
    func `C3: a window that is destroyed with its views calls none of their closures`() {
        weak var area: UIScrollView?
        do {
            let window = UIWindow(size: CGSize(width: 400, height: 800))
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 100))
            let state = GestureState(
                wrappedValue: 0, reset: { [glass] _, _ in glass.note("reset") })
            view.gesture(DragGesture().updating(state) { _, state, _ in state = 1 })
            window.addSubview(view)
            window.send(0, .began, 50, 50, at: 1)
            window.send(0, .moved, 80, 50, at: 1.1)
            #expect(state.wrappedValue == 1)
            let list = UIScrollView(
                frame: CGRect(x: 0, y: 100, width: 400, height: 700),
                contentSize: CGSize(width: 400, height: 2_000))
            window.addSubview(list)
            area = list
            window.send(1, .began, 50, 500, at: 1.2)
            window.send(1, .moved, 50, 440, at: 1.3)
            window.send(1, .moved, 50, 400, at: 1.4)
            #expect(list.contentOffset.y > 0)
        }
        #expect(glass.log == [] && area == nil)
    }

    @Test
    func `a card whose drag is cancelled is dragged further from its position`() {
        let card = glass.view(0, 0, 200, 200)
        @GestureState var start: CGPoint?
        card.gesture(
            DragGesture(coordinateSpace: .global).updating($start) { drag, start, _ in
                let origin = start ?? card.frame.origin
                start = origin
                card.frame.origin.x = origin.x + drag.translation.width
            })
        glass.down(50, 50)
        glass.slide(to: 200, 50)
        glass.cancel()
        #expect(card.frame.origin.x == 150)
        glass.down(200, 50)
        glass.slide(to: 220, 50)
        glass.up()
        #expect(card.frame.origin.x == 170)
    }

    @Test
    func `a state reports its reset, with its last value and a transaction`() {
        var last: [String] = []
        @GestureState(reset: { value, transaction in
            last.append("\(value ?? -1) \(transaction.animation == nil)")
        }) var width: CGFloat?
        glass.view(0, 0, 200, 200).gesture(
            DragGesture().updating($width) { value, state, _ in state = value.translation.width })
        glass.down(50, 50)
        glass.slide(to: 80, 50)
        glass.up()
        #expect(last == ["30.0 true"] && width == nil)
    }
}

extension UIWindow {
    fileprivate func send(
        _ finger: Int, _ phase: TouchInput.Phase, _ x: Double, _ y: Double, at time: Double
    ) {
        send([TouchInput(id: finger, phase: phase, location: CGPoint(x: x, y: y))], at: time)
    }
}

extension Glass {
    fileprivate func panned(_ pan: UIPanGestureRecognizer) {
        if pan.state != .changed { note("pan \(pan.state)") }
    }
}
