import TouchCore
import TouchTestSupport

/// A gesture is emitted exactly where no threshold is unmet, and it neither lost nor waits.
enum ExplanationLaws {
    static let laws = [
        Law("each gesture beside compositions is emitted or explained") { seed in
            var lists = ComposedLists(seed: seed)
            return Property.failure(
                seed: seed, lists.configuration(), ComposedLists.frames(seed: seed)
            ) {
                Self.broken($0, $1)
            }
        }
    ]

    static let faults = [
        Law.Fault("a gesture that is neither", seeds: 8) { seed in
            var lists = ComposedLists(seed: seed)
            let frames = ComposedLists.frames(seed: seed)
            return Self.broken(lists.configuration(), frames, hidesSome: true)
        }
    ]

    /// - Parameter hidesSome: every third gesture is not seen.
    private static func broken(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame], hidesSome: Bool = false
    ) -> String? {
        let screen = Property.screen(configuration, explains: true)
        screen.play(frames)
        let events = screen.events.filter { !hidesSome || !$0.id.isMultiple(of: 3) }
        let broken = Explanations.broken(
            screen.explanations, events: events, configuration: configuration)
        return broken.isEmpty ? nil : broken.joined(separator: "\n")
    }
}
