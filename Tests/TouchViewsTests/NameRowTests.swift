import Testing
import TouchViews

/// A test for each row of "Names" in docs/from-swiftui.md; NameTests has some of them.
@MainActor
struct NameRowTests {
    private let glass = Glass()

    private func note(_ text: String) -> () -> Void {
        { [glass] in glass.note(text) }
    }

    private func tap(_ text: String) -> some Gesture<Void> {
        TapGesture().onEnded(note(text))
    }

    /// Row: `.gesture`, `.highPriorityGesture`, `.simultaneousGesture`, each with `including:`, `isEnabled:` or `name:isEnabled:`
    @Test
    func `each modifier of gestures has a mask, accepts an optional gesture and has a name`() {
        glass.view(0, 0, 100, 100).gesture(tap("a"), including: .gesture)
            .gesture(tap("-"), including: .subviews).gesture(tap("-"), isEnabled: false)
            .gesture(tap("-"), name: "n", isEnabled: false)
        glass.view(100, 0, 100, 100).highPriorityGesture(tap("b"), including: .gesture)
            .highPriorityGesture(tap("-"), isEnabled: false)
            .highPriorityGesture(tap("-"), name: "n", isEnabled: false)
        glass.view(200, 0, 100, 100).simultaneousGesture(tap("c"), including: .all)
            .simultaneousGesture(tap("d"), isEnabled: true)
            .simultaneousGesture(tap("e"), name: "n")
        glass.tap(50, 50)
        glass.tap(150, 50)
        glass.tap(250, 50)
        #expect(
            glass.log.prefix(2) == ["a", "b"] && glass.log.dropFirst(2).sorted() == ["c", "d", "e"])
    }

    /// Row: `.onTapGesture(count:perform:)`, `(count:coordinateSpace:perform:)`; `.onLongPressGesture(…)`
    @Test
    func `taps and long presses have modifiers of their own`() {
        glass.view(0, 0, 100, 100).onTapGesture(count: 2, perform: note("two"))
        glass.view(100, 0, 100, 100).onTapGesture(count: 1, coordinateSpace: .local) { [glass] in
            glass.note("at \($0.x)")
        }
        glass.view(200, 0, 100, 100).onLongPressGesture(
            minimumDuration: 0.2, maximumDistance: 5, perform: note("held")
        ) { [glass] in glass.note("pressing \($0)") }
        glass.tap(50, 50)
        glass.tap(50, 50)
        glass.wait(1)
        glass.tap(120, 50)
        glass.down(250, 50)
        glass.wait(0.25)
        glass.up()
        #expect(glass.log == ["two", "at 20.0", "pressing true", "pressing false", "held"])
    }

    private static let gestures: [String: @MainActor () -> AnyGesture<String>] = [
        "tap": { AnyGesture(TapGesture().map { _ in "tap" }) },
        "spatial": { AnyGesture(SpatialTapGesture().map { "\($0.location.x)" }) },
        "hold": { AnyGesture(LongPressGesture().map { "\($0)" }) },
        "drag": { AnyGesture(DragGesture().map { "\($0.translation.width)" }) },
        "magnify": { AnyGesture(MagnifyGesture().map { "\($0.magnification)" }) },
        "magnification": { AnyGesture(MagnificationGesture().map { "\($0)" }) },
        "rotate": { AnyGesture(RotateGesture().map { "\($0.rotation.degrees.rounded())" }) },
        "rotation": { AnyGesture(RotationGesture().map { "\($0.degrees.rounded())" }) },
        "both": {
            AnyGesture(
                SimultaneousGesture(MagnifyGesture(), RotateGesture()).map {
                    "\($0.first != nil) \($0.second != nil)"
                })
        },
        "sequence": {
            AnyGesture(
                SequenceGesture(LongPressGesture(), DragGesture()).map {
                    if case .second(_, let drag?) = $0 { "\(drag.translation.width)" } else { "" }
                })
        },
        "exclusive": {
            AnyGesture(
                ExclusiveGesture(TapGesture(count: 2), TapGesture()).map {
                    if case .first = $0 { "two" } else { "one" }
                })
        },
    ]

    /// Row: `TapGesture`, `SpatialTapGesture`, `LongPressGesture`, `DragGesture`, `MagnifyGesture`, `RotateGesture`, `MagnificationGesture`, `RotationGesture`, `AnyGesture`, `SimultaneousGesture`, `SequenceGesture`, `ExclusiveGesture`, `GestureMask`
    @Test(arguments: [
        ("tap", "tap"), ("spatial", "150.0"), ("hold", "true"), ("drag", "100.0"),
        ("magnify", "2.0"), ("magnification", "2.0"), ("rotate", "90.0"), ("rotation", "90.0"),
        ("both", "true true"), ("sequence", "100.0"), ("exclusive", "one"),
    ])
    func `each gesture ends with its value`(name: String, value: String) throws {
        let gesture = try #require(Self.gestures[name])
        glass.view(0, 0, 400, 800).gesture(
            gesture().onEnded { [glass] in glass.note($0) }, including: GestureMask.all)
        glass.down(150, 200)
        switch name {
        case "drag": glass.slide(to: 250, 200)
        case "sequence":
            glass.wait(0.6)
            glass.slide(to: 250, 200)
        case "hold": glass.wait(0.6)
        case "magnify", "magnification":
            glass.down(1, 250, 200)
            glass.pinch(to: CGPoint(x: 100, y: 200), CGPoint(x: 300, y: 200))
            glass.up(1)
        case "rotate", "rotation", "both":
            glass.down(1, 250, 200)
            // A quarter of a turn, and twice as far apart.
            glass.pinch(to: CGPoint(x: 200, y: 100), CGPoint(x: 200, y: 300))
            glass.up(1)
        default: break
        }
        glass.up()
        glass.wait(1)
        #expect(glass.log == [value])
    }

    /// Row: `GestureState`, `Transaction`, `Animation`
    @Test
    func `a transaction is passed to the end of a state`() {
        var transaction = Transaction()
        transaction.animation = .easeInOut
        let state = GestureState(
            wrappedValue: 0,
            reset: { [glass] last, transaction in
                glass.note("\(last) \(transaction.animation == nil)")
                transaction.animation = .default
            })
        let other = GestureState(wrappedValue: 0, resetTransaction: transaction)
        glass.view(0, 0, 400, 800).gesture(
            LongPressGesture().updating(state) { _, state, transaction in
                transaction.animation = .easeInOut
                state = 1
            }.updating(other) { _, state, _ in state = 2 })
        glass.down(100, 100)
        #expect(state.wrappedValue == 1 && other.wrappedValue == 2)
        glass.up()
        #expect(state.wrappedValue == 0 && other.wrappedValue == 0 && glass.log == ["1 true"])
    }

    /// Row: `CoordinateSpace`, `.local`, `.global`, `.named(_:)`, `.coordinateSpace(_:)`, `Angle`, `UnitPoint`
    @Test
    func `a location is in the chosen space`() {
        let card = glass.view(40, 0, 300, 300)
        card.coordinateSpace(.named("card"))
        let inner = UIView(frame: CGRect(x: 20, y: 0, width: 200, height: 200))
        card.addSubview(inner)
        func tap(_ space: some CoordinateSpaceProtocol) -> some Gesture<SpatialTapGesture.Value> {
            SpatialTapGesture(coordinateSpace: space)
                .onEnded { [glass] in glass.note("\($0.location.x)") }
        }
        inner.simultaneousGesture(tap(.local)).simultaneousGesture(tap(.global))
            .simultaneousGesture(tap(.named("card")))
        glass.tap(100, 50)
        #expect(glass.log.sorted() == ["100.0", "40.0", "60.0"])
        #expect(CoordinateSpace.named("card") != .global && UnitPoint.center.x == 0.5)
        #expect(Angle.degrees(180) == .radians(.pi))
    }

    private struct Tapped: ViewModifier {
        let action: () -> Void

        func body(content: Content) -> some View { content.onTapGesture(perform: action) }
    }

    /// Row: `.contentShape`, `.allowsHitTesting`, `.disabled`, `.zIndex`, `ViewModifier`
    @Test
    func `fingers land in a shape, on the frontmost enabled view`() {
        glass.view(0, 0, 100, 100).contentShape(Circle()).modifier(Tapped(action: note("circle")))
        glass.view(100, 0, 100, 100).contentShape(Rectangle()).zIndex(1)
            .modifier(Tapped(action: note("front")))
        glass.view(100, 0, 100, 100).contentShape(Ellipse()).onTapGesture(perform: note("behind"))
        glass.view(200, 0, 100, 100).allowsHitTesting(false).onTapGesture(perform: note("-"))
        glass.view(300, 0, 100, 100).disabled(true).onTapGesture(perform: note("-"))
        for x in [2.0, 50, 150, 250, 350] { glass.tap(x, x == 2 ? 2 : 50) }
        #expect(glass.log == ["circle", "front"])
    }

    /// Row: `ScrollView`
    @Test
    func `a scrolling area has axes, a size and an offset`() {
        let list = UIScrollView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 400),
            contentSize: CGSize(width: 400, height: 1_000))
        list.axes = .vertical
        list.contentOffset.y = 10
        list.onScroll = { [glass] in glass.note("\($0.contentOffset.y > 10)") }
        glass.window.addSubview(list)
        glass.down(200, 300)
        glass.slide(to: 200, 200)
        glass.up()
        #expect(list.contentOffset == CGPoint(x: 0, y: 110) && Set(glass.log) == ["true"])
    }

    /// Row: `Button`
    @Test
    func `a button is pressed from the landing, and acts at the lift`() {
        let button = Button(frame: CGRect(x: 0, y: 0, width: 100, height: 100)) {}
        button.action = note("action")
        button.onPressedChanged = { [glass] in glass.note("\($0)") }
        glass.window.addSubview(button)
        glass.down(50, 50)
        #expect(button.isPressed)
        glass.up()
        #expect(glass.log == ["true", "false", "action"])
    }

    private final class Canvas: UIView {
        var order: [String] = []

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            order.append("began \(touches.count) of \(event?.allTouches?.count ?? 0)")
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let touch = touches.first else { return }
            order.append("moved \(event?.coalescedTouches(for: touch)?.count ?? 0)")
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            order.append("ended \(touches.first?.tapCount ?? 0)")
        }
    }

    /// Row: `UIView`, `UIWindow`, `UIResponder`, `UITouch`, `UIEvent`
    @Test
    func `a view receives its touches`() {
        let canvas = Canvas(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
        glass.window.addSubview(canvas)
        glass.down(100, 100)
        glass.wait(0.01)
        glass.move(102, 100)
        glass.up()
        #expect(canvas.order == ["began 1 of 1", "moved 1", "ended 1"])
        #expect(canvas.next === glass.window && canvas.window === glass.window)
    }

    /// Row: `UITapGestureRecognizer`, `UILongPress…`, `UIPan…`, `UIPinch…`, `UIRotation…`, `UISwipe…`, `UIScreenEdgePan…`
    @Test(arguments: ["tap", "hold", "pan", "pinch", "rotation", "swipe", "edge"])
    func `each recogniser calls its target`(kind: String) {
        let target = Target()
        let edge = UIScreenEdgePanGestureRecognizer(target: target, action: Target.called(_:))
        edge.edges = .left
        let recognizer: UIGestureRecognizer =
            switch kind {
            case "tap": UITapGestureRecognizer(target: target, action: Target.called(_:))
            case "hold": UILongPressGestureRecognizer(target: target, action: Target.called(_:))
            case "pan": UIPanGestureRecognizer(target: target, action: Target.called(_:))
            case "pinch": UIPinchGestureRecognizer(target: target, action: Target.called(_:))
            case "rotation": UIRotationGestureRecognizer(target: target, action: Target.called(_:))
            case "swipe": UISwipeGestureRecognizer(target: target, action: Target.called(_:))
            default: edge
            }
        glass.view(0, 0, 400, 800).addGestureRecognizer(recognizer)
        glass.down(kind == "edge" ? 2 : 150, 200)
        switch kind {
        case "tap": break
        case "hold": glass.wait(0.6)
        case "pinch", "rotation":
            glass.down(1, 250, 200)
            glass.pinch(to: CGPoint(x: 200, y: 100), CGPoint(x: 200, y: 300))
            glass.up(1)
        default: glass.slide(to: 300, 200)
        }
        glass.up()
        glass.wait(1)
        let isDiscrete = kind == "tap" || kind == "swipe"
        #expect(target.states.first == (isDiscrete ? .ended : .began))
        #expect(target.states.last == .ended && recognizer.view != nil)
    }

    @MainActor
    private final class Target {
        var states: [UIGestureRecognizer.State] = []

        func called(_ recognizer: UIGestureRecognizer) { states.append(recognizer.state) }
    }

    /// Row: `#selector(pressed(_:))`
    @Test
    func `an action is an unapplied method, and its target is not kept alive`() {
        var target: Target? = Target()
        weak let weakTarget = target
        let view = glass.view(0, 0, 400, 400)
        view.addGestureRecognizer(
            UITapGestureRecognizer(target: target, action: Target.called(_:)))
        glass.tap(100, 100)
        #expect(target?.states == [.ended])
        target = nil
        #expect(weakTarget == nil)
        glass.tap(100, 100)
    }

    /// Row: a gesture that is added and removed
    @Test
    func `an added gesture is switched and removed`() {
        let view = glass.view(0, 0, 400, 400)
        view.onTapGesture(perform: note("own"))
        let added = view.addGesture(tap("added"), priority: .high)
        glass.tap(100, 100)
        added.isEnabled = false
        glass.tap(100, 100)
        added.isEnabled = true
        added.mask = .subviews
        glass.tap(100, 100)
        added.mask = .all
        added.remove()
        glass.tap(100, 100)
        #expect(glass.log == ["added", "own", "own", "own"])
    }
}
