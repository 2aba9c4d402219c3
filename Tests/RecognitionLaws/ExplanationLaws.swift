import TouchCore
import TouchTestSupport

/// A gesture is emitted if and only if it meets every threshold, loses to no other gesture and does
/// not wait.
enum ExplanationLaws {
    static let laws = [
        Law("each gesture beside compositions is emitted or explained") { seed in
            var lists = ComposedLists(seed: seed)
            return Property.failure(
                seed: seed, lists.configuration(), ComposedLists.frames(seed: seed)
            ) {
                Self.fault($0, $1)
            }
        },
        Law("each gesture of a list is emitted or explained") { seed in
            var random = RandomConfiguration(seed: seed)
            return Property.failure(
                seed: seed, Self.withOneHand(random.configuration()), Law.frames(seed: seed)
            ) {
                Self.fault($0, $1)
            }
        },
    ]

    /// Each zone with one hand, because explanations are about one hand at a time.
    private static func withOneHand(_ configuration: GestureConfiguration) -> GestureConfiguration {
        GestureConfiguration(
            zones: configuration.zones.map { zone in
                var zone = zone
                zone.hands = 1
                return zone
            })
    }

    private static func fault(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame]
    ) -> String? {
        let screen = Property.screen(configuration, explains: true)
        screen.play(frames)
        let broken = Explanations.broken(
            screen.explanations, events: screen.events, configuration: configuration)
        return broken.isEmpty ? nil : broken.joined(separator: "\n")
    }
}
