import TouchCore
import YAMLDocument

/// What stands beside a gesture's kind, and where.
struct GestureEntry {
    /// A name of another gesture, and where it stands.
    struct Reference: Hashable {
        var name: String
        var mark: YAMLMark
    }

    /// `nil`: its kind is its name.
    var name: String?
    /// `nil`: all of the zone.
    var simultaneous: [Reference]? = []
    var waitsFor: [Reference] = []
    var cooldown = Duration.zero
    /// Where its fingers must land, of a part; `nil`: anywhere.
    var place: ZoneRect?

    /// Where the entry begins.
    var mark = YAMLMark(line: 1, column: 1)
    /// Where its name stands, or the kind that gives it one.
    var nameMark = YAMLMark(line: 1, column: 1)
    /// `nil` where nothing of it could be read.
    var definition: GestureDefinition?
    var kind: GestureKind?
    /// Of a composition.
    var parts: [GestureEntry] = []

    /// What clients know it by; empty where nobody knows.
    var effectiveName: String { name ?? kind?.rawValue ?? "" }

    /// The names of `fields`.
    static let fieldNames = ["name", "simultaneous", "waits_for", "cooldown"]

    /// What can be configured beside the kind.
    static var fields: [Field<GestureEntry>] {
        [
            Field(
                "name", \.name, .name, sample: "my_gesture", otherwise: "the kind",
                "What clients know the gesture by; others of the zone wait for it by this name."),
            Field(
                "simultaneous", \.simultaneous, .gestureReferences,
                """
                The names of gestures that it does not compete with, or all. It holds both ways: \
                one of the two needs to name it.
                """),
            Field(
                "waits_for", \.waitsFor, .references,
                """
                The names of gestures that must have failed before it is emitted. So a tap waits \
                for a double tap, and is late by its maximum_gap.
                """),
            Field(
                "cooldown", \.cooldown, .time(ZoneConfiguration.cooldownRange),
                "How long it is silent after it ended."),
        ]
    }

    /// The gesture; `nil` where its kind could not be read.
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
    /// An entry that would be read as `gesture`.
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
    /// A list of names, or `all`, which is `nil`.
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
    /// A list of names, or one.
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
