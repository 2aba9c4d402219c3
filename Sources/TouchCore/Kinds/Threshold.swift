/// The values that a threshold accepts. The readers and the descriptions of configurations use it.
package enum ThresholdForm: Sendable, Hashable {
    /// A whole number, or a minimum and a maximum.
    case counts(ClosedRange<Int>)
    /// A whole number.
    case count(ClosedRange<Int>)
    /// A length in mm.
    case length(ClosedRange<Double>)
    /// A time in ms.
    case duration(ClosedRange<Double>)
    /// A speed in mm/s.
    case speed(ClosedRange<Double>)
    /// An angle in degrees.
    case angle(ClosedRange<Double>)
    /// A number without a unit.
    case number(ClosedRange<Double>)
    /// One of these keywords.
    case word([String])
    /// Some of these keywords; `least` is the minimum number.
    case words([String], least: Int)
    /// Shapes of strokes.
    case templates
}

extension ThresholdForm {
    /// Why a value is rejected, and which values are accepted; `nil` if it is accepted.
    func fault(of value: ThresholdValue) -> String? {
        switch (self, value) {
        case (.counts(let range), .counts(let counts)), (.count(let range), .counts(let counts)):
            guard !(range.contains(counts.lowerBound) && range.contains(counts.upperBound)) else {
                return nil
            }
            let minimum = counts.lowerBound
            let given = counts.count == 1 ? "\(minimum)" : "\(minimum)...\(counts.upperBound)"
            return "\(given): it takes \(range.lowerBound) to \(range.upperBound)"
        case (.length(let range), .number(let number)): return fault(of: number, range, " mm")
        case (.duration(let range), .number(let number)): return fault(of: number, range, " ms")
        case (.speed(let range), .number(let number)): return fault(of: number, range, " mm/s")
        case (.angle(let range), .number(let number)): return fault(of: number, range, " degrees")
        case (.number(let range), .number(let number)): return fault(of: number, range, "")
        case (.words(let all, let least), .words(let words)):
            guard words.count < least else { return nil }
            return "empty: it takes at least \(least) of \(all.joined(separator: ", "))"
        case (.templates, .templates(let templates)):
            return templates.isEmpty
                ? "empty: name a shape that is built in, or give one of your own" : nil
        default: return nil
        }
    }

    private func fault(
        of number: Double, _ range: ClosedRange<Double>, _ unit: String
    ) -> String? {
        guard !range.contains(number) else { return nil }
        return "\(number)\(unit): it takes \(range.lowerBound) to \(range.upperBound)\(unit)"
    }
}

/// The value of a threshold, of any form.
package enum ThresholdValue: Sendable, Hashable {
    /// For `counts`; and for `count`, as a range of one number.
    case counts(ClosedRange<Int>)
    /// In the unit of the form.
    case number(Double)
    /// For `words`, in the order of the form; and for `word`, as an array of one.
    case words([String])
    /// For `templates`.
    case templates([StrokeTemplate])
}

/// A threshold of a kind: its name in the configuration, the values that it accepts, and its
/// description.
///
/// Each kind has a table of its thresholds. The readers of configurations, the packaged example,
/// the tables of the documents and `gesturectl describe` are loops over these tables.
package struct Threshold<Root> {
    /// Its name in the configuration.
    package let name: String
    /// The values that it accepts.
    package let form: ThresholdForm
    /// For an optional threshold, the default as a phrase, and a sample value; otherwise `nil`.
    package let unset: (words: String, sample: ThresholdValue)?
    /// Its description, in full sentences.
    package let help: String
    /// Reads its value; `nil` if it is not set.
    package let value: (Root) -> ThresholdValue?
    /// Sets its value; ignores values of another form.
    package let set: (ThresholdValue, inout Root) -> Void

    /// The same threshold, read and set through a value that contains `Root`.
    func map<Whole>(
        _ unwrap: @escaping (Whole) -> Root?, _ wrap: @escaping (Root) -> Whole
    ) -> Threshold<Whole> {
        Threshold<Whole>(
            name: name, form: form, unset: unset, help: help,
            value: { whole in unwrap(whole).flatMap(value) },
            set: { value, whole in
                guard var root = unwrap(whole) else { return }
                set(value, &root)
                whole = wrap(root)
            })
    }
}

// MARK: - Numbers

extension Threshold {
    /// The number of fingers.
    static func fingers(
        _ path: WritableKeyPath<Root, ClosedRange<Int>>, _ range: ClosedRange<Int> = 1...10
    ) -> Threshold {
        .counts("fingers", path, range, "The number of fingers, or its minimum and maximum.")
    }

    /// A whole number, or a minimum and a maximum.
    static func counts(
        _ name: String, _ path: WritableKeyPath<Root, ClosedRange<Int>>, _ range: ClosedRange<Int>,
        _ help: String
    ) -> Threshold {
        Threshold(
            name: name, form: .counts(range), unset: nil, help: help,
            value: { .counts($0[keyPath: path]) },
            set: { if case .counts(let counts) = $0 { $1[keyPath: path] = counts } })
    }

