import Testing
import TouchCore
import TouchTestSupport

@Suite struct WFTouchTests {
    /// Cases in which our specification differs.
    private static let differences: [String: OracleDifference] = [
        "composed hold-left-hold-right":
            OracleDifference(
                sentence: """
                    drag … `ended` on the first lift. … `sequence` (the second starts when the first \
                    has ended — for long press: when it has begun — and the same fingers go on)
                    """, misses: ["7 completed"])
    ]

    @Test(.enabled(if: OracleFile.exists, "needs the corpus: set TOUCH_CORPUS"))
    func `the corpus has the cases`() {
        let names = Set(WFTouchCase.cases.map(\.name))
        #expect(names.count == 30)
        #expect(names.isSuperset(of: Self.differences.keys))
    }

    @Test(
        .enabled(if: OracleFile.exists, "needs the corpus: set TOUCH_CORPUS"),
        arguments: WFTouchCase.cases)
    func `recognises what wf-touch recognises`(oracle: WFTouchCase) {
        let difference = Self.differences[oracle.name]
        let replay = WFTouchReplay(oracle)
        #expect(
            replay.misses == difference?.misses ?? [],
            "\(difference?.sentence ?? "")\n\(replay.screen.transcript.joined(separator: "\n"))")
    }
}

/// Plays a case of wf-touch's tests on a screen, and records unmet expectations.
///
/// The positions of a case, whose unit is arbitrary, are scaled so that the maximum coordinate is
/// 40 mm from the middle of the screen: far enough for each of our thresholds, none of which
/// wf-touch has. Fingers move straight from their origin to their position in 100 ms, and lift.
struct WFTouchReplay {
    static let reach = 40.0
    static let steps = 10
    /// Less than the unit of the panel, a hundredth of a millimetre.
    static let precision = 1e-3

    let screen: TestScreen
    private(set) var misses: [String] = []
    private let oracle: WFTouchCase
    private let millimetresPerUnit: Double
    private let middle = Point(x: 172, y: 97)

    init(_ oracle: WFTouchCase) {
        self.oracle = oracle
        let ofSteps = (oracle.steps ?? []).flatMap { step -> [Double] in [step.x ?? 0, step.y ?? 0]
        }
        let ofFingers = oracle.allFingers.flatMap { finger -> [Double] in
            finger.origin + finger.current
        }
        let maximum = (ofSteps + ofFingers).map(\.magnitude).max() ?? 0
        millimetresPerUnit = maximum > 0 ? Self.reach / maximum : 1
        screen = TestScreen(
            configuration: GestureConfiguration(
                gestures: [oracle.gesture(millimetresPerUnit: millimetresPerUnit)]))
        if let steps = oracle.steps {
            for (index, step) in steps.enumerated() { receive(step, index) }
        } else {
            stroke()
            compare()
        }
    }

    private func position(_ x: Double, _ y: Double) -> Point {
        middle + Point(x: x, y: y) * millimetresPerUnit
    }

    private func stroke() {
        for step in 0...Self.steps {
            let progress = Double(step) / Double(Self.steps)
            let acts = oracle.allFingers.enumerated().map { index, finger in
                let origin = position(finger.origin[0], finger.origin[1])
                let current = position(finger.current[0], finger.current[1])
                let point = origin + (current - origin) * progress
                return step == 0
                    ? TestScreen.Act.down(index, point.x, point.y) : .move(index, point.x, point.y)
            }
            screen.frame(Double(step) * 10, acts)
        }
        screen.frame(Double(Self.steps + 1) * 10, oracle.allFingers.indices.map { .up($0) })
    }

    private mutating func receive(_ step: WFTouchCase.Step, _ index: Int) {
        let pointer = step.pointer ?? 0
        let point = position(step.x ?? 0, step.y ?? 0)
        switch step.action {
        case "down": screen.frame(step.ms ?? 0, .down(pointer, point.x, point.y))
        case "move": screen.frame(step.ms ?? 0, .move(pointer, point.x, point.y))
        case "up": screen.frame(step.ms ?? 0, .up(pointer))
        default:
            guard step.op == "expect" else { return screen.wait(until: step.ms ?? 0) }
            guard step.status != nil || step.completed != nil else { return }
            let expected = step.status == "completed" || step.completed == 1
            check(isComplete == expected, "\(index) completed")
        }
    }
}

// The emitted events, and the expected ones.
extension WFTouchReplay {
    private mutating func check(_ isMet: Bool, _ expectation: String) {
        if !isMet { misses.append(expectation) }
    }

    /// Whether a gesture was recognised: a long press once it begins, any other once it ends.
    private var isComplete: Bool {
        screen.events.contains { event in
            event.phase == .ended || event.phase == .began && event.values.kind == .longPress
        }
    }

    private mutating func compare() {
        switch oracle.expected {
        case .directions(let names): check(direction == Set(names), "direction")
        case .outcome(let outcome):
            check(isInExpectedDirection == (outcome == "completed"), "completed")
        case .centre(let centre):
            let now = screen.events.last?.position ?? .zero
            let translation = screen.events.last?.values.translation ?? .zero
            check(isSamePosition(centre.current, now), "centre")
            check(isSamePosition(centre.origin, now - translation), "centre of the origins")
        case .number(let number):
            let tolerance = oracle.tolerance ?? Self.precision
            check(value.isNear(number, within: tolerance), oracle.kind)
        case nil:
            if let lower = oracle.expectedAbove { check(value > lower, oracle.kind) }
            if let upper = oracle.expectedBelow { check(value < upper, oracle.kind) }
        }
    }

    private func isSamePosition(_ units: [Double], _ emitted: Point) -> Bool {
        emitted.isNear(position(units[0], units[1]), within: Self.precision)
    }

    private var direction: Set<String> {
        guard let direction = screen.events.last?.values.direction else { return [] }
        return Set(direction.rawValue.split(separator: "_").map(String.init))
    }

    /// Whether the gesture was recognised in the expected direction.
    private var isInExpectedDirection: Bool {
        let threshold = oracle.threshold ?? 0
        guard let values = screen.events.last?.values else { return false }
        if let scale = values.scale { return (scale > 1) == (threshold > 1) }
        if let degrees = values.rotation { return (degrees > 0) == (threshold > 0) }
        return values.kind == .swipe && direction == Set(oracle.direction?.names ?? [])
    }

    /// The value of the last event; without an event, that of fingers that did not move.
    private var value: Double {
        let values = screen.events.last?.values
        switch oracle.kind {
        case "pinch_scale": return values?.scale ?? 1
        case "rotation": return (values?.rotation ?? 0) * .pi / 180
        default:
            let translation = (values?.translation ?? .zero) / millimetresPerUnit
            let heading = oracle.direction?.vector ?? .zero
            let along = max(translation.dot(heading), 0)
            return oracle.kind == "drag_distance" ? along : (translation - heading * along).length
        }
    }
}
