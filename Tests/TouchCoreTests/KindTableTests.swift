import Testing
import TouchCore

/// The tables of each kind.
struct KindTableTests {
    private static let kinds = GestureKind.allCases.filter { !$0.isComposition }

    @Test(arguments: kinds) func `the thresholds of a kind are its own`(kind: GestureKind) throws {
        let thresholds = try #require(kind.thresholds)
        #expect(thresholds.kind == kind)
        #expect(thresholds.init().definition.kind == kind)
        #expect(thresholds.init().contradiction == nil)
        #expect(!kind.summary.isEmpty && !kind.summary.hasSuffix("."))
    }

    @Test func `compositions have no thresholds, but a summary`() {
        for kind in GestureKind.allCases where kind.isComposition {
            #expect(kind.thresholds == nil)
            #expect(!kind.summary.isEmpty)
        }
    }

    @Test(arguments: kinds) func `a value that is set is read again`(kind: GestureKind) throws {
        let table = try #require(kind.thresholds).definitionTable
        // A stroke has one finger, and a screen reader's gestures have their own numbers.
        let others: [GestureKind: String] = [
            .stroke: "templates", .screenReader: "minimum_distance",
        ]
        #expect(table.first?.name == others[kind] ?? "fingers")
        #expect(Set(table.map(\.name)).count == table.count)
        for threshold in table {
            var definition = try #require(kind.thresholds).init().definition
            let value = Self.other(than: threshold.value(definition), of: threshold.form)
            threshold.set(value, &definition)
            #expect(threshold.value(definition) == value, "\(threshold.name)")
            for other in table where other.name != threshold.name {
                guard (threshold.name, other.name) != ("maximum_distance", "maximum_drift") else {
                    // The default of `maximum_drift` is `maximum_distance`.
                    #expect(other.value(definition) == value)
                    continue
                }
                let standard = try #require(kind.thresholds).init().definition
                #expect(other.value(definition) == other.value(standard), "\(other.name)")
            }
        }
    }

    @Test(arguments: kinds) func `a value of another form, or kind, changes nothing`(
        kind: GestureKind
    ) throws {
        for threshold in try #require(kind.thresholds).definitionTable {
            var definition = try #require(kind.thresholds).init().definition
            let original = definition
            for value in [.counts(7...7), .number(0.5), .words(["nothing"])] as [ThresholdValue]
            where !Self.fits(value, threshold.form) {
                threshold.set(value, &definition)
            }
            #expect(definition == original, "\(threshold.name)")
            var composition = GestureDefinition.composition(
                .init(.sequence, [ConfiguredGesture(original), ConfiguredGesture(original)]))
            threshold.set(.number(1), &composition)
            #expect(composition.kind == .sequence)
        }
    }

    /// A value of the form that differs from `value`.
    private static func other(
        than value: ThresholdValue?, of form: ThresholdForm
    ) -> ThresholdValue {
        switch form {
        case .counts(let range), .count(let range):
            .counts(range.upperBound...range.upperBound)
        case .length(let range), .duration(let range), .speed(let range), .angle(let range),
            .number(let range):
            .number(range.upperBound == 1 ? 0.125 : (range.upperBound / 4).rounded())
        case .word(let words): .words([words.last ?? ""])
        case .words(let words, _): .words(words.suffix(1))
        case .templates: .templates([StrokeTemplate.builtIn[0]])
        }
    }

    private static func fits(_ value: ThresholdValue, _ form: ThresholdForm) -> Bool {
        switch (value, form) {
        case (.counts, .counts), (.number, .length), (.number, .duration), (.number, .speed),
            (.number, .angle), (.number, .number), (.words, .words), (.counts, .count),
            (.templates, .templates):
            true
        default: false
        }
    }
}
