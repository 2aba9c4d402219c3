public import TouchViews

/// Recognises a finger that presses hard: begins at `threshold`, ends below it or at the lift.
public final class DeepPressRecognizer: UIGestureRecognizer {
    /// A share of the maximum force, 0 to 1.
    public var threshold: CGFloat = 0.75

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
        let share = touch.force / touch.maximumPossibleForce
        switch state {
        case .possible where share >= threshold: state = .began
        case .began where share < threshold, .changed where share < threshold: state = .ended
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

    /// Called at a press; `frame` is where a pulse can be drawn.
    func answer(in frame: CGRect)
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
        if recognizer.state == .began { answer(in: pressedView.frame) }
    }
}
