import TouchCore

/// A thing that can be dragged after a long press: SwiftUI's own example of a sequence.
struct PressThenDrag: Example {
    /// The state of the finger on the thing.
    enum DragState: Equatable {
        case inactive
        case pressing
        case dragging(translation: Point)

        var description: String {
            switch self {
            case .inactive: "inactive"
            case .pressing: "pressing"
            case .dragging(let translation):
                "dragging by \(translation.x.whole), \(translation.y.whole) mm"
            }
        }
    }

    static let title = "a long press before a drag"

    static let touches = """
        0ms down 0 100,60
        600ms..620ms stroke 0 -> 110,64
        640ms up 0
        """

    /// Returns to `inactive` when the gesture ends or is cancelled.
    @GestureState var state = DragState.inactive

    func gestures(report: @escaping Reporter) -> SurfaceContent {
        SurfaceLongPressGesture(minimumDuration: .milliseconds(500))
            .sequenced(before: SurfaceDragGesture(minimumDistance: 0))
            .updating($state) { value, state in
                switch value {
                case .first: state = .pressing
                case .second(_, let drag):
                    state = .dragging(translation: drag?.translation ?? .zero)
                }
                report(state.description)
            }
            .onEnded { value in
                guard case .second(_, let drag?) = value else { return }
                report("dropped at \(drag.location.x.whole), \(drag.location.y.whole) mm")
            }
    }
}
