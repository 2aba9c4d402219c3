import RecognitionLaws
import Testing
import TouchCore

/// The laws of recognition on ten seeds each. `LawProbe` tests many in release.
@Suite struct LawTests {
    @Test(arguments: Law.all)
    func `a law holds`(law: Law) {
        for seed in UInt64(0)..<10 {
            if let failure = law.failure(seed) { Issue.record("\(failure)") }
        }
    }

    @Test func `a list keeps the order that a law gave it`() {
        var idle = SwipeThresholds()
        idle.minimumDistance = 10_000
        let list = [
            ConfiguredGesture(.swipe(.init())), ConfiguredGesture(.swipe(idle), name: "idle"),
        ]
        #expect(ZoneConfiguration(name: "z", gestures: []).with(list).gestures == list)
    }
}
