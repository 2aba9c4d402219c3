import Testing

/// Code that must not compile. Each line that the compiler must refuse ends with `// refused`.
struct RefusedTests {
    /// Rule: `updating` of a tap never runs; its `onChanged` does not compile
    @Test
    func `code of views that does not port does not compile`() throws {
        try expectRefusals(
            """
            import TouchViews

            class MyTap: UITapGestureRecognizer {}
            class Own: UIGestureRecognizer {}
            class Other: UIGestureRecognizer {
                let title: String
                init<T: AnyObject>(_ title: String, _ target: T, _ action: @escaping (T) -> () -> Void) {
                    self.title = title
                    super.init(target: target, action: action)
                }
                required init() {
                    title = ""
                    super.init()
                }
            }

            @MainActor final class Screen {
                func tapped(_ tap: UITapGestureRecognizer) {}
                func pressed(_ any: UIGestureRecognizer) {}
                func mine(_ tap: MyTap) {}
                func own(_ own: Own) {}
                func done() {}
            }

            @MainActor func accepted(_ screen: Screen) {
                _ = UITapGestureRecognizer(target: screen, action: Screen.tapped(_:))
                _ = UIPanGestureRecognizer(target: screen, action: Screen.pressed(_:))
                _ = UIPanGestureRecognizer(target: screen, action: Screen.done)
                _ = UIPanGestureRecognizer(target: nil, action: nil)
                UITapGestureRecognizer().addTarget(screen, action: Screen.tapped(_:))
                UITapGestureRecognizer().addTarget(screen, action: Screen.pressed(_:))
                _ = MyTap(target: screen, action: Screen.mine(_:))
                _ = MyTap(target: screen, action: Screen.tapped(_:))
                _ = Own(target: screen, action: Screen.own(_:))
                _ = Own(target: screen, action: Screen.pressed(_:))
                _ = Other("other", screen, Screen.done)
                let _: UITapGestureRecognizer = .init(target: screen, action: Screen.tapped(_:))
            }

            @MainActor func otherClass(_ screen: Screen) {
                _ = UIPanGestureRecognizer(target: screen, action: Screen.tapped(_:)) // refused
                UIPinchGestureRecognizer().addTarget(screen, action: Screen.tapped(_:)) // refused
                _ = UITapGestureRecognizer(target: screen, action: Screen.mine(_:)) // refused
                _ = Own(target: screen, action: Screen.tapped(_:)) // refused
                _ = Own(target: screen, action: Screen.mine(_:)) // refused
                _ = MyTap(target: screen, action: Screen.own(_:)) // refused
                let any: UIGestureRecognizer = MyTap()
                any.addTarget(screen, action: Screen.mine(_:)) // refused
            }

            @MainActor func changesOfTaps() {
                _ = TapGesture().onChanged { _ in } // refused
            }

            @MainActor func writtenState(_ state: GestureState<Int>) {
                state.wrappedValue = 1 // refused
            }
            """)
    }

    @Test
    func `names that TouchCore had before do not compile`() throws {
        try expectRefusals(
            """
            import TouchCore

            func added(to surface: GestureSurface) throws {
                try surface.add { SurfaceTapGesture(count: 2).onEnded {} }
                try surface.add { TapGesture(count: 2).onEnded {} } // refused
                try surface.add { DragGesture() } // refused
                _ = try DragGesture() // refused
                _ = try surface.values(of: DragGesture()) // refused
                _ = try surface.values(of: TapGesture(count: 2)) // refused
                _ = DragGesture(axis: .vertical) // refused
                _ = DragGesture(minimumDistance: 3, axis: .vertical) // refused
                _ = DragGesture(edges: [.left]) // refused
                _ = DragGesture(DragThresholds()) // refused
                _ = LongPressGesture(minimumDuration: .seconds(1), fingers: 2) // refused
                _ = MagnifyGesture(minimumScaleDelta: 0.1, fingers: 2) // refused
                _ = RotateGesture(minimumAngleDelta: .degrees(3), fingers: 2) // refused
            }

            func followed(_ surface: GestureSurface) async throws {
                for await _ in try surface.values(of: DragGesture()) {} // refused
            }

            @MainActor func onMain(_ surface: GestureSurface) throws {
                _ = try surface.values(of: DragGesture()) // refused
            }
            """)
    }

