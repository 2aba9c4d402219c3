import Testing

@testable import GestureWire
@testable import TouchCore

/// The maximum length of a line, computed and measured.
struct GestureLineBoundTests {
    /// The widest numbers.
    private static let far = Point(
        x: -Double.greatestFiniteMagnitude, y: -Double.greatestFiniteMagnitude)

    private static let stroke =
        StrokeName(String(repeating: "z", count: StrokeName.longest))
        .map { GestureValues.stroke($0, score: far.x, runnerUp: ($0, far.x)) } ?? .force

    private static let tap = {
        var values = GestureValues.tap(count: .min)
        values.direction = .downRight
        return values
    }()

    /// The longest name, with a direction that this gesture does not have.
    private static let held = {
        var values = GestureValues.screenReader(.threeFingerTripleTapAndHold)
        values.direction = .downRight
        values.count = .min
        return values
    }()

    /// The widest values of the kind.
    private func values(of kind: GestureKind) -> GestureValues {
        var values = valuesWithoutSteps(of: kind)
        if kind.fields.contains(.steps) { values.steps = Int(Int32.min) }
        return values
    }

    private func valuesWithoutSteps(of kind: GestureKind) -> GestureValues {
        let (far, number) = (Self.far, Self.far.x)
        return switch kind {
        case .tap: Self.tap
        case .press: .press(ticks: .min, isInside: false)
        case .longPress: .longPress
        case .drag: .drag(translation: far, velocity: far, predicted: far, edge: .bottom)
        case .swipe:
            .swipe(translation: far, velocity: far, direction: .downRight, edge: .bottom)
        case .swipeHold: .swipeHold(translation: far, direction: .downRight, edge: .bottom)
        case .magnify: .magnify(translation: far, scale: number, velocity: number)
        case .rotate: .rotate(translation: far, degrees: number, velocity: number)
        case .deepPress: .deepPress(maximum: number)
        case .force: .force
        case .stroke: Self.stroke
        case .screenReader: Self.held
        case .simultaneous, .sequence, .exclusive: .composition(.sequence)
        case .custom: .custom
        }
    }

    /// The widest event of the kind, in a phase and for a reason.
    private func event(
        of kind: GestureKind, _ phase: GesturePhase, _ reason: CancellationReason?
    ) -> GestureEvent {
        GestureEvent(
            time: Timestamp(microseconds: .min), device: .min, zone: 0, gesture: 0, id: .max,
            phase: phase, reason: reason, fingers: .min, position: Self.far,
            unitPosition: Self.far, durationUs: .min, force: Self.far.x, forceSource: .pressure,
            values: values(of: kind))
    }

    /// Bytes of a line, without its fragment and its end.
    private func length(of event: GestureEvent) -> Int {
        let gesture = ConfiguredGesture(.tap(.init()), name: "n")
        let configuration = GestureConfiguration(zones: [
            ZoneConfiguration(name: "z", gestures: [gesture])
        ])
        let encoder = GestureLineEncoder(configuration: configuration)
        let fragment = #","zone":"z","gesture":"tap","name":"n","id":"#.utf8.count
        var buffer = LineBuffer(capacity: 64)
        encoder.appendBody(event, to: &buffer)
        #expect(buffer.overlongCount == 0)
        return buffer.count - fragment - "}\n".utf8.count
    }

    @Test(arguments: GestureKind.allCases)
    func `the longest line of a kind is as long as computed`(kind: GestureKind) {
        var longest = 0
        for phase in GesturePhase.allCases {
            for reason in [nil] + CancellationReason.allCases {
                longest = max(longest, length(of: event(of: kind, phase, reason)))
            }
        }
        // The parts of a composition are appended separately.
        if kind.isComposition { longest -= #","parts":[]"#.utf8.count }
        let bound = GestureLineBound.room(for: kind)
        #expect(longest <= bound)
        // No line has both a reason and a maximum force: `cancelled` has one, `ended` the other.
        let reasonBeyondPhase = GestureMember.reason.widest + "cancelled".count - "ended".count
        // Nor does a gesture with the longest name have a second direction.
        let unused: [GestureKind: Int] = [
            .deepPress: reasonBeyondPhase, .screenReader: GestureMember.secondDirection.widest,
        ]
        #expect(bound - longest == unused[kind] ?? 0)
    }

    @Test func `the bound is that of the longest kind`() {
        let bound = GestureLineBound()
        #expect(bound.room == GestureLineBound.room(for: .drag))
        #expect(bound.room < 650)
        #expect(bound.upperBound > bound.room + Digits.room)
        #expect(GestureMember.allCases.count <= 64)
    }

    @Test func `a line beyond the bound is dropped and counted`() {
        var buffer = LineBuffer(capacity: 16)
        buffer.append("before")
        let bound = GestureLineBound()
        let isWhole = buffer.append(bound, fragment: 0) { line in
            // All members: no kind has them all.
            for member in GestureMember.allCases where member.widest > 0 {
                line.append(member, Int64.min)
            }
            line.append(fragment: UnsafeRawBufferPointer(start: nil, count: 0))
        }
        #expect(!isWhole)
        #expect(buffer.overlongCount == 1)
        buffer.append("after")
        let text = buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(text == "beforeafter")
    }
}
