/// Receives the events of a gesture: a tree of them stands beside each gesture of an arena.
class AnyGestureHandler {
    /// Takes the present observation, and calls whom it concerns.
    func take() {}

    /// It is over, or becomes nothing: what was transient goes back.
    func reset() {}
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
    case ended(Value)
    case failed

    /// Its value.
    var value: Value? {
        switch self {
        case .possible(let value): value
        case .active(let value), .ended(let value): value
        case .failed: nil
        }
    }

    /// The same of another value.
    func map<Other>(_ transform: (Value) -> Other) -> HandledPhase<Other> {
        switch self {
        case .possible(let value): .possible(value.map(transform))
        case .active(let value): .active(transform(value))
        case .ended(let value): .ended(transform(value))
        case .failed: .failed
        }
    }
}

/// A gesture that is no composition.
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
        case .active where reading.values.kind == .longPress: return .ended(value(reading, report))
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
    private var root = 0

    /// While handlers are made: the custom recognisers of the arena that they are for, by node.
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

    /// Drops what is left; the present observation stays readable.
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

    /// The state of a node in the present observation.
    subscript(node: Int) -> NodeReading { readings[first + node - root] }
}

extension Gesture {
    /// Calls `action` once the gesture has ended as it should.
    public func onEnded(_ action: @escaping (Value) -> Void) -> CallbackGesture<Self> {
        CallbackGesture(base: self) { EndedHandler($0, action) }
    }
}

extension Gesture where Value: Equatable {
    /// Calls `action` with each new value of the gesture, from when it begins until before it ends.
    public func onChanged(_ action: @escaping (Value) -> Void) -> CallbackGesture<Self> {
        CallbackGesture(base: self) { ChangedHandler($0, action) }
    }
}

/// A gesture that calls back.
///
/// Callbacks run in the call that hands in a frame, after the engine is done with it: from the
/// inside out, and those of one gesture in the order in which they are written.
public struct CallbackGesture<Base: Gesture>: Gesture {
    public typealias Value = Base.Value
    public typealias Body = Never

    let base: Base
    let makeHandler: (GestureHandler<Base.Value>) -> GestureHandler<Base.Value>

    public func compiled() -> CompiledGesture<Base.Value> {
        base.compiled().handled(by: makeHandler)
    }
}

/// Calls back once a gesture has ended.
private final class EndedHandler<Value>: GestureHandler<Value> {
    private let base: GestureHandler<Value>
    private let action: (Value) -> Void
    private var isOver = false

    init(_ base: GestureHandler<Value>, _ action: @escaping (Value) -> Void) {
        self.base = base
        self.action = action
    }

    override func phase() -> HandledPhase<Value> {
        let phase = base.phase()
        if case .ended(let value) = phase, !isOver {
            isOver = true
            action(value)
        }
        return phase
    }

    override func reset() {
        base.reset()
        isOver = false
    }
}

/// Calls back with each new value.
private final class ChangedHandler<Value: Equatable>: GestureHandler<Value> {
    private let base: GestureHandler<Value>
    private let action: (Value) -> Void
    private var last: Value?

    init(_ base: GestureHandler<Value>, _ action: @escaping (Value) -> Void) {
        self.base = base
        self.action = action
    }

    override func phase() -> HandledPhase<Value> {
        let phase = base.phase()
        switch phase {
        case .possible(let value?), .active(let value):
            guard value != last else { break }
            last = value
            action(value)
        case .possible(nil), .ended, .failed: last = nil
        }
        return phase
    }

    override func reset() {
        base.reset()
        last = nil
    }
}
