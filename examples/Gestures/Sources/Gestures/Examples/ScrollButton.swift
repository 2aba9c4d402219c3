import TouchCore

/// A button on a page that scrolls: the button receives every touch on it, and the page still scrolls.
///
/// The page has the mask `all`, so that it also receives fingers that land on the button. The gestures
/// of the button do not compete (`alongsideAll`).
struct ScrollButton: Example {
    static let title = "a button inside a surface that scrolls"

    static let touches = """
        0ms down 0 120,80
        60ms up 0
        200ms down 0 120,80
        260ms up 0
        1000ms down 0 120,80
        1800ms..1830ms stroke 0 -> 120,50
        1840ms up 0
        """

    static let buttonRect = ZoneRect(
        x: .millimetres(100), y: .millimetres(70), width: .millimetres(40),
        height: .millimetres(20))

    /// Whether the button looks pressed.
    @GestureState var isPressed = false
    /// How far the finger has moved the page.
    @GestureState var offset = Point.zero

    func gestures(report: @escaping Reporter) -> SurfaceContent {
        Zone("page", nil) {
            SurfaceDragGesture(axis: .vertical)
                .updating($offset) { drag, offset in
                    offset = drag.translation
                    report("page: at \(offset.y.whole) mm")
                }
                .onEnded { drag in report("page: scrolled by \(drag.translation.y.whole) mm") }
        }
        .mask(.all)
        Zone("button", Self.buttonRect) {
            press(report: report)
            SurfaceLongPressGesture().alongsideAll().onEnded { _ in report("long press") }
            SurfaceTapGesture(count: 2).alongsideAll().onEnded { report("double tap") }
            SurfaceDragGesture().alongsideAll()
                .onChanged { drag in report("drag by \(drag.translation.y.whole) mm") }
                .onEnded { _ in report("drag ended") }
        }
    }

    private func press(report: @escaping Reporter) -> some Gesture<PressGesture.Value> {
        PressGesture(interval: .milliseconds(200), delay: .milliseconds(600)).alongsideAll()
            .updating($isPressed) { _, isPressed in
                if !isPressed { report("press") }
                isPressed = true
            }
            .onChanged { press in
                if press.ticks > 0 { report("repeat \(press.ticks)") }
            }
            .onEnded { press in
                report(press.isInside ? "release inside" : "release outside")
                report("end")
            }
    }
}
