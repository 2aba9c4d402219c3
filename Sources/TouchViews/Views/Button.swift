/// A button's touch area: pressed from the landing, and its action at a lift within it.
///
/// A finger may leave it by 70 points and press it still; out and in again presses it again. Scrolling, and a
/// gesture that is recognised on it, unless it is simultaneous, end the press without the action.
open class Button: UIView {
    /// Called at a lift within it.
    open var action: () -> Void
    /// Called when `isPressed` changes.
    open var onPressedChanged: ((Bool) -> Void)?
    /// How far outside of it a finger presses it still, in points.
    open var margin = Limits.buttonMargin
    /// Whether a finger presses it.
    public private(set) var isPressed = false

    /// A button.
    ///
    /// - Parameters:
    ///   - frame: where it is, in points of the view that is going to hold it.
    ///   - action: called at a lift within it.
    public init(frame: CGRect = .zero, action: @escaping () -> Void) {
        self.action = action
        super.init(frame: frame)
        attach(PressRecognizer(self), .normal)
    }

    func setPressed(_ pressed: Bool) {
        guard pressed != isPressed else { return }
        isPressed = pressed
        onPressedChanged?(pressed)
    }
}

/// Presses a button.
private final class PressRecognizer: UIGestureRecognizer {
    private weak var button: Button?

    init(_ button: Button) {
        self.button = button
        super.init()
    }

    override var isPrivate: Bool { true }

    /// A drag inside that ends with the press, without having moved, does not prevent it.
    override func allows(_ other: UIGestureRecognizer) -> Bool {
        guard let button, let other = other as? AttachedRecognizer, other.requiredTaps == nil,
            let inside = other.view
        else { return false }
        return inside.isDescendant(of: button) && other.endedUnmoved
    }

    private var isInside: Bool {
        guard let button, let touch = touches.first else { return false }
        let margin = button.margin
        return button.windowFrame.insetBy(dx: -margin, dy: -margin).contains(touch.place)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        button?.setPressed(isInside)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        button?.setPressed(isInside)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let first = self.touches.first, touches.contains(first) else { return }
        state = isInside ? .ended : .failed
    }

    override func stateChanged() {
        super.stateChanged()
        button?.setPressed(false)
        if committed == .ended { button?.action() }
    }

    override func stateFailed() {
        button?.setPressed(false)
    }
}
