import Testing
import TouchTestSupport

@Suite struct WFTouchTests {
    /// Cases in which the specification means something else.
    private static let differences: [String: OracleDifference] = [
        "composed hold-left-hold-right":
            OracleDifference(
                sentence: """
                    drag … `ended` on the first lift. … `sequence` (the second starts when the first \
                    has ended — for long press: when it has begun — and the same fingers go on)
                    """, misses: ["7 completed"])
    ]

    @Test(.enabled(if: OracleFile.isThere, "needs the corpus: set TOUCH_CORPUS"))
    func `the corpus holds the cases`() {
        let names = Set(WFTouchCase.cases.map(\.name))
        #expect(names.count == 30)
        #expect(names.isSuperset(of: Self.differences.keys))
    }

    @Test(
        .enabled(if: OracleFile.isThere, "needs the corpus: set TOUCH_CORPUS"),
        arguments: WFTouchCase.cases)
    func `recognises what wf-touch does`(oracle: WFTouchCase) {
        let difference = Self.differences[oracle.name]
        let replay = WFTouchReplay(oracle)
        #expect(
            replay.misses == difference?.misses ?? [],
            "\(difference?.sentence ?? "")\n\(replay.glass.said.joined(separator: "\n"))")
    }
}
