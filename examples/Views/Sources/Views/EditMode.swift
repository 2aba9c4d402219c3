public import TouchViews

/// A tile that can be moved while the user edits the page: its drag is added and removed at run time.
@MainActor
public final class Tile {
    public let view: UIView
    public private(set) var opened = 0
    private var drag: GestureAttachment?

    public init(frame: CGRect) {
        view = UIView(frame: frame)
        view.onTapGesture { [unowned self] in opened += 1 }
    }

    /// Whether the tile can be moved.
    public var isEditing = false {
        didSet {
            guard isEditing != oldValue else { return }
            drag?.remove()
            drag = isEditing ? view.addGesture(dragGesture) : nil
        }
    }

    private var dragGesture: some Gesture {
        var start: CGPoint?
        return DragGesture(coordinateSpace: .global)
            .onChanged { [unowned self] value in
                let origin = start ?? view.frame.origin
                start = origin
                view.frame.origin = CGPoint(
                    x: origin.x + value.translation.width, y: origin.y + value.translation.height)
            }
            .onEnded { _ in start = nil }
    }
}
