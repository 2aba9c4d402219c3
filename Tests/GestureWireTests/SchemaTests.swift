import Foundation
import Testing
import TouchCore

@testable import GestureWire

/// `docs/protocol.schema.json`, compared with the enums by which members are written and read.
struct SchemaTests {
    /// The members of each object, by its path in the schema.
    private static let objects: [String: [String]] = [
        "hello": ["type"] + names(HelloMember.self), "bye": ["type"] + names(ByeMember.self),
        "snapshot_end": withSeq(SnapshotEndMember.self), "overflow": withSeq(OverflowMember.self),
        "device": withSeq(DeviceLineMember.self), "device.device": names(DeviceMember.self),
        "gesture": withSeq(GestureMember.self), "part": parts,
        "activity": withSeq(ActivityMember.self), "wake": withSeq(WakeMember.self),
        "contact": withSeq(ContactMember.self), "health": withSeq(HealthMember.self),
        "explanation": withSeq(ExplanationMember.self),
        "reply": ["type"] + names(ReplyMember.self), "reply.error": names(ReplyErrorMember.self),
        "reply.zones": names(ZoneMember.self),
        "reply.zones.edges": SurfaceEdge.allCases.map(\.rawValue),
        "reply.status": names(StatusMember.self),
        "reply.status.latency_us": names(LatencyMember.self),
        "reply.status.latency": names(LatencyHistogramMember.self),
        "reply.status.gestures_by_zone": names(ZoneGesturesMember.self),
        // Read by the settings (`ZoneRect`).
        "add_zone.rect": rect, "move_zone.rect": rect,
    ].merging(RequestType.allCases.map { ($0.rawValue, ["type", "id"] + $0.members) }) { $1 }

    private static let rect = ["x", "y", "width", "height", "right", "bottom"]

    /// The keywords of each member that has a fixed set of them.
    private static let words: [String: [String]] = [
        "device.change": raw(DeviceChange.self), "device.device.state": raw(DeviceState.self),
        "device.device.size": [SizeSource.kernel, .configured, .assumed].map(\.rawValue),
        "device.device.force": raw(ForceSource.self) + [DeviceMember.noForce],
        "gesture.gesture": raw(GestureKind.self), "gesture.phase": raw(GesturePhase.self),
        "gesture.reason": raw(CancellationReason.self),
        "gesture.force_source": raw(ForceSource.self),
        "gesture.direction": raw(SwipeDirection.self), "gesture.edge": raw(SurfaceEdge.self),
        "gesture.screen_reader": raw(ScreenReaderGesture.self),
        "gesture.second_direction": ["left", "right", "up", "down"],
        "part.screen_reader": raw(ScreenReaderGesture.self),
        "part.second_direction": ["left", "right", "up", "down"],
        "part.gesture": raw(GestureKind.self), "part.direction": raw(SwipeDirection.self),
        "part.edge": raw(SurfaceEdge.self), "activity.state": raw(ActivityState.self),
        "contact.phase": raw(ContactRecord.Phase.self),
        "contact.force_source": raw(ForceSource.self),
        "health.problem": raw(HealthProblem.self),
        "explanation.reason": raw(ExplanationReason.self),
        "bye.reason": raw(ByeReason.self), "reply.error.code": raw(RequestError.Code.self),
        "reply.status.configuration": raw(DaemonStatus.ConfigurationOrigin.self),
        "reply.status.activity": raw(ActivityState.self),
        "subscribe.events": raw(Subscription.Topic.self),
        "subscribe.gestures": raw(GestureKind.self), "subscribe.phases": raw(GesturePhase.self),
        "device.device.transform": raw(OutputTransform.self),
        "set_output.transform": raw(OutputTransform.self),
        // Read by the settings.
        "add_zone.priority": ["narrow", "list"],
    ]

    private static func names<Member: WireMember>(_ type: Member.Type) -> [String] {
        Member.allCases.map(\.rawValue)
    }

    private static func raw<Word: CaseIterable & RawRepresentable>(_ type: Word.Type) -> [String]
    where Word.RawValue == String {
        Word.allCases.map(\.rawValue)
    }

    private static func withSeq<Member: WireMember>(_ type: Member.Type) -> [String] {
        ["type", "seq"] + names(type)
    }

    /// The members that the encoder writes for a part.
    private static var parts: [String] {
        let values = GestureMember.allCases.filter { member in
            member != .force && GestureKind.allCases.contains(where: member.isValue)
        }
        return ([.kind, .name, .parts] + values).map(\.rawValue)
    }

    private let schema: SchemaObjects
    private let samples: [String: [[String: Any]]]

    init() throws {
        schema = try SchemaObjects()
        samples = try Self.readSamples()
    }

