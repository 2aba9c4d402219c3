/// How a recogniser with a node drives it.
extension UIGestureRecognizer {
    /// The given touches in the order in which they landed.
    final func inOrder(_ touches: Set<UITouch>) -> [UITouch] {
        self.touches.allSatisfy(touches.contains)
            ? self.touches : self.touches.filter(touches.contains)
    }

    /// Steps its node, and requests the state that follows.
    final func drive(_ cause: StepCause) {
        guard let node, let event = view?.window?.event else { return }
        let revision = node.revision
        node.step(cause, StepContext(event, self))
        guard node.revision != revision else { return }
        switch node.stage {
        case .possible: break
        case .active: state = committed == .possible ? .began : .changed
        case .ended: state = .ended
        // One that a program has begun ends.
        case .failed: state = committed == .possible ? .failed : .ended
        }
    }
}
