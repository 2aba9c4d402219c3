import RealModule
public import TouchCore

/// Two fingers that move apart or together.
public struct MagnifyGesture: Sendable {
    /// The value of a magnification; positions are in points of the view.
    public struct Value: Equatable, Sendable {
        /// The time of the value.
        public var time: Date
        /// The distance of the fingers, as a multiple of that at their landing.
        public var magnification: CGFloat
        /// The change of the magnification per second.
        public var velocity: CGFloat
        /// The middle of their landing points, as fractions of the view.
        public var startAnchor: UnitPoint
        /// The middle of their landing points.
        public var startLocation: CGPoint
    }

    /// The minimum change of the magnification, which is 1 at first, at which it begins.
    public var minimumScaleDelta: CGFloat

    /// - Parameter minimumScaleDelta: the change of the magnification at which it begins.
    public init(minimumScaleDelta: CGFloat = 0.01) {
        self.minimumScaleDelta = minimumScaleDelta
    }
}

extension MagnifyGesture: Gesture {
    public typealias Body = Never

    public func _makeNode() -> GestureMachine<Value> {
        let delta = minimumScaleDelta
        return GestureMachine(
            node: PinchNode(isScale: true) {
                abs($0.scale - 1) >= delta
            } value: {
                Value(
                    time: $0.date, magnification: $0.scale, velocity: $0.velocity,
                    startAnchor: $0.startAnchor, startLocation: $0.startLocation)
            })
    }
}

/// Two fingers that turn around each other.
public struct RotateGesture: Sendable {
    /// The value of a rotation; positions are in points of the view.
    public struct Value: Equatable, Sendable {
        /// The time of the value.
        public var time: Date
        /// The angle by which they have turned since they landed; may exceed a full turn.
        public var rotation: Angle
        /// The change of the rotation per second.
        public var velocity: Angle
        /// The middle of their landing points, as fractions of the view.
        public var startAnchor: UnitPoint
        /// The middle of their landing points.
        public var startLocation: CGPoint
    }

    /// The minimum turn at which it begins.
    public var minimumAngleDelta: Angle

    /// - Parameter minimumAngleDelta: the turn at which it begins.
    public init(minimumAngleDelta: Angle = .degrees(1)) {
        self.minimumAngleDelta = minimumAngleDelta
    }
}

extension RotateGesture: Gesture {
    public typealias Body = Never

    public func _makeNode() -> GestureMachine<Value> {
        let delta = minimumAngleDelta
        return GestureMachine(
            node: PinchNode(isScale: false) {
                abs($0.angle) >= delta.radians
            } value: {
                Value(
                    time: $0.date, rotation: .radians($0.angle), velocity: .radians($0.velocity),
                    startAnchor: $0.startAnchor, startLocation: $0.startLocation)
            })
    }
}

/// SwiftUI's older magnification, whose value is the scale only.
public struct MagnificationGesture: Sendable {
    /// The minimum change of the magnification, which is 1 at first, at which it begins.
    public var minimumScaleDelta: CGFloat

    /// - Parameter minimumScaleDelta: the change of the magnification at which it begins.
    public init(minimumScaleDelta: CGFloat = 0.01) {
        self.minimumScaleDelta = minimumScaleDelta
    }
}

extension MagnificationGesture: Gesture {
    public var body: some Gesture<CGFloat> {
        MagnifyGesture(minimumScaleDelta: minimumScaleDelta).map(\.magnification)
    }
}

/// SwiftUI's older rotation, whose value is the angle only.
public struct RotationGesture: Sendable {
    /// The minimum turn at which it begins.
    public var minimumAngleDelta: Angle

    /// - Parameter minimumAngleDelta: the turn at which it begins.
    public init(minimumAngleDelta: Angle = .degrees(1)) {
        self.minimumAngleDelta = minimumAngleDelta
    }
}

extension RotationGesture: Gesture {
    public var body: some Gesture<Angle> {
        RotateGesture(minimumAngleDelta: minimumAngleDelta).map(\.rotation)
    }
}

/// The movement of two fingers since both are down.
struct Pinch {
    var date = Date.distantPast
    var scale = 1.0
    /// In radians, clockwise.
    var angle = 0.0
    /// The change per second of the requested quantity.
    var velocity = 0.0
    /// In the view.
    var startLocation = CGPoint.zero
    var startAnchor = UnitPoint.center
}

/// Follows the first two fingers.
final class PinchNode<Value>: LeafNode<Value> {
    private let isScale: Bool
    private let begins: (Pinch) -> Bool
    private let value: (Pinch) -> Value
    /// The movement of its fingers.
    var pair = FingerPair()
    private var pinch = Pinch()

    init(
        isScale: Bool, isLasting: Bool = false, begins: @escaping (Pinch) -> Bool,
        value: @escaping (Pinch) -> Value
    ) {
        self.isScale = isScale
        self.begins = begins
        self.value = value
        super.init(isLasting: isLasting)
    }

