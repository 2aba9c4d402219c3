import TouchCore
import TouchTestSupport

/// Two people touch one zone that distinguishes hands.
enum TwoHandLaws {
    static let laws = [
        Law("touches of two far hands give the events of each hand's touches alone") { seed in
            return Property.failure(
                seed: seed, Self.configuration(seed), Self.frames(seed, Self.left)
            ) {
                Self.difference(
                    $0, TwoZoneLaws.ofLeft($1), Self.frames(seed &+ 1_000, Self.right), seed: seed)
            }
        }
    ]

    // The areas are 203 mm apart on the panel of the laws, and the fingers of each are within 80 mm
    // of each other.
    private static let left: TwoZoneLaws.Person = (0...4, 2.0...40.0)
    private static let right: TwoZoneLaws.Person = (5...9, 300.0...340.0)
    private static let y = 60.0...130.0

    private static func difference(
        _ configuration: GestureConfiguration, _ first: [TouchedFrame], _ second: [TouchedFrame],
        seed: UInt64
    ) -> String? {
        let proof = Law.emitted(configuration, Law.forceProof).count
        func emitted(_ frames: [TouchedFrame]) -> [EmittedEvent] {
            Array(Law.emitted(configuration, Law.forceProof + pause(frames)).dropFirst(proof))
        }
        let both = emitted(TwoZoneLaws.merged(first, second, seed: seed))
        // The middle of the panel, in mm of the panel.
        let middle = 134.375
        let ofLeft = EmittedEvent.difference(
            LawTransform.renumbered(emitted(first)),
            LawTransform.renumbered(both.filter { $0.event.position.x < middle }))
        if let ofLeft { return "left: \(ofLeft)" }
        let ofRight = EmittedEvent.difference(
            LawTransform.renumbered(emitted(second)),
            LawTransform.renumbered(both.filter { $0.event.position.x >= middle }))
        return ofRight.map { "right: \($0)" }
    }

    /// The proof of force is long over when the hands land.
    private static func pause(_ frames: [TouchedFrame]) -> [TouchedFrame] {
        LawTransform.shifted(frames, us: 5_000_000)
    }

    /// One zone of at least two hands.
    ///
    /// Without cooldowns, which are of an arena: a hand that pauses for longer than a second may
    /// return to another one.
    private static func configuration(_ seed: UInt64) -> GestureConfiguration {
        var random = RandomConfiguration(seed: seed)
        var zone = random.zone(named: "screen", rect: nil)
        zone = zone.with(
            zone.gestures.map { gesture in
                var gesture = gesture
                gesture.cooldown = .zero
                return gesture
            })
        zone.mask = .gestures
        zone.hands = seed.isMultiple(of: 2) ? 2 : max(zone.hands, 2)
        zone.handSpan = seed.isMultiple(of: 3) ? 80 : 200
        return GestureConfiguration(zones: [zone])
    }

    private static func frames(_ seed: UInt64, _ person: TwoZoneLaws.Person) -> [TouchedFrame] {
        TwoZoneLaws.frames(seed, person, y: y)
    }
}
