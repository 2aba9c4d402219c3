public import TouchViews

/// A finger that presses hard: begins at a force, ends below it or at the lift.
public final class DeepPressRecognizer: UIGestureRecognizer {
    /// As a share of the maximum force, 0 to 1.
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
        // A panel without force reports none: the share is NaN, and below any threshold.
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

/// The response to a deep press: a panel that buzzes (docs/feedback.md), a sound, a drawn pulse.
@MainActor
public protocol DeepPressable: AnyObject, Sendable {
    /// The view that is pressed.
    var pressedView: UIView { get }

    /// Called at a press; `frame` is where a pulse would be drawn.
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
