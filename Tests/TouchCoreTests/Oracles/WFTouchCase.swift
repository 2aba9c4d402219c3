import Testing
import TouchCore

/// A case of wf-touch's tests, in the form of the corpus.
struct WFTouchCase: Decodable, Sendable, CustomTestStringConvertible {
    /// The start and the end of a finger's path.
    struct Finger: Decodable, Sendable {
        var origin: [Double]
        var current: [Double]
    }

    /// A part of a sequence.
    struct Action: Decodable, Sendable {
        /// The number of fingers that land or lift.
        var touch: Int?
        var down: Bool?
        /// The maximum time after the previous part, in ms.
        var within: Int?
        /// The time for which the fingers stay, in ms.
        var hold: Int?
        /// The direction of a drag.
        var drag: String?
        /// The distance of a drag, in the unit of the case.
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

    /// A number, directions, a centre or an outcome, depending on `kind`.
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

    /// One direction, or the two that form a diagonal.
    struct Direction: Decodable, Sendable {
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
    var direction: Direction?
    var threshold: Double?
    var expected: Expected?
    var expectedAbove: Double?
    var expectedBelow: Double?
    var tolerance: Double?

    var testDescription: String { name }

    /// The fingers of the case, one or several.
    var allFingers: [Finger] { fingers ?? finger.map { [$0] } ?? [] }

    static let cases: [WFTouchCase] = OracleFile.cases(of: "wf_touch")

    enum CodingKeys: String, CodingKey {
        case name, kind, finger, fingers, actions, steps, threshold, expected
        case direction = "dir"
        case expectedAbove = "expected_gt"
        case expectedBelow = "expected_lt"
        case tolerance = "tol_rel"
    }
}

/// The gesture of a case, as one of ours.
extension WFTouchCase {
    func gesture(millimetresPerUnit: Double) -> ConfiguredGesture {
        let count = max(allFingers.count, 1)
        switch kind {
        case "direction":
            var swipe = SwipeThresholds()
            swipe.directions = Set(SwipeDirection.allCases)
            return ConfiguredGesture(.swipe(swipe))
        case "drag_action":
            var swipe = SwipeThresholds()
            swipe.fingers = count...count
            swipe.directions = Set(direction?.names.compactMap(SwipeDirection.init) ?? [])
            swipe.minimumDistance = (threshold ?? 0) * millimetresPerUnit
            return ConfiguredGesture(.swipe(swipe))
        case "pinch_scale", "pinch_action":
            var magnify = MagnifyThresholds()
            magnify.minimumDistance = 0
            magnify.minimumScale = threshold.map { ($0 - 1).magnitude } ?? 0
            return ConfiguredGesture(.magnify(magnify))
        case "rotation", "rotate_action":
            var rotate = RotateThresholds()
            rotate.minimumRotation = (threshold?.magnitude ?? 0) * 180 / .pi
            return ConfiguredGesture(.rotate(rotate))
        case "sequence": return sequence(millimetresPerUnit)
        default: return ConfiguredGesture(.drag(Self.drag(0, fingers: count)))
        }
    }

    /// The actions as a count of taps if fingers land and lift, otherwise as long presses and drags
    /// in order.
    private func sequence(_ millimetresPerUnit: Double) -> ConfiguredGesture {
        let actions = actions ?? []
        let fingers = actions.first?.touch ?? 1
        let landings = actions.filter { $0.down == true }
        if actions.contains(where: { $0.down == false }) {
            var tap = TapThresholds()
            // wf-touch's taps have no minimum duration and no minimum gap.
            (tap.minimumDuration, tap.minimumGap) = (.zero, .zero)
            tap.fingers = fingers...fingers
            tap.count = landings.count...landings.count
            tap.maximumGap = .milliseconds(landings.compactMap(\.within).max() ?? 0)
            return ConfiguredGesture(.tap(tap))
        }
        let parts = actions.compactMap { action -> ConfiguredGesture? in
            if let hold = action.hold {
                var press = LongPressThresholds()
                press.fingers = fingers...fingers
                press.minimumDuration = .milliseconds(hold)
                return ConfiguredGesture(.longPress(press))
            }
            // wf-touch's threshold is met when it is reached, ours beyond it.
            return action.threshold.map {
                let distance = $0 * millimetresPerUnit - 0.01
                return ConfiguredGesture(.drag(Self.drag(distance, fingers: fingers)))
            }
        }
        guard parts.count > 1 else { return parts[0] }
        return ConfiguredGesture(.composition(GestureComposition(.sequence, parts)))
    }

    private static func drag(_ distance: Double, fingers: Int) -> DragThresholds {
        var drag = DragThresholds()
        drag.fingers = fingers...fingers
        drag.minimumDistance = distance
        return drag
    }
}

extension WFTouchCase.Direction {
    /// The direction as a vector of length 1.
    var vector: Point {
        let vectors = [
            "left": Point(x: -1, y: 0), "right": Point(x: 1, y: 0), "up": Point(x: 0, y: -1),
            "down": Point(x: 0, y: 1),
        ]
        let sum = names.reduce(Point.zero) { $0 + (vectors[$1] ?? .zero) }
        return sum / sum.length
    }
}
