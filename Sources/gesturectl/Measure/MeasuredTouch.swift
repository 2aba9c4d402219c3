import GestureClient
import Glibc
import TouchCore

/// The touch of one finger from its landing to its lift, as the device reported it.
struct MeasuredTouch: Sendable {
    /// The maximum number of samples, which is more than any stroke needs; it limits the memory.
    private static let maximumSamples = 20_000
    /// The period before the lift in which a stroke must still move (docs/gestures/swipe.md).
    private static let flickUs: Int64 = 100_000

    /// The maximum number of fingers that were down at once.
    private(set) var fingers = 1
    private var times: [Int64]
    /// The positions, in mm, from the landing to the lift.
    private(set) var positions: [Point]

    init(landing: Point, at timeUs: Int64) {
        times = [timeUs]
        positions = [landing]
    }

    /// Records the number of fingers that are down.
    mutating func countFingers(_ count: Int) {
        fingers = max(fingers, count)
    }

    /// Adds a sample; the last one is the lift.
    mutating func add(_ position: Point, at timeUs: Int64) {
        guard positions.count < Self.maximumSamples else {
            times[positions.count - 1] = timeUs
            positions[positions.count - 1] = position
            return
        }
        times.append(timeUs)
        positions.append(position)
    }

    var landing: Point { positions[0] }
    var landedUs: Int64 { times[0] }
    var lift: Point { positions[positions.count - 1] }
    var liftedUs: Int64 { times[times.count - 1] }
    /// The time from the landing to the lift, in ms.
    var durationMs: Double { Double(liftedUs &- landedUs) / 1_000 }
    /// The displacement from the landing to the lift, in mm.
    var displacement: Point { lift - landing }

    /// The maximum distance from the landing, in mm.
    ///
    /// - Parameter limitMs: the time after which samples do not count.
    func travel(withinMs limitMs: Double = .infinity) -> Double {
        var maximum = 0.0
        for (time, position) in zip(times, positions)
        where Double(time &- landedUs) <= limitMs * 1_000 {
            maximum = max(maximum, position.squaredDistance(to: landing))
        }
        return maximum.squareRoot()
    }

    /// The displacement in the last 100 ms, in mm.
    var flick: Double {
        let start = liftedUs &- Self.flickUs
        let index = times.lastIndex { $0 <= start } ?? 0
        return (lift - positions[index]).length
    }

    /// The angle between the displacement and the nearest of left, right, up and down, in degrees.
    var deviation: Double {
        let (across, down) = (abs(displacement.x), abs(displacement.y))
        return atan2(min(across, down), max(across, down)) * 180 / .pi
    }

    /// The maximum distance from the straight line, as a fraction of the displacement.
    var wander: Double {
        let length = displacement.length
        guard length > 0 else { return 0 }
        let distances = positions.map { abs(displacement.cross($0 - landing)) / length }
        return (distances.max() ?? 0) / length
    }
}

/// Groups the contacts of a touchscreen into touches: from the first landing until none is down.
struct TouchCollector: Sendable {
    private var touch: MeasuredTouch?
    private var device = 0
    /// The slot of the finger that landed first.
    private var first = 0
    private var down: Set<Int> = []

    /// Processes a contact. Returns the touch that it ends, if any.
    mutating func receive(_ contact: ContactUpdate) -> MeasuredTouch? {
        guard let slot = contact.slot, let place = contact.place else { return nil }
        if !down.isEmpty, contact.device != device {
            // A device that is removed ends its contacts without a line, and returns as another
            // device.
            guard contact.phase == .began else { return nil }
            down = []
        }
        let point = Point(x: place.xMm, y: place.yMm)
        switch contact.phase {
        case .began:
            if down.isEmpty {
                (device, first) = (contact.device, slot)
                touch = MeasuredTouch(landing: point, at: contact.timeUs)
            }
            // A kernel has 64 slots.
            if down.count < 64 { down.insert(slot) }
            touch?.countFingers(down.count)
        case .changed:
            if slot == first { touch?.add(point, at: contact.timeUs) }
        case .ended:
            if slot == first { touch?.add(point, at: contact.timeUs) }
            down.remove(slot)
            guard down.isEmpty else { break }
            defer { touch = nil }
            return touch
        default: break
        }
        return nil
    }

    /// Forgets which contacts are down: lines were lost.
    mutating func reset() {
        touch = nil
        down = []
    }
}
