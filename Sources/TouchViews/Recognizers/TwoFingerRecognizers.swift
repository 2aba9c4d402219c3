import TouchCore

/// Two fingers that move apart or together, until all have lifted.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    private let pinch = PinchNode(isScale: true, isLasting: true) {
        abs($0.scale - 1) >= 0.01
    } value: {
        $0.scale
    }
    private var base = 1.0

    override var node: AnyGestureNode? { pinch }

    /// The distance between the fingers, as a multiple of their distance when the pinch began.
    /// Setting it continues from the new value, and resets the velocity to 0 until the fingers move
    /// or lift.
    open var scale: CGFloat {
        get { pinch.pair.scale / base }
        set {
            let scale = pinch.pair.scale
            base = scale == 0 ? 1 : scale / max(newValue, .leastNormalMagnitude)
            pinch.pair.moment.resetAt = pinch.pair.scaleRate.newestTime
        }
    }

    /// The change of `scale` per second.
    open var velocity: CGFloat {
        let rate = pinch.pair.scaleRate
        return velocityTime(pinch.pair.moment, rate.newestTime).map { rate.velocity(at: $0) / base }
            ?? 0
    }

    override func forget() {
        super.forget()
        base = 1
    }
}

/// Two fingers that turn around each other, until all have lifted.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    private let turn = PinchNode(isScale: false, isLasting: true) {
        abs($0.angle) >= .pi / 180
    } value: {
        $0.angle
    }
    private var base = 0.0

    override var node: AnyGestureNode? { turn }

    /// The rotation in radians, clockwise. Setting it continues from the new value, and resets the
    /// velocity to 0 until the fingers move or lift.
    open var rotation: CGFloat {
        get { turn.pair.angle - base }
        set {
            base = turn.pair.angle - newValue
            turn.pair.moment.resetAt = turn.pair.angleRate.newestTime
        }
    }

    /// The change of the rotation, in radians per second.
    open var velocity: CGFloat {
        let rate = turn.pair.angleRate
        return velocityTime(turn.pair.moment, rate.newestTime).map { rate.velocity(at: $0) } ?? 0
    }

    override func forget() {
        super.forget()
        base = 0
    }
}
