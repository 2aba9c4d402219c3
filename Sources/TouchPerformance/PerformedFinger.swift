import RealModule
package import TouchCore

/// One finger from its landing to its lift.
public struct PerformedFinger: Sendable {
    /// When it lands, in s.
    public var lands: Double
    /// When it lifts, in s.
    public var lifts: Double
    /// Its position at a time in s, in mm from the top left.
    package var position: @Sendable (Double) -> Point
    /// Its force at a time in s, 0 to 1.
    var force: @Sendable (Double) -> Double
    /// The diameter of its contact, in mm.
    var contact: Double
}

/// The course of a movement from 0 to 1 in time from 0 to 1.
enum Course: String, Sendable {
    /// From rest to rest, with minimum jerk, as hands move (Flash and Hogan, Journal of Neuroscience
    /// 5, 1985).
    case minimumJerk = "minimum_jerk"
    /// Accelerates up to its end: a flick (the exponent is assumed).
    case flick
    /// At one speed.
    case steady

    func share(at time: Double) -> Double {
        let time = min(max(time, 0), 1)
        return switch self {
        case .minimumJerk: time * time * time * (10 - 15 * time + 6 * time * time)
        case .flick: .pow(time, 1.3)
        case .steady: time
        }
    }
}

/// The movement of the middle of a hand, and of the fingers around it.
struct HandMotion: Sendable {
    /// The position of the middle at the start, in mm.
    var start = Point.zero
    /// The displacement of the middle, in mm.
    var travel = Point.zero
    /// The displacement before `travel`, during `approachTime`, in mm.
    var approach = Point.zero
    /// The distance of fingers from the `hinge` at the end, divided by that at the start.
    var scale = 1.0
    /// The rotation, in radians, clockwise.
    var turn = 0.0
    /// The centre of the scaling and the rotation, relative to the middle, in mm.
    var hinge = Point.zero
    /// The duration of the movement, in s.
    var duration = 0.0
    /// From the end of the movement to the lift, in s.
    var rest = 0.0
    var course = Course.minimumJerk
    /// The height of the arc, in mm, to the right of the movement.
    var arc = 0.0
    /// The sideways movement at the end of `travel`, in mm.
    var hook = 0.0

    /// The path of a stroke, in place of `travel`.
    var path: [(time: Double, point: Point)] = []
    /// A finger that rests beside the hand: its position relative to the middle, in mm, and its
    /// landing time relative to the start, in s.
    var resting: (offset: Point, before: Double)?
    /// The circles of the tremor: radius in mm, frequency in Hz, and phase in radians.
    var circles: (size: Point, rate: Point, phase: Point)?

    /// The duration of the approach, in s (assumed).
    private static let approachTime = 0.4

    /// The time from the start to the movement.
    var wait: Double { approach == .zero ? 0 : Self.approachTime }
    /// The time from the start to the lift.
    var whole: Double { wait + duration + rest }

    /// Whether nothing moves.
    var isStill: Bool {
        travel == .zero && approach == .zero && scale == 1 && turn == 0 && path.isEmpty
    }

    /// The position, `time` s after the start, of a finger that landed at `offset` from the middle.
    func position(_ offset: Point, at time: Double) -> Point {
        let share = duration > 0 ? course.share(at: (time - wait) / duration) : 0
        let before = Course.minimumJerk.share(at: time / Self.approachTime)
        let spoke = (offset - hinge).turned(by: turn * share) * (1 + (scale - 1) * share)
        return start + drawn(at: time) + approach * before + travel * share + sideways(share)
            + hinge + spoke
    }

    private func drawn(at time: Double) -> Point {
        if let (size, rate, phase) = circles {
            let angle = rate * (2 * .pi * time) + phase
            return Point(x: size.x * .sin(angle.x), y: size.y * .sin(angle.y))
        }
        guard let last = path.last else { return .zero }
        guard let next = path.firstIndex(where: { $0.time > time }) else { return last.point }
        guard next > 0 else { return path[0].point }
        let (before, after) = (path[next - 1], path[next])
        let share = (time - before.time) / (after.time - before.time)
        return before.point + (after.point - before.point) * share
    }

    private func sideways(_ share: Double) -> Point {
        let length = travel.length
        guard length > 0 else { return .zero }
        let right = Point(x: -travel.y / length, y: travel.x / length)
        // The hook is in the last fifth (assumed).
        let late = max(share - 0.8, 0) / 0.2
        return right * (arc * 4 * share * (1 - share) + hook * late * late)
    }
}

/// The fingers of a hand at their landing, relative to its middle.
struct Grip: Sendable {
    /// The position of each finger, in mm.
    var offsets: [Point]
    /// The maximum distance of a finger from the middle while they move, in mm.
    var reach: Double
    /// How far they extend to the sides, in mm.
    var extent: Point
}
