import TouchCore
import YAMLDocument

extension GestureKind {
    /// The member that names the kind, with its thresholds as value; `nil` for a composition.
    ///
    /// - Parameter profile: the profile with the defaults of thresholds that are not given.
    func field(_ profile: GestureProfile = .standard) -> Field<GestureDefinition?>? {
        thresholds?.field(profile)
    }

    /// Advice for a name that is not a threshold of the kind but belongs elsewhere; `nil` for
    /// others.
    fileprivate func adviceForMisplaced(_ name: String) -> String? {
        if GestureEntry.fieldNames.contains(name) {
            return "Write \(name) beside \(rawValue), not inside of it"
        }
        let owners = Self.allCases.filter { $0.thresholdNames.contains(name) }.map(\.rawValue)
        guard !owners.isEmpty else { return nil }
        return "It belongs to \(owners.joined(separator: ", ")); \(rawValue) has "
            + thresholdNames.joined(separator: ", ")
    }

    /// The names of the kind's thresholds; empty for a composition.
    var thresholdNames: [String] { thresholds?.names ?? [] }
}

extension GestureThresholds {
    /// One member for each threshold in the kind's table.
    fileprivate static var members: [Field<Self>] { table.map { Field($0) } }

    fileprivate static var names: [String] { table.map(\.name) }

    /// The descriptions of the thresholds.
    var descriptions: [FieldDescription] { Self.members.map { $0.description(self) } }

    fileprivate static func field(_ profile: GestureProfile) -> Field<GestureDefinition?> {
        let (defaults, members) = (defaults(of: profile), members)
        return Field(
            name: kind.rawValue, about: summary,
            read: { node, definition, problems in
                var thresholds = defaults
                members.read(node, kind.rawValue, into: &thresholds, &problems) { name in
                    members.adviceToWriteList(name, node[name], defaults)
                        ?? kind.adviceForMisplaced(name)
                }
                if let contradiction = thresholds.contradiction {
                    let value = contradiction.names.lazy.compactMap { node[$0] }.first ?? node
                    problems.add(
                        at: value.mark, contradiction.message, advice: .inFile(contradiction.advice)
                    )
                }
                definition = thresholds.definition
            },
            value: { .fields(($0?.thresholds ?? defaults).descriptions) })
    }
}

extension Array {
    /// Advice for a list with one value whose name is written in the singular, such as
    /// `direction: left`; `nil` for other names and values.
    fileprivate func adviceToWriteList<Target>(
        _ name: String, _ value: YAMLNode?, _ defaults: Target
    ) -> String? where Element == Field<Target> {
        guard let value, let text = value.scalar?.text,
            let field = first(where: { $0.name == name + "s" })
        else { return nil }
        var (target, problems) = (defaults, ProblemList())
        field.read(YAMLNode(.sequence([value]), at: value.mark), &target, &problems)
        return problems.hasErrors ? nil : "Write \(field.name): [\(text)]"
    }
}

extension Field {
    fileprivate init(_ threshold: Threshold<Target>) {
        let schema = ValueSchema<ThresholdValue>.of(threshold.form)
        self.init(
            name: threshold.name, range: schema.range, about: threshold.help,
            read: { node, thresholds, problems in
                if let value = schema.read(node, threshold.name, &problems) {
                    threshold.set(value, &thresholds)
                }
            },
            value: { thresholds in
                threshold.value(thresholds).map { .given(schema.write($0)) }
                    ?? threshold.unset.map { .missing($0.words, sample: schema.write($0.sample)) }
                    ?? .given("")
            })
    }
}

extension ValueSchema<ThresholdValue> {
    /// How the value of a threshold is read from YAML, and written.
    fileprivate static func of(_ form: ThresholdForm) -> Self {
        switch form {
        case .counts(let range):
            ValueSchema<ClosedRange<Int>>.integerOrRange(range).map({ .counts($0) }, \.counts)
        case .count(let range):
            ValueSchema<Int>.integer(range).map({ .counts($0...$0) }, \.counts.lowerBound)
        case .length(let range): number(.length(range))
        case .duration(let range): number(.measured(.time, range))
        case .speed(let range): number(.measured(.speed, range))
        case .angle(let range): number(.measured(.angle, range))
        case .number(let range): number(.number(range))
        case .word(let words):
            ValueSchema<String>.word(among: words).map({ .words([$0]) }, { $0.words.first ?? "" })
        case .words(let words, let minimum):
            ValueSchema<[String]>.words(among: words, minimum: minimum).map({ .words($0) }, \.words)
        case .templates:
            ValueSchema<[StrokeTemplate]>.templates.map({ .templates($0) }, \.templates)
        }
    }

    private static func number(_ schema: ValueSchema<Double>) -> Self {
        schema.map({ .number($0) }, \.number)
    }
}

extension ThresholdValue {
    fileprivate var counts: ClosedRange<Int> {
        if case .counts(let counts) = self { counts } else { 0...0 }
    }

    fileprivate var number: Double { if case .number(let number) = self { number } else { 0 } }

    fileprivate var words: [String] { if case .words(let words) = self { words } else { [] } }

    fileprivate var templates: [StrokeTemplate] {
        if case .templates(let templates) = self { templates } else { [] }
    }
}
