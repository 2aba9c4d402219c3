import Testing
import TouchCore

@testable import GestureSettings

/// Each threshold of each kind, under its name in the pages.
struct ThresholdReadingTests {
    private static let tap: [(String, Change<TapThresholds>)] = [
        ("fingers: 2", .set(\.fingers, 2...2)), ("count: [1, 5]", .set(\.count, 1...5)),
        ("maximum_duration: 0.4s", .set(\.maximumDuration, .milliseconds(400))),
        ("maximum_distance: 3.5mm", .set(\.maximumDistance, 3.5)),
        ("maximum_separation: 60mm", .set(\.maximumSeparation, 60)),
        ("between: any", .set(\.between, .any)),
        ("minimum_gap: 30ms", .set(\.minimumGap, .milliseconds(30))),
        ("maximum_gap: 1s", .set(\.maximumGap, .seconds(1))),
        ("maximum_spacing: 0mm", .set(\.maximumSpacing, 0)),
    ]

    @Test(arguments: tap)
    func `thresholds of tap`(text: String, expected: Change<TapThresholds>) throws {
        #expect(try definition("tap", text) == .tap(expected.applied(to: TapThresholds())))
    }

    private static let press: [(String, Change<PressThresholds>)] = [
        ("fingers: [1, 2]", .set(\.fingers, 1...2)),
        ("first_tick: 1s", .set(\.firstTick, .seconds(1))),
        ("tick: 50ms", .set(\.tick, .milliseconds(50))),
        ("maximum_distance: 6mm", .set(\.maximumDistance, 6)),
    ]

    @Test(arguments: press)
    func `thresholds of press`(text: String, expected: Change<PressThresholds>) throws {
        #expect(try definition("press", text) == .press(expected.applied(to: PressThresholds())))
    }

    private static let longPress: [(String, Change<LongPressThresholds>)] = [
        ("fingers: 3", .set(\.fingers, 3...3)),
        ("minimum_duration: 1.5s", .set(\.minimumDuration, .milliseconds(1_500))),
        ("maximum_distance: 6mm", .set(\.maximumDistance, 6)),
    ]

    @Test(arguments: longPress)
    func `thresholds of long press`(text: String, expected: Change<LongPressThresholds>) throws {
        #expect(
            try definition("long_press", text)
                == .longPress(expected.applied(to: LongPressThresholds())))
    }

    private static let drag: [(String, Change<DragThresholds>)] = [
        ("fingers: 10", .set(\.fingers, 10...10)),
        ("minimum_distance: 8mm", .set(\.minimumDistance, 8)),
        ("axis: vertical", .set(\.axis, .vertical)),
        ("edge: [left, top]", .set(\.edges, [.left, .top])),
        ("edge: bottom", .set(\.edges, [.bottom])),
        ("edge_width: 10mm", .set(\.edgeWidth, 10)),
    ]

    @Test(arguments: drag)
    func `thresholds of drag`(text: String, expected: Change<DragThresholds>) throws {
        #expect(try definition("drag", text) == .drag(expected.applied(to: DragThresholds())))
    }

    private static let swipe: [(String, Change<SwipeThresholds>)] = [
        ("fingers: [1, 3]", .set(\.fingers, 1...3)),
        ("directions: [up, down_left]", .set(\.directions, [.up, .downLeft])),
        ("minimum_distance: 8mm", .set(\.minimumDistance, 8)),
        ("minimum_speed: 100 mm/s", .set(\.minimumSpeed, 100)),
        ("minimum_flick: 0mm", .set(\.minimumFlick, 0)),
        ("maximum_duration: 1s", .set(\.maximumDuration, .seconds(1))),
        ("maximum_deviation: 30deg", .set(\.maximumDeviation, 30)),
        ("maximum_wander: 0.5", .set(\.maximumWander, 0.5)),
        ("lift_window: 100ms", .set(\.liftWindow, .milliseconds(100))),
        ("edge: right", .set(\.edges, [.right])),
        ("edge_width: 7mm", .set(\.edgeWidth, 7)),
    ]

    @Test(arguments: swipe)
    func `thresholds of swipe`(text: String, expected: Change<SwipeThresholds>) throws {
        #expect(try definition("swipe", text) == .swipe(expected.applied(to: SwipeThresholds())))
    }

    private static let magnify: [(String, Change<MagnifyThresholds>)] = [
        ("fingers: [2, 10]", .set(\.fingers, 2...10)),
        ("minimum_distance: 6mm", .set(\.minimumDistance, 6)),
        ("minimum_scale: 0.2", .set(\.minimumScale, 0.2)),
        ("minimum_share: 1", .set(\.minimumShare, 1)),
        ("minimum_radius: 5mm", .set(\.minimumRadius, 5)),
    ]

    @Test(arguments: magnify)
    func `thresholds of magnify`(text: String, expected: Change<MagnifyThresholds>) throws {
        #expect(
            try definition("magnify", text) == .magnify(expected.applied(to: MagnifyThresholds())))
    }

    private static let rotate: [(String, Change<RotateThresholds>)] = [
        ("fingers: 2", .set(\.fingers, 2...2)),
        ("minimum_rotation: 15deg", .set(\.minimumRotation, 15)),
        ("minimum_distance: 3mm", .set(\.minimumDistance, 3)),
        ("minimum_share: 0.5", .set(\.minimumShare, 0.5)),
        ("minimum_radius: 5mm", .set(\.minimumRadius, 5)),
    ]

    @Test(arguments: rotate)
    func `thresholds of rotate`(text: String, expected: Change<RotateThresholds>) throws {
        #expect(try definition("rotate", text) == .rotate(expected.applied(to: RotateThresholds())))
    }

    private static let deepPress: [(String, Change<DeepPressThresholds>)] = [
        ("fingers: 2", .set(\.fingers, 2...2)),
        ("threshold: 0.9", .set(\.threshold, 0.9)),
        ("release_threshold: 0.5", .set(\.releaseThreshold, 0.5)),
        ("maximum_distance: 0mm", .set(\.maximumDistance, 0)),
    ]

    @Test(arguments: deepPress)
    func `thresholds of deep press`(text: String, expected: Change<DeepPressThresholds>) throws {
        #expect(
            try definition("deep_press", text)
                == .deepPress(expected.applied(to: DeepPressThresholds())))
    }

    @Test func `thresholds of force`() throws {
        var expected = ForceThresholds()
        expected.fingers = 1...2
        #expect(try definition("force", "fingers: [1, 2]") == .force(expected))
    }

    private func definition(_ kind: String, _ threshold: String) throws -> GestureDefinition {
        let (read, problems) = DaemonConfiguration.reading(
            "gestures:\n  - \(kind): { \(threshold) }")
        #expect(problems == [])
        return try #require(read.gestures.zones[0].gestures.first).definition
    }
}

/// One member set to a value.
struct Change<Whole>: Sendable {
    private let apply: @Sendable (inout Whole) -> Void

    static func set<Value: Sendable>(
        _ path: any WritableKeyPath<Whole, Value> & Sendable, _ value: Value
    ) -> Self {
        Change { $0[keyPath: path] = value }
    }

    fileprivate func applied(to whole: Whole) -> Whole {
        var whole = whole
        apply(&whole)
        return whole
    }
}
