import Testing
import TouchCore

/// A case of wf-touch's tests, as the corpus re-expresses it.
struct WFTouchCase: Decodable, Sendable, CustomTestStringConvertible {
    /// The start and the end of a finger's path.
    struct Finger: Decodable, Sendable {
        var origin: [Double]
        var current: [Double]
    }

    /// A part of a sequence.
    struct Action: Decodable, Sendable {
        /// How many fingers land or lift.
        var touch: Int?
        var down: Bool?
        /// How soon after the part before, in ms.
        var within: Int?
        /// How long they stay, in ms.
        var hold: Int?
        /// The direction, and the distance.
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

/// The gesture that a case expects, as one of ours.
extension WFTouchCase {
    func gesture(millimetresPerUnit: Double) -> ConfiguredGesture {
        let count = max(all.count, 1)
        switch kind {
        case "direction":
            var swipe = SwipeThresholds()
            swipe.directions = Set(SwipeDirection.allCases)
            return ConfiguredGesture(.swipe(swipe))
        case "drag_action":
            var swipe = SwipeThresholds()
            swipe.fingers = count...count
            swipe.directions = Set(way?.names.compactMap(SwipeDirection.init) ?? [])
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

    /// Its parts: taps if fingers land and lift, otherwise holding and dragging in order.
    private func sequence(_ millimetresPerUnit: Double) -> ConfiguredGesture {
        let actions = actions ?? []
        let fingers = actions.first?.touch ?? 1
        let landings = actions.filter { $0.down == true }
        if actions.contains(where: { $0.down == false }) {
            var tap = TapThresholds()
            // Its taps have no minimum duration and no minimum gap.
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
            // Its threshold is met when it is reached, ours beyond.
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

extension WFTouchCase.Way {
    /// Of length 1.
    var vector: Point {
        let ways = [
            "left": Point(x: -1, y: 0), "right": Point(x: 1, y: 0), "up": Point(x: 0, y: -1),
            "down": Point(x: 0, y: 1),
        ]
        let sum = names.reduce(Point.zero) { $0 + (ways[$1] ?? .zero) }
        return sum / sum.length
    }
}
