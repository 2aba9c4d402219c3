import Testing
import TouchTestSupport

/// Code that must not compile. Each line that the compiler must refuse ends with `// refused`.
struct RefusedTests {
    @Test
    func `code of views that does not port does not compile`() throws {
        try expectRefusals(
            """
            import TouchViews

            @MainActor final class Screen {
                func tapped(_ tap: UITapGestureRecognizer) {}
                func pressed(_ any: UIGestureRecognizer) {}
                func done() {}
            }

            @MainActor func accepted(_ screen: Screen) {
                _ = UITapGestureRecognizer(target: screen, action: Screen.tapped(_:))
                _ = UIPanGestureRecognizer(target: screen, action: Screen.pressed(_:))
                _ = UIPanGestureRecognizer(target: screen, action: Screen.done)
                _ = UIPanGestureRecognizer(target: nil, action: nil)
                UITapGestureRecognizer().addTarget(screen, action: Screen.tapped(_:))
                UITapGestureRecognizer().addTarget(screen, action: Screen.pressed(_:))
            }

            @MainActor func otherClass(_ screen: Screen) {
                _ = UIPanGestureRecognizer(target: screen, action: Screen.tapped(_:)) // refused
                UIPinchGestureRecognizer().addTarget(screen, action: Screen.tapped(_:)) // refused
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
                try surface.add { SurfaceDragGesture() }
                view.gesture(TouchViews.DragGesture())
            }
            """)
    }

    /// Compiles a file against the modules that were built with the tests.
    private func expectRefusals(
        _ source: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Array(source.utf8), to: "snippet.swift")
        let modules = try BuiltFile(named: "Modules").path
        let shims = "\(modules)/../../../checkouts/swift-numerics/Sources/_NumericsShims/include"
        let program = try RunningProgram(
            "/usr/bin/env",
            ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, "-I", shims, path])
        let errors = try program.wait(seconds: 60).errors.split(separator: "\n")
            .filter { $0.hasPrefix(path) && $0.contains(" error: ") }
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let refused = Set(
            errors.compactMap { Int($0.dropFirst(path.count + 1).prefix { $0 != ":" }) })
        let expected = Set(
            lines.indices.filter { lines[$0].hasSuffix("// refused") }.map { $0 + 1 })
        #expect(
            refused == expected, "\(errors.joined(separator: "\n"))", sourceLocation: sourceLocation
        )
    }
}
