import Testing

/// A case of Android's tests of its velocity tracker, as the corpus re-expresses it.
struct AndroidVelocityCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Pointer: Decodable, Sendable {
        var id: Int
        var x: Double
        var y: Double
        var resampled: Bool?
    }

    /// A touch event, or a step of a scroll wheel (`delta`); `time` in nanoseconds.
    struct Event: Decodable, Sendable {
        var time: Int64
        var action: String?
        var pointers: [Pointer]?
        var changing: [Int]?
        var canceled: Bool?
        var delta: Double?

        enum CodingKeys: String, CodingKey {
            case time = "t_ns"
            case action, pointers, changing, canceled, delta
        }
    }

    /// No velocity is a velocity of 0 here.
    struct Expectation: Decodable, Sendable {
        var strategy: String
        var axis: String
        var velocity: Double?
        var pointer: Int
        var tolerance: Double?

        enum CodingKeys: String, CodingKey {
            case strategy, axis, velocity, pointer
            case tolerance = "tol_rel"
        }
    }

    var name: String
    var events: [Event]
    var expected: [Expectation]

    var testDescription: String { name }

    static let all: [AndroidVelocityCase] = OracleFile.cases(of: "android_velocity_tracker")
}
