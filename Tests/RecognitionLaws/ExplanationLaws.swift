import TouchCore
import TouchTestSupport

/// A gesture is emitted exactly if every threshold is met, and it neither lost nor waits.
enum ExplanationLaws {
    static let laws = [
        Law("each gesture beside compositions is emitted or explained") { seed in
            var lists = ComposedLists(seed: seed)
            return Property.failure(
                seed: seed, lists.configuration(), ComposedLists.frames(seed: seed)
            ) {
                Self.broken($0, $1)
            }
        },
        Law("each gesture of a list is emitted or explained") { seed in
            var random = RandomConfiguration(seed: seed)
            return Property.failure(
                seed: seed, Self.withOneHand(random.configuration()), Law.frames(seed: seed)
            ) {
                Self.broken($0, $1)
            }
        },
    ]

    /// Only one hand, as explanations are about one hand at a time.
    private static func withOneHand(_ configuration: GestureConfiguration) -> GestureConfiguration {
        GestureConfiguration(
            zones: configuration.zones.map { zone in
                var zone = zone
                zone.hands = 1
                return zone
            })
    }

    private static func broken(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame]
    ) -> String? {
        let screen = Property.screen(configuration, explains: true)
        screen.play(frames)
        let broken = Explanations.broken(
            screen.explanations, events: screen.events, configuration: configuration)
        return broken.isEmpty ? nil : broken.joined(separator: "\n")
    }
}
