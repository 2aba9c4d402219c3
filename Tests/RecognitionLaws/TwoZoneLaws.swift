import TouchCore
import TouchTestSupport

/// Two people at one panel.
enum TwoZoneLaws {
    static let laws = [
        Law("touches in two zones give the merge of the two alone") { seed in
            return Property.failure(
                seed: seed, Self.configuration(seed), Self.frames(seed, Self.left)
            ) {
                let second = Self.frames(seed &+ 1_000, Self.right)
                return Self.together($0, Self.own($1), second, seed: seed)
            }
        },
        Law("a frame of two zones may come in two of one stamp") { seed in
            return Property.failure(
                seed: seed, Self.configuration(seed), Self.frames(seed, Self.left)
            ) {
                let second = Self.frames(seed &+ 1_000, Self.right)
                return Self.split($0, Self.own($1), second, seed: seed)
            }
        },
    ]

    private typealias Hands = (slots: ClosedRange<Int>, x: ClosedRange<Double>)

    /// The area of each person, in mm of a panel of 100 units each.
    private static let left: Hands = (0...4, 2.0...120.0)
    private static let right: Hands = (5...9, 200.0...340.0)

    /// The last frame of a check lifts every finger, in either zone.
    private static func own(_ frames: [TouchedFrame]) -> [TouchedFrame] {
        frames.map { frame in
            TouchedFrame(ms: frame.ms, acts: frame.acts.filter { left.slots.contains($0.slot) })
        }
    }

    private static func together(
        _ configuration: GestureConfiguration, _ first: [TouchedFrame], _ second: [TouchedFrame],
        seed: UInt64
    ) -> String? {
        let before = Law.emitted(configuration, Law.proof)
        let one = Law.emitted(configuration, Law.proof + first)
        let other = Law.emitted(configuration, Law.proof + second)
        let both = Law.proof + merged(first, second, seed: seed)
        return difference(
            configuration, one + other.dropFirst(before.count), Law.emitted(configuration, both))
    }

    private static func split(
        _ configuration: GestureConfiguration, _ first: [TouchedFrame], _ second: [TouchedFrame],
        seed: UInt64
    ) -> String? {
        let whole = Law.proof + merged(first, second, seed: seed, splits: false)
        let split = Law.proof + merged(first, second, seed: seed, splits: true)
        return difference(
            configuration, Law.emitted(configuration, whole), Law.emitted(configuration, split))
    }

    /// The differences in a zone, with ids renumbered in each.
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

    /// The screen with a zone on the right and mostly one on the left; no zone receives the fingers
    /// of two people.
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

    private static func frames(_ seed: UInt64, _ who: Hands) -> [TouchedFrame] {
        var touches = RandomTouches(seed: seed, slots: who.slots, x: who.x)
        var gestures = RandomGestures(seed: seed, slots: who.slots, x: who.x)
        var last = 5_000.0
        let frames = seed.isMultiple(of: 2) ? touches.frames(120) : gestures.frames(12)
        // Lost events concern both, and so do timestamps that run back.
        return frames.map {
            last = max(last, $0.ms + 5_000)
            return TouchedFrame(ms: last, acts: $0.acts)
        }
    }

    /// Merges them into one recording; simultaneous actions are one frame, or two with one timestamp.
    ///
    /// - Parameter splits: whether they are two; `nil` for sometimes.
    private static func merged(
        _ first: [TouchedFrame], _ second: [TouchedFrame], seed: UInt64, splits: Bool? = nil
    ) -> [TouchedFrame] {
        var generator = SeededGenerator(seed: seed)
        var merged: [TouchedFrame] = []
        var rest = second[...]
        for frame in first {
            while let next = rest.first, next.ms < frame.ms {
                merged.append(next)
                rest.removeFirst()
            }
            let isSplit = splits ?? generator.oneIn(3)
            guard let next = rest.first, next.ms == frame.ms, !isSplit else {
                merged.append(frame)
                continue
            }
            rest.removeFirst()
            let acts = generator.oneIn(2) ? frame.acts + next.acts : next.acts + frame.acts
            merged.append(TouchedFrame(ms: frame.ms, acts: acts))
        }
        return merged + rest
    }
}
