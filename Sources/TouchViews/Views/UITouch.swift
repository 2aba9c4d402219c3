import TouchCore

/// A finger on the glass, from its landing to its lift: one object all the while.
@MainActor
public final class UITouch {
    /// What became of it in the event that is being delivered.
    public enum Phase: Int, Sendable {
        /// It landed.
        case began
        /// It moved, or presses otherwise.
        case moved
        /// Nothing.
        case stationary
        /// It lifted.
        case ended
        /// It turned out to be none.
        case cancelled
    }

    /// What became of it in the event that is being delivered.
    public internal(set) var phase = Phase.began
    /// When that was, in seconds of the clock that stamps touches.
    public var timestamp: TimeInterval { time.seconds }
    /// How many times somebody has tapped here, this touch included; 1 for the first.
    public internal(set) var tapCount = 1
    /// How hard it presses, 0 to `maximumPossibleForce`; 0 where the panel has shown no force.
    public internal(set) var force: CGFloat = 0
    /// The greatest force that can be: 1, or 0 where the panel has shown no force.
    public internal(set) var maximumPossibleForce: CGFloat = 0
    /// The view that it landed on, whatever is below it by now; `nil` once that is gone.
    public internal(set) weak var view: UIView?
    /// The window.
    public internal(set) weak var window: UIWindow?
    /// The recognisers that receive it.
    public var gestureRecognizers: [UIGestureRecognizer]? {
        window?.recognizers(receiving: self)
    }

    /// Names it among all that there ever were.
    let id: Int
    /// Where it is, in the window.
    private(set) var place: CGPoint
    private(set) var previousPlace: CGPoint
    /// Where it landed, in the window.
    let landing: CGPoint
    /// When it landed.
    let landedAt: Timestamp
    /// The last sample's stamp.
    private(set) var time: Timestamp
    private(set) var motion = VelocityEstimator()

    init(id: Int, at place: CGPoint, _ time: Timestamp) {
        self.id = id
        self.place = place
        previousPlace = place
        landing = place
        landedAt = time
        self.time = time
        motion.add(Point(place), at: time)
    }

    /// Where it is, in points of `view`; `nil` is the window.
    public func location(in view: UIView?) -> CGPoint {
        view?.fromWindow(place) ?? place
    }

    /// Where it was in the event before, in points of `view`; `nil` is the window.
    public func previousLocation(in view: UIView?) -> CGPoint {
        view?.fromWindow(previousPlace) ?? previousPlace
    }

    /// In points a second, as of `time`; a finger that has long been still has none.
    func velocity(at time: Timestamp) -> CGPoint { CGPoint(motion.velocity(at: time)) }

    /// The touch as it is expected after some seconds; `nil` if it rests or has lifted.
    func predicted(by lead: TimeInterval) -> UITouch? {
        let speed = velocity(at: time)
        guard phase == .began || phase == .moved, speed != .zero else { return nil }
        let later = UITouch(
            id: id, at: CGPoint(x: place.x + speed.x * lead, y: place.y + speed.y * lead),
            time.after(lead))
        later.previousPlace = place
        later.phase = .moved
        later.view = view
        later.window = window
        (later.tapCount, later.force) = (tapCount, force)
        later.maximumPossibleForce = maximumPossibleForce
        return later
    }

    /// How far it is from where it landed, in points.
    var travel: CGFloat { place.distance(to: landing) }

    /// Takes a sample.
    func move(to place: CGPoint, at time: Timestamp) {
        previousPlace = self.place
        self.place = place
        self.time = time
        motion.add(Point(place), at: time)
    }
}

extension UITouch: Hashable {
    nonisolated public static func == (left: UITouch, right: UITouch) -> Bool { left === right }

    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// What happened in one frame.
@MainActor
public final class UIEvent {
    /// When, in seconds of the clock that stamps touches.
    public let timestamp: TimeInterval
    /// Every touch on the glass, and those that leave it in this event.
    public let allTouches: Set<UITouch>?

    init(_ touches: Set<UITouch>, at time: Timestamp) {
        allTouches = touches
        timestamp = time.seconds
    }

    /// Those that landed on a view.
    public func touches(for view: UIView) -> Set<UITouch>? {
        allTouches?.filter { $0.view === view }
    }

    /// The samples of a touch since the event before: each sample is an event of its own here, so the touch
    /// alone. `nil` for a touch that is not of this event.
    public func coalescedTouches(for touch: UITouch) -> [UITouch]? {
        allTouches?.contains(touch) == true ? [touch] : nil
    }

    /// Where a touch is expected a frame of 60 Hz later; none for a touch that rests or lifts. `nil` for a
    /// touch that is not of this event.
    public func predictedTouches(for touch: UITouch) -> [UITouch]? {
        guard allTouches?.contains(touch) == true else { return nil }
        return touch.predicted(by: 1.0 / 60).map { [$0] } ?? []
    }

    /// Those that a recogniser receives.
    public func touches(for recognizer: UIGestureRecognizer) -> Set<UITouch>? {
        allTouches?.filter { recognizer.touches.contains($0) }
    }
}
