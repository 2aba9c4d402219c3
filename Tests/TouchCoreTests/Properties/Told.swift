import TouchCore
import TouchTestSupport

/// An event and what its parts say, wherever that stood in a buffer.
struct Told: Equatable {
    var event: GestureEvent
    var parts: [GesturePart]

    /// Everything that was told on a glass.
    static func all(on glass: Glass) -> [Told] {
        zip(glass.events, glass.parts).map { event, parts in
            var event = event
            event.parts = 0..<0
            return Told(event: event, parts: parts)
        }
    }

    /// What differs first in two streams that should be one; nil where nothing does.
    static func difference(
        _ expected: [Told], _ told: [Told], areSame: (Told, Told) -> Bool = { $0 == $1 }
    ) -> String? {
        for (index, pair) in zip(expected, told).enumerated() where !areSame(pair.0, pair.1) {
            return "event \(index): expected \(pair.0)\ntold \(pair.1)"
        }
        guard expected.count != told.count else { return nil }
        let shorter = min(expected.count, told.count)
        return expected.count > told.count
            ? "event \(shorter) is missing: \(expected[shorter])"
            : "event \(shorter) is too much: \(told[shorter])"
    }
}
