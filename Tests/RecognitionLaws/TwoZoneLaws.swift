import TouchCore
import TouchTestSupport

/// Two people touch different zones of one panel.
enum TwoZoneLaws {
    static let laws = [
        Law("touches in two zones give the events of each zone's touches alone") { seed in
            return Property.failure(
                seed: seed, Self.configuration(seed), Self.frames(seed, Self.left)
            ) {
                let second = Self.frames(seed &+ 1_000, Self.right)
                return Self.mergeDifference($0, Self.ofLeft($1), second, seed: seed)
            }
        },
        Law("a frame of two zones may be two frames with the same timestamp") { seed in
            return Property.failure(
                seed: seed, Self.configuration(seed), Self.frames(seed, Self.left)
            ) {
                let second = Self.frames(seed &+ 1_000, Self.right)
                return Self.splitDifference($0, Self.ofLeft($1), second, seed: seed)
            }
        },
    ]

    typealias Person = (slots: ClosedRange<Int>, x: ClosedRange<Double>)

    /// The slots and the area of each person, in mm of `TestScreen`.
    private static let left: Person = (0...4, 2.0...120.0)
    private static let right: Person = (5...9, 200.0...340.0)

    /// Only the acts of the person on the left: `Property.failure` appends lifts of every slot.
    static func ofLeft(_ frames: [TouchedFrame]) -> [TouchedFrame] {
        frames.map { frame in
            TouchedFrame(ms: frame.ms, acts: frame.acts.filter { left.slots.contains($0.slot) })
        }
    }

    private static func mergeDifference(
        _ configuration: GestureConfiguration, _ first: [TouchedFrame], _ second: [TouchedFrame],
        seed: UInt64
    ) -> String? {
        let proof = Law.emitted(configuration, Law.forceProof)
        let one = Law.emitted(configuration, Law.forceProof + first)
        let other = Law.emitted(configuration, Law.forceProof + second)
        let both = Law.forceProof + merged(first, second, seed: seed)
        return difference(
            configuration, one + other.dropFirst(proof.count), Law.emitted(configuration, both))
    }

    private static func splitDifference(
        _ configuration: GestureConfiguration, _ first: [TouchedFrame], _ second: [TouchedFrame],
        seed: UInt64
    ) -> String? {
        let whole = Law.forceProof + merged(first, second, seed: seed, splits: false)
        let split = Law.forceProof + merged(first, second, seed: seed, splits: true)
        return difference(
            configuration, Law.emitted(configuration, whole), Law.emitted(configuration, split))
    }

    /// The first difference in a zone, with ids renumbered in each zone.
    private static func difference(
        _ configuration: GestureConfiguration, _ expected: [EmittedEvent],
        _ emitted: [EmittedEvent]
    ) -> String? {
        for (index, zone) in configuration.zones.enumerated() {
            let difference = EmittedEvent.difference(
                LawTransform.renumbered(expected.filter { $0.event.zone == index }),
                LawTransform.renumbered(emitted.filter { $0.event.zone == index }))
            if let difference { return "\(zone.name): \(difference)" }
        }
        return nil
    }

    /// The screen, a zone on the right and mostly one on the left. No zone receives fingers of both
    /// people.
    private static func configuration(_ seed: UInt64) -> GestureConfiguration {
        var random = RandomConfiguration(seed: seed)
        var zones = [random.zone(named: "screen", rect: nil)]
        if !seed.isMultiple(of: 4) {
            zones.append(random.zone(named: "left", rect: zone(from: 0, to: 100)))
        }
        zones.append(random.zone(named: "right", rect: zone(from: 150, to: 270)))
        zones[0].mask = .gestures
        return GestureConfiguration(zones: zones)
    }

    private static func zone(from x: Double, to end: Double) -> ZoneRect {
        ZoneRect(
            x: .millimetres(x), y: .millimetres(0), width: .millimetres(end - x),
            height: .millimetres(200))
    }

    static func frames(
        _ seed: UInt64, _ person: Person, y: ClosedRange<Double> = 0...194
    ) -> [TouchedFrame] {
        var touches = RandomTouches(seed: seed, slots: person.slots, x: person.x, y: y)
        var gestures = RandomGestures(seed: seed, slots: person.slots, x: person.x, y: y)
        var last = 5_000.0
        let frames = seed.isMultiple(of: 2) ? touches.frames(120) : gestures.frames(12)
        // Without lost events and timestamps that run back, because these concern both people.
        return frames.map {
            last = max(last, $0.ms + 5_000)
            return TouchedFrame(ms: last, acts: $0.acts)
        }
    }

    /// Merges both into one recording.
    ///
    /// - Parameter splits: whether two frames of one time stay two, or random if `nil`.
    static func merged(
        _ first: [TouchedFrame], _ second: [TouchedFrame], seed: UInt64, splits: Bool? = nil
    ) -> [TouchedFrame] {
        var generator = SeededGenerator(seed: seed)
        var merged: [TouchedFrame] = []
        var remaining = second[...]
        for frame in first {
            while let next = remaining.first, next.ms < frame.ms {
                merged.append(next)
                remaining.removeFirst()
            }
            let isSplit = splits ?? generator.oneIn(3)
            guard let next = remaining.first, next.ms == frame.ms, !isSplit else {
                merged.append(frame)
                continue
            }
            remaining.removeFirst()
            let acts = generator.oneIn(2) ? frame.acts + next.acts : next.acts + frame.acts
            merged.append(TouchedFrame(ms: frame.ms, acts: acts))
        }
        return merged + remaining
    }
}
