/// Who hears of a gesture: a tree of them stands beside each gesture of a hand.
class AnyGestureHandler {
    /// Takes the present observation, and calls whom it concerns.
    func take() {}

    /// It is over, or becomes nothing: what was transient goes back.
    func reset() {}
}

/// Who hears of a gesture, and what it says.
class GestureHandler<Value>: AnyGestureHandler {
    /// Where the gesture stands, after the present observation.
    ///
    /// Calls whom it concerns: ask once an observation.
    func phase() -> HandledPhase<Value> { .failed }

    override final func take() { _ = phase() }
}

/// Where a gesture stands, and what it says.
enum HandledPhase<Value> {
    /// It may become the gesture; a long press says already now that fingers press.
    case possible(Value?)
    case active(Value)
    case ended(Value)
    case failed

    /// What it says.
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
