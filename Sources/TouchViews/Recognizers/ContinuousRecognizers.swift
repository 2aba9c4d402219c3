import TouchCore

/// A finger that is held: `.began` once it was, `.changed` as it moves, `.ended` as it lifts.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// How long it has to be held, in seconds.
    open var minimumPressDuration: TimeInterval = 0.5
    /// How many fingers.
    open var numberOfTouchesRequired = 1
    /// How many taps come before it.
    open var numberOfTapsRequired = 0
    /// How far it may move until it begins, in points.
    open var allowableMovement: CGFloat = 10
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
        guard taps < numberOfTapsRequired else { return state = .failed }
        taps += 1
        due = (touches.first?.time ?? .zero).after(Limits.tapInterval)
    }

    override func timeReached(_ time: Timestamp) {
        let isHeld = !touches.isEmpty && taps >= numberOfTapsRequired
        state = isHeld ? .began : .failed
    }

    override open func reset() {
        super.reset()
        due = nil
        taps = 0
    }
}

/// Fingers that move.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// The fewest fingers.
    open var minimumNumberOfTouches = 1
    /// The most fingers.
    open var maximumNumberOfTouches = Int.max
    /// What has been gone with fingers that have lifted since, or that somebody set.
    private var base = CGPoint.zero
    /// Where the present fingers' middle was when the last of them came or went.
    private var start = CGPoint.zero
    private var last: (place: CGPoint, velocity: CGPoint) = (.zero, .zero)

    /// The way so far, in points.
    open func translation(in view: UIView?) -> CGPoint {
        base + last.place - start
    }

    /// Counts the way from here on as if it had begun with `translation`.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        base = translation
        start = last.place
    }

    /// In points a second.
    open func velocity(in view: UIView?) -> CGPoint { last.velocity }

    /// Whether it begins with a way.
    func begins(_ way: CGPoint) -> Bool { hypot(way.x, way.y) >= Limits.slop }

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if self.touches.count > maximumNumberOfTouches, committed == .possible { state = .failed }
        restart(self.touches)
    }

    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        follow(self.touches)
        guard committed == .possible else { return state = .changed }
        guard self.touches.count >= minimumNumberOfTouches else { return }
        let way = translation(in: nil)
        if begins(way) {
            state = .began
        } else if hypot(way.x, way.y) >= Limits.slop, fails(way) {
            state = .failed
        }
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        follow(self.touches)
        let rest = self.touches.filter { !touches.contains($0) }
        if committed == .possible {
            if rest.isEmpty { state = .failed } else { restart(rest) }
        } else if rest.count < minimumNumberOfTouches {
            state = .ended
        } else {
            restart(rest)
        }
    }

    /// Whether a way that it does not begin with ends it.
    func fails(_ way: CGPoint) -> Bool { true }

    override open func reset() {
        super.reset()
        base = .zero
        start = .zero
        last = (.zero, .zero)
    }

    private func follow(_ touches: [UITouch]) {
        guard let time = touches.map(\.time).max() else { return }
        last = (
            CGPoint.mean(touches.map(\.place)),
            CGPoint.mean(touches.map { $0.velocity(at: time) })
        )
    }

    private func restart(_ touches: [UITouch]) {
        let counts = committed != .possible || touches.count > minimumNumberOfTouches
        base = counts ? translation(in: nil) : .zero
        start = CGPoint.mean(touches.map(\.place))
        last.place = start
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
    /// Each.
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// Fingers that come in from an edge of the window.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// From which edges.
    open var edges = UIRectEdge()
    /// How far from an edge a finger lands on it, in points.
    private static let width: CGFloat = 20

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        if committed == .possible, touches.contains(where: { edge(of: $0).isDisjoint(with: edges) })
        {
            state = .failed
        }
    }

    override func begins(_ way: CGPoint) -> Bool {
        let isSideways = abs(way.x) > abs(way.y)
        let inward: UIRectEdge =
            isSideways ? (way.x > 0 ? .left : .right) : way.y > 0 ? .top : .bottom
        return super.begins(way)
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

/// Two fingers that go apart or together.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// How many times as far apart as when it began, or as was set.
    open var scale: CGFloat = 1 {
        didSet {
            if !isFollowing {
                base = pair.scale == 0 ? 1 : pair.scale / max(scale, .leastNormalMagnitude)
            }
        }
    }
    /// In times a second.
    open var velocity: CGFloat { pair.scaleRate.velocity() }
    private var pair = FingerPair()
    private var base = 1.0
    private var isFollowing = false

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        pair.take(self.touches)
    }

    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard pair.follow() else { return }
        isFollowing = true
        scale = pair.scale / base
        isFollowing = false
        if committed != .possible {
            state = .changed
        } else if abs(pair.scale - 1) >= 0.01 {
            state = .began
        }
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard pair.loses(touches) else { return }
        state = committed == .possible ? .failed : .ended
    }

    override open func reset() {
        super.reset()
        pair = FingerPair()
        base = 1
        isFollowing = true
        scale = 1
        isFollowing = false
    }
}

/// Two fingers that go around each other.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// In radians, clockwise, since it began or since it was set.
    open var rotation: CGFloat = 0 {
        didSet {
            if !isFollowing { base = pair.angle - rotation }
        }
    }
    /// In radians a second.
    open var velocity: CGFloat { pair.angleRate.velocity() }
    private var pair = FingerPair()
    private var base = 0.0
    private var isFollowing = false

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        pair.take(self.touches)
    }

    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard pair.follow() else { return }
        isFollowing = true
        rotation = pair.angle - base
        isFollowing = false
        if committed != .possible {
            state = .changed
        } else if abs(pair.angle) >= .pi / 180 {
            state = .began
        }
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard pair.loses(touches) else { return }
        state = committed == .possible ? .failed : .ended
    }

    override open func reset() {
        super.reset()
        pair = FingerPair()
        base = 0
        isFollowing = true
        rotation = 0
        isFollowing = false
    }
}
