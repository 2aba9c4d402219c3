import TouchCore

/// One touch that a sentence asks for: what fingers do, where, and how.
public struct Sentence: Sendable {
    /// What fingers do.
    enum Action: Sendable, Equatable {
        case tap(count: Int)
        case hold
        case drag(SwipeDirection)
        case swipe(SwipeDirection)
        /// To a ratio of the distance of the fingers.
        case pinch(Double)
        /// Clockwise, in degrees.
        case rotate(Double)
        case deepPress
    }

    /// The line and the column of its gesture, from 1.
    var line = 1
    var column = 1
    var action: Action
    /// The number of fingers.
    var fingers: Int
    /// Where the middle of the fingers is as they land, in mm; `nil` for the middle of the panel.
    var start: Point?
    /// The sides near which they land; empty for the middle, `nil` if not given.
    var anchor: Set<SurfaceEdge>?
    /// How much later than the others of its line it begins, in s.
    var delay = 0.0
    /// The side that they come from.
    var edge: SurfaceEdge?
    /// How far they move, in mm.
    var length: Double?
    /// How fast they move, in mm/s.
    var speed: Double?
    /// How long they move or stay, in s.
    var duration: Double?
    /// The force of the touch, 0 to 1.
    var force: Double?
    /// How often it is performed.
    var times = 1
    /// Who performs it; `nil` for the person of the performance.
    var person: Person?
}

extension Sentence {
    /// Sets a place and a speed where the sentence has none, and can have one.
    mutating func setDefaults(place: Point?, speed: Double?) {
        if start == nil, anchor == nil, edge == nil { start = place }
        if direction != nil, self.speed == nil, duration == nil { self.speed = speed }
    }

    /// The direction of a drag or a swipe; `nil` for another action.
    var direction: SwipeDirection? {
        get {
            switch action {
            case .drag(let direction), .swipe(let direction): direction
            default: nil
            }
        }
        set {
            guard let newValue else { return }
            switch action {
            case .drag: action = .drag(newValue)
            case .swipe: action = .swipe(newValue)
            default: break
            }
        }
    }

    /// The angle of a rotation, clockwise, in degrees; `nil` for another action.
    var angle: Double? {
        if case .rotate(let degrees) = action { degrees } else { nil }
    }

    /// Whether one finger cannot do it.
    var needsTwo: Bool {
        switch action {
        case .pinch, .rotate: true
        default: false
        }
    }
}

extension SurfaceEdge {
    /// The direction away from it.
    var inward: SwipeDirection {
        switch self {
        case .left: .right
        case .right: .left
        case .top: .down
        case .bottom: .up
        }
    }
}
