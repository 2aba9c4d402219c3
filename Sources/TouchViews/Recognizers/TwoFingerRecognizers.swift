import TouchCore

/// Two fingers that move apart or together, until all have lifted.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    private let node = PinchNode(isScale: true, isLasting: true) {
        abs($0.scale - 1) >= 0.01
    } value: {
        $0.scale
    }
    private var pair: FingerPair { node.pair }
    private var moment = VelocityMoment()
    private var base = 1.0

    /// The distance of the fingers, as a multiple of that at which it began. Setting it continues
    /// from the new value, and resets the velocity: it is 0 until the fingers move or lift.
    open var scale: CGFloat {
        get { pair.scale / base }
        set {
            base = pair.scale == 0 ? 1 : pair.scale / max(newValue, .leastNormalMagnitude)
            if committed != .ended { moment.resetAt = pair.scaleRate.newestTime }
        }
    }

    /// The change of `scale` per second.
    open var velocity: CGFloat {
        guard let newest = pair.scaleRate.newestTime else { return 0 }
        let now = view?.window?.now ?? newest
        let time = moment.time(now: now, newest: newest, isOver: committed == .ended)
        return time.map { pair.scaleRate.velocity(at: $0) / base } ?? 0
    }

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        drive(node, .landed(inOrder(touches)))
        if pair.isComplete { moment.pausedAt = nil }
    }

    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        drive(node, .moved(inOrder(touches)))
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        let isLast = touches.isSuperset(of: self.touches)
        drive(node, .lifted(inOrder(touches)))
        if !isLast, !pair.isComplete { moment.pause(at: view?.window?.now) }
    }

    /// A contact beside the two that proves not to be a finger does not end it.
    override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        guard pair.fingers.contains(where: touches.contains) else { return }
        super.touchesCancelled(touches, with: event)
    }

    override open func reset() {
        super.reset()
        node.reset()
        moment = VelocityMoment()
        base = 1
    }
}

/// Two fingers that turn around each other, until all have lifted.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    private let node = PinchNode(isScale: false, isLasting: true) {
        abs($0.angle) >= .pi / 180
    } value: {
        $0.angle
    }
    private var pair: FingerPair { node.pair }
    private var moment = VelocityMoment()
    private var base = 0.0

    /// In radians, clockwise. Setting it continues from the new value, and resets the velocity: it
    /// is 0 until the fingers move or lift.
    open var rotation: CGFloat {
        get { pair.angle - base }
        set {
            base = pair.angle - newValue
            if committed != .ended { moment.resetAt = pair.angleRate.newestTime }
        }
    }

    /// The change of the rotation, in radians per second.
    open var velocity: CGFloat {
        guard let newest = pair.angleRate.newestTime else { return 0 }
        let now = view?.window?.now ?? newest
        let time = moment.time(now: now, newest: newest, isOver: committed == .ended)
        return time.map { pair.angleRate.velocity(at: $0) } ?? 0
    }

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        drive(node, .landed(inOrder(touches)))
        if pair.isComplete { moment.pausedAt = nil }
    }

    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        drive(node, .moved(inOrder(touches)))
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        let isLast = touches.isSuperset(of: self.touches)
        drive(node, .lifted(inOrder(touches)))
        if !isLast, !pair.isComplete { moment.pause(at: view?.window?.now) }
    }

    /// A contact beside the two that proves not to be a finger does not end it.
    override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        guard pair.fingers.contains(where: touches.contains) else { return }
        super.touchesCancelled(touches, with: event)
    }

    override open func reset() {
        super.reset()
        node.reset()
        moment = VelocityMoment()
        base = 0
    }
}

/// The time at which the velocity is measured if fingers lift one after the other, or a program
/// sets the value.
struct VelocityMoment {
    /// The time after the first of several lifts for which the velocity before it is reported.
    private static let pause = 0.1
    /// The newest sample when a program set the value.
    var resetAt: Timestamp?
    /// When the first of several fingers lifted.
    var pausedAt: Timestamp?

    init() {}

    /// Begins a pause, unless there is one.
    mutating func pause(at time: Timestamp?) {
        if pausedAt == nil { pausedAt = time }
    }

    /// The time at which the velocity is measured; `nil` for no velocity.
    func time(now: Timestamp, newest: Timestamp, isOver: Bool) -> Timestamp? {
        if newest == resetAt, !isOver { return nil }
        guard let pausedAt, now <= pausedAt.after(Self.pause) else { return now }
        return pausedAt
    }
}
