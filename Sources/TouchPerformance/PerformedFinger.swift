import RealModule
import TouchCore

/// One finger from its landing to its lift.
public struct PerformedFinger: Sendable {
    /// When it lands, in s.
    public var lands: Double
    /// When it lifts, in s.
    public var lifts: Double
    /// Where it is at a time in s, in mm from the top left.
    var position: @Sendable (Double) -> Point
    /// Its force at a time in s, 0 to 1.
    var force: @Sendable (Double) -> Double
    /// The diameter of its contact, in mm.
    var contact: Double
}

/// The course of a movement from 0 to 1 in time from 0 to 1.
enum Course: Sendable {
    /// From rest to rest, with minimum jerk, as hands move (Flash and Hogan, Journal of Neuroscience
    /// 5, 1985).
    case minimumJerk
    /// Ever faster up to its end: a flick (the exponent is assumed).
    case flick

    func share(at time: Double) -> Double {
        let time = min(max(time, 0), 1)
        return switch self {
        case .minimumJerk: time * time * time * (10 - 15 * time + 6 * time * time)
        case .flick: .pow(time, 1.3)
        }
    }
}

/// How the middle of a hand moves, and the fingers about it.
struct HandMotion: Sendable {
    /// Where the middle is at first, in mm.
    var start: Point
    /// Its whole movement, in mm.
    var travel = Point.zero
    /// The ratio of the distance of fingers from it at the end to that at first.
    var scale = 1.0
    /// The rotation about it, in radians, clockwise.
    var turn = 0.0
    /// From the landing of the last finger to the start of the movement, in s.
    var wait = 0.0
    /// The duration of the movement, in s.
    var duration: Double
    /// From the end of the movement to the lift, in s.
    var rest = 0.0
    var course = Course.minimumJerk
    /// The height of the arc, in mm, to the right of the movement.
    var arc = 0.0
    /// The sideways movement at its end, in mm.
    var hook = 0.0

    /// The time from the landing of the last finger to the lift.
    var whole: Double { wait + duration + rest }

    /// Where a finger is that lands at `offset` from the middle, `time` s after the last landing.
    func position(_ offset: Point, at time: Double) -> Point {
        let share = duration > 0 ? course.share(at: (time - wait) / duration) : 0
        let angle = turn * share
        let ratio = 1 + (scale - 1) * share
        let spoke = Point(
            x: offset.x * .cos(angle) - offset.y * .sin(angle),
            y: offset.x * .sin(angle) + offset.y * .cos(angle))
        return start + travel * share + sideways(share) + spoke * ratio
    }

    private func sideways(_ share: Double) -> Point {
        let length = travel.length
        guard length > 0 else { return .zero }
        let right = Point(x: -travel.y / length, y: travel.x / length)
        // The hook is in the last fifth.
        let late = max(share - 0.8, 0) / 0.2
        return right * (arc * 4 * share * (1 - share) + hook * late * late)
    }
}
