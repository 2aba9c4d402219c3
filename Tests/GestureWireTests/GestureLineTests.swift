import Foundation
import GestureWire
import Testing

@testable import TouchCore

@Suite struct GestureLineTests {
    /// The members of a gesture line in the order of the protocol page.
    private static let order = [
        "type", "seq", "time_us", "device", "zone", "gesture", "name", "id", "phase", "reason",
        "fingers", "x", "y", "x_mm", "y_mm", "dx_mm", "dy_mm", "vx_mm_s", "vy_mm_s",
        "predicted_dx_mm", "predicted_dy_mm", "scale", "scale_velocity", "rotation_deg",
        "rotation_velocity", "force", "force_source", "max_force", "count", "steps",
        "direction", "edge", "screen_reader", "second_direction", "stroke", "score", "runner_up",
        "runner_up_score", "inside", "duration_us",
    ]

    private func line(_ event: GestureEvent, seq: UInt64 = 41) -> String {
        text {
            $0.appendHead(.gesture, seq: seq)
            GestureLineEncoder(configuration: WireSamples.configuration)
                .appendBody(event, to: &$0)
        }
    }

    @Test(arguments: WireSamples.kinds)
    func `members are in the order of the page`(kind: GestureKind) throws {
        for event in WireSamples.events(of: kind) {
            let members = line(event).matches(of: /[{,]"([a-z_]+)":/).map { String($0.output.1) }
            #expect(members == Self.order.filter(members.contains))
        }
    }

    @Test(arguments: WireSamples.kinds)
    func `a line has the values of its event`(kind: GestureKind) throws {
        for event in WireSamples.events(of: kind) {
            let parsed = try ParsedLine(line(event))
            let expected = ExpectedMembers(event, in: WireSamples.configuration)
            #expect(parsed.texts == expected.texts)
            #expect(parsed.flags == expected.flags)
            #expect(parsed.numbers.keys.sorted() == expected.numbers.keys.sorted())
            for (member, number) in expected.numbers {
                let written = try #require(parsed.numbers[member])
                #expect((written - number.value).magnitude <= number.tolerance, "\(member)")
            }
        }
    }

    @Test(arguments: WireSamples.kinds)
    func `a line has each member's value of its event`(kind: GestureKind) throws {
        for event in WireSamples.events(of: kind) {
            let parsed = try ParsedLine(line(event))
            for member in GestureMember.allCases where member.isValue(of: kind) {
                let name = member.rawValue
                let written = parsed.numbers[name]
                let word = parsed.texts[name] ?? parsed.flags[name].map { "\($0)" }
                switch member.value(of: event.values) {
                case .decimal(let value):
                    #expect(try (#require(written) - value).magnitude <= 0.005_001, "\(name)")
                case .integer(let value): #expect(written == Double(value), "\(name)")
                case .text(let value): #expect(word == value, "\(name)")
                case nil: #expect(written == nil && word == nil, "\(name)")
                }
            }
        }
    }

    @Test func `an event has values only for members of its kind, and each is explained`() {
        for kind in WireSamples.kinds {
            for member in GestureMember.allCases {
                let values = WireSamples.events(of: kind).compactMap { member.value(of: $0.values) }
                #expect(values.isEmpty != member.isValue(of: kind), "\(kind) \(member)")
                #expect(!member.isValue(of: kind) || member.about != nil, "\(member)")
            }
        }
    }

    @Test func `a cancelled line for a client that fell behind is encoded like others`() throws {
        var event = WireSamples.events(of: .drag)[1]
        event.phase = .cancelled
        event.reason = .overflow
        let parsed = try ParsedLine(line(event))
        #expect(parsed.texts["phase"] == "cancelled")
        #expect(parsed.texts["reason"] == "overflow")
        #expect(parsed.numbers["id"] == 17)
    }

    @Test func `only cancelled gestures have a reason`() throws {
        var event = WireSamples.events(of: .drag)[1]
        event.reason = .palm
        #expect(try ParsedLine(line(event)).texts["reason"] == nil)
    }

    @Test func `the maximum force is reported only at the end`() throws {
        var event = WireSamples.events(of: .deepPress)[1]
        event.values = .deepPress(maximum: 0.9)
        #expect(try ParsedLine(line(event)).numbers["max_force"] == nil)
        event.phase = .ended
        #expect(try ParsedLine(line(event)).numbers["max_force"] == 0.9)
    }

    @Test func `NaN and infinity are written as numbers`() throws {
        var event = WireSamples.events(of: .magnify)[1]
        event.values = .magnify(
            translation: Point(x: .nan, y: -.infinity), scale: .infinity, velocity: -0.000_04)
        let line = line(event)
        #expect(line.contains(#""dx_mm":0,"dy_mm":-92233720368547758.07,"#))
        #expect(line.contains(#""scale":922337203685477.5807,"scale_velocity":0,"#))
        #expect(throws: Never.self) { try ParsedLine(line) }
    }

    @Test func `writes into a buffer with enough room without growing it`() {
        let encoder = GestureLineEncoder(configuration: WireSamples.configuration)
        var buffer = LineBuffer(capacity: 1280)
        for event in WireSamples.kinds.flatMap(WireSamples.events) {
            buffer.removeAll()
            encoder.appendBody(event, to: &buffer)
            #expect(buffer.capacity == 1280)
        }
    }
}

/// The parts of a composition.
@Suite struct PartLineTests {
    private static func named(_ definition: GestureDefinition, _ name: String) -> ConfiguredGesture
    {
        ConfiguredGesture(definition, name: name)
    }

