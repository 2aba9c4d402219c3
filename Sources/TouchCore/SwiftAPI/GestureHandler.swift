/// Receives the events of a gesture: a tree of them stands beside each gesture of an arena.
class AnyGestureHandler {
    /// Takes the present observation, and calls whom it concerns.
    func take() {}

    /// It is over, or becomes nothing: what was transient goes back.
    ///
    /// - Parameter reason: why it is cancelled; `nil`: it ended, or had not begun.
    func reset(_ reason: CancellationReason?) {}
}

/// Receives the events of a gesture with its values.
class GestureHandler<Value>: AnyGestureHandler {
    /// Where the gesture stands, after the present observation.
    ///
    /// Calls whom it concerns: ask once an observation.
    func phase() -> HandledPhase<Value> { .failed }

    override final func take() { _ = phase() }
}

/// Where a gesture stands, and its value.
enum HandledPhase<Value> {
    /// It may become the gesture; a long press has a value already.
    case possible(Value?)
    case active(Value)
    /// A long press that has lasted: for SwiftUI it has ended, and its fingers are still down.
    case held(Value)
    case ended(Value)
    case failed

    /// Its value.
    var value: Value? {
        switch self {
        case .possible(let value): value
        case .active(let value), .held(let value), .ended(let value): value
        case .failed: nil
        }
    }

    /// The same of another value.
    func map<Other>(_ transform: (Value) -> Other) -> HandledPhase<Other> {
        switch self {
        case .possible(let value): .possible(value.map(transform))
        case .active(let value): .active(transform(value))
        case .held(let value): .held(transform(value))
        case .ended(let value): .ended(transform(value))
        case .failed: .failed
        }
    }
}

/// A gesture that is not a composition.
final class LeafHandler<Value>: GestureHandler<Value> {
    private let node: Int
    private let report: GestureReport
    private let value: (NodeReading, GestureReport) -> Value

    init(
        node: Int, report: GestureReport, value: @escaping (NodeReading, GestureReport) -> Value
    ) {
        self.node = node
        self.report = report
        self.value = value
    }

    override func phase() -> HandledPhase<Value> {
        let reading = report[node]
        switch reading.state {
        case .notStarted, .possible, .silent: return .possible(nil)
        case .pressing: return .possible(value(reading, report))
        // As in SwiftUI, a long press has ended once it has lasted long enough.
        case .active where reading.values.kind == .longPress: return .held(value(reading, report))
        case .active: return .active(value(reading, report))
        case .ended: return .ended(value(reading, report))
        case .failed: return .failed
        }
    }
}

/// What the engine reports to the handlers of gestures, one observation after the other.
///
/// Storage changes hands with the engine's buffer, so that a frame allocates nothing.
final class GestureReport {
    private var observations: ContiguousArray<GestureObservation> = []
    private var readings: ContiguousArray<NodeReading> = []
    private var next = 0
    private var first = 0

    /// While handlers are made: the custom recognisers of their gesture, by node.
    var lanes: [Int: AnyCustomLane] = [:]

    /// When it happened.
    private(set) var time = Timestamp(microseconds: 0)
    /// Fingers of the gesture.
    private(set) var fingers = 0
    /// Why it, or a part of it, was cancelled last.
    private(set) var reason: CancellationReason?

    init(capacity: Int) {
        observations.reserveCapacity(capacity)
        readings.reserveCapacity(capacity)
    }

    /// Takes what a buffer holds; what is left here is dropped.
    func receive(from buffer: inout GestureEventBuffer) {
        observations.removeAll(keepingCapacity: true)
        readings.removeAll(keepingCapacity: true)
        swap(&observations, &buffer.observations)
        swap(&readings, &buffer.readings)
        next = 0
    }

    /// Goes on to the next observation; `nil` once there is none.
    func takeNext() -> GestureObservation? {
        guard next < observations.count else { return nil }
        let observation = observations[next]
        next += 1
        time = observation.time
        fingers = observation.fingers
        reason = observation.reason
        first = observation.readings.lowerBound
        return observation
    }

    /// The state of a node in the present observation; its root is 0.
    subscript(node: Int) -> NodeReading { readings[first + node] }
}
