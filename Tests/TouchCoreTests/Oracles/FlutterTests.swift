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

    /// Cases in which our specification differs.
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

    @Test(.enabled(if: OracleFile.exists, "needs the corpus: set TOUCH_CORPUS"))
    func `the corpus has the cases`() {
        let names = Set(FlutterCase.all.map(\.testDescription))
        #expect(names.count == 43)
        #expect(names.isSuperset(of: Self.differences.keys))
    }

    @Test(
        .enabled(if: OracleFile.exists, "needs the corpus: set TOUCH_CORPUS"),
        arguments: FlutterCase.all)
    func `recognises what Flutter recognises`(oracle: FlutterCase) {
        let difference = Self.differences[oracle.testDescription]
        let replay = FlutterReplay(oracle)
        #expect(
            replay.misses == difference?.misses ?? [],
            "\(difference?.sentence ?? "")\n\(replay.screen.transcript.joined(separator: "\n"))")
    }
}

/// A case of Flutter's tests of its gesture recognisers, in the form of the corpus.
struct FlutterCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Configuration: Decodable, Sendable {
        var longPress: Double?
        var startPressure: Double?

        enum CodingKeys: String, CodingKey {
            case longPress = "long_press_ms"
            case startPressure = "start_pressure"
        }
    }

    /// Whether an event occurred since the last expectation, or the total number of such events.
    enum Occurrence: Decodable, Sendable {
        case happened(Bool)
        case times(Int)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let times = try? container.decode(Int.self) {
                self = .times(times)
            } else {
                self = .happened(try container.decode(Bool.self))
            }
        }
    }

    /// A pressure, or `nil` for NaN.
    struct Pressure: Decodable, Sendable {
        var value: Double?

        init(from decoder: any Decoder) throws {
            value = try? decoder.singleValueContainer().decode(Double.self)
        }
    }

    /// A touch, a wait, or an expectation (`expect`, `expect_update`).
    struct Step: Decodable, Sendable {
        var op: String
        var ms: Double?
        var action: String?
        var pointer: Int?
        var x: Double?
        var y: Double?
        var pressure: Pressure?
        var minimumPressure: Double?
        var maximumPressure: Double?

        var events: [String]?
        var started: Occurrence?
        var updated: Occurrence?
        var peaked: Occurrence?
        var ended: Occurrence?
        var panStarted: Occurrence?
        var vx: Double?
        var vy: Double?
        var vxRange: [Double]?

        var focal: [Double]?
        var scale: Double?
        var rotation: Double?
        var delta: [Double]?
        var pointers: Int?

        enum CodingKeys: String, CodingKey {
            case op, action, pointer, x, y, pressure
            case events, started, updated, peaked, ended, vx, vy
            case focal, scale, rotation, delta, pointers
            case ms = "t_ms"
            case minimumPressure = "pressure_min"
            case maximumPressure = "pressure_max"
            case panStarted = "pan_started"
            case vxRange = "vx_range"
        }
    }

    var recogniser: String
    var name: String
    var config: Configuration?
    var steps: [Step]

    var testDescription: String { "\(recogniser): \(name)" }

    /// Flutter's indication that a device measures pressure: a maximum above 1.
    var measuresForce: Bool { (steps.first?.maximumPressure ?? 0) > 1 }

    static let all: [FlutterCase] = OracleFile.cases(of: "flutter_recognizers")
}
