import RealModule

/// Touches one after another that make a gesture, each performed exactly.
package typealias Performance = [PerformedTouch]

/// Fingers that land, move and lift together.
///
/// They are on a circle. Each phase moves the circle, changes its radius, turns it and changes the
/// force, at a constant speed.
package struct PerformedTouch: Sendable, Hashable {
    /// An action of the fingers for a time.
    package struct Phase: Sendable, Hashable {
        /// Its duration, in s.
        package var duration: Double
        /// The displacement of the centre of the fingers, in mm.
        package var travel = Point.zero
        /// The ratio of the radius at its end to that at its start.
        package var scale = 1.0
        /// The rotation about their centre, in radians, clockwise.
        package var turn = 0.0
        /// Their force at its end, 0 to 1; `nil` if unchanged.
        package var force: Double?

        package init(
            _ duration: Double, travel: Point = .zero, scale: Double = 1, turn: Double = 0,
            force: Double? = nil
        ) {
            self.duration = duration
            self.travel = travel
            self.scale = scale
            self.turn = turn
            self.force = force
        }
    }

    /// The number of fingers.
    package var fingers: Int
    /// The centre of the fingers as they land, in mm.
    package var start: Point
    /// The distance of each finger from it then, in mm; ignored for one finger.
    package var radius: Double
    /// The direction from the centre to the first finger, in radians, clockwise from the right.
    package var angle = 0.0
    /// From the lift of the previous touch to the landing, in s.
    package var pause = 0.0
    /// One after another, from the landing of the last finger on.
    package var phases: [Phase]
    /// Whether people who make the gesture without haste or carelessness make it so: the fingers
    /// hold still or move straight, and stay no longer than needed.
    package var isPlain = true

    /// From the landing of one finger to that of the next, in s.
    package var landingInterval: Double {
        fingers < 2 ? 0 : Self.landingDuration(fingers) / Double(fingers - 1)
    }

    /// From the landing of the first finger to that of the last, in s: 20 ms per finger, at most
    /// 60 ms (assumed).
    static func landingDuration(_ fingers: Int) -> Double {
        min(0.02 * Double(fingers - 1), 0.06)
    }

    /// The duration after all fingers have landed, in s.
    package var duration: Double { phases.reduce(0) { $0 + $1.duration } }

    /// The positions of its fingers.
    private struct Pose {
        var middle: Point
        var radius: Double
        var angle: Double
        var force = 0.0

        /// Advances by a fraction of a phase.
        mutating func advance(_ phase: Phase, by share: Double) {
            middle += phase.travel * share
            radius *= 1 + (phase.scale - 1) * share
            angle += phase.turn * share
            force += ((phase.force ?? force) - force) * share
        }
    }

    /// The position and the force of each finger at `time`, in s since all of them have landed.
    func contacts(at time: Double) -> [(place: Point, force: Double)] {
        var pose = Pose(middle: start, radius: fingers < 2 ? 0 : radius, angle: angle)
        var left = time
        for phase in phases where left > 0 {
            pose.advance(phase, by: min(left / phase.duration, 1))
            left -= phase.duration
        }
        // A touch without a specified force still has one.
        if phases.allSatisfy({ $0.force == nil }) { pose.force = 0.1 + min(time, 0.1) }
        return (0..<fingers).map { finger in
            let angle = pose.angle + 2 * .pi * Double(finger) / Double(fingers)
            let spoke = Point(x: .cos(angle), y: .sin(angle)) * pose.radius
            return (pose.middle + spoke, pose.force)
        }
    }
}

extension PerformedTouch {
    /// The same touch, as careless fingers make it.
    var careless: PerformedTouch {
        var touch = self
        touch.isPlain = false
        return touch
    }

    /// The same touch, but the fingers continue their last movement at its end, stay down, and then
    /// move by a few millimetres more. Fingers that end a press stay before that.
    ///
    /// - Parameters:
    ///   - distance: how much farther they move, if they moved at all, in mm.
    ///   - rest: how long they stay, in s.
    func prolonged(by distance: Double, _ rest: Double) -> PerformedTouch {
        var touch = self
        guard let last = phases.last, last.force == nil else {
            touch.phases.insert(Phase(rest), at: max(phases.count - 1, 0))
            return touch
        }
        let moving = phases.last(where: \.isMovement)
        if let moving { touch.phases.append(moving.continued(by: distance, in: 0.3)) }
        touch.phases.append(Phase(rest))
        if let moving { touch.phases.append(moving.continued(by: 4, in: 0.1)) }
        return touch
    }
}

extension PerformedTouch.Phase {
    fileprivate var isMovement: Bool { travel != .zero || scale != 1 || turn != 0 }

    /// The same movement again, `distance` mm of it, or a tenth of the change of the shape.
    fileprivate func continued(by distance: Double, in duration: Double) -> Self {
        var phase = self
        phase.duration = duration
        phase.travel = travel == .zero ? .zero : travel / travel.length * distance
        phase.scale = 1 + (scale - 1) / 10
        phase.turn /= 10
        return phase
    }
}

/// A value between two limits, as near to `wanted` as a margin to both allows.
///
/// - Parameter share: the margin, as a fraction of their difference.
func within(
    _ limits: (least: Double, most: Double), _ wanted: Double, room share: Double = 0.1
) -> Double {
    let span = limits.most.isFinite ? limits.most - limits.least : 2 * limits.least
    return min(max(wanted, limits.least + span * share), limits.most - span * share)
}
