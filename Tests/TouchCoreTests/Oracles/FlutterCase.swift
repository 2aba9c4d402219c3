import Testing

/// A case of Flutter's tests of its gesture recognisers, as the corpus re-expresses it.
struct FlutterCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Configuration: Decodable, Sendable {
        var longPress: Double?
        var startPressure: Double?

        enum CodingKeys: String, CodingKey {
            case longPress = "long_press_ms"
            case startPressure = "start_pressure"
        }
    }

    /// Whether something happened since the last expectation, or how often it has in all.
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

    /// A pressure; one that is no number tells nothing.
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
        var leastPressure: Double?
        var greatestPressure: Double?

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
            case leastPressure = "pressure_min"
            case greatestPressure = "pressure_max"
            case panStarted = "pan_started"
            case vxRange = "vx_range"
        }
    }

    var recogniser: String
    var name: String
    var config: Configuration?
    var steps: [Step]

    var testDescription: String { "\(recogniser): \(name)" }

    /// Flutter's word for a device that measures pressure: a greatest one above 1.
    var measuresForce: Bool { (steps.first?.greatestPressure ?? 0) > 1 }

    static let all: [FlutterCase] = OracleFile.cases(of: "flutter_recognizers")
}
