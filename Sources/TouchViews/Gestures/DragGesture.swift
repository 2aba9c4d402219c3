import TouchCore

/// A finger that moves.
public struct DragGesture: Sendable {
    /// The value of a drag; positions and lengths are in points.
    public struct Value: Equatable, Sendable {
        /// The time of the value.
        public var time: Date
        /// The position of the finger.
        public var location: CGPoint
        /// The landing point of the finger.
        public var startLocation: CGPoint
        /// The velocity, in points per second.
        public var velocity: CGSize
        /// The displacement since the landing.
        public var translation: CGSize {
            CGSize(from: startLocation, to: location)
        }
        /// The position that the finger would reach if its movement continued for a quarter of a
        /// second.
        public var predictedEndLocation: CGPoint {
            let end = predictedEndTranslation
            return CGPoint(x: startLocation.x + end.width, y: startLocation.y + end.height)
        }
        /// The displacement from the landing to the predicted position.
        public var predictedEndTranslation: CGSize {
            let displacement = Projection.predictedTranslation(
                Point(x: translation.width, y: translation.height),
                velocity: Point(x: velocity.width, y: velocity.height))
            return CGSize(width: displacement.x, height: displacement.y)
        }
    }

    /// The minimum displacement of the finger at which the drag begins, in points.
    public var minimumDistance: CGFloat
    /// The coordinate space of positions.
    public var coordinateSpace: CoordinateSpace
    /// How many fingers; always one in SwiftUI.
    public var fingers = 1

    /// - Parameters:
    ///   - minimumDistance: the displacement of the finger at which it begins, in points.
    ///   - coordinateSpace: the coordinate space of positions.
    public init(
        minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local
    ) {
        self.minimumDistance = minimumDistance
        self.coordinateSpace = coordinateSpace.coordinateSpace
    }

    /// A drag of `fingers` fingers, whose centroid counts.
    ///
    /// - Parameters:
    ///   - minimumDistance: the displacement of the centroid at which it begins, in points.
    ///   - coordinateSpace: the coordinate space of positions.
    ///   - fingers: the number of fingers.
    public init(
        minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local,
        fingers: Int
    ) {
        self.init(minimumDistance: minimumDistance, coordinateSpace: coordinateSpace)
        self.fingers = checked(fingers, "fingers")
    }
}

extension DragGesture: Gesture {
    public typealias Body = Never

    public func _makeNode() -> GestureMachine<Value> {
        // A drag of a few points prevents no tap and no press.
        let slop = max(minimumDistance, Limits.slop)
        let node = DragNode(minimumDistance: minimumDistance, space: coordinateSpace) {
            hypot($0.x, $0.y) >= slop ? .active : .possible
        }
        node.minimumFingers = max(fingers, 1)
        return GestureMachine(node: node)
    }
}

/// Follows the first fingers that land; if `isLasting`, all fingers.
final class DragNode: LeafNode<DragGesture.Value> {
    /// With fewer fingers it pauses.
    var minimumFingers = 1
    /// With more fingers it does not begin.
    var maximumFingers = Int.max
    /// The movement at which it has a value, even before it begins.
    private let minimumDistance: CGFloat
    private let space: CoordinateSpace
    /// The stage of a drag with the given movement.
    private let begins: (CGPoint) -> GestureStage
    private var fingers: [UITouch] = []
    /// The path of the fingers.
    var path = FingerPath()
    private var origin = CGPoint.zero

    init(
        minimumDistance: CGFloat = .infinity, space: CoordinateSpace = .global,
        isLasting: Bool = false, begins: @escaping (CGPoint) -> GestureStage
    ) {
        self.minimumDistance = minimumDistance
        self.space = space
        self.begins = begins
        super.init(isLasting: isLasting)
    }

    override func handle(_ cause: StepCause, _ context: StepContext) {
        if isLasting { fingers = context.touches }
        switch cause {
        case .landed(let touches): land(touches, context)
        case .handover: land(context.touches, context)
        case .moved(let touches):
            if fingers.hasAny(touches) { move(context) }
        case .lifted(let touches):
            if fingers.hasAny(touches) { lift(touches, context) }
        case .time: break
        }
    }

    private var isComplete: Bool { fingers.count >= minimumFingers }

    override var isArmed: Bool { isComplete }

    override func follows(_ touches: [UITouch]) -> Bool {
        !isComplete || fingers.hasAny(touches)
    }

    override var restartsWhileFingersRest: Bool { minimumFingers > 1 }

    override func report(to callback: ChangeCallback<DragGesture.Value>) -> Bool {
        callback.receive(current)
    }