    @Test
    func `a gesture that could be of either module does not compile`() throws {
        try expectRefusals(
            """
            import TouchCore
            import TouchViews

            @MainActor func both(_ view: UIView, _ surface: GestureSurface) throws {
                _ = DragGesture() // refused
                _ = DragGesture(minimumDistance: 3) // refused
                _ = DragGesture().onEnded { print($0.translation) } // refused
                _ = DragGesture(minimumDistance: 3, coordinateSpace: .global) // refused
                _ = DragGesture(coordinateSpace: .global) // refused
                _ = TapGesture(count: 2) // refused
                _ = TapGesture(fingers: 2) // refused
                _ = TapGesture(count: 2, fingers: 2) // refused
                _ = SpatialTapGesture() // refused
                _ = SpatialTapGesture(count: 2, coordinateSpace: .global) // refused
                _ = LongPressGesture() // refused
                _ = LongPressGesture(minimumDuration: 0.5) // refused
                _ = LongPressGesture(minimumDuration: 1) // refused
                _ = LongPressGesture(minimumDuration: 0.5, maximumDistance: 10) // refused
                view.gesture(DragGesture()) // refused
                view.gesture(DragGesture().onEnded { _ in }) // refused
                view.gesture(TapGesture(count: 2).onEnded {}) // refused
                view.gesture(try DragGesture()) // refused
                _ = MagnifyGesture() // refused
                _ = RotateGesture() // refused
                view.gesture(SurfaceDragGesture()) // refused
                try surface.add { DragGesture() } // refused
                try surface.add { TouchViews.DragGesture() } // refused
                let _: DragGesture = .init() // refused
                let _: AnyGesture<Void>? = nil // refused
                try surface.add { SurfaceDragGesture() }
                view.gesture(TouchViews.DragGesture())
                @GestureState var travel = CGSize.zero
                view.gesture(TouchViews.DragGesture().updating($travel) { $1 = $0.translation })
            }

            @MainActor func either() -> some Gesture<Void> { TouchViews.TapGesture() } // refused

            // Compiles, with a warning that has the new name, and throws.
            func awaited() async throws { _ = try await DragGesture() }
            """)
    }

    @Test
    func `what both modules use is declared once, and a mixture does not compile`() throws {
        try expectRefusals(
            """
            import TouchCore
            import TouchViews

            struct Shove: TouchViews.Gesture {
                let view: UIView
                var body: some TouchViews.Gesture<Double> {
                    RotationGesture().map { $0.degrees }.onEnded { _ in view.center = .zero }
                }
            }

            @MainActor final class Screen {
                @GestureState var angle = Angle.zero
                @GestureState(reset: { angle, _ in print(angle) }) var other = Angle.zero

                func both(_ view: UIView, _ surface: GestureSurface) throws {
                let drag = TouchViews.DragGesture(minimumDistance: 3)
                    let tap = SurfaceTapGesture()
                    view.gesture(drag.onEnded { _ in }.simultaneously(with: Shove(view: view)))
                    view.gesture(RotationGesture().updating($angle) { $1 = $0 })
                    view.gesture(RotationGesture().updating($angle) { value, state, _ in state = value })
                    try surface.add { tap.onEnded {}.sequenced(before: tap) }
                    try surface.add { SurfaceRotateGesture().updating($angle) { $1 = $0.rotation } }
                    try surface.add { ExclusiveGesture(tap, tap) }

                    view.gesture(tap.onEnded {}) // refused
                    view.gesture(tap.simultaneously(with: drag)) // refused
                    view.gesture(drag.sequenced(before: tap.onEnded {})) // refused
                    view.gesture(ExclusiveGesture(tap, tap)) // refused
                    view.gesture(TouchCore.AnyGesture(tap)) // refused
                    view.gesture(TouchViews.AnyGesture(tap)) // refused
                    view.gesture(tap.named("tap")) // refused
                    try surface.add { drag.onEnded { _ in } } // refused
                    try surface.add { tap.simultaneously(with: drag) } // refused
                    try surface.add { drag.exclusively(before: drag).map { _ in 1 } } // refused
                    try surface.add { TouchViews.AnyGesture(drag) } // refused
                    try surface.add { TouchCore.AnyGesture(drag) } // refused
                    try surface.add { Shove(view: view) } // refused
                }
            }

            struct Either: Gesture { // refused
                var body: Never { fatalError() }
            }

            func offMain(_ surface: GestureSurface) throws {
                try surface.add { SurfaceDragGesture().onEnded { _ in }.map { $0.fingers } }
            }
            """)
    }