    /// A whole number.
    static func count(
        _ name: String, _ path: WritableKeyPath<Root, Int>, _ range: ClosedRange<Int>,
        _ help: String
    ) -> Threshold {
        Threshold(
            name: name, form: .count(range), unset: nil, help: help,
            value: { .counts($0[keyPath: path]...$0[keyPath: path]) },
            set: { if case .counts(let counts) = $0 { $1[keyPath: path] = counts.lowerBound } })
    }

    /// A length in mm.
    static func length(
        _ name: String, _ path: WritableKeyPath<Root, Double>, _ help: String
    ) -> Threshold {
        number(name, path, .length(Self.lengths), help)
    }

    /// A time, up to a minute.
    static func duration(
        _ name: String, _ path: WritableKeyPath<Root, Duration>, _ help: String
    ) -> Threshold {
        Threshold(
            name: name, form: .duration(0...60_000), unset: nil, help: help,
            value: { .number(Double($0[keyPath: path] / .microseconds(1)) / 1_000) },
            set: {
                guard case .number(let milliseconds) = $0 else { return }
                // Cannot overflow: the maximum is a minute.
                $1[keyPath: path] = .microseconds(Int64((milliseconds * 1_000).rounded()))
            })
    }

    /// A fraction, 0 to 1.
    static func share(
        _ name: String, _ path: WritableKeyPath<Root, Double>, _ help: String
    ) -> Threshold {
        number(name, path, .number(0...1), help)
    }

    /// A number, of any form with a number.
    static func number(
        _ name: String, _ path: WritableKeyPath<Root, Double>, _ form: ThresholdForm,
        _ help: String
    ) -> Threshold {
        Threshold(
            name: name, form: form, unset: nil, help: help,
            value: { .number($0[keyPath: path]) },
            set: { if case .number(let number) = $0 { $1[keyPath: path] = number } })
    }

    /// An optional number.
    ///
    /// - Parameters:
    ///   - sample: a sample value.
    ///   - otherwise: the default, as a phrase.
    static func number(
        _ name: String, _ path: WritableKeyPath<Root, Double?>, _ form: ThresholdForm,
        sample: Double, otherwise: String, _ help: String
    ) -> Threshold {
        Threshold(
            name: name, form: form, unset: (otherwise, .number(sample)), help: help,
            value: { $0[keyPath: path].map { .number($0) } },
            set: { if case .number(let number) = $0 { $1[keyPath: path] = number } })
    }

    /// The size of the steps in which a value is counted.
    static func step(
        _ path: WritableKeyPath<Root, Double?>, _ form: ThresholdForm, sample: Double,
        _ help: String
    ) -> Threshold {
        .number("step", path, form, sample: sample, otherwise: "no steps", help)
    }

    private static var lengths: ClosedRange<Double> { 0...3_000 }
}

// MARK: - Keywords

extension Threshold {
    /// One of a few keywords.
    static func word<Word>(
        _ name: String, _ path: WritableKeyPath<Root, Word>, _ help: String
    ) -> Threshold where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
        Threshold(
            name: name, form: .word(Word.allCases.map(\.rawValue)), unset: nil, help: help,
            value: { .words([$0[keyPath: path].rawValue]) },
            set: {
                guard case .words(let words) = $0, let word = words.first.flatMap(Word.init)
                else { return }
                $1[keyPath: path] = word
            })
    }

    /// Some of a few keywords; `least` is the minimum number.
    static func words<Word>(
        _ name: String, _ path: WritableKeyPath<Root, Set<Word>>, least: Int, _ help: String
    ) -> Threshold where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
        Threshold(
            name: name, form: .words(Word.allCases.map(\.rawValue), least: least), unset: nil,
            help: help,
            value: { root in
                .words(Word.allCases.filter(root[keyPath: path].contains).map(\.rawValue))
            },
            set: {
                guard case .words(let words) = $0 else { return }
                $1[keyPath: path] = Set(words.compactMap(Word.init))
            })
    }

    /// Shapes of strokes.
    static func templates(
        _ name: String, _ path: WritableKeyPath<Root, [StrokeTemplate]>, _ help: String
    ) -> Threshold {
        Threshold(
            name: name, form: .templates, unset: nil, help: help,
            value: { .templates($0[keyPath: path]) },
            set: { if case .templates(let templates) = $0 { $1[keyPath: path] = templates } })
    }

    /// The sides in whose band a finger must land.
    static func edge(_ path: WritableKeyPath<Root, Set<SurfaceEdge>>) -> Threshold {
        .words(
            "edge", path, least: 0,
            "The sides in whose band a finger must land; if none is given, it may begin anywhere.")
    }

    /// The width of the bands along the sides.
    static func edgeWidth(_ path: WritableKeyPath<Root, Double?>) -> Threshold {
        .number(
            "edge_width", path, .length(lengths), sample: 5, otherwise: "5mm or 3 % of the side",
            """
            How wide the bands along the sides are. Wider bands find strokes from the side more \
            reliably, but also accept strokes that begin near the side.
            """)
    }
}
