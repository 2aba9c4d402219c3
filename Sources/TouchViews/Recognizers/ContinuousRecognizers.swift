import TouchCore

/// A finger that stays down: `.began` after the minimum duration, `.changed` when it moves,
/// `.ended` when it lifts.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    private let press = LongPressNode(LongPressGesture(), isLasting: true)

    /// The minimum duration, in seconds.
    public var minimumPressDuration: TimeInterval {
        get { press.gesture.minimumDuration }
        set { press.gesture.minimumDuration = newValue }
    }
    /// The number of fingers.
    public var numberOfTouchesRequired: Int {
        get { press.gesture.fingers }
        set { press.gesture.fingers = newValue }
    }
    /// The number of taps before it.
    public var numberOfTapsRequired: Int {
        get { press.taps }
        set { press.taps = newValue }
    }
    /// The maximum movement until it begins, in points.
    public var allowableMovement: CGFloat {
        get { press.gesture.maximumDistance }
        set { press.gesture.maximumDistance = newValue }
    }

    override var node: AnyGestureNode? { press }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        // The minimum duration has passed: it waits for others to fail.
        if pending != .began { super.touchesEnded(touches, with: event) }
    }

    /// The positions of the press, even if it begins after their lift because it waited for others.
    override var positions: [CGPoint] {
        press.fingers.isEmpty ? super.positions : press.fingers.map(\.position)
    }

    override func stateChanged() {
        super.stateChanged()
        if committed == .began, touches.allSatisfy({ $0.phase == .ended }) { state = .ended }
    }
}

/// Fingers that move, until all have lifted.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    // A subclass may override `translation(in:)`.
    private lazy var drag = DragNode(isLasting: true) { [unowned self] _ in
        let movement = translation(in: nil)
        if begins(movement) { return .active }
        return hypot(movement.x, movement.y) >= Limits.slop && fails(movement)
            ? .failed : .possible
    }

    /// The minimum number of fingers; with fewer it pauses.
    public var minimumNumberOfTouches: Int {
        get { drag.minimumFingers }
        set { drag.minimumFingers = newValue }
    }
    /// The maximum number of fingers.
    public var maximumNumberOfTouches: Int {
        get { drag.maximumFingers }
        set { drag.maximumFingers = newValue }
    }

    override var node: AnyGestureNode? { drag }

    /// The translation, in points.
    open func translation(in view: UIView?) -> CGPoint { drag.path.movement }

    /// Continues from `translation`, and resets the velocity: it is 0 until the fingers move or
    /// lift.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        drag.path.movement = translation
    }

    /// The velocity, in points per second. If fingers lift one after the other, it is that of the
    /// movement before the first lift.
    open func velocity(in view: UIView?) -> CGPoint {
        velocityTime(drag.path.moment, drag.path.newestTime).map { drag.path.velocity(at: $0) }
            ?? .zero
    }

    /// Whether it begins with a displacement.
    func begins(_ displacement: CGPoint) -> Bool {
        hypot(displacement.x, displacement.y) >= Limits.slop
    }

    /// Whether a displacement with which it does not begin ends it.
    func fails(_ displacement: CGPoint) -> Bool { true }

    /// A contact that proves not to be a finger ends it only if no finger is left.
    override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        guard touches.isSuperset(of: self.touches) else {
            return drive(.lifted(inOrder(touches)))
        }
        super.touchesCancelled(touches, with: event)
    }
}

/// An edge, or several.
public struct UIRectEdge: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The upper edge.
    public static let top = UIRectEdge(rawValue: 1)
    /// The left edge.
    public static let left = UIRectEdge(rawValue: 2)
    /// The lower edge.
    public static let bottom = UIRectEdge(rawValue: 4)
    /// The right edge.
    public static let right = UIRectEdge(rawValue: 8)
    /// All edges.
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// Fingers that come in from an edge of the window.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// The edges from which fingers may come.
    public var edges = UIRectEdge()
    /// The maximum distance from an edge at which a finger lands on it, in points.
    private static let width: CGFloat = 20

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        if committed == .possible, touches.contains(where: { edge(of: $0).isDisjoint(with: edges) })
        {
            state = .failed
        }
    }

    override func begins(_ displacement: CGPoint) -> Bool {
        let isSideways = abs(displacement.x) > abs(displacement.y)
        let inward: UIRectEdge =
            isSideways ? (displacement.x > 0 ? .left : .right) : displacement.y > 0 ? .top : .bottom
        return super.begins(displacement)
            && touches.allSatisfy { edge(of: $0).intersection(edges).contains(inward) }
    }

    private func edge(of touch: UITouch) -> UIRectEdge {
        guard let bounds = view?.window?.bounds else { return [] }
        var found = UIRectEdge()
        if touch.landing.x <= bounds.minX + Self.width { found.insert(.left) }
        if touch.landing.x >= bounds.maxX - Self.width { found.insert(.right) }
        if touch.landing.y <= bounds.minY + Self.width { found.insert(.top) }
        if touch.landing.y >= bounds.maxY - Self.width { found.insert(.bottom) }
        return found
    }
}
