import TouchCore
import TouchTestSupport

/// The order of a list, and a pause, do not affect these results.
enum ListLaws {
    static let laws = [
        Law("the order of gestures that never meet changes nothing") { seed in
            return Property.failure(seed: seed, Self.apart(seed), Law.frames(seed: seed)) {
                Self.difference($0, $1, seed)
            }
        },
        Law("touches after a pause on an empty glass are as if they came first") { seed in
            var random = RandomConfiguration(seed: seed)
            return Property.failure(seed: seed, random.configuration(), Law.frames(seed: seed)) {
                Self.cut($0, $1, seed: seed)
            }
        },
    ]

    /// Independent gestures: none competes with another, and none waits.
    private static func apart(_ seed: UInt64) -> GestureConfiguration {
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

    /// The events of each gesture by itself, by name.
    private static func lines(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame]
    ) -> [String: [EmittedEvent]] {
        let gestures = configuration.zones[0].gestures
        let own = Dictionary(grouping: Law.emitted(configuration, frames)) {
            gestures[$0.event.gesture].name
        }
        return own.mapValues { events in
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
        let other = GestureConfiguration(zones: [
            zone.with(zone.gestures.shuffled(using: &generator))
        ])
        let (expected, emitted) = (lines(configuration, frames), lines(other, frames))
        for name in Set(expected.keys).union(emitted.keys).sorted() {
            let difference = EmittedEvent.difference(
                expected[name] ?? [], emitted[name] ?? [])
            if let difference { return "\(name): \(difference)" }
        }
        return nil
    }

    private static func cut(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame], seed: UInt64
    ) -> String? {
        let first = Law.proof + LawTransform.shifted(frames, us: 20_000_000)
        let end = (first.map(\.ms).max() ?? 0) * 1_000
        let us = Int64(end.rounded()) + 20_000_000
        let second = LawTransform.shifted(Law.frames(seed: seed &+ 9_000), us: us)
        let before = Law.emitted(configuration, Law.proof)
        let parts =
            Law.emitted(configuration, first)
            + Law.emitted(configuration, Law.proof + second).dropFirst(before.count)
        // Ids of two recordings differ from those of one.
        return EmittedEvent.difference(
            parts, Law.emitted(configuration, first + second),
            areSame: { expected, emitted in
                var expected = expected
                expected.event.id = emitted.event.id
                return expected == emitted
            })
    }

}
