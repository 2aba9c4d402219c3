public import TouchViews

/// A card that follows a finger and returns: its state is inactive again however the drag ends.
@MainActor
public final class DragStates {
    public enum State: Equatable, Sendable {
        case inactive
        case dragging(translation: CGSize)
    }

    @GestureState public var state = State.inactive

    public init(in view: UIView, report: @escaping (String) -> Void) {
        _state = GestureState(
            wrappedValue: .inactive, reset: { last, _ in report("reset from \(last.name)") })
        view.gesture(
            DragGesture()
                .updating($state) { value, state, _ in
                    state = .dragging(translation: value.translation)
                }
                .onChanged { report("dragged by \($0.translation.width)") }
                .onEnded { [unowned self] value in
                    report("dropped at \(value.location.x), \(state.name)")
                })
    }
}

extension DragStates.State {
    var name: String { self == .inactive ? "inactive" : "dragging" }
}
