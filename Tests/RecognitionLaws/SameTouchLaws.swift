import TouchCore
import TouchTestSupport

/// The same touches give the same lines at any position, at any time and in any slots.
enum SameTouchLaws {
    static let laws = [
        law("a zone that no finger lands in changes nothing") { configuration, frames, seed in
            let zone = Self.unused(seed, y: 150.5)
            return Self.beside(zone, isClients: false, configuration, frames, seed)
                ?? Self.beside(zone, isClients: true, configuration, frames, seed)
        },
        law("a day later everything is a day later") { configuration, frames, _ in
            Self.later(configuration, frames)
        },
        law("it does not matter which slot is whose") { configuration, frames, seed in
            let expected = Law.emitted(configuration, frames)
            let emitted = Law.emitted(
                configuration, LawTransform.renumbered(frames, seed: seed))
            // The order in a later frame of two hands that land in one frame is not guaranteed.
            let isOrdered = configuration.zones.allSatisfy { $0.hands == 1 }
            return EmittedEvent.difference(
                isOrdered ? expected : LawTransform.ordered(expected),
                isOrdered ? emitted : LawTransform.ordered(emitted), areSame: EmittedEvent.areNear)
        },
        law("what lands in a frame may come in a second one of its stamp") {
            configuration, frames, _ in
            let still = Law.proof + LawTransform.withoutMovementAtLandings(frames)
            return EmittedEvent.difference(
                Law.emitted(configuration, still),
                Law.emitted(configuration, LawTransform.withLandingsApart(still)))
        },
        law("elsewhere everything is elsewhere", inner) { configuration, frames, seed in
            let configuration = configuration.placeless
            // 64 mm of the test's screen are 50 on this panel.
            let way = Point(x: seed.isMultiple(of: 2) ? 50 : -50, y: 25)
            let expected = Law.emitted(configuration, frames).map { emitted in
                var emitted = emitted
                emitted.event.position = emitted.event.position + way
                return emitted
            }
            let there = LawTransform.moved(frames) { ($0 + way.x * 1.28, $1 + 32) }
            return EmittedEvent.difference(
                expected, Law.emitted(configuration, there),
                areSame: { expected, emitted in
                    var expected = expected
                    expected.event.unitPosition = emitted.event.unitPosition
                    return EmittedEvent.areNear(expected, emitted)
                })
        },
        law("in a mirror everything is mirrored") { configuration, frames, _ in
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

    private typealias Broken =
        @Sendable (GestureConfiguration, [TouchedFrame], _ seed: UInt64) -> String?

    private static func law(
        _ name: String, _ frames: @escaping @Sendable (UInt64) -> [TouchedFrame] = Law.frames,
        _ broken: @escaping Broken
    ) -> Law {
        Law(name) { seed in
            var random = RandomConfiguration(seed: seed)
            return Property.failure(seed: seed, random.configuration(), frames(seed)) {
                broken($0, $1, seed)
            }
        }
    }

    private static func unused(_ seed: UInt64, y: Double) -> ZoneConfiguration {
        var random = RandomConfiguration(seed: seed &+ 500)
        let rect = ZoneRect(
            x: .share(0), y: .millimetres(y), width: .share(1), height: .millimetres(1))
        return random.zone(named: "unused", rect: rect)
    }

    private static func beside(
        _ zone: ZoneConfiguration, isClients: Bool, _ configuration: GestureConfiguration,
        _ frames: [TouchedFrame], _ seed: UInt64
    ) -> String? {
        let plain = Law.emitted(configuration, frames)
        guard !isClients else {
            let screen = Property.screen(configuration)
            screen.addZone(zone, index: 100)
            screen.play(frames)
            return EmittedEvent.difference(plain, EmittedEvent.all(on: screen))
        }
        let place = 1 + Int(seed % UInt64(configuration.zones.count))
        var zones = configuration.zones
        zones.insert(zone, at: place)
        let expected = plain.map { emitted in
            var emitted = emitted
            if emitted.event.zone >= place { emitted.event.zone += 1 }
            return emitted
        }
        return EmittedEvent.difference(
            expected, Law.emitted(GestureConfiguration(zones: zones), frames))
    }

    private static func later(
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

    /// Touches with room around them.
    private static func inner(seed: UInt64) -> [TouchedFrame] {
        var touches = RandomTouches(seed: seed, x: 80...264, y: 60...134)
        var gestures = RandomGestures(seed: seed, x: 80...264, y: 60...134)
        return seed.isMultiple(of: 3) ? touches.frames(120) : gestures.frames(12)
    }
}
