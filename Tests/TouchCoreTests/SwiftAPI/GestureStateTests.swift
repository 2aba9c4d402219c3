import Testing
import TouchCore
import TouchTestSupport

/// `GestureState` is reset by itself, however a gesture ends.
@Suite struct GestureStateTests {
    private let offset = Watched(Point.zero)

    private func dragging() -> SwiftTestScreen {
        let screen = SwiftTestScreen {
            SurfaceDragGesture().updating(offset.state) { value, state in state = value.translation
            }
            SurfaceLongPressGesture()
        }
        screen.frame(0, .down(0, 100, 100))
        screen.frame(10, .move(0, 110, 100))
        return screen
    }

    @Test func `follows while the gesture continues`() {
        let screen = dragging()
        #expect(offset.value == Point(x: 10, y: 0))
        screen.frame(20, .move(0, 113, 104))
        #expect(offset.value == Point(x: 13, y: 4))
    }

    @Test func `is reset at the end`() {
        let screen = dragging()
        screen.frame(20, .up(0))
        #expect(offset.value == .zero)
    }

    @Test func `is reset at a cancellation`() {
        let screen = dragging()
        screen.frame(20, .down(1, 130, 100))
        #expect(screen.events.last?.phase == .cancelled)
        #expect(offset.value == .zero)
    }

    @Test func `is reset when the gesture is removed`() {
        let screen = dragging()
        screen.surface.removeAll()
        #expect(offset.value == .zero)
    }

    @Test func `is reset when the surface is deallocated`() {
        do {
            let screen = dragging()
            #expect(offset.value != .zero)
            withExtendedLifetime(screen) {}
        }
        #expect(offset.value == .zero)
    }

    @Test func `is reset when a gesture fails before it begins`() {
        let isPressed = Watched(false)
        let screen = SwiftTestScreen {
            SurfaceLongPressGesture().updating(isPressed.state) { value, state in state = value }
        }
        screen.frame(0, .down(0, 100, 100))
        #expect(isPressed.value)
        screen.frame(10, .move(0, 110, 100))
        #expect(!isPressed.value)
        #expect(screen.events.isEmpty)
    }

    @Test func `is reset when a finger lifts too early`() {
        let isPressed = Watched(false)
        let screen = SwiftTestScreen {
            SurfaceLongPressGesture().updating(isPressed.state) { value, state in state = value }
        }
        screen.frame(0, .down(0, 100, 100))
        #expect(isPressed.value)
        screen.frame(10, .up(0))
        #expect(!isPressed.value)
    }
}

/// The reports of gestures, in order.
final class CallbackLog {
    private(set) var lines: [String] = []

    func callAsFunction(_ line: String) {
        lines.append(line)
    }

    /// Removes and returns the reports.
    func drain() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A state that a test reads from outside.
struct Watched<Value> {
    @GestureState var value: Value

    init(_ value: Value) {
        _value = GestureState(wrappedValue: value)
    }

    var state: GestureState<Value> { $value }
}
