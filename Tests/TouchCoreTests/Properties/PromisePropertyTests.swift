import Testing
import TouchCore
import TouchTestSupport

/// What is promised of every stream of events, under every configuration.
@Suite struct PromisePropertyTests {
    @Test(arguments: 0..<20)
    func `every began ends once, with the fingers it began with, and then all is at rest`(
        block: UInt64
    ) {
        for seed in (block * 20)..<(block * 20 + 20) {
            var random = RandomConfiguration(seed: seed)
            Property.check(seed: seed, random.configuration(), Property.frames(seed: seed)) {
                let glass = Property.glass($0, jitter: seed.isMultiple(of: 4) ? 0 : 0.4)
                glass.play($1)
                var broken = Promises.broken(by: glass.events)
                if let deadline = glass.nextDeadline {
                    broken.append("the empty glass waits for \(deadline) ms")
                }
                broken += Told.all(on: glass).compactMap(\.impossibility)
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
            let glass = Property.glass(configuration)
            glass.play(Property.frames(seed: seed))
            for event in glass.events {
                kinds.insert(configuration.zones[event.zone].gestures[event.gesture].kind)
                zones.insert(event.zone)
                if let reason = event.reason { reasons.insert(reason) }
            }
        }
        #expect(kinds == Set(GestureKind.allCases))
        #expect(zones == Set(0..<4))
        #expect(reasons.isSuperset(of: [.fingerAdded, .lost, .tooFar, .palm, .resynchronised]))
    }
}

extension Told {
    /// A value that nobody could use; nil where there is none.
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
