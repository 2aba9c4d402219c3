import TouchCore
import TouchTestSupport

/// Neither the order of independent gestures nor touches before a pause affect recognition.
enum ListLaws {
    static let laws = [
        Law("the order of independent gestures changes nothing") { seed in
            return Property.failure(seed: seed, Self.independent(seed), Law.frames(seed: seed)) {
                Self.difference($0, $1, seed)
            }
        },
        Law("touches after a pause give the same events as touches that come first") { seed in
            var random = RandomConfiguration(seed: seed)
            return Property.failure(seed: seed, random.configuration(), Law.frames(seed: seed)) {
                Self.differenceAfterPause($0, $1, seed: seed)
            }
        },
    ]

    /// Independent gestures: none competes with another, and none waits.
    private static func independent(_ seed: UInt64) -> GestureConfiguration {
        var random = RandomConfiguration(seed: seed)
        let zone = random.zone(named: "screen", rect: nil)
        return GestureConfiguration(zones: [
            zone.with(
                zone.gestures.map { gesture in
                    var gesture = gesture
                    gesture.waitsFor = []
                    gesture.simultaneous = .all
                    return gesture
                })
        ])
    }

    /// The events of each gesture, by name, with ids and indices as if it were alone.
    private static func eventsByName(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame]
    ) -> [String: [EmittedEvent]] {
        let gestures = configuration.zones[0].gestures
        let grouped = Dictionary(grouping: Law.emitted(configuration, frames)) {
            gestures[$0.event.gesture].name
        }
        return grouped.mapValues { events in
            LawTransform.renumbered(events).map { emitted in
                let first = ZoneConfiguration.nodeCount(
                    of: Array(gestures.prefix(emitted.event.gesture)))
                var emitted = emitted
                emitted.event.gesture = 0
                for part in emitted.parts.indices { emitted.parts[part].node -= first }
                return emitted
            }
        }
    }

    private static func difference(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame], _ seed: UInt64
    ) -> String? {
        var generator = SeededGenerator(seed: seed)
        let zone = configuration.zones[0]
        let shuffled = GestureConfiguration(zones: [
            zone.with(zone.gestures.shuffled(using: &generator))
        ])
        let (expected, emitted) = (
            eventsByName(configuration, frames), eventsByName(shuffled, frames)
        )
        for name in Set(expected.keys).union(emitted.keys).sorted() {
            let difference = EmittedEvent.difference(
                expected[name] ?? [], emitted[name] ?? [])
            if let difference { return "\(name): \(difference)" }
        }
        return nil
    }

    private static func differenceAfterPause(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame], seed: UInt64
    ) -> String? {
        let first = Law.forceProof + LawTransform.shifted(frames, us: 20_000_000)
        let end = (first.map(\.ms).max() ?? 0) * 1_000
        let startUs = Int64(end.rounded()) + 20_000_000
        let second = LawTransform.shifted(Law.frames(seed: seed &+ 9_000), us: startUs)
        let proof = Law.emitted(configuration, Law.forceProof)
        let apart =
            Law.emitted(configuration, first)
            + Law.emitted(configuration, Law.forceProof + second).dropFirst(proof.count)
        // Each engine numbers its gestures from the first id.
        return EmittedEvent.difference(
            apart, Law.emitted(configuration, first + second),
            areSame: { expected, emitted in
                var expected = expected
                expected.event.id = emitted.event.id
                return expected == emitted
            })
    }
}
