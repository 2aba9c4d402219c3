public import TouchViews

/// The position and the scale of a dragged view, for a program to draw.
public struct Placement: Equatable, Sendable {
    public var offset = CGSize.zero
    public var scale: CGFloat = 1

    public init() {}
}

/// Makes any view draggable with one finger and scalable with two, at the same time.
///
///     view.draggable { card.placement = $0 }
public struct Draggable: ViewModifier {
    private let state: State
    private let onPlaced: @MainActor (Placement) -> Void

    @MainActor
    private final class State {
        var placement = Placement()
        @GestureState var translation = CGSize.zero
        @GestureState var magnification: CGFloat = 1

        /// The placement, including the gestures in progress.
        var current: Placement {
            var current = placement
            current.offset.width += translation.width
            current.offset.height += translation.height
            current.scale *= magnification
            return current
        }
    }

    @MainActor
    public init(onPlaced: @escaping @MainActor (Placement) -> Void) {
        state = State()
        self.onPlaced = onPlaced
    }

    public func body(content: Content) -> some View {
        content
            .gesture(drag)
            .simultaneousGesture(magnify)
    }

    private var drag: some Gesture {
        DragGesture(coordinateSpace: .global)
            .updating(state.$translation) { value, translation, _ in
                translation = value.translation
            }
            .onChanged { _ in onPlaced(state.current) }
            .onEnded { value in
                state.placement.offset.width += value.translation.width
                state.placement.offset.height += value.translation.height
                onPlaced(state.current)
            }
    }

    private var magnify: some Gesture {
        MagnifyGesture()
            .updating(state.$magnification) { value, magnification, _ in
                magnification = value.magnification
            }
            .onChanged { _ in onPlaced(state.current) }
            .onEnded { value in
                state.placement.scale *= value.magnification
                onPlaced(state.current)
            }
    }
}

extension View {
    /// Makes the view draggable and scalable.
    @discardableResult
    public func draggable(onPlaced: @escaping @MainActor (Placement) -> Void) -> some View {
        modifier(Draggable(onPlaced: onPlaced))
    }
}
