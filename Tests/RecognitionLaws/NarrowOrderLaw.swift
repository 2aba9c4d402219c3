import TouchCore
import TouchTestSupport

/// A gesture with precedence over a general one of its kind takes from that one only what it
/// recognises itself.
enum NarrowOrderLaw {
    static let laws = [
        Law("a narrow gesture before a general one comes, and leaves it all else") { seed in
            var pairs = NarrowPairs(seed: seed)
            for number in 0..<6 as Range<UInt64> {
                let failure = Property.failure(
                    seed: seed, Self.configuration(pairs.next()),
                    Self.frames(seed &* 6 &+ number), broken: Self.difference)
                if let failure { return failure }
            }
            return nil
        }
    ]

    /// A touch or two, similar in fingers and directions to the pairs' gestures.
    private static func frames(_ seed: UInt64) -> [TouchedFrame] {
        var gestures = RandomGestures(seed: seed, x: 1...343, y: 2...191)
        return gestures.frames(2)
    }

    private static func configuration(_ gestures: [ConfiguredGesture]) -> GestureConfiguration {
        GestureConfiguration(zones: [
            ZoneConfiguration(name: "screen", gestures: gestures, priority: .list)
        ])
    }

    /// The events of gestures, as if each were alone.
    private static func lines(_ events: [EmittedEvent]) -> [EmittedEvent] {
        LawTransform.renumbered(events).map { emitted in
            var emitted = emitted
            emitted.event.gesture = 0
            return emitted
        }
    }

    /// The fault of a list of a narrow gesture and a general one.
    private static func difference(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame]
    ) -> String? {
        let gestures = configuration.zones[0].gestures
        guard gestures.count == 2 else { return nil }
        let narrow = lines(Law.emitted(Self.configuration([gestures[0]]), frames))
        let general = lines(Law.emitted(Self.configuration([gestures[1]]), frames))
        let both = Law.emitted(configuration, frames)
        let own = lines(both.filter { $0.event.gesture == 0 })
        if let lost = EmittedEvent.difference(narrow, own) { return "narrow: \(lost)" }
        if narrow.isEmpty {
            return EmittedEvent.difference(general, lines(both)).map { "general: \($0)" }
        }
        // A gesture that is both has the count of the general one.
        guard general.elementsEqual(narrow, by: EmittedEvent.areAtOnce) else { return nil }
        return EmittedEvent.difference(
            general, lines(both),
            areSame: {
                EmittedEvent.areAtOnce($0, $1) && $0.event.values.count == $1.event.values.count
            }
        ).map { "both: \($0)" }
    }
}

extension EmittedEvent {
    /// Whether both have one time and one phase.
    fileprivate static func areAtOnce(_ one: Self, _ other: Self) -> Bool {
        one.event.time == other.event.time && one.event.phase == other.event.phase
    }
}