    @Test func `every object of the schema has the members of its type, and no others`() {
        #expect(Set(schema.objects.keys) == Set(Self.objects.keys))
        for (path, object) in schema.objects {
            #expect(Set(object.properties.keys) == Set(Self.objects[path] ?? []), "\(path)")
        }
    }

    @Test func `every set of keywords is that of its type`() {
        let found = schema.objects.flatMap { path, object in
            object.properties.compactMap { name, value in
                value.words.isEmpty ? nil : ("\(path).\(name)", Set(value.words))
            }
        }
        #expect(Dictionary(uniqueKeysWithValues: found) == Self.words.mapValues(Set.init))
    }

    @Test func `every member is written, with the type in the schema`() {
        for (path, object) in schema.objects where !path.hasSuffix(".rect") {
            for (name, value) in object.properties {
                let written = (samples[path] ?? []).compactMap { $0[name] }.map(JSONType.init)
                // The value of a `number` may be whole in all samples.
                let types = written.map {
                    $0 == .integer && value.types.contains(.number) ? .number : $0
                }
                // The client chooses the type of an id.
                let expected: Set = name == "id" ? value.types.intersection(types) : value.types
                #expect(!types.isEmpty && Set(types) == expected, "\(path).\(name)")
            }
        }
    }

    @Test func `a member is required exactly if it is always written`() throws {
        // A status of an older daemon has fewer members, and positions of a gesture may be private.
        let exceptions: Set = ["reply.status", "gesture"]
        for (path, object) in schema.objects where !path.hasSuffix(".rect") {
            let written = try #require(samples[path]?.map { Set($0.keys) }, "\(path)")
            let always = written.dropFirst().reduce(written[0]) { $0.intersection($1) }
            #expect(object.required.isSubset(of: always), "\(path)")
            guard !exceptions.contains(path) else { continue }
            // A client may send a request without an id.
            let isRequest = RequestType(rawValue: path) != nil
            #expect(always.subtracting(isRequest ? ["id"] : []) == object.required, "\(path)")
        }
    }

    /// The objects of the committed lines, which other tests compare with the encoder's, by path.
    private static func readSamples() throws -> [String: [[String: Any]]] {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: WireFixture.url("tap").deletingLastPathComponent().path)
        let lines = try names.flatMap {
            try WireFixture.text(($0 as NSString).deletingPathExtension).split(separator: "\n")
        }
        var samples: [String: [[String: Any]]] = [:]
        for line in lines.map(String.init) + additionalLines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let members = try #require(object as? [String: Any])
            collect(members, try #require(members["type"] as? String), into: &samples)
        }
        return samples
    }

    /// Lines with members that no committed line has.
    private static let additionalLines = [
        text {
            $0.appendHead(.contact, seq: 1)
            var contact = ContactRecord(
                time: Timestamp(microseconds: 5), device: 1, slot: 0, trackingID: 1, phase: .ended,
                unitPosition: Point(x: 0.5, y: 0.5), position: Point(x: 1.5, y: 1.5))
            (contact.isPalm, contact.isResynchronised) = (true, true)
            $0.appendContactBody(contact)
        },
        text { $0.appendReply(to: nil, warning: "w") },
        text { $0.appendReply(to: nil, [ZonePlacement(device: 1, name: "z", edges: [.top: 1])]) },
        """
        {"type":"gesture","seq":1,"time_us":1,"device":1,"zone":"z","gesture":"sequence","name":"n",\
        "id":1,"phase":"ended","fingers":1,"duration_us":1,"parts":[{"gesture":"exclusive","name":"e",\
        "parts":[]},{"gesture":"tap","name":"t"}]}
        """,
        #"{"type":"add_zone","name":"z","rect":{"x":0,"width":1},"gestures":"default","priority":"list"}"#,
        #"{"type":"add_zone","name":"z","rect":{"y":0,"height":1},"gestures":{"from":"z"},"devices":["e*"]}"#,
    ]

    private static func collect(
        _ object: [String: Any], _ path: String, into samples: inout [String: [[String: Any]]]
    ) {
        samples[path, default: []].append(object)
        for (name, value) in object {
            let inner = name == "parts" ? "part" : "\(path).\(name)"
            if name == "parts" || name == "gesture" {
                // The values of a part are those of a gesture.
                samples["part", default: []] += path == "gesture" ? [valuesOfPart(object)] : []
            }
            for element in value as? [[String: Any]] ?? (value as? [String: Any]).map({ [$0] })
                ?? []
            {
                collect(element, inner, into: &samples)
            }
        }
    }

    private static func valuesOfPart(_ gesture: [String: Any]) -> [String: Any] {
        gesture.filter { parts.contains($0.key) }
    }
}
