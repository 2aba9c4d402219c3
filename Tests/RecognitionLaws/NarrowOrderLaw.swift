import TouchCore
import TouchTestSupport

/// A narrow gesture with precedence over a general one of its kind prevents that one only in
/// touches that the narrow one recognises.
enum NarrowOrderLaw {
    static let laws = [
        Law("a narrow gesture before a general one leaves it all other touches") { seed in
            var pairs = NarrowPairs(seed: seed)
            for number in 0..<6 as Range<UInt64> {
                let failure = Property.failure(
                    seed: seed, Self.configuration(pairs.next()),
                    Self.frames(seed &* 6 &+ number), fault: Self.difference)
                if let failure { return failure }
            }
            return nil
        }
    ]

    /// Two random gestures, with fingers and directions like those of the pairs.
    private static func frames(_ seed: UInt64) -> [TouchedFrame] {
        var gestures = RandomGestures(seed: seed, x: 1...343, y: 2...191)
        return gestures.frames(2)
    }

    private static func configuration(_ gestures: [ConfiguredGesture]) -> GestureConfiguration {
        GestureConfiguration(zones: [
            ZoneConfiguration(name: "screen", gestures: gestures, priority: .list)
        ])
    }

    /// The events with ids and indices as if the list had one gesture.
    private static func renumbered(_ events: [EmittedEvent]) -> [EmittedEvent] {
        LawTransform.renumbered(events).map { emitted in
            var emitted = emitted
            emitted.event.gesture = 0
            return emitted
        }
    }

    /// How a list of a narrow gesture and a general one differs from each of them alone.
    private static func difference(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame]
    ) -> String? {
        let gestures = configuration.zones[0].gestures
        guard gestures.count == 2 else { return nil }
        let narrow = renumbered(Law.emitted(Self.configuration([gestures[0]]), frames))
        let general = renumbered(Law.emitted(Self.configuration([gestures[1]]), frames))
        let both = Law.emitted(configuration, frames)
        let narrowOfBoth = renumbered(both.filter { $0.event.gesture == 0 })
        if let lost = EmittedEvent.difference(narrow, narrowOfBoth) { return "narrow: \(lost)" }
        if narrow.isEmpty {
            return EmittedEvent.difference(general, renumbered(both)).map { "general: \($0)" }
        }
        // Where both are recognised at the same times, taps have the counts of the general one.
        guard general.elementsEqual(narrow, by: EmittedEvent.areAtOnce) else { return nil }
        return EmittedEvent.difference(
            general, renumbered(both),
            areSame: {
                EmittedEvent.areAtOnce($0, $1) && $0.event.values.count == $1.event.values.count
            }
        ).map { "both: \($0)" }
    }
}

extension EmittedEvent {
    /// Whether both have the same time and phase.
    fileprivate static func areAtOnce(_ one: Self, _ other: Self) -> Bool {
        one.event.time == other.event.time && one.event.phase == other.event.phase
    }
}
