import TouchCore

/// What gestures said, in order.
final class FaceLog {
    private(set) var lines: [String] = []

    func callAsFunction(_ line: String) {
        lines.append(line)
    }

    /// What was said since the last call.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A state that a test looks at from outside.
struct Watched<Value> {
    @GestureState var value: Value

    init(_ value: Value) {
        _value = GestureState(wrappedValue: value)
    }

    var state: GestureState<Value> { $value }
}
