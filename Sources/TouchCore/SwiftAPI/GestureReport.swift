/// What the engine tells the handlers of gestures, one observation after the other.
///
/// Storage changes hands with the engine's buffer, so that a frame allocates nothing.
final class GestureReport {
    private var observations: ContiguousArray<GestureObservation> = []
    private var readings: ContiguousArray<NodeReading> = []
    private var next = 0
    private var first = 0
    private var root = 0

    /// While handlers are made: the custom recognisers of the hand that they are for, by node.
    var lanes: [Int: AnyCustomLane] = [:]

    /// When it happened.
    private(set) var time = Timestamp(microseconds: 0)
    /// Fingers of the gesture.
    private(set) var fingers = 0

    init(capacity: Int) {
        observations.reserveCapacity(capacity)
        readings.reserveCapacity(capacity)
    }

    /// Takes what a buffer holds; what is left here is dropped.
    func take(from buffer: inout GestureEventBuffer) {
        observations.removeAll(keepingCapacity: true)
        readings.removeAll(keepingCapacity: true)
        swap(&observations, &buffer.observations)
        swap(&readings, &buffer.readings)
        next = 0
    }

    /// Drops what is left; what the present observation says stays readable.
    func dropRest() {
        next = observations.count
    }

    /// Goes on to the next observation; `nil` once there is none.
    func takeNext() -> GestureObservation? {
        guard next < observations.count else { return nil }
        let observation = observations[next]
        next += 1
        time = observation.time
        fingers = observation.fingers
        root = observation.root
        first = observation.readings.lowerBound
        return observation
    }

    /// What the present observation says of a node.
    subscript(node: Int) -> NodeReading { readings[first + node - root] }
}
