package import TouchCore
package import TouchTestSupport

/// Tests properties that hold for every configuration and all touches.
package enum Property {
    /// A panel of 128 units per millimetre, on which positions, their sums and their differences
    /// are exact as `Double`, and the half millimetre that the jitter filter holds back, too. So a
    /// finger that is exactly at a threshold is exactly at it in the mirrored touch.
    static let panel = Panel(
        x: AxisRange(minimum: 0, maximum: 34_400, resolution: 128),
        y: AxisRange(minimum: 0, maximum: 19_400, resolution: 128),
        pressure: AxisRange(minimum: 0, maximum: 1_000))

    package static func screen(
        _ configuration: GestureConfiguration, quarterTurns: Int = 0, jitter: Double = 0.5,
        explains: Bool = false
    ) -> TestScreen {
        TestScreen(
            panel: panel,
            settings: DeviceSettings(
                quarterTurns: quarterTurns, jitter: jitter, confirmation: .off,
                spikes: .keep, splits: .keep, landings: .asSeen, stillAfter: .zero,
                stitch: .zero),
            configuration: configuration, explains: explains)
    }

    /// Touches of one seed: realistic gestures or, for every third seed, random movements.
    package static func frames(seed: UInt64) -> [TouchedFrame] {
        let x = 1.0...343
        let y = 2.0...191
        if seed.isMultiple(of: 3) {
            var touches = RandomTouches(seed: seed, x: x, y: y)
            return touches.frames(300)
        }
        var gestures = RandomGestures(seed: seed, x: x, y: y)
        return gestures.frames(25)
    }

    /// The fault that `fault` finds, with the seed and the fewest gestures and frames with which it
    /// still finds one, or `nil` if it finds none.
    package static func failure(
        seed: UInt64, _ configuration: GestureConfiguration, _ frames: [TouchedFrame],
        fault: (GestureConfiguration, [TouchedFrame]) -> String?
    ) -> String? {
        func faultAfterLift(_ configuration: GestureConfiguration, _ frames: [TouchedFrame])
            -> String?
        {
            fault(configuration, frames + [liftOfAll(after: frames)])
        }
        guard faultAfterLift(configuration, frames) != nil else { return nil }
        let smallest = Smallest.configuration(configuration) { faultAfterLift($0, frames) != nil }
        let fewest = Smallest.frames(frames) { faultAfterLift(smallest, $0) != nil }
        let touches = fewest.map { "\($0.ms) \($0.acts)" }.joined(separator: "\n")
        let gestures = smallest.zones
            .map { "\($0.name) \($0)" }.joined(separator: "\n")
        return "seed \(seed): \(faultAfterLift(smallest, fewest) ?? "")\n\(gestures)\n\(touches)"
    }
}

extension Property {
    /// Lifts every finger, so that the glass is empty after any subset of the frames.
    private static func liftOfAll(after frames: [TouchedFrame]) -> TouchedFrame {
        TouchedFrame(ms: (frames.map(\.ms).max() ?? 0) + 10, acts: (0...9).map { .up($0) })
    }
}

/// Reduces an input while it still fails.
enum Smallest {
    static func frames(
        _ frames: [TouchedFrame], where fails: ([TouchedFrame]) -> Bool
    ) -> [TouchedFrame] {
        var frames = frames
        var size = frames.count / 2
        while size > 0 {
            var start = 0
            while start < frames.count {
                var fewer = frames
                fewer.removeSubrange(start..<min(start + size, frames.count))
                if fails(fewer) { frames = fewer } else { start += size }
            }
            size /= 2
        }
        return frames
    }

    static func configuration(
        _ configuration: GestureConfiguration, where fails: (GestureConfiguration) -> Bool
    ) -> GestureConfiguration {
        var configuration = configuration
        for zone in configuration.zones.indices {
            for gesture in configuration.zones[zone].gestures.indices.reversed() {
                var gestures = configuration.zones[zone].gestures
                gestures.remove(at: gesture)
                var zones = configuration.zones
                zones[zone] = zones[zone].with(gestures)
                let fewer = GestureConfiguration(zones: zones)
                if fails(fewer) { configuration = fewer }
            }
        }
        return configuration
    }
}

extension ZoneConfiguration {
    /// The same zone with other gestures, with precedence in this order.
    package func with(_ gestures: [ConfiguredGesture], rect: ZoneRect? = nil) -> ZoneConfiguration {
        var zone = ZoneConfiguration(
            name: name, rect: rect ?? self.rect, gestures: gestures, priority: .list)
        zone.devices = devices
        zone.mask = mask
        zone.hands = hands
        zone.handSpan = handSpan
        zone.landingWindow = landingWindow
        zone.liftQuiet = liftQuiet
        zone.heldAfter = heldAfter
        return zone
    }
}

/// An event and its parts, independent of their position in a buffer.
package struct EmittedEvent: Equatable {
    package var event: GestureEvent
    package var parts: [GesturePart]

    /// All events that a screen has emitted.
    package static func all(on screen: TestScreen) -> [EmittedEvent] {
        zip(screen.events, screen.parts).map { event, parts in
            var event = event
            event.parts = 0..<0
            return EmittedEvent(event: event, parts: parts)
        }
    }

    /// The first difference of two streams that should be equal, or `nil` if there is none.
    package static func difference(
        _ expected: [EmittedEvent], _ emitted: [EmittedEvent],
        areSame: (EmittedEvent, EmittedEvent) -> Bool = { $0 == $1 }
    ) -> String? {
        for (index, pair) in zip(expected, emitted).enumerated() where !areSame(pair.0, pair.1) {
            return "event \(index): expected \(pair.0)\ngot \(pair.1)"
        }
        guard expected.count != emitted.count else { return nil }
        let shorter = min(expected.count, emitted.count)
        return expected.count > emitted.count
            ? "event \(shorter) is missing: \(expected[shorter])"
            : "event \(shorter) is unexpected: \(emitted[shorter])"
    }
}

extension GestureValues {
    /// All numbers among the values, except counts and ticks.
    package var numbers: [Double] {
        measures + [scaleVelocity, rotationVelocity].compactMap(\.self)
    }

    /// The numbers, except the velocities of scale and rotation.
    package var measures: [Double] {
        let points = [translation, velocity, predicted].compactMap(\.self)
        return points.flatMap { [$0.x, $0.y] }
            + [scale, rotation, maximumForce, score, runnerUpScore].compactMap(\.self)
    }
}
