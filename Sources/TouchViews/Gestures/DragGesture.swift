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
        /// The position that it would reach if its movement continued for a quarter of a second.
        public var predictedEndLocation: CGPoint {
            let end = predictedEndTranslation
            return CGPoint(x: startLocation.x + end.width, y: startLocation.y + end.height)
        }
        /// The displacement from its landing to the predicted position.
        public var predictedEndTranslation: CGSize {
            let displacement = Projection.predictedTranslation(
                Point(x: translation.width, y: translation.height),
                velocity: Point(x: velocity.width, y: velocity.height))
            return CGSize(width: displacement.x, height: displacement.y)
        }
    }

    /// The minimum displacement of the finger at which it begins, in points.
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
        GestureMachine(node: DragNode(self))
    }
}

/// Follows the first fingers that land.
private final class DragNode: LeafNode<DragGesture.Value> {
    private let gesture: DragGesture
    private var fingers: [UITouch] = []
    private var origin = CGPoint.zero
    private var start = CGPoint.zero

    init(_ gesture: DragGesture) {
        self.gesture = gesture
    }

    override func handle(_ cause: StepCause, _ context: StepContext) {
        switch cause {
        case .landed(let touches): land(touches, context)
        case .handover: land(context.touches, context)
        case .moved(let touches):
            guard isComplete, fingers.hasAny(touches) else { return }
            move(context)
        case .lifted(let touches):
            guard fingers.hasAny(touches) else { return }
            lift(context)
        case .time: break
        }
    }

    private var isComplete: Bool { fingers.count >= max(gesture.fingers, 1) }

    override var isArmed: Bool { isComplete }

    override func follows(_ touches: [UITouch]) -> Bool {
        !isComplete || fingers.hasAny(touches)
    }

    override var restartsWhileFingersRest: Bool { gesture.fingers > 1 }

    private var position: CGPoint { fingers.centroid }

    override func report(to callback: ChangeCallback<DragGesture.Value>) -> Bool {
        callback.receive(current)
    }

    private func land(_ touches: [UITouch], _ context: StepContext) {
        guard !isComplete else { return }
        if fingers.isEmpty { origin = context.frame(of: gesture.coordinateSpace).origin }
        fingers += touches.prefix(max(gesture.fingers, 1) - fingers.count)
        // Fingers that rest from the previous drag.
        for touch in context.touches where !isComplete && !fingers.has(touch) {
            fingers.append(touch)
        }
        guard isComplete else { return }
        start = position
        if gesture.minimumDistance <= 0 { current = .possible(value(context)) }
    }

    private func move(_ context: StepContext) {
        let displacement = position.distance(to: start)
        if case .active(let last) = current {
            let next = value(context)
            // A finger of which only the force changes does not drag.
            if next.location != last.location { current = .active(next) }
            return
        }
        let hasBegun = current.value != nil || displacement >= gesture.minimumDistance
        guard hasBegun else { return }
        // A drag of a few points prevents no tap and no press.
        current = displacement >= Limits.slop ? .active(value(context)) : .possible(value(context))
    }

    private func lift(_ context: StepContext) {
        current = current.value == nil ? .failed : .ended(value(context))
    }

    private func value(_ context: StepContext) -> DragGesture.Value {
        var speed = CGPoint.zero
        for finger in fingers { speed = speed + finger.velocity(at: context.now) }
        let count = CGFloat(max(fingers.count, 1))
        return DragGesture.Value(
            time: context.date, location: position - origin, startLocation: start - origin,
            velocity: CGSize(width: speed.x / count, height: speed.y / count))
    }

    override func clear() {
        fingers = []
    }
}
