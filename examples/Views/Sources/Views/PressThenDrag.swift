public import TouchViews

/// A view that a long press lifts and a drag then moves: a sequence, whose state is an enum.
@MainActor
public final class PressThenDrag {
    public enum State: Equatable, Sendable {
        case inactive
        case pressing
        case lifted
        case dragging(CGSize)

        var description: String {
            switch self {
            case .inactive: "inactive"
            case .pressing: "pressing"
            case .lifted: "lifted"
            case .dragging(let offset): "dragging by \(offset.width), \(offset.height)"
            }
        }
    }

    @GestureState public var state = State.inactive
    public private(set) var offset = CGSize.zero

    public init(in view: UIView, report: @escaping (String) -> Void) {
        view.gesture(
            LongPressGesture(minimumDuration: 0.5)
                .sequenced(before: DragGesture())
                .updating($state) { value, state, _ in
                    switch value {
                    case .first: state = .pressing
                    case .second(_, nil): state = .lifted
                    case .second(_, let drag?): state = .dragging(drag.translation)
                    }
                    report(state.description)
                }
                .onEnded { [unowned self] value in
                    guard case .second(_, let drag?) = value else { return }
                    offset.width += drag.translation.width
                    offset.height += drag.translation.height
                    report("dropped")
                })
    }
}
