import TouchCore
import TouchTestSupport

/// A gesture that cannot begin changes no event of other gestures.
enum IdleGestureLaws {
    static let laws = [
        Law("a gesture that cannot begin changes nothing, wherever it is in the list") { seed in
            var random = RandomConfiguration(seed: seed)
            return Property.failure(seed: seed, random.configuration(), Law.frames(seed: seed)) {
                Self.difference($0, $1, seed: seed)
            }
        },
        Law("a gesture that cannot begin changes nothing about compositions") { seed in
            var lists = ComposedLists(seed: seed)
            return Property.failure(
                seed: seed, lists.configuration(), ComposedLists.frames(seed: seed)
            ) {
                Self.difference($0, $1, seed: seed)
            }
        },
        Law("every composition that began ends once, and then nothing waits") { seed in
            var lists = ComposedLists(seed: seed)
            return Property.failure(
                seed: seed, lists.configuration(), ComposedLists.frames(seed: seed)
            ) {
                let screen = Property.screen($0)
                screen.play($1)
                var broken = Promises.broken(by: screen.events)
                if let deadline = screen.nextDeadline { broken.append("waits for \(deadline)") }
                return broken.isEmpty ? nil : broken.joined(separator: "\n")
            }
        },
    ]

    private static func difference(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame], seed: UInt64
    ) -> String? {
        var generator = SeededGenerator(seed: seed)
        var zones = configuration.zones
        var positions: [Int] = []
        var addedNodes: [Int] = []
        for index in zones.indices {
            var gestures = zones[index].gestures
            let idle = IdleGesture.random(&generator, beside: gestures.map(\.name))
            let position = Int.random(in: 0...gestures.count, using: &generator)
            gestures.insert(idle, at: position)
            positions.append(position)
            addedNodes.append(ZoneConfiguration.nodeCount(of: [idle]))
            zones[index] = zones[index].with(gestures)
        }
        let expected = Law.emitted(configuration, frames).map { emitted in
            var emitted = emitted
            let zone = emitted.event.zone
            let nodesBefore = ZoneConfiguration.nodeCount(
                of: Array(configuration.zones[zone].gestures.prefix(positions[zone])))
            if emitted.event.gesture >= positions[zone] { emitted.event.gesture += 1 }
            for part in emitted.parts.indices where emitted.parts[part].node >= nodesBefore {
                emitted.parts[part].node += addedNodes[zone]
            }
            return emitted
        }
        let emitted = Law.emitted(GestureConfiguration(zones: zones), frames)
        return EmittedEvent.difference(expected, emitted).map {
            "with \(positions.map { "idle at \($0)" }): \($0)"
        }
    }
}
