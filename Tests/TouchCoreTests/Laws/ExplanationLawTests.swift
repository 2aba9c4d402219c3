import Testing
import TouchCore
import TouchTestSupport

/// A gesture is emitted exactly where no threshold is unmet, and it neither lost nor waits.
@Suite struct ExplanationLawTests {
    @Test(arguments: Law.blocks)
    func `each gesture beside compositions is emitted or explained`(seeds: Range<UInt64>) {
        for seed in seeds {
            var lists = ComposedLists(seed: seed)
            Property.check(seed: seed, lists.configuration(), ComposedLists.frames(seed: seed)) {
                Self.broken($0, $1)
            }
        }
    }

    @Test func `a gesture that is neither would be found`() {
        let count = (UInt64(0)..<8).count { seed in
            var lists = ComposedLists(seed: seed)
            let frames = ComposedLists.frames(seed: seed)
            return Self.broken(lists.configuration(), frames, hidesSome: true) != nil
        }
        #expect(count > 2)
    }

    /// - Parameter hidesSome: every third gesture is not seen.
    private static func broken(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame], hidesSome: Bool = false
    ) -> String? {
        let screen = Property.screen(configuration, explains: true)
        screen.play(frames)
        let events = screen.events.filter { !hidesSome || !$0.id.isMultiple(of: 3) }
        let broken = Explanations.broken(
            screen.explanations, events: events, configuration: configuration)
        return broken.isEmpty ? nil : broken.joined(separator: "\n")
    }
}
