public import TouchViews

/// Recognises a finger that presses hard: begins at `threshold`, ends below it or at the lift.
public final class DeepPressRecognizer: UIGestureRecognizer {
    /// A share of the maximum force, 0 to 1.
    public var threshold: CGFloat = 0.75
    /// The last share of the maximum force while the finger was down.
    public private(set) var force: CGFloat = 0

    override public func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        handle(touches)
    }

    override public func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        handle(touches)
    }

    override public func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        state = state == .possible ? .failed : .ended
    }

    private func handle(_ touches: Set<UITouch>) {
        // On a panel without force the share is NaN, which reaches no threshold.
        guard let touch = touches.first else { return }
        force = touch.force / touch.maximumPossibleForce
        switch state {
        case .possible where force >= threshold: state = .began
        case .began where force < threshold, .changed where force < threshold: state = .ended
        case .began, .changed: state = .changed
        default: break
        }
    }
}

/// An object that responds to deep presses: with a panel that buzzes (docs/feedback.md), a sound or
/// a drawn pulse.
@MainActor
public protocol DeepPressable: AnyObject, Sendable {
    /// The view that is pressed.
    var pressedView: UIView { get }

    /// Called when a press begins, with its force; `frame` is where a pulse can be drawn.
    func deepPressBegan(force: CGFloat, in frame: CGRect)

    /// Called when it ends, with its last force, or is cancelled.
    func deepPressEnded(force: CGFloat)
}

extension DeepPressable {
    /// Starts responding to deep presses.
    public func setDeepPress() {
        removeDeepPress()
        pressedView.addGestureRecognizer(
            DeepPressRecognizer(target: self, action: Self.deepPressed(_:)))
    }

    /// Stops responding to deep presses.
    public func removeDeepPress() {
        for recognizer in pressedView.gestureRecognizers ?? []
        where recognizer is DeepPressRecognizer {
            pressedView.removeGestureRecognizer(recognizer)
        }
    }

    private func deepPressed(_ recognizer: DeepPressRecognizer) {
        switch recognizer.state {
        case .began: deepPressBegan(force: recognizer.force, in: pressedView.frame)
        case .ended, .cancelled: deepPressEnded(force: recognizer.force)
        case .possible, .changed, .failed: break
        }
    }
}
