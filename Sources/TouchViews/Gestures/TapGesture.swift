import TouchCore

/// Fingers that touch and lift, a number of times.
public struct TapGesture: Sendable {
    public typealias Value = Void
    /// The number of taps.
    public var count: Int
    /// How many fingers; always one in SwiftUI.
    public var fingers: Int

    /// Ends with the last of `count` taps of one finger.
    public init(count: Int = 1) {
        self.init(count: count, fingers: 1)
    }

    /// Ends with the last of `count` taps of `fingers` fingers.
    public init(count: Int = 1, fingers: Int) {
        self.count = checked(count, "count")
        self.fingers = checked(fingers, "fingers")
    }
}

extension TapGesture: Gesture {
    public typealias Body = Never

    public func _makeNode() -> GestureMachine<Void> {
        GestureMachine(node: TapNode(count: count, fingers: fingers) { _ in })
    }
}

/// Fingers that touch and lift, and their location.
public struct SpatialTapGesture: Sendable {
    /// The value of a tap.
    public struct Value: Equatable, Sendable {
        /// The position at which the last finger lifted.
        public var location: CGPoint
    }

    /// The number of taps.
    public var count: Int
    /// The coordinate space of the location.
    public var coordinateSpace: CoordinateSpace

    /// Ends with the last of `count` taps.
    public init(
        count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local
    ) {
        self.count = checked(count, "count")
        self.coordinateSpace = coordinateSpace.coordinateSpace
    }
}

extension SpatialTapGesture: Gesture {
    public typealias Body = Never

    public func _makeNode() -> GestureMachine<Value> {
        let space = coordinateSpace
        return GestureMachine(
            node: TapNode(count: count, fingers: 1, space: space) { Value(location: $0.last) })
    }
}

/// Checks that a count is at least 1, and returns it.
func checked(_ number: Int, _ name: String) -> Int {
    precondition(number >= 1, "\(name) is \(number): give 1 or more")
    return number
}

/// The positions of taps, in the space of their node.
struct TapPositions {
    /// The fingers of the first tap.
    var first: [CGPoint] = []
    /// The centroid of the last tap.
    var last = CGPoint.zero
}

/// Counts taps.
final class TapNode<Value>: LeafNode<Value> {
    private let count: Int
    private let fingers: Int
    private let space: CoordinateSpace
    private let value: (TapPositions) -> Value
    private var taps = 0
    /// The fingers of this tap, including those that have lifted.
    private var landed: [UITouch] = []
    /// Fingers that rest from the previous part.
    private var resting: Set<UITouch> = []
    private var origin = CGPoint.zero
    private var positions = TapPositions()
    /// The centroid of the first tap, in the window.
    private var position: CGPoint?
    private var due: Timestamp?

    init(
        count: Int, fingers: Int, space: CoordinateSpace = .local,
        value: @escaping (TapPositions) -> Value
    ) {
        self.count = count
        self.fingers = fingers
        self.space = space
        self.value = value
    }

    override var deadline: Timestamp? { current.isOpen ? due : nil }

    override var tapCount: Int? { count }

    override func handle(_ cause: StepCause, _ context: StepContext) {
        switch cause {
        case .landed(let touches): land(touches, context)
        case .moved(let touches):
            for touch in touches where touch.travel > Limits.slop && !resting.contains(touch) {
                current = .failed
            }
        case .lifted(let touches):
            let own = touches.filter { resting.remove($0) == nil }
            if own.isEmpty {
                if resting.isEmpty { due = context.now.after(Limits.sequenceInterval) }
            } else {
                lift(own, context)
            }
        case .time:
            if let due, due <= context.now { current = .failed }
        // Fingers that rest from the previous part do not count.
        case .handover: resting = Set(context.touches)
        }
    }

    private func land(_ touches: [UITouch], _ context: StepContext) {
        if landed.isEmpty {
            origin = context.frame(of: space).origin
            due = context.now.after(Limits.tapDuration)
        }
        landed += touches
        let isFar = touches.contains {
            $0.landing.distance(to: position ?? $0.landing) > Limits.tapDistance
        }
        if landed.count > fingers || taps > 0 && isFar && fingers == 1 { current = .failed }
    }

    private func lift(_ touches: [UITouch], _ context: StepContext) {
        let remaining = landed.filter { $0.phase != .ended && $0.phase != .cancelled }
        guard remaining.isEmpty else {
            // If one lifts before all have landed, too few are left.
            if landed.count < fingers { current = .failed }
            return
        }
        guard landed.count == fingers else { return current = .failed }
        taps += 1
        let centroid = CGPoint.mean(landed.map(\.position))
        if taps == 1 { positions.first = landed.map { $0.position - origin } }
        positions.last = centroid - origin
        landed = []
        position = position ?? centroid
        guard taps == count else { return due = context.now.after(Limits.tapInterval) }
        due = nil
        current = .ended(value(positions))
    }

    override func clear() {
        taps = 0
        landed = []
        resting = []
        position = nil
        due = nil
    }
}
