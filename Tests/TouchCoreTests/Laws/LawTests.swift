import RecognitionLaws
import Testing
import TouchCore

/// The laws of recognition on few cases; `LawProbe` tries many in release.
@Suite struct LawTests {
    @Test(arguments: Law.all)
    func `a law holds`(law: Law) {
        for seed in UInt64(0)..<10 {
            if let failure = law.failure(seed) { Issue.record("\(failure)") }
        }
    }

    @Test(arguments: Law.faults)
    func `what is wrong on purpose is found`(fault: Law.Fault) {
        var found = 0
        for seed in 0..<fault.seeds where found < fault.minimum && fault.found(seed) != nil {
            found += 1
        }
        #expect(found == fault.minimum)
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
