/// A button's touch area: pressed from the landing, and its action at a lift within it.
///
/// A finger up to 70 points outside of it still presses it; one that leaves and returns presses it
/// again. Scrolling, and a gesture that is recognised on it, unless it is simultaneous, end the
/// press without the action.
open class Button: UIView {
    /// Called at a lift within it.
    public var action: () -> Void
    /// Called when `isPressed` changes.
    public var onPressedChanged: ((Bool) -> Void)?
    /// The maximum distance from it of a finger that still presses it, in points.
    public var margin = Limits.buttonMargin
    /// Whether a finger presses it.
    public private(set) var isPressed = false

    /// A button.
    ///
    /// - Parameters:
    ///   - frame: its rectangle, in points of its future superview.
    ///   - action: called at a lift within it.
    public init(frame: CGRect = .zero, action: @escaping () -> Void) {
        self.action = action
        super.init(frame: frame)
        attach(PressRecognizer(self), .normal)
    }

    // A button handles its touches: the view around it does not receive them.
    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}

    func setPressed(_ pressed: Bool) {
        guard pressed != isPressed else { return }
        isPressed = pressed
        onPressedChanged?(pressed)
        applyStyle()
    }

    /// Calls the style of this button, or of the nearest view around it that has one.
    func applyStyle() {
        var view: UIView? = self
        while let next = view, next.buttonStyle == nil { view = next.superview }
        view?.buttonStyle?(
            ButtonStyleConfiguration(
                label: ModifiedContent(touchView: self), isPressed: isPressed))
    }
}

/// The appearance of buttons, and how it follows `isPressed`.
///
/// `makeBody` is called when the style is set, and each time `isPressed` changes. In it, a program
/// sets how its toolkit draws the button. A gesture that it added would be added at each call.
@MainActor @preconcurrency
public protocol ButtonStyle {
    /// The type that `makeBody` returns.
    associatedtype Body: View

    /// The button to draw.
    typealias Configuration = ButtonStyleConfiguration

    /// Draws the button in its present state.
    func makeBody(configuration: Configuration) -> Body
}

/// The state of a button that its style receives.
public struct ButtonStyleConfiguration {
    /// The button's touch area.
    public let label: ModifiedContent
    /// Whether a finger presses it.
    public let isPressed: Bool
}

extension View {
    /// Sets the style of this button, or of the buttons in this view that have no style of their
    /// own.
    @discardableResult
    public func buttonStyle(_ style: some ButtonStyle) -> some View {
        touchView.buttonStyle = { _ = style.makeBody(configuration: $0) }
        touchView.applyButtonStyle()
        return self
    }
}

extension UIView {
    fileprivate func applyButtonStyle() {
        (self as? Button)?.applyStyle()
        for view in subviews { view.applyButtonStyle() }
    }
}

/// Presses a button.
private final class PressRecognizer: UIGestureRecognizer {
    private weak var button: Button?

    init(_ button: Button) {
        self.button = button
        super.init()
    }

    required init() { super.init() }

    override var isPrivate: Bool { true }

    override var goesBeforePress: Bool { false }

    /// The recogniser waits for more taps on the button.
    override var requiredTaps: Int? { 1 }

    override func shouldRequireFailure(of other: UIGestureRecognizer) -> Bool {
        guard let tap = other as? UITapGestureRecognizer, let button else { return false }
        return tap.view === button && tap.numberOfTapsRequired > 1 && tap.delaysTouchesEnded
            && tap.cancelsTouchesInView && !tap.isSimultaneous
    }

    /// A drag inside does not prevent it if it ends with the press without having moved. Nor does a
    /// recogniser inside that does not cancel the view's touches.
    override func allows(_ other: UIGestureRecognizer) -> Bool {
        guard let button, let inside = other.view, inside.isDescendant(of: button) else {
            return false
        }
        if let other = other as? AttachedRecognizer {
            return other.requiredTaps == nil && other.endedUnmoved
        }
        return !other.cancelsTouchesInView
    }

    private var isInside: Bool {
        guard let button, let touch = touches.first else { return false }
        let margin = button.margin
        return button.windowFrame.insetBy(dx: -margin, dy: -margin).contains(touch.position)
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
        // The recogniser may wait for a second tap.
        button?.setPressed(false)
    }

    /// A contact beside the finger that proves not to be a finger does not end the press.
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let first = self.touches.first, touches.contains(first) else { return }
        super.touchesCancelled(touches, with: event)
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
