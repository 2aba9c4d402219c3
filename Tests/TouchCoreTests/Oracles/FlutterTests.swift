import Testing
import TouchTestSupport

@Suite struct FlutterTests {
    private static let hand = """
        Fingers of one zone form its hand: each lands within 100 ms (`landing_window`) of the one \
        before. … A tap belongs to the fingers that landed together
        """
    private static let similarity = """
        finger joins → `cancelled`. … least-squares similarity z = Σq′·conj(p′)/Σ|p′|² against the \
        positions at the start of the round
        """

    /// Cases in which the specification means something else.
    private static let differences: [String: OracleDifference] = [
        "tap: Should not recognize two overlapping taps (FIFO)":
            OracleDifference(sentence: hand, misses: ["4 events", "6 events"]),
        "tap: Should not recognize two overlapping taps (FILO)":
            OracleDifference(sentence: hand, misses: ["6 events"]),
        "serial_tap: Interleaving taps cancel first sequence and start second":
            OracleDifference(sentence: hand, misses: ["4 events"]),
        "double_tap: One tap of group followed by second tap":
            OracleDifference(
                sentence: "same number of fingers; otherwise the count starts anew",
                misses: ["9 events"]),
        "scale: Should recognize scale gestures":
            OracleDifference(
                sentence: similarity, misses: ["6 ended", "18 ended", "21 scale", "25 scale"]),
        "scale: Should recognize rotation gestures":
            OracleDifference(
                sentence: similarity, misses: ["5 ended", "12 ended", "19 rotation"]),
        "drag_horizontal: Clamp max velocity":
            OracleDifference(
                sentence: """
                    Velocity: least squares of degree 2 over the ≤ 20 samples of the ≤ 100 ms \
                    before the newest sample (not before the lift), slope at the newest
                    """, misses: ["13 vx"]),
    ]

    @Test(.enabled(if: OracleFile.isThere, "needs the corpus: set TOUCH_CORPUS"))
    func `the corpus holds the cases`() {
        let names = Set(FlutterCase.all.map(\.testDescription))
        #expect(names.count == 43)
        #expect(names.isSuperset(of: Self.differences.keys))
    }

    @Test(
        .enabled(if: OracleFile.isThere, "needs the corpus: set TOUCH_CORPUS"),
        arguments: FlutterCase.all)
    func `recognises what Flutter does`(oracle: FlutterCase) {
        let difference = Self.differences[oracle.testDescription]
        let replay = FlutterReplay(oracle)
        #expect(
            replay.misses == difference?.misses ?? [],
            "\(difference?.sentence ?? "")\n\(replay.glass.said.joined(separator: "\n"))")
    }
}
