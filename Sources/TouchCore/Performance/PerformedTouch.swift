import RealModule

/// Touches that make a gesture, one after another.
package typealias Performance = [PerformedTouch]

/// Fingers that land, move and lift together.
///
/// They are on a circle. Each phase moves the circle, changes its radius, turns it and changes the
/// force, at a constant speed.
package struct PerformedTouch: Sendable, Hashable {
    /// A movement of the fingers at constant speed, or a pause.
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
    /// The distance of each finger from `start` as they land, in mm; ignored for one finger.
    package var radius: Double
    /// The direction from the centre to the first finger, in radians, clockwise from the right.
    package var angle = 0.0
    /// The time from the lift of the previous touch to the landing of the first finger, in s.
    package var pause = 0.0
    /// The position at which another finger rests, relative to `start`, in mm; `nil` if none rests.
    /// It lands before the first of consecutive touches that have one, and lifts after the last.
    package var resting: Point?
    /// The phases, one after another, from the landing of the last finger on.
    package var phases: [Phase]
    /// Whether people make the gesture like this if they are neither hasty nor careless: the
    /// fingers hold still or move straight, and stay down no longer than needed.
    package var isPlain = true

    /// The time from the landing of one finger to that of the next, in s.
    package var landingInterval: Double {
        fingers < 2 ? 0 : Self.landingDuration(fingers) / Double(fingers - 1)
    }

    /// The time from the landing of the first finger to that of the last, in s: 20 ms for each
    /// finger after the first, at most 60 ms. These values are assumed.
    static func landingDuration(_ fingers: Int) -> Double {
        min(0.02 * Double(fingers - 1), 0.06)
    }

    /// The time from the landing of the last finger to the lift, in s.
    package var duration: Double { phases.reduce(0) { $0 + $1.duration } }

    /// The circle of the fingers, and their force.
    private struct Pose {
        var middle: Point
        var radius: Double
        var angle: Double
        var force = 0.0

        /// Performs a fraction of a phase.
        mutating func advance(_ phase: Phase, by share: Double) {
            middle += phase.travel * share
            radius *= 1 + (phase.scale - 1) * share
            angle += phase.turn * share
            force += ((phase.force ?? force) - force) * share
        }
    }

    /// The position and the force of each finger at `time`, in s since the landing of the last
    /// finger.
    func contacts(at time: Double) -> [(position: Point, force: Double)] {
        var pose = Pose(middle: start, radius: fingers < 2 ? 0 : radius, angle: angle)
        var remaining = time
        for phase in phases where remaining > 0 {
            pose.advance(phase, by: min(remaining / phase.duration, 1))
            remaining -= phase.duration
        }
        // Phases without force: a light touch, which rises for 100 ms.
        if phases.allSatisfy({ $0.force == nil }) { pose.force = 0.1 + min(time, 0.1) }
        return (0..<fingers).map { finger in
            let angle = pose.angle + 2 * .pi * Double(finger) / Double(fingers)
            let spoke = Point(x: .cos(angle), y: .sin(angle)) * pose.radius
            return (pose.middle + spoke, pose.force)
        }
    }
}

extension PerformedTouch {
    /// The same touch, marked as careless (`isPlain` is false).
    var careless: PerformedTouch {
        var touch = self
        touch.isPlain = false
        return touch
    }

    /// The same touch, but at its end the fingers continue their last movement, hold still, and
    /// then move a little more. If the last phase changes the force, the fingers only hold before
    /// it.
    ///
    /// - Parameters:
    ///   - distance: how much farther they move if they move at all, in mm.
    ///   - hold: how long they hold still, in s.
    func prolonged(by distance: Double, holdingFor hold: Double) -> PerformedTouch {
        var touch = self
        guard let last = phases.last, last.force == nil else {
            touch.phases.insert(Phase(hold), at: max(phases.count - 1, 0))
            return touch
        }
        let movement = phases.last(where: \.isMovement)
        if let movement { touch.phases.append(movement.continued(by: distance, in: 0.3)) }
        touch.phases.append(Phase(hold))
        if let movement { touch.phases.append(movement.continued(by: 4, in: 0.1)) }
        return touch
    }
}

extension PerformedTouch.Phase {
    fileprivate var isMovement: Bool { travel != .zero || scale != 1 || turn != 0 }

    /// More of the same movement: `distance` mm, and a tenth of the change of scale and angle.
    fileprivate func continued(by distance: Double, in duration: Double) -> Self {
        var phase = self
        phase.duration = duration
        phase.travel = travel == .zero ? .zero : travel / travel.length * distance
        phase.scale = 1 + (scale - 1) / 10
        phase.turn /= 10
        return phase
    }
}

/// The value nearest to `wanted` that keeps a margin to two limits.
///
/// - Parameter share: the margin, as a fraction of the difference between the limits; if there is
///   no maximum, of twice the minimum.
func within(
    _ limits: (minimum: Double, maximum: Double), _ wanted: Double, margin share: Double = 0.1
) -> Double {
    let span = limits.maximum.isFinite ? limits.maximum - limits.minimum : 2 * limits.minimum
    return min(max(wanted, limits.minimum + span * share), limits.maximum - span * share)
}
