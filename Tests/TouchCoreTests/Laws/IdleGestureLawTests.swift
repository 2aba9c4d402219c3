import Testing
import TouchCore
import TouchTestSupport

/// One gesture never changes another's lines.
@Suite struct IdleGestureLawTests {
    @Test(arguments: Law.blocks)
    func `a gesture that cannot begin changes nothing, wherever it is in the list`(
        seeds: Range<UInt64>
    ) {
        for seed in seeds {
            var random = RandomConfiguration(seed: seed)
            Property.check(seed: seed, random.configuration(), Law.frames(seed: seed)) {
                Self.difference($0, $1, seed: seed)
            }
        }
    }

    @Test(arguments: Law.blocks)
    func `a gesture that cannot begin changes nothing about compositions`(
        seeds: Range<UInt64>
    ) {
        for seed in seeds {
            var lists = ComposedLists(seed: seed)
            Property.check(seed: seed, lists.configuration(), ComposedLists.frames(seed: seed)) {
                Self.difference($0, $1, seed: seed)
            }
        }
    }

    @Test(arguments: Law.blocks)
    func `every composition that began ends once, and then nothing waits`(
        seeds: Range<UInt64>
    ) {
        for seed in seeds {
            var lists = ComposedLists(seed: seed)
            Property.check(seed: seed, lists.configuration(), ComposedLists.frames(seed: seed)) {
                let screen = Property.screen($0)
                screen.play($1)
                var broken = Promises.broken(by: screen.events)
                if let deadline = screen.nextDeadline { broken.append("waits for \(deadline)") }
                return broken.isEmpty ? nil : broken.joined(separator: "\n")
            }
        }
    }

    @Test func `a gesture that can begin would be found`() {
        let broken = (UInt64(0)..<30).filter { seed in
            var random = RandomConfiguration(seed: seed)
            return Self.difference(
                random.configuration(), Law.frames(seed: seed), seed: seed,
                adding: ConfiguredGesture(.drag(.init()), name: "idle")) != nil
        }
        #expect(broken.count > 2)
    }

    @Test func `an idle gesture that is narrower than another stays where it was put`() {
        var idle = SwipeThresholds()
        idle.minimumDistance = 10_000
        let list = [
            ConfiguredGesture(.swipe(.init())), ConfiguredGesture(.swipe(idle), name: "idle"),
        ]
        #expect(ZoneConfiguration(name: "z", gestures: []).with(list).gestures == list)
    }

    private static func difference(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame], seed: UInt64,
        adding other: ConfiguredGesture? = nil
    ) -> String? {
        var generator = SeededGenerator(seed: seed)
        var zones = configuration.zones
        var places: [Int] = []
        var added: [Int] = []
        for index in zones.indices {
            var gestures = zones[index].gestures
            let idle =
                other ?? IdleGesture.random(&generator, beside: gestures.map(\.name))
            let place = Int.random(in: 0...gestures.count, using: &generator)
            gestures.insert(idle, at: place)
            places.append(place)
            added.append(ZoneConfiguration.nodeCount(of: [idle]))
            zones[index] = zones[index].with(gestures)
        }
        let expected = Law.emitted(configuration, frames).map { emitted in
            var emitted = emitted
            let zone = emitted.event.zone
            let before = ZoneConfiguration.nodeCount(
                of: Array(configuration.zones[zone].gestures.prefix(places[zone])))
            if emitted.event.gesture >= places[zone] { emitted.event.gesture += 1 }
            for part in emitted.parts.indices where emitted.parts[part].node >= before {
                emitted.parts[part].node += added[zone]
            }
            return emitted
        }
        let emitted = Law.emitted(GestureConfiguration(zones: zones), frames)
        return EmittedEvent.difference(expected, emitted).map {
            "with \(places.map { "idle at \($0)" }): \($0)"
        }
    }
}
