import TouchCore
import YAMLDocument

/// A gesture as it is read: its kind, the members beside the kind, and their positions in the file.
struct GestureEntry {
    /// The name of another gesture, and its position in the file.
    struct Reference: Hashable {
        var name: String
        var mark: YAMLMark
    }

    /// If `nil`, the gesture is named after its kind.
    var name: String?
    /// The gestures with which it does not compete. If `nil`, all of the zone.
    var simultaneous: [Reference]? = []
    var waitsFor: [Reference] = []
    var cooldown = Duration.zero
    /// For a part: where its fingers must land. If `nil`, anywhere.
    var place: ZoneRect?

    /// The start of the entry.
    var mark = YAMLMark(line: 1, column: 1)
    /// The position of its name, or of the kind that names it.
    var nameMark = YAMLMark(line: 1, column: 1)
    /// The kind with its thresholds or parts; `nil` if the kind is unknown, or parts have errors.
    var definition: GestureDefinition?
    var kind: GestureKind?
    /// The parts of a composition.
    var parts: [GestureEntry] = []

    /// The name that clients see; empty if there is neither a name nor a known kind.
    var effectiveName: String { name ?? kind?.rawValue ?? "" }

    /// The names of `fields`.
    static let fieldNames = ["name", "simultaneous", "waits_for", "cooldown"]

    /// The configurable members beside the kind.
    static var fields: [Field<GestureEntry>] {
        [
            Field(
                "name", \.name, .name, sample: "my_gesture", otherwise: "the kind",
                """
                The name by which clients know the gesture, and by which other gestures of the \
                zone refer to it.
                """),
            Field(
                "simultaneous", \.simultaneous, .gestureReferences,
                """
                The names of gestures with which it does not compete, or all. It applies in both \
                directions: only one of the two needs to name the other.
                """),
            Field(
                "waits_for", \.waitsFor, .references,
                """
                The names of gestures that must have failed before it is emitted. So a tap waits \
                for a double tap, and is late by its maximum_gap.
                """),
            Field(
                "cooldown", \.cooldown, .time(ZoneConfiguration.cooldownRange),
                "Time after its end in which it does not begin again."),
        ]
    }

    /// The gesture; `nil` if `definition` is.
    var gesture: ConfiguredGesture? {
        definition.map { definition in
            ConfiguredGesture(
                definition, name: name,
                simultaneous: simultaneous.map { .named(Set($0.map(\.name))) } ?? .all,
                waitsFor: Set(waitsFor.map(\.name)), cooldown: cooldown, place: place)
        }
    }
}

extension GestureEntry {
    /// An entry that is read as `gesture`.
    init(_ gesture: ConfiguredGesture) {
        definition = gesture.definition
        kind = gesture.kind
        name = gesture.name == gesture.kind.rawValue ? nil : gesture.name
        waitsFor = gesture.waitsFor.sorted().map { Reference(name: $0, mark: mark) }
        cooldown = gesture.cooldown
        switch gesture.simultaneous {
        case .all: simultaneous = nil
        case .named(let names):
            simultaneous = names.sorted().map { Reference(name: $0, mark: mark) }
        }
    }
}

extension ValueSchema<[GestureEntry.Reference]?> {
    /// A list of names, or `all`, whose value is `nil`.
    static var gestureReferences: Self {
        let names = ValueSchema<[GestureEntry.Reference]>.references
        return ValueSchema(
            range: "a list of names, or all",
            read: { node, field, problems in
                if node.scalar?.text == "all" { return .some(nil) }
                return names.read(node, field, &problems)
            },
            write: { $0.map(names.write) ?? "all" })
    }
}

extension ValueSchema<[GestureEntry.Reference]> {
    /// A list of names, or a single name.
    static var references: Self {
        let schema = ValueSchema<String>.name
        return ValueSchema(
            range: "a list of names",
            read: { node, field, problems in
                let nodes = node.sequence ?? [node]
                let references = nodes.compactMap { node in
                    schema.read(node, field, &problems).map {
                        GestureEntry.Reference(name: $0, mark: node.mark)
                    }
                }
                return references.count == nodes.count ? references : nil
            },
            write: { "[\($0.map(\.name).joined(separator: ", "))]" })
    }
}
