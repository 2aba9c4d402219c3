import RecognitionLaws
import Testing
import TouchCore
import TouchTestSupport

/// The promises of the protocol, on seeded random touches.
@Suite struct PromiseTests {
    private func play(_ seed: UInt64, _ settings: DeviceSettings = .init()) -> TestScreen {
        let screen = TestScreen(settings: settings)
        var touches = RandomTouches(seed: seed)
        touches.play(frames: 400, on: screen)
        return screen
    }

    @Test(arguments: 0..<20)
    func `every began ends once, with the same number of fingers`(block: UInt64) {
        for seed in (block * 25)..<(block * 25 + 25) {
            let settings = DeviceSettings(
                jitter: seed % 3 == 0 ? 0 : 0.4, minimumEvents: seed % 5 == 0 ? 3 : 1,
                confirmation: [nil, .late, .all, .off][Int(seed % 4)],
                stitch: [nil, .milliseconds(40), .zero][Int(seed / 4 % 3)])
            let screen = play(seed, settings)
            let broken = Promises.broken(by: screen.events)
            #expect(broken.isEmpty, "seed \(seed)")
            #expect(screen.nextDeadline == nil, "seed \(seed) leaves the engine waiting")
        }
    }

    @Test func `random touches make gestures of every kind`() {
        var kinds: Set<GestureKind> = []
        for seed in UInt64(0)..<200 { kinds.formUnion(play(seed).events.map(\.values.kind)) }
        #expect(kinds == Set(GestureConfiguration.standard.zones[0].gestures.map(\.kind)))
    }

    @Test func `the same touches give the same events`() {
        for seed in UInt64(0)..<100 { #expect(play(seed).events == play(seed).events) }
    }

    @Test func `values are finite, and positions are on the surface`() {
        for seed in UInt64(0)..<200 {
            for event in play(seed).events {
                #expect((0...1).contains(event.unitPosition.x))
                #expect((0...1).contains(event.unitPosition.y))
                let areFinite = event.values.numbers.allSatisfy { $0.isFinite }
                #expect(areFinite, "seed \(seed)")
                #expect(event.durationUs >= 0)
            }
        }
    }
}

/// The promises of every stream of events, with every configuration.
@Suite struct PromisePropertyTests {
    @Test(arguments: 0..<20)
    func `every began ends once, with the same number of fingers, and no deadline remains`(
        block: UInt64
    ) {
        for seed in (block * 20)..<(block * 20 + 20) {
            var random = RandomConfiguration(seed: seed)
            Property.check(seed: seed, random.configuration(), Property.frames(seed: seed)) {
                let screen = Property.screen($0, jitter: seed.isMultiple(of: 4) ? 0 : 0.4)
                screen.play($1)
                var broken = Promises.broken(by: screen.events)
                if let deadline = screen.nextDeadline {
                    broken.append("a deadline at \(deadline) ms remains on the empty glass")
                }
                broken += EmittedEvent.all(on: screen).compactMap(\.impossibility)
                return broken.isEmpty ? nil : broken.joined(separator: "\n")
            }
        }
    }

    @Test func `random configurations make gestures of every kind, in every zone`() {
        var kinds: Set<GestureKind> = []
        var zones: Set<Int> = []
        var reasons: Set<CancellationReason> = []
        for seed in UInt64(0)..<200 {
            var random = RandomConfiguration(seed: seed)
            let configuration = random.configuration()
            let screen = Property.screen(configuration)
            screen.play(Property.frames(seed: seed))
            for event in screen.events {
                kinds.insert(configuration.zones[event.zone].gestures[event.gesture].kind)
                zones.insert(event.zone)
                if let reason = event.reason { reasons.insert(reason) }
            }
        }
        // Random touches draw no shape.
        #expect(kinds.union([.stroke]) == Set(GestureKind.allCases).union([.custom]))
        #expect(zones == Set(0..<4))
        #expect(reasons.isSuperset(of: [.fingerAdded, .lost, .tooFar, .palm, .resynchronised]))
    }
}

extension EmittedEvent {
    /// The event, if a value is impossible.
    fileprivate var impossibility: String? {
        let numbers = (parts.map(\.values) + [event.values]).flatMap(\.numbers)
        let isOnSurface =
            (0...1).contains(event.unitPosition.x) && (0...1).contains(event.unitPosition.y)
        guard isOnSurface, event.durationUs >= 0, numbers.allSatisfy(\.isFinite) else {
            return "\(self)"
        }
        return nil
    }
}

extension Property {
    /// Records an issue if `fault` finds one.
    static func check(
        seed: UInt64, _ configuration: GestureConfiguration, _ frames: [TouchedFrame],
        fault: (GestureConfiguration, [TouchedFrame]) -> String?
    ) {
        guard let failure = failure(seed: seed, configuration, frames, fault: fault) else {
            return
        }
        Issue.record("\(failure)")
    }
}
