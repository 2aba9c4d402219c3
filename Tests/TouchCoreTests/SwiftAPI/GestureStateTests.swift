import Testing
import TouchCore
import TouchTestSupport

/// `GestureState` goes back by itself, however a gesture comes to its end.
@Suite struct GestureStateTests {
    private let offset = Watched(Point.zero)

    private func dragging() -> SwiftGlass {
        let glass = SwiftGlass {
            DragGesture().updating(offset.state) { value, state in state = value.translation }
            LongPressGesture()
        }
        glass.frame(0, .down(0, 100, 100))
        glass.frame(10, .move(0, 110, 100))
        return glass
    }

    @Test func `follows while the gesture goes on`() {
        let glass = dragging()
        #expect(offset.value == Point(x: 10, y: 0))
        glass.frame(20, .move(0, 113, 104))
        #expect(offset.value == Point(x: 13, y: 4))
    }

    @Test func `goes back at the end`() {
        let glass = dragging()
        glass.frame(20, .up(0))
        #expect(offset.value == .zero)
    }

    @Test func `goes back at a cancellation`() {
        let glass = dragging()
        glass.frame(20, .down(1, 130, 100))
        #expect(glass.events.last?.phase == .cancelled)
        #expect(offset.value == .zero)
    }

    @Test func `goes back when the gesture is removed`() {
        let glass = dragging()
        glass.surface.removeAll()
        #expect(offset.value == .zero)
    }

    @Test func `goes back when the surface goes away`() {
        do {
            let glass = dragging()
            #expect(offset.value != .zero)
            withExtendedLifetime(glass) {}
        }
        #expect(offset.value == .zero)
    }

    @Test func `goes back when the gesture fails that never began`() {
        let isPressed = Watched(false)
        let glass = SwiftGlass {
            LongPressGesture().updating(isPressed.state) { value, state in state = value }
        }
        glass.frame(0, .down(0, 100, 100))
        #expect(isPressed.value)
        glass.frame(10, .move(0, 110, 100))
        #expect(!isPressed.value)
        #expect(glass.events.isEmpty)
    }

    @Test func `goes back when a finger lifts too early`() {
        let isPressed = Watched(false)
        let glass = SwiftGlass {
            LongPressGesture().updating(isPressed.state) { value, state in state = value }
        }
        glass.frame(0, .down(0, 100, 100))
        #expect(isPressed.value)
        glass.frame(10, .up(0))
        #expect(!isPressed.value)
    }
}

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
