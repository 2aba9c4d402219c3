import TouchCore
import YAMLDocument

/// How the thresholds of one kind of gesture are read and described.
struct KindSchema {
    let kind: GestureKind
    /// The defaults.
    let standard: GestureDefinition
    /// A member for each threshold.
    private let fields: [Field<GestureDefinition>]

    /// The schema of a kind; `nil` for a composition.
    ///
    /// - Parameter profile: the profile with the defaults.
    init?(_ kind: GestureKind, _ profile: GestureProfile = .standard) {
        guard let thresholds = kind.thresholds else { return nil }
        self.kind = kind
        standard = thresholds.defaults(of: profile).definition
        fields = thresholds.definitionTable.map { Field($0) }
    }

    /// Every kind that is not a composition, in the order of the pages.
    static var all: [KindSchema] { all(.standard) }

    /// The same with the defaults of a profile.
    static func all(_ profile: GestureProfile) -> [KindSchema] {
        GestureKind.allCases.compactMap { KindSchema($0, profile) }
    }

    /// The names of the thresholds.
    var names: [String] { fields.map(\.name) }

    /// Reads the thresholds; missing ones keep their defaults.
    func read(_ node: YAMLNode, _ problems: inout ProblemList) -> GestureDefinition {
        var definition = standard
        fields.read(node, kind.rawValue, into: &definition, &problems) { name in
            listed(name, node[name]) ?? whereElse(name)
        }
        if let contradiction = definition.thresholds?.contradiction {
            let place = contradiction.names.lazy.compactMap { node[$0] }.first ?? node
            problems.add(
                at: place.mark, contradiction.message, advice: .inFile(contradiction.advice))
        }
        return definition
    }

    /// The descriptions of the thresholds that a definition of this kind has.
    func descriptions(_ definition: GestureDefinition) -> [FieldDescription] {
        fields.map { $0.description(definition) }
    }

    /// The advice for one value of a threshold that takes several; `nil` for other members.
    private func listed(_ name: String, _ value: YAMLNode?) -> String? {
        guard let value, value.scalar != nil,
            let field = fields.first(where: { $0.name == name + "s" })
        else { return nil }
        var (definition, problems) = (standard, ProblemList())
        field.read(YAMLNode(.sequence([value]), at: value.mark), &definition, &problems)
        guard !problems.hasErrors, let text = value.scalar?.text else { return nil }
        return "Write \(field.name): [\(text)]"
    }

    /// The place to which a name belongs that is not a threshold of the kind; `nil` if it is
    /// unknown.
    private func whereElse(_ name: String) -> String? {
        if GestureEntry.fieldNames.contains(name) {
            return "\(name) stands beside \(kind.rawValue), not inside of it"
        }
        let owners = Self.all.filter { $0.names.contains(name) }.map(\.kind.rawValue)
        guard !owners.isEmpty else { return nil }
        return "It belongs to \(owners.joined(separator: ", ")); \(kind.rawValue) has "
            + names.joined(separator: ", ")
    }
}

extension Field<GestureDefinition> {
    /// A member for a threshold of any kind: its table provides its values and its description.
    init(_ threshold: Threshold<GestureDefinition>) {
        let schema = ValueSchema<ThresholdValue>.of(threshold.form)
        name = threshold.name
        read = { node, definition, problems in
            if let value = schema.read(node, threshold.name, &problems) {
                threshold.set(value, &definition)
            }
        }
        description = { definition in
            let given = threshold.value(definition).map {
                FieldDescription.Value.given(schema.write($0))
            }
            let missing = threshold.unset.map {
                FieldDescription.Value.missing($0.words, sample: schema.write($0.sample))
            }
            return FieldDescription(
                name: threshold.name, value: given ?? missing ?? .given(""), range: schema.range,
                about: threshold.help)
        }
    }
}

extension ValueSchema<ThresholdValue> {
    /// How the value of a threshold is read from YAML, and written.
    static func of(_ schema: ThresholdForm) -> Self {
        switch schema {
        case .counts(let range): ValueSchema<ClosedRange<Int>>.integerOrRange(range).threshold
        case .count(let range):
            ValueSchema<Int>.integer(range).map(
                { .counts($0...$0) },
                { if case .counts(let counts) = $0 { counts.lowerBound } else { 0 } })
        case .length(let range): ValueSchema<Double>.length(range).threshold
        case .duration(let range): ValueSchema<Double>.measured(.time, range).threshold
        case .speed(let range): ValueSchema<Double>.measured(.speed, range).threshold
        case .angle(let range): ValueSchema<Double>.measured(.angle, range).threshold
        case .number(let range): ValueSchema<Double>.number(range).threshold
        case .word(let words): ValueSchema<String>.word(among: words).threshold
        case .words(let words, let least):
            ValueSchema<[String]>.words(among: words, least: least).threshold
        case .templates:
            ValueSchema<[StrokeTemplate]>.templates.map(
                { .templates($0) },
                { if case .templates(let templates) = $0 { templates } else { [] } })
        }
    }
}

extension ValueSchema<ClosedRange<Int>> {
    fileprivate var threshold: ValueSchema<ThresholdValue> {
        map({ .counts($0) }, { if case .counts(let counts) = $0 { counts } else { 0...0 } })
    }
}

extension ValueSchema<Double> {
    fileprivate var threshold: ValueSchema<ThresholdValue> {
        map({ .number($0) }, { if case .number(let number) = $0 { number } else { 0 } })
    }
}

extension ValueSchema<[String]> {
    fileprivate var threshold: ValueSchema<ThresholdValue> {
        map({ .words($0) }, { if case .words(let words) = $0 { words } else { [] } })
    }
}

extension ValueSchema<String> {
    fileprivate var threshold: ValueSchema<ThresholdValue> {
        map({ .words([$0]) }, { if case .words(let words) = $0 { words.first ?? "" } else { "" } })
    }
}
