import TouchCore

/// One touch that a sentence asks for: what fingers do, where, and how.
public struct Sentence: Sendable {
    /// What fingers do.
    enum Action: Sendable, Equatable {
        case tap(count: Int)
        case hold, drag, swipe, pinch, rotate, deepPress
        /// Each finger for itself, about the place where it landed.
        case wander
        /// A shape of one stroke.
        case draw(String)
    }

    /// Where the middle of the fingers is as they land.
    enum Place: Sendable, Equatable {
        /// In mm.
        case at(Point)
        /// Near these sides; without one in the middle.
        case near([SurfaceEdge])
        case anywhere
    }

    /// The line and the column of its gesture, from 1.
    var line = 1
    var column = 1
    var action: Action
    /// The number of fingers.
    var fingers: Int
    /// `nil` for the middle of the panel.
    var place: Place?
    /// How much later than the others of its line it begins, in s.
    var delay = 0.0
    /// The side that they come from.
    var edge: SurfaceEdge?
    /// How far inside of it they land, in mm; negative for fingers that come over the bezel.
    var margin = 0.5...0.5
    /// The directions of which a drag or a swipe has one; empty for another action.
    var directions: [SwipeDirection] = []
    /// Whether any angle may be between these.
    var isAnyAngle = false
    /// How far they move, in mm.
    var length: ClosedRange<Double>?
    /// How fast they move, in mm/s.
    var speed: ClosedRange<Double>?
    /// How long they move or stay, in s.
    var duration: ClosedRange<Double>?
    /// How long they rest at the end of a movement, in s; `nil` if they lift as they usually do.
    var hold: ClosedRange<Double>?
    /// The sides of a resting finger, of which a tap is on one; empty if no finger rests.
    var beside: [RestingSide] = []
    /// The ratios of the distance of the fingers, of which a pinch has one; empty for none.
    var scales: [ClosedRange<Double>] = []
    /// The angle of a rotation, in degrees; `nil` for another action.
    var angle: ClosedRange<Double>?
    /// Its directions, 1 for clockwise and −1, of which it has one.
    var turns = [1.0]
    /// How they move; `nil` for what the action is known for.
    var course: Course?
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
        if self.place == nil, edge == nil { self.place = place.map { .at($0) } }
        if !directions.isEmpty, self.speed == nil, duration == nil {
            self.speed = speed.map { $0...$0 }
        }
    }

    /// Whether it has a length without a direction.
    var isDrawn: Bool {
        if case .draw = action { true } else { action == .wander }
    }

    /// Whether one finger cannot do it.
    var needsTwo: Bool { action == .pinch || action == .rotate }
}

extension SurfaceEdge {
    /// Whether it says where something is from left to right.
    var isHorizontal: Bool { self == .left || self == .right }

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
