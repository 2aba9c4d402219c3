import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings

/// A configuration file and a Swift program configure the same engine.
@Suite struct SwiftAndFileTests {
    private func plans(_ seed: UInt64) -> [GesturePlan] {
        var generator = SeededGenerator(seed: seed)
        return (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            .random(depth: Int.random(in: 0...3, using: &generator), &generator)
        }
    }

    private let withAll = ", simultaneous: all"

    /// Whether the gesture at `index` is simultaneous with all. In a file a `simultaneous`
    /// composition cannot have that member.
    private func isAlongside(_ plan: GesturePlan, _ index: Int) -> Bool {
        if case .composition(.simultaneous, _, _) = plan { return false }
        return index == 1
    }

    @Test(arguments: 0..<60)
    func `gestures in YAML and in Swift agree on random touches`(seed: UInt64) {
        let plans = plans(seed)
        let text = plans.enumerated().map { index, plan in
            "  - { \(plan.yaml), name: g\(index)\(isAlongside(plan, index) ? withAll : "") }\n"
        }
        let (file, problems) = DaemonConfiguration.reading("gestures:\n" + text.joined())
        let screen = TestScreen(configuration: file.gestures)
        let swift = SwiftTestScreen {
            for (index, plan) in plans.enumerated() {
                let gesture = plan.gesture.named("g\(index)")
                if isAlongside(plan, index) { gesture.alongsideAll() } else { gesture }
            }
        }
        #expect(swift.surface.configuration == file.gestures, "\(problems) \(text)")

        var touches = RandomTouches(seed: seed)
        touches.play(frames: 600, on: screen)
        var again = RandomTouches(seed: seed)
        again.play(frames: 600, on: swift)
        #expect(swift.events == screen.events)
    }

    /// Otherwise the property would hold vacuously.
    @Test func `random gestures are delivered, and each kind is among them`() {
        var kinds: Set<GestureKind> = []
        var planned: Set<String> = []
        for seed in 0..<60 as Range<UInt64> {
            let plans = plans(seed)
            for plan in plans {
                planned.formUnion(GestureKind.allCases.map(\.rawValue).filter(plan.yaml.contains))
            }
            let screen = SwiftTestScreen { for plan in plans { plan.gesture.alongsideAll() } }
            var touches = RandomTouches(seed: seed)
            touches.play(frames: 300, on: screen)
            kinds.formUnion(screen.events.map(\.values.kind))
        }
        #expect(planned == Set(GestureKind.allCases.map(\.rawValue)))
        #expect(kinds.isSuperset(of: [.simultaneous, .sequence, .exclusive, .drag, .press]))
    }
}
