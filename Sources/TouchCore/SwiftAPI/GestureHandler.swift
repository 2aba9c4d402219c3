/// Receives the events of a gesture. Each gesture of an arena has a tree of handlers.
class AnyGestureHandler {
    /// Handles the present observation, and calls the callbacks that it concerns.
    func update() {}

    /// Resets transient states after the gesture has ended, was cancelled, or has failed.
    ///
    /// - Parameter reason: why it is cancelled; `nil` if it ended, or had not begun.
    func reset(_ reason: CancellationReason?) {}
}

/// Receives the events of a gesture with its values.
class GestureHandler<Value>: AnyGestureHandler {
    /// The phase of the gesture after the present observation.
    ///
    /// Calls the callbacks that the observation concerns, so it must be called once for each
    /// observation.
    func phase() -> HandledPhase<Value> { .failed }

    override final func update() { _ = phase() }
}

/// The phase of a gesture, and its value.
enum HandledPhase<Value> {
    /// It may still be recognised; a long press already has a value.
    case possible(Value?)
    case active(Value)
    /// A long press after its minimum duration: as in SwiftUI it has ended, although its fingers
    /// are still down.
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

    /// The same phase with another value.
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
        // As in SwiftUI, a long press ends after its minimum duration.
        case .active where reading.values.kind == .longPress: return .held(value(reading, report))
        case .active: return .active(value(reading, report))
        case .ended: return .ended(value(reading, report))
        case .failed: return .failed
        }
    }
}

/// The engine's observations for the handlers of gestures, one after the other.
///
/// The storage is exchanged with that of the engine's buffer, so that a frame allocates nothing.
final class GestureReport {
    private var observations: ContiguousArray<GestureObservation> = []
    private var readings: ContiguousArray<NodeReading> = []
    private var next = 0
    private var first = 0

    /// The custom recognisers of the gesture whose handlers are being made, by node.
    var copies: [Int: AnyRecognizerCopy] = [:]

    /// The time of the observation.
    private(set) var time = Timestamp(microseconds: 0)
    /// The number of fingers of the gesture.
    private(set) var fingers = 0
    /// Why the gesture, or a part of it, was last cancelled.
    private(set) var reason: CancellationReason?

    init(capacity: Int) {
        observations.reserveCapacity(capacity)
        readings.reserveCapacity(capacity)
    }

    /// Replaces the observations with those of a buffer.
    func receive(from buffer: inout GestureEventBuffer) {
        observations.removeAll(keepingCapacity: true)
        readings.removeAll(keepingCapacity: true)
        swap(&observations, &buffer.observations)
        swap(&readings, &buffer.readings)
        next = 0
    }

    /// Advances to the next observation; returns `nil` if there is none.
    func popNext() -> GestureObservation? {
        guard next < observations.count else { return nil }
        let observation = observations[next]
        next += 1
        time = observation.time
        fingers = observation.fingers
        reason = observation.reason
        first = observation.readings.lowerBound
        return observation
    }

    /// The state of a node in the present observation; the root node is 0.
    subscript(node: Int) -> NodeReading { readings[first + node] }
}