    private static let inner = ConfiguredGesture(
        .composition(
            .init(
                .simultaneous,
                [ConfiguredGesture(.magnify(.init())), ConfiguredGesture(.rotate(.init()))])))
    private static let whole = ConfiguredGesture(
        .composition(
            .init(
                .sequence,
                [named(.longPress(.init()), "hold"), inner, ConfiguredGesture(.tap(.init()))])),
        name: "move_item")
    private let configuration = GestureConfiguration(gestures: [
        ConfiguredGesture(.drag(.init())), whole,
    ])

    private func line(_ parts: [GesturePart]) -> String {
        var event = WireSamples.event(
            .longPress, id: 9, .changed, fingers: 2, .composition(.sequence))
        event.zone = 0
        event.gesture = 1
        event.parts = 1..<parts.count + 1
        // A part of another composition precedes them.
        let all = [GesturePart(node: 0, values: .force)] + parts
        return text { buffer in
            buffer.appendHead(.gesture, seq: 41)
            GestureLineEncoder(configuration: configuration)
                .appendBody(event, parts: ContiguousArray(all), to: &buffer)
        }
    }

    private func parts(_ line: String) -> Substring? {
        line.firstRange(of: #","parts":"#).map { line[$0.upperBound...].dropLast(2) }
    }

    @Test func `a part that has not begun has no values`() {
        let line = line([GesturePart(node: 2, values: .longPress)])
        #expect(line.contains(#""gesture":"sequence","name":"move_item","id":9,"#))
        #expect(parts(line) == #"[{"gesture":"long_press","name":"hold"}]"#)
    }

    @Test func `parts nest as they are configured`() {
        let turn = GestureValues.rotate(translation: .zero, degrees: 12.5, velocity: 3)
        let line = line([
            GesturePart(node: 2, values: .longPress), GesturePart(node: 5, values: turn),
            GesturePart(node: 6, values: .tap(count: 2)),
        ])
        #expect(
            parts(line) == #"""
                [{"gesture":"long_press","name":"hold"},{"gesture":"simultaneous","name":"simultaneous",\#
                "parts":[{"gesture":"rotate","name":"rotate","dx_mm":0,"dy_mm":0,"rotation_deg":12.5,\#
                "rotation_velocity":3}]},{"gesture":"tap","name":"tap","count":2}]
                """#)
    }

    @Test func `a composition without reported parts has an empty list`() {
        #expect(parts(line([])) == "[]")
    }
}

/// `privacy: { positions: false }`.
@Suite struct PrivateLineTests {
    @Test(arguments: WireSamples.kinds)
    func `a line without positions has everything else`(kind: GestureKind) throws {
        let encoder = GestureLineEncoder(
            configuration: WireSamples.configuration, includesPositions: false)
        for event in WireSamples.events(of: kind) {
            let line = text { buffer in
                buffer.appendHead(.gesture, seq: 41)
                encoder.appendBody(event, to: &buffer)
            }
            let numbers = try ParsedLine(line).numbers.keys.sorted()
            let expected = ExpectedMembers(event, in: WireSamples.configuration).numbers.keys
            #expect(
                numbers == expected.filter { !["x", "y", "x_mm", "y_mm"].contains($0) }.sorted())
        }
    }
}