    override var isArmed: Bool { pair.isComplete }

    override func follows(_ touches: [UITouch]) -> Bool {
        !pair.isComplete || pair.fingers.hasAny(touches)
    }

    override var restartsWhileFingersRest: Bool { true }

    override func handle(_ cause: StepCause, _ context: StepContext) {
        switch cause {
        case .landed(let touches): land(touches, context)
        case .handover: land([], context)
        case .moved: move(context)
        case .lifted(let touches):
            guard !isLasting || context.touches.allSatisfy(touches.contains) else {
                return lift(touches, context)
            }
            guard isLasting || pair.fingers.hasAny(touches) else { return }
            measure(context)
            current = hasBegun(context) ? .ended(value(pinch)) : .failed
        case .time: break
        }
    }

    /// Adds fingers that landed; they precede those that rest from the previous pinch.
    private func land(_ touches: [UITouch], _ context: StepContext) {
        guard !pair.isComplete else { return }
        if isLasting || context.touches.count == 2 {
            pair.add(context.touches)
        } else {
            pair.add(touches)
            pair.add(context.touches)
        }
        guard pair.isComplete else { return }
        let frame = context.frame(of: .local)
        pinch = Pinch()
        pinch.startLocation = CGPoint.mean(pair.origins) - frame.origin
        if frame.width > 0, frame.height > 0 {
            pinch.startAnchor = UnitPoint(
                x: pinch.startLocation.x / frame.width, y: pinch.startLocation.y / frame.height)
        }
    }

    private func move(_ context: StepContext) {
        guard pair.follow() else { return }
        measure(context)
        guard hasBegun(context) || begins(pinch) else { return }
        current = .active(value(pinch))
    }

    /// Continues with other fingers that are down, from the scale and the angle so far.
    private func lift(_ touches: [UITouch], _ context: StepContext) {
        if !hasBegun(context) { pair = FingerPair() }
        pair.remove(Set(touches), others: context.touches)
        if !pair.isComplete { pair.moment.pause(at: context.now) }
    }

    private func measure(_ context: StepContext) {
        pinch.date = context.date
        pinch.scale = pair.scale
        pinch.angle = pair.angle
        pinch.velocity =
            isScale
            ? pair.scaleRate.velocity(at: context.now) : pair.angleRate.velocity(at: context.now)
    }

    override func clear() {
        pair = FingerPair()
    }
}

/// The first two fingers of a gesture: their scale and rotation while both are down, added up if fingers
/// lift and land again.
@MainActor
struct FingerPair {
    private(set) var fingers: [UITouch] = []
    /// The positions of both in the window when the second landed.
    private(set) var origins: [CGPoint] = []
    /// The scale and the angle when the second landed.
    private var start = (scale: 1.0, angle: 0.0)
    /// The distance of the fingers, as a multiple of the initial one.
    private(set) var scale = 1.0
    /// In radians, clockwise; may exceed a full turn.
    private(set) var angle = 0.0
    private(set) var scaleRate = ScalarVelocityEstimator()
    private(set) var angleRate = ScalarVelocityEstimator()
    /// When a velocity is measured.
    var moment = VelocityMoment()

    init() {}

    /// Whether both are down.
    var isComplete: Bool { fingers.count == 2 }

    /// Adds the first of some fingers until it has two.
    mutating func add(_ touches: [UITouch]) {
        guard !isComplete else { return }
        for touch in touches where !fingers.contains(touch) && !isComplete { fingers.append(touch) }
        guard isComplete, let time = fingers.latest else { return }
        moment.pausedAt = nil
        origins = fingers.map(\.position)
        start = (scale, angle)
        scaleRate.add(scale, at: time)
        angleRate.add(angle, at: time)
    }

    /// Removes fingers that lift, and continues with others that are down.
    mutating func remove(_ touches: Set<UITouch>, others: [UITouch]) {
        fingers.removeAll(where: touches.contains)
        add(others.filter { !touches.contains($0) })
    }

    /// Measures the positions of the fingers; returns `false` if fewer than two are down.
    mutating func follow() -> Bool {
        guard isComplete, let time = fingers.latest else { return false }
        let then = Point(origins[1] - origins[0])
        let now = Point(fingers[1].position - fingers[0].position)
        guard then.squaredLength > 0, now.squaredLength > 0 else { return false }
        scale = start.scale * (now.squaredLength / then.squaredLength).squareRoot()
        // Of the angles that differ by full turns, the one nearest to the last.
        let turn = start.angle + Double.atan2(y: then.cross(now), x: then.dot(now)) - angle
        angle += turn - (turn / (2 * .pi)).rounded() * 2 * .pi
        scaleRate.add(scale, at: time)
        angleRate.add(angle, at: time)
        return true
    }
}
