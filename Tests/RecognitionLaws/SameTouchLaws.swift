import TouchCore
import TouchTestSupport

/// The same touches give the same events at any position, at any time and in any slots.
enum SameTouchLaws {
    static let laws = [
        law("a zone that no finger lands in changes nothing") { configuration, frames, seed in
            let zone = Self.untouched(seed)
            return Self.difference(beside: zone, isAdded: false, configuration, frames, seed)
                ?? Self.difference(beside: zone, isAdded: true, configuration, frames, seed)
        },
        law("touches a day later give the same events a day later") { configuration, frames, _ in
            Self.differenceADayLater(configuration, frames)
        },
        law("fingers give the same events in any slots") { configuration, frames, seed in
            let expected = Law.emitted(configuration, frames)
            let emitted = Law.emitted(
                configuration, LawTransform.renumbered(frames, seed: seed))
            // If two hands land in one frame, the order of their later events is not guaranteed.
            let isOrdered = configuration.zones.allSatisfy { $0.hands == 1 }
            return EmittedEvent.difference(
                isOrdered ? expected : LawTransform.ordered(expected),
                isOrdered ? emitted : LawTransform.ordered(emitted), areSame: EmittedEvent.areNear)
        },
        law("landings may be in a second frame with the same timestamp") {
            configuration, frames, _ in
            let still = Law.forceProof + LawTransform.withoutMovementAtLandings(frames)
            return EmittedEvent.difference(
                Law.emitted(configuration, still),
                Law.emitted(configuration, LawTransform.withLandingsApart(still)))
        },
        law("touches at another position give the same events there", inner) {
            configuration, frames, seed in
            let configuration = configuration.placeless
            // 50 mm on this panel are 64 mm of `TestScreen`, and 25 mm are 32 mm.
            let offset = Point(x: seed.isMultiple(of: 2) ? 50 : -50, y: 25)
            let expected = Law.emitted(configuration, frames).map { emitted in
                var emitted = emitted
                emitted.event.position = emitted.event.position + offset
                return emitted
            }
            let moved = LawTransform.moved(frames) { ($0 + offset.x * 1.28, $1 + 32) }
            return EmittedEvent.difference(
                expected, Law.emitted(configuration, moved),
                areSame: { expected, emitted in
                    var expected = expected
                    expected.event.unitPosition = emitted.event.unitPosition
                    return EmittedEvent.areNear(expected, emitted)
                })
        },
        law("mirrored touches give mirrored events") { configuration, frames, _ in
            let configuration = configuration.shapeless
            let plain = Property.screen(configuration)
            plain.play(frames)
            let expected = EmittedEvent.all(on: plain).map {
                Mirror.mirrored($0, width: plain.surface.width)
            }
            let emitted = Law.emitted(
                Mirror.mirrored(configuration), LawTransform.moved(frames) { (344 - $0, $1) })
            return configuration.difference(expected, emitted, of: frames)
        },
    ]

    private typealias Fault =
        @Sendable (GestureConfiguration, [TouchedFrame], _ seed: UInt64) -> String?

    private static func law(
        _ name: String, _ frames: @escaping @Sendable (UInt64) -> [TouchedFrame] = Law.frames,
        _ fault: @escaping Fault
    ) -> Law {
        Law(name) { seed in
            var random = RandomConfiguration(seed: seed)
            return Property.failure(seed: seed, random.configuration(), frames(seed)) {
                fault($0, $1, seed)
            }
        }
    }

    /// A zone below all touches, which reach 149.2 mm at most.
    private static func untouched(_ seed: UInt64) -> ZoneConfiguration {
        var random = RandomConfiguration(seed: seed &+ 500)
        let rect = ZoneRect(
            x: .share(0), y: .millimetres(150.5), width: .share(1), height: .millimetres(1))
        return random.zone(named: "untouched", rect: rect)
    }

    /// - Parameter isAdded: whether the zone is added to an engine, or configured.
    private static func difference(
        beside zone: ZoneConfiguration, isAdded: Bool, _ configuration: GestureConfiguration,
        _ frames: [TouchedFrame], _ seed: UInt64
    ) -> String? {
        let plain = Law.emitted(configuration, frames)
        guard !isAdded else {
            let screen = Property.screen(configuration)
            screen.addZone(zone, index: 100)
            screen.play(frames)
            return EmittedEvent.difference(plain, EmittedEvent.all(on: screen))
        }
        let position = 1 + Int(seed % UInt64(configuration.zones.count))
        var zones = configuration.zones
        zones.insert(zone, at: position)
        let expected = plain.map { emitted in
            var emitted = emitted
            if emitted.event.zone >= position { emitted.event.zone += 1 }
            return emitted
        }
        return EmittedEvent.difference(
            expected, Law.emitted(GestureConfiguration(zones: zones), frames))
    }

    private static func differenceADayLater(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame]
    ) -> String? {
        let us: Int64 = 86_412_345_678
        let expected = Law.emitted(configuration, frames).map { emitted in
            var emitted = emitted
            emitted.event.time = emitted.event.time.advanced(byMicroseconds: us)
            return emitted
        }
        return EmittedEvent.difference(
            expected, Law.emitted(configuration, LawTransform.shifted(frames, us: us)))
    }

    /// Touches that stay on the panel if they are moved by 64 mm in x and 32 mm in y.
    private static func inner(seed: UInt64) -> [TouchedFrame] {
        var touches = RandomTouches(seed: seed, x: 80...264, y: 60...134)
        var gestures = RandomGestures(seed: seed, x: 80...264, y: 60...134)
        return seed.isMultiple(of: 3) ? touches.frames(120) : gestures.frames(12)
    }
}
