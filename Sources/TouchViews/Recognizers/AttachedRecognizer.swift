import TouchCore

extension UIGestureRecognizer {
    /// Whether it cancels recognisers inside of its view that have begun, as that of a scrolling
    /// area does.
    func replaces(_ other: UIGestureRecognizer) -> Bool {
        guard overrides, let view, let inside = other.view, inside !== view else { return false }
        return inside.isDescendant(of: view)
    }
}

/// Recognises a gesture with the API of SwiftUI.
final class AttachedRecognizer: UIGestureRecognizer {
    private let attached: AnyGestureNode

    init(_ node: AnyGestureNode) {
        attached = node
        super.init()
        delaysTouchesEnded = false
    }

    required init() {
        attached = AnyGestureNode()
        super.init()
    }

    override var node: AnyGestureNode? { attached }

    override var deadline: Timestamp? {
        committed == .possible || committed == .began || committed == .changed
            ? attached.deadline : nil
    }

    override var isPrivate: Bool { true }

    override var goesBeforePress: Bool { attached.tapCount == nil }

    override var isArmed: Bool { attached.isArmed }

    override var requiredTaps: Int? { attached.tapCount }

    override var restartsWhileFingersRest: Bool { attached.restartsWhileFingersRest }

    private var hasBegun = false

    /// Whether it ended with a lift before its fingers had moved, as a drag without a minimum
    /// distance does.
    var endedUnmoved: Bool {
        attached.stage == .ended && !hasBegun && touches.allSatisfy { $0.phase == .ended }
    }

    override func receive(_ phase: UITouch.Phase, _ touches: [UITouch], _ event: UIEvent) {
        switch phase {
        case .began: step(.landed(inOrder(touches)), event)
        case .moved: step(.moved(touches), event)
        case .ended: step(.lifted(inOrder(touches)), event)
        case .cancelled: touchesCancelled(Set(touches), with: event)
        case .stationary: break
        }
    }

    override func timeReached(_ time: Timestamp) {
        if let event = view?.window?.event { step(.time, event) }
    }

    override func reset() {
        super.reset()
        hasBegun = false
    }

    private func inOrder(_ touches: [UITouch]) -> [UITouch] {
        touches.count < 2 ? touches : touches.sorted { $0.id < $1.id }
    }

    private func step(_ cause: StepCause, _ event: UIEvent) {
        guard pending != .ended else { return }
        attached.step(cause, StepContext(event, self))
        switch attached.stage {
        case .possible:
            if committed.isOpen, pending == nil { attached.deliver() }
        case .active: state = committed == .possible ? .began : .changed
        case .ended: state = .ended
        case .failed: state = committed == .possible ? .failed : .cancelled
        }
    }

    override func stateChanged() {
        super.stateChanged()
        if committed == .began { hasBegun = true }
        if committed == .cancelled { attached.reset() } else { attached.deliver() }
    }

    override func stateFailed() {
        attached.reset()
    }
}