    private func land(_ touches: [UITouch], _ context: StepContext) {
        if !isLasting {
            guard !isComplete else { return }
            if fingers.isEmpty { origin = context.frame(of: space).origin }
            fingers += touches.prefix(minimumFingers - fingers.count)
            // Fingers that rest from the previous drag.
            for touch in context.touches where !isComplete && !fingers.has(touch) {
                fingers.append(touch)
            }
        }
        guard hasBegun(context) || fingers.count <= maximumFingers else { return current = .failed }
        restart(fingers, context)
        if isLasting { path.sample(fingers) }
        guard isComplete else { return }
        path.moment.pausedAt = nil
        if minimumDistance <= 0 { current = .possible(value(context)) }
    }

    /// Continues with `fingers`. Before the drag has begun, a movement of the minimum number of
    /// fingers counts from the last landing or lift.
    private func restart(_ fingers: [UITouch], _ context: StepContext) {
        let continues = hasBegun(context) || fingers.count > minimumFingers
        path.restart(fingers, from: continues ? path.movement : .zero)
    }

    private func move(_ context: StepContext) {
        guard isComplete else { return restart(fingers, context) }
        let hasMoved = path.follow(fingers)
        if isLasting { path.sample(fingers) }
        // A finger of which only the force changes does not drag.
        guard isLasting || hasMoved else { return }
        guard !hasBegun(context) else { return current = .active(value(context)) }
        let movement = path.movement
        switch begins(movement) {
        case .active: current = .active(value(context))
        case .failed: current = .failed
        case .possible, .ended:
            guard current.value != nil || hypot(movement.x, movement.y) >= minimumDistance else {
                return
            }
            current = .possible(value(context))
        }
    }

    private func lift(_ touches: [UITouch], _ context: StepContext) {
        if isLasting {
            let remaining = fingers.filter { !touches.has($0) }
            // A contact that proves not to be a finger does not lift.
            if remaining.count < minimumFingers, touches.first?.phase == .ended {
                path.moment.pause(at: context.now)
            }
            guard remaining.isEmpty else { return restart(remaining, context) }
        }
        let isRecognised = isLasting ? hasBegun(context) : current.value != nil
        current = isRecognised ? .ended(value(context)) : .failed
    }

    /// The value. Its velocity is zero if `isLasting`: a recogniser of UIKit has a method for the
    /// velocity.
    private func value(_ context: StepContext) -> DragGesture.Value {
        var speed = CGPoint.zero
        for finger in fingers where !isLasting { speed = speed + finger.velocity(at: context.now) }
        let count = CGFloat(max(fingers.count, 1))
        return DragGesture.Value(
            time: context.date, location: path.position - origin,
            startLocation: path.start - origin,
            velocity: CGSize(width: speed.x / count, height: speed.y / count))
    }

    override func clear() {
        fingers = []
        path = FingerPath()
    }
}

/// The path of the fingers' centroid in the window, without the jumps when fingers land and lift.
@MainActor
struct FingerPath {
    /// The centroid when fingers last landed or lifted, or the movement was set.
    private(set) var start = CGPoint.zero
    /// The centroid.
    private(set) var position = CGPoint.zero
    /// The movement until `start`.
    private var base = CGPoint.zero
    /// The whole movement, even if `movement` was set.
    private var travelled = CGPoint.zero
    private var motion = VelocityEstimator()
    /// When its velocity is measured.
    var moment = VelocityMoment()

    init() {}

    /// The movement. Setting it resets the velocity.
    var movement: CGPoint {
        get { base + position - start }
        set {
            (base, start) = (newValue, position)
            moment.resetAt = newestTime
        }
    }

    /// When the newest sample was taken.
    var newestTime: Timestamp? { motion.newestTime }

    /// The velocity; mutating, so that the samples are not copied.
    mutating func velocity(at time: Timestamp) -> CGPoint { CGPoint(motion.velocity(at: time)) }

    /// Continues with other fingers, or with other positions, from a movement.
    mutating func restart(_ fingers: [UITouch], from movement: CGPoint) {
        base = movement
        start = fingers.centroid
        position = start
    }

    /// Adds the movement of the fingers; returns whether there is one.
    mutating func follow(_ fingers: [UITouch]) -> Bool {
        let last = position
        position = fingers.centroid
        travelled = travelled + position - last
        return position != last
    }

    /// Adds a sample for the velocity.
    mutating func sample(_ fingers: [UITouch]) {
        if let time = fingers.latest { motion.add(Point(travelled), at: time) }
    }
}
