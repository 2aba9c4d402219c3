import TouchCore

/// A finger on the glass: one object from its landing to its lift.
@MainActor
public final class UITouch {
    /// Its change in the event that is being delivered.
    public enum Phase: Int, Sendable {
        /// It landed.
        case began
        /// It moved, or its force changed.
        case moved
        /// It did not change.
        case stationary
        /// It lifted.
        case ended
        /// It proved not to be a finger.
        case cancelled
    }

    /// Its change in the event that is being delivered.
    public internal(set) var phase = Phase.began
    /// The time of that change, in seconds of the clock that stamps touches.
    public var timestamp: TimeInterval { time.seconds }
    /// The number of taps at this position, including this touch; 1 for the first.
    public internal(set) var tapCount = 1
    /// The force, 0 to `maximumPossibleForce`; 0 while the panel has reported no force.
    public internal(set) var force: CGFloat = 0
    /// The maximum force: 1, or 0 while the panel has reported no force.
    public internal(set) var maximumPossibleForce: CGFloat = 0
    /// The view that it landed on, even if another one is below it now; `nil` once that view is
    /// destroyed.
    public internal(set) weak var view: UIView?
    /// The window.
    public internal(set) weak var window: UIWindow?
    /// The recognisers that receive it.
    public var gestureRecognizers: [UIGestureRecognizer]? {
        window?.recognizers(receiving: self)
    }

    /// Identifies it among all touches of the process.
    let id: Int
    /// Its samples, in one property, because Swift checks each access to a property of a class.
    private struct Samples {
        var position: CGPoint
        var previousPosition: CGPoint
        var time: Timestamp
        var motion = VelocityEstimator()

        mutating func add(_ position: CGPoint, at time: Timestamp) {
            previousPosition = self.position
            self.position = position
            self.time = time
            motion.add(Point(position), at: time)
        }

        /// Mutating, so that the samples are not copied.
        mutating func velocity(at time: Timestamp) -> CGPoint { CGPoint(motion.velocity(at: time)) }
    }

    private var samples: Samples
    /// Its position in the window.
    var position: CGPoint { samples.position }
    private var previousPosition: CGPoint { samples.previousPosition }
    /// Its landing point in the window.
    let landing: CGPoint
    /// When it landed.
    let landedAt: Timestamp
    /// The last sample's stamp.
    var time: Timestamp { samples.time }
    private var cachedSet: Set<UITouch>?

    init(id: Int, at position: CGPoint, _ time: Timestamp) {
        self.id = id
        landing = position
        landedAt = time
        samples = Samples(position: position, previousPosition: position, time: time)
        samples.add(position, at: time)
    }

    /// Its position, in points of `view`; `nil` is the window.
    public func location(in view: UIView?) -> CGPoint {
        view?.fromWindow(position) ?? position
    }

    /// Its position in the previous event, in points of `view`; `nil` is the window.
    public func previousLocation(in view: UIView?) -> CGPoint {
        view?.fromWindow(previousPosition) ?? previousPosition
    }

    /// Its velocity at `time`, in points a second; zero if it has not moved recently.
    func velocity(at time: Timestamp) -> CGPoint { samples.velocity(at: time) }

    /// The touch as predicted after a number of seconds; `nil` if it rests or has lifted.
    func predicted(by lead: TimeInterval) -> UITouch? {
        let speed = velocity(at: time)
        guard phase == .began || phase == .moved, speed != .zero else { return nil }
        let later = UITouch(
            id: id, at: CGPoint(x: position.x + speed.x * lead, y: position.y + speed.y * lead),
            time.after(lead))
        later.samples.previousPosition = position
        later.phase = .moved
        later.view = view
        later.window = window
        (later.tapCount, later.force) = (tapCount, force)
        later.maximumPossibleForce = maximumPossibleForce
        return later
    }

    /// A set of this touch only, made once, so that a frame does not allocate.
    var aloneInSet: Set<UITouch> {
        if let cachedSet { return cachedSet }
        let made: Set<UITouch> = [self]
        cachedSet = made
        return made
    }

    /// Releases the cached set: it and the touch refer to each other, which would keep both alive.
    func leave() { cachedSet = nil }

    /// Its distance from its landing point, in points.
    var travel: CGFloat { position.distance(to: landing) }

    /// Adds a sample.
    func move(to position: CGPoint, at time: Timestamp) {
        samples.add(position, at: time)
    }
}

extension UITouch: Hashable {
    nonisolated public static func == (left: UITouch, right: UITouch) -> Bool { left === right }

    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The changes in one frame; the same object for all frames of a window, as in UIKit.
@MainActor
public final class UIEvent {
    /// Its time, in seconds of the clock that stamps touches.
    public var timestamp: TimeInterval { now.seconds }
    /// Every touch on the glass, and the touches that end in this event.
    public var allTouches: Set<UITouch>? { touches }

    var now = Timestamp.zero
    /// `now` as a date.
    var date = Date.distantPast
    var touches: Set<UITouch> = []

    init() {}

    /// The touches that landed on a view.
    public func touches(for view: UIView) -> Set<UITouch>? {
        allTouches?.filter { $0.view === view }
    }

    /// The samples of a touch since the previous event: only the touch itself, because each sample
    /// is an event of its own here. `nil` for a touch that this event does not contain.
    public func coalescedTouches(for touch: UITouch) -> [UITouch]? {
        allTouches?.contains(touch) == true ? [touch] : nil
    }

    /// The touch as predicted for one frame of 60 Hz later; empty for a touch that rests or lifts.
    /// `nil` for a touch that this event does not contain.
    public func predictedTouches(for touch: UITouch) -> [UITouch]? {
        guard allTouches?.contains(touch) == true else { return nil }
        return touch.predicted(by: 1.0 / 60).map { [$0] } ?? []
    }

    /// The touches that a recogniser receives.
    public func touches(for recognizer: UIGestureRecognizer) -> Set<UITouch>? {
        allTouches?.filter { recognizer.touches.contains($0) }
    }
}

/// Keeps the last set of touches, so that a frame of the same fingers does not allocate another.
@MainActor
struct TouchSetCache {
    private var last: Set<UITouch> = []

    mutating func set(of touches: [UITouch]) -> Set<UITouch> {
        if touches.count == 1 { return touches[0].aloneInSet }
        guard touches.count == last.count, touches.isSubset(of: last) else {
            last = Set(touches)
            return last
        }
        return last
    }

    mutating func clear() {
        if !last.isEmpty { last = [] }
    }
}

extension [UITouch] {
    fileprivate func isSubset(of set: Set<UITouch>) -> Bool {
        for touch in self where !set.contains(touch) { return false }
        return true
    }

    /// Whether a touch is among these. Written as a loop, because a closure here checks its actor at each call.
    func has(_ touch: UITouch) -> Bool {
        for each in self where each === touch { return true }
        return false
    }

    /// Whether any of the given touches is among these.
    func hasAny(_ touches: [UITouch]) -> Bool {
        for touch in touches where has(touch) { return true }
        return false
    }

    /// The centroid of the touches, in the window.
    @MainActor
    var centroid: CGPoint {
        guard !isEmpty else { return .zero }
        var sum = CGPoint.zero
        for touch in self { sum = sum + touch.position }
        return CGPoint(x: sum.x / CGFloat(count), y: sum.y / CGFloat(count))
    }

    /// The latest sample of the touches.
    @MainActor
    var latest: Timestamp? {
        var latest: Timestamp?
        for touch in self where latest.map({ $0 < touch.time }) ?? true { latest = touch.time }
        return latest
    }
}