    @Test
    func `TouchViews alone shows no other names of TouchCore`() throws {
        try expectRefusals(
            """
            import TouchViews

            @MainActor func shown(_ view: UIView, _ drag: DragGesture) {
                view.gesture(SimultaneousGesture(drag, drag).onEnded { print($0.first as Any) })
                view.gesture(DragGesture())
                var angle = Angle.degrees(1) + .radians(2) - .zero
                angle += -angle * 2 / 3
                angle -= Angle()
                if angle < .zero, angle == .zero { print(angle) }
                _ = SurfaceDragGesture() // refused
                _ = Timestamp(microseconds: 0) // refused
                let _: GestureSurface? = nil // refused
            }
            """)
    }

    /// Rows of "What to write instead": Apple's code, which is refused, and ours, below it.
    private static let scaffolds = """
        import TouchViews

        // `struct Card: View { var body: some View { … } }`
        struct AppleCard: View { var body: some View { self } } // refused
        @MainActor func card(in window: UIWindow) {
            let card = UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
            window.addSubview(card)
        }
        // `@State private var place = CGSize.zero`
        struct AppleState { @State private var place = CGSize.zero } // refused
        @MainActor final class State1 {
            var place = CGSize.zero
            func add(to card: UIView) { card.onTapGesture { [weak self] in self?.place = .zero } }
        }
        // `@Binding var place: CGSize`
        struct AppleBinding { @Binding var place: CGSize } // refused
        struct Moving { let moved: (CGSize) -> Void }
        // `.offset(place)`, `.position(place)`
        @MainActor func offset(_ card: UIView, _ place: CGPoint) {
            card.offset(place) // refused
            card.position(place) // refused
            card.frame.origin = place
            card.center = place
        }
        // `.onChange(of: state) { … }`
        @MainActor func changes(_ card: UIView, _ state: GestureState<CGSize>) {
            card.onChange(of: state.wrappedValue) {} // refused
            card.gesture(DragGesture().updating(state) { drag, state, _ in state = drag.translation })
            _ = GestureState(wrappedValue: 1, reset: { last, _ in print(last) })
        }
        // `withAnimation { … }`
        @MainActor func animated(_ card: UIView, _ state: GestureState<Bool>) {
            withAnimation { card.isHidden = true } // refused
            card.gesture(
                LongPressGesture().updating(state) { _, state, transaction in
                    transaction.animation = .default
                    state = true
                })
        }
        // `VStack`, `List`, `ForEach`
        @MainActor func list(_ row: UIView) {
            _ = VStack { row } // refused
            _ = List { row } // refused
            _ = ForEach(0..<3) { _ in row } // refused
            let list = UIScrollView(frame: row.frame, contentSize: CGSize(width: 9, height: 99))
            list.addSubview(row)
        }
        // `GeometryReader { proxy in … }`
        @MainActor func geometry(_ card: UIView) {
            _ = GeometryReader { proxy in card } // refused
            _ = card.convert(card.frame.origin, to: nil)
        }
        // `Text("Go").gesture(…)`
        @MainActor func text() {
            Text("Go").gesture(TapGesture()) // refused
            UIView(frame: .zero).gesture(TapGesture())
        }
        // `Button("Go") { … }`
        @MainActor func button() {
            _ = Button("Go") {} // refused
            _ = Button(frame: .zero) {}
        }
        // `@objc func pressed(_:)`, `#selector(pressed(_:))`
        @MainActor final class Screen {
            @objc func objective(_ press: UILongPressGestureRecognizer) {} // refused
            func pressed(_ press: UILongPressGestureRecognizer) {}
            func add(to card: UIView) {
                card.addGestureRecognizer(
                    UILongPressGestureRecognizer(target: self, action: Screen.pressed(_:)))
                _ = #selector(pressed(_:)) // refused
            }
        }
        // `UIViewController`, `viewDidLoad()`
        @MainActor final class AppleController: UIViewController {} // refused
        @MainActor final class Controller {
            init(in window: UIWindow) { window.onTapGesture {} }
        }
        // `UIImpactFeedbackGenerator`
        func feedback() {
            _ = UIImpactFeedbackGenerator() // refused
        }
        struct Feedback { let buzz: () -> Void }
        """

    @Test
    func `scaffolds of SwiftUI and UIKit do not compile, and what replaces them does`() throws {
        try expectRefusals(Self.scaffolds)
    }

    @Test
    func `each row of what to write instead has code`() {
        let rows = ViewsPage().cells(0, of: "What to write instead")
        #expect(rows.count > 10)
        for row in rows { #expect(Self.scaffolds.contains("// \(row)\n"), "\(row)") }
    }
}
