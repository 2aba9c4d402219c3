import TouchCore

/// A finger that stays down: `.began` after the minimum duration, `.changed` when it moves,
/// `.ended` when it lifts.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// The minimum duration, in seconds.
    public var minimumPressDuration: TimeInterval = 0.5
    /// The number of fingers.
    public var numberOfTouchesRequired = 1
    /// The number of taps before it.
    public var numberOfTapsRequired = 0
    /// The maximum movement until it begins, in points.
    public var allowableMovement: CGFloat = 10
    private var due: Timestamp?
    private var taps = 0

    override var deadline: Timestamp? {
        committed == .possible && pending == nil ? due : nil
    }

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard committed == .possible else { return }
        guard self.touches.count <= numberOfTouchesRequired else { return state = .failed }
        guard self.touches.count == numberOfTouchesRequired, let last = self.touches.last else {
            return
        }
        let wait = taps < numberOfTapsRequired ? Limits.tapDuration : minimumPressDuration
        due = last.landedAt.after(max(wait, 0))
        if taps >= numberOfTapsRequired, minimumPressDuration <= 0 { state = .began }
    }

    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard committed == .possible else { return state = .changed }
        if touches.contains(where: { $0.travel > allowableMovement }) { state = .failed }
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard committed == .possible else { return state = .ended }
        // The minimum duration has passed: it waits for others to fail.
        if pending == .began { return }
        guard taps < numberOfTapsRequired else { return state = .failed }
        taps += 1
        due = (touches.first?.time ?? .zero).after(Limits.tapInterval)
    }

    override func timeReached(_ time: Timestamp) {
        let isHeld = !touches.isEmpty && taps >= numberOfTapsRequired
        state = isHeld ? .began : .failed
    }

    override func stateChanged() {
        super.stateChanged()
        if committed == .began, touches.isEmpty { state = .ended }
    }

    override open func reset() {
        super.reset()
        due = nil
        taps = 0
    }
}

/// Fingers that move, until all have lifted.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// The minimum number of fingers; with fewer it pauses.
    public var minimumNumberOfTouches = 1
    /// The maximum number of fingers.
    public var maximumNumberOfTouches = Int.max
    /// The translation when fingers last landed or lifted, or the value that a program set.
    private var base = CGPoint.zero
    /// The centroid of the fingers at that time.
    private var start = CGPoint.zero
    /// The centroid of the fingers.
    private var position = CGPoint.zero
    /// The movement of the centroid without the jumps when fingers land and lift.
    private var travelled = CGPoint.zero
    private var motion = VelocityEstimator()
    private var moment = VelocityMoment()

    /// The translation, in points.
    open func translation(in view: UIView?) -> CGPoint {
        base + position - start
    }

    /// Continues from `translation`, and resets the velocity: it is 0 until the fingers move or
    /// lift.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        base = translation
        start = position
        if committed != .ended { moment.resetAt = motion.newestTime }
    }

    /// The velocity, in points per second. If fingers lift one after the other, it is that of the
    /// movement before the first lift.
    open func velocity(in view: UIView?) -> CGPoint {
        guard let newest = motion.newestTime else { return .zero }
        let now = self.view?.window?.now ?? newest
        guard let time = moment.time(now: now, newest: newest, isOver: committed == .ended) else {
            return .zero
        }
        return CGPoint(motion.velocity(at: time))
    }

    /// Whether it begins with a displacement.
    func begins(_ displacement: CGPoint) -> Bool {
        hypot(displacement.x, displacement.y) >= Limits.slop
    }

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if self.touches.count > maximumNumberOfTouches, committed == .possible { state = .failed }
        restart(self.touches)
        if let time = self.touches.latest { motion.add(Point(travelled), at: time) }
        if self.touches.count >= minimumNumberOfTouches { moment.pausedAt = nil }
    }

    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard self.touches.count >= minimumNumberOfTouches else { return restart(self.touches) }
        follow(self.touches)
        guard committed == .possible else { return state = .changed }
        let displacement = translation(in: nil)
        if begins(displacement) {
            state = .began
        } else if hypot(displacement.x, displacement.y) >= Limits.slop, fails(displacement) {
            state = .failed
        }
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        let remaining = self.touches.filter { !touches.contains($0) }
        if remaining.count < minimumNumberOfTouches { moment.pause(at: view?.window?.now) }
        guard remaining.isEmpty else { return restart(remaining) }
        state = committed == .possible ? .failed : .ended
    }

    /// A contact that proves not to be a finger ends it only if no finger is left.
    override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        let remaining = self.touches.filter { !touches.contains($0) }
        guard remaining.isEmpty else { return restart(remaining) }
        super.touchesCancelled(touches, with: event)
    }

    /// Whether a displacement with which it does not begin ends it.
    func fails(_ displacement: CGPoint) -> Bool { true }

    override open func reset() {
        super.reset()
        base = .zero
        start = .zero
        position = .zero
        travelled = .zero
        motion.restart()
        moment = VelocityMoment()
    }

    private func follow(_ touches: [UITouch]) {
        guard let time = touches.latest else { return }
        let next = touches.centroid
        travelled = travelled + next - position
        position = next
        motion.add(Point(travelled), at: time)
    }

    private func restart(_ touches: [UITouch]) {
        let counts = committed != .possible || touches.count > minimumNumberOfTouches
        base = counts ? translation(in: nil) : .zero
        start = touches.centroid
        position = start
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
