import Testing

/// A case of wf-touch's tests, as the corpus re-expresses it.
struct WFTouchCase: Decodable, Sendable, CustomTestStringConvertible {
    /// From where a finger goes, and where to.
    struct Finger: Decodable, Sendable {
        var origin: [Double]
        var current: [Double]
    }

    /// A part of a sequence.
    struct Action: Decodable, Sendable {
        /// How many fingers come down or go.
        var touch: Int?
        var down: Bool?
        /// How soon after the part before, in ms.
        var within: Int?
        /// How long they stay, in ms.
        var hold: Int?
        /// The way that they go, and how far.
        var drag: String?
        var threshold: Double?

        enum CodingKeys: String, CodingKey {
            case touch, down, drag, threshold
            case within = "within_ms"
            case hold = "hold_ms"
        }
    }

    /// A touch, a wait, or an expectation.
    struct Step: Decodable, Sendable {
        var op: String
        var ms: Double?
        var action: String?
        var pointer: Int?
        var x: Double?
        var y: Double?
        var status: String?
        var completed: Int?

        enum CodingKeys: String, CodingKey {
            case op, action, pointer, x, y, status, completed
            case ms = "t_ms"
        }
    }

    /// A number, directions, a centre or an outcome, as `kind` has it.
    enum Expected: Decodable, Sendable {
        case number(Double)
        case directions([String])
        case centre(Finger)
        case outcome(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let directions = try? container.decode([String].self) {
                self = .directions(directions)
            } else if let centre = try? container.decode(Finger.self) {
                self = .centre(centre)
            } else {
                self = .outcome(try container.decode(String.self))
            }
        }
    }

    /// One way, or the two that make a diagonal.
    struct Way: Decodable, Sendable {
        var names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            names = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
        }
    }

    var name: String
    var kind: String
    var finger: Finger?
    var fingers: [Finger]?
    var actions: [Action]?
    var steps: [Step]?
    var way: Way?
    var threshold: Double?
    var expected: Expected?
    var expectedAbove: Double?
    var expectedBelow: Double?
    var tolerance: Double?

    var testDescription: String { name }

    /// The fingers, of which there may be one.
    var all: [Finger] { fingers ?? finger.map { [$0] } ?? [] }

    static let cases: [WFTouchCase] = OracleFile.cases(of: "wf_touch")

    enum CodingKeys: String, CodingKey {
        case name, kind, finger, fingers, actions, steps, threshold, expected
        case way = "dir"
        case expectedAbove = "expected_gt"
        case expectedBelow = "expected_lt"
        case tolerance = "tol_rel"
    }
}
