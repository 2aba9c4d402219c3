import TouchCore

/// One touch that a sentence requests: the action of the fingers, their position and their manner.
public struct Sentence: Sendable {
    /// What fingers do.
    enum Action: Sendable, Equatable {
        case tap(count: Int)
        case hold, drag, swipe, pinch, rotate, deepPress
        /// Each finger drifts independently, around the position where it landed.
        case wander
        /// A shape of one stroke.
        case draw(String)
    }

    /// The position of the middle of the fingers at their landing.
    enum Place: Sendable, Equatable {
        /// In mm.
        case at(Point)
        /// Near these sides; in the middle if there are none.
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
    /// The delay after the other sentences of its line, in s.
    var delay = 0.0
    /// The side that they come from.
    var edge: SurfaceEdge?
    /// How far inside of it they land, in mm; negative for fingers that come over the bezel.
    var margin = 0.5...0.5
    /// The directions from which that of a drag or a swipe is drawn; empty for another action.
    var directions: [SwipeDirection] = []
    /// The direction of the second part of a swipe of two parts.
    var second: SwipeDirection?
    /// Whether any angle between `directions` is allowed.
    var isAnyAngle = false
    /// How far they move, in mm.
    var length: ClosedRange<Double>?
    /// How fast they move, in mm/s.
    var speed: ClosedRange<Double>?
    /// How long they move or stay, in s.
    var duration: ClosedRange<Double>?
    /// How long they rest at the end of a movement, or stay for the last tap, in s; `nil` if they
    /// lift as they usually do.
    var hold: ClosedRange<Double>?
    /// The sides of a resting finger from which that of a tap is drawn; empty if no finger rests.
    var beside: [RestingSide] = []
    /// The scales from which that of a pinch is drawn; empty for another action.
    var scales: [ClosedRange<Double>] = []
    /// The angle of a rotation, in degrees; `nil` for another action.
    var angle: ClosedRange<Double>?
    /// The directions from which that of the rotation is drawn: 1 for clockwise, −1 for
    /// counter-clockwise.
    var turns = [1.0]
    /// The course of the movement; `nil` for the usual one of the action.
    var course: Course?
    /// The force of the touch, 0 to 1.
    var force: Double?
    /// The number of times that it is performed.
    var times = 1
    /// The person who performs it; `nil` for that of the performance.
    var person: Person?
}

extension Sentence {
    /// Sets a position and a speed if the sentence has none and can have one.
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

    /// Whether it requires several fingers.
    var needsTwo: Bool { action == .pinch || action == .rotate }
}

extension SurfaceEdge {
    /// Whether it gives a horizontal position.
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
