import TouchCore

/// Two fingers that move apart or together, until all have lifted.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    private var pair = FingerPair()
    private var base = 1.0

    /// A recogniser whose target is not called.
    override public init() { super.init() }

    /// A recogniser that calls a method of its target with itself; the target is not kept alive.
    public init<T: AnyObject>(
        target: T?, action: @escaping (T) -> (UIPinchGestureRecognizer) -> Void
    ) {
        super.init()
        insert(target, action)
    }

    /// A recogniser of a subclass that calls a method of its target with itself.
    public init<T: AnyObject, Sender: UIPinchGestureRecognizer>(
        target: T?, action: @escaping (T) -> (Sender) -> Void
    ) {
        super.init()
        insert(target, action)
    }

    /// A recogniser that calls a method of its target.
    override public init<T: AnyObject>(target: T?, action: @escaping (T) -> () -> Void) {
        super.init(target: target, action: action)
    }

    /// A recogniser that calls nothing.
    override public init(target: Any?, action: Never?) {
        super.init(target: target, action: action)
    }

    /// The distance of the fingers, as a multiple of the one at which it began; setting it continues from
    /// there, and resets the velocity.
    open var scale: CGFloat {
        get { pair.scale / base }
        set {
            base = pair.scale == 0 ? 1 : pair.scale / max(newValue, .leastNormalMagnitude)
            pair.resetScaleVelocity()
        }
    }

    /// The change of `scale` per second.
    open var velocity: CGFloat {
        guard let time = view?.window?.now ?? pair.scaleRate.newestTime else { return 0 }
        return pair.scaleRate.velocity(at: time) / base
    }

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        pair.add(self.touches)
    }

    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard pair.follow() else { return }
        if committed != .possible {
            state = .changed
        } else if abs(pair.scale - 1) >= 0.01 {
            state = .began
        }
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if touches.isSuperset(of: self.touches) {
            state = committed == .possible ? .failed : .ended
        } else {
            if committed == .possible { pair = FingerPair() }
            pair.remove(touches, others: self.touches)
        }
    }

    override open func reset() {
        super.reset()
        pair = FingerPair()
        base = 1
    }
}

/// Two fingers that turn around each other, until all have lifted.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    private var pair = FingerPair()
    private var base = 0.0

    /// A recogniser whose target is not called.
    override public init() { super.init() }

    /// A recogniser that calls a method of its target with itself; the target is not kept alive.
    public init<T: AnyObject>(
        target: T?, action: @escaping (T) -> (UIRotationGestureRecognizer) -> Void
    ) {
        super.init()
        insert(target, action)
    }

    /// A recogniser of a subclass that calls a method of its target with itself.
    public init<T: AnyObject, Sender: UIRotationGestureRecognizer>(
        target: T?, action: @escaping (T) -> (Sender) -> Void
    ) {
        super.init()
        insert(target, action)
    }

    /// A recogniser that calls a method of its target.
    override public init<T: AnyObject>(target: T?, action: @escaping (T) -> () -> Void) {
        super.init(target: target, action: action)
    }

    /// A recogniser that calls nothing.
    override public init(target: Any?, action: Never?) {
        super.init(target: target, action: action)
    }

    /// In radians, clockwise; setting it continues from there, and resets the velocity.
    open var rotation: CGFloat {
        get { pair.angle - base }
        set {
            base = pair.angle - newValue
            pair.resetAngleVelocity()
        }
    }

    /// In radians a second.
    open var velocity: CGFloat {
        guard let time = view?.window?.now ?? pair.angleRate.newestTime else { return 0 }
        return pair.angleRate.velocity(at: time)
    }

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        pair.add(self.touches)
    }

    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard pair.follow() else { return }
        if committed != .possible {
            state = .changed
        } else if abs(pair.angle) >= .pi / 180 {
            state = .began
        }
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if touches.isSuperset(of: self.touches) {
            state = committed == .possible ? .failed : .ended
        } else {
            if committed == .possible { pair = FingerPair() }
            pair.remove(touches, others: self.touches)
        }
    }

    override open func reset() {
        super.reset()
        pair = FingerPair()
        base = 0
    }
}
