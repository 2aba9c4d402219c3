package import YAMLDocument

/// How one type of value is read, checked and written.
struct ValueSchema<Value> {
    /// The accepted values, for people: `0mm to 3000mm`.
    let range: String
    /// Reads the value of a node, with the member's name for messages. Returns `nil` after it has
    /// added a problem.
    let read: (YAMLNode, String, inout ProblemList) -> Value?
    /// Writes the value as YAML that `read` accepts.
    let write: (Value) -> String

    /// A schema for `Other`, which has the same text.
    func map<Other>(
        _ wrap: @escaping (Value) -> Other, _ unwrap: @escaping (Other) -> Value
    ) -> ValueSchema<Other> {
        ValueSchema<Other>(
            range: range, read: { read($0, $1, &$2).map(wrap) }, write: { write(unwrap($0)) })
    }
}

extension ProblemList {
    /// Adds an error: the value of `field` must be `what`, and is `node`.
    package mutating func add(
        _ node: YAMLNode, _ field: String, takes what: String, advice: Advice
    ) {
        add(at: node.mark, "\(field) takes \(what), found \(node.summary)", advice: advice)
    }
}

// MARK: - Numbers

extension ValueSchema<Double> {
    /// A number with a unit.
    static func measured(_ measure: Measure, _ range: ClosedRange<Double>) -> Self {
        let limits = "\(measure.text(range.lowerBound)) to \(measure.text(range.upperBound))"
        return ValueSchema(
            range: limits,
            read: { node, field, problems in
                guard let quantity = node.scalar.flatMap({ Quantity($0.text) }) else {
                    problems.add(
                        node, field, takes: measure.noun, advice: .inFile(measure.advice()))
                    return nil
                }
                guard let unit = measure.units.first(where: { $0.name == quantity.unit }) else {
                    let what = quantity.unit.isEmpty ? " without a unit" : ""
                    problems.add(
                        at: node.mark,
                        "\(field) takes \(measure.noun), found \(node.summary)\(what)",
                        advice: .inFile(
                            measure.advice(for: quantity)
                                ?? measure.advice(quantity.unit.isEmpty ? quantity.number : 12)))
                    return nil
                }
                let value = quantity.number * unit.factor
                return checked(value, in: range, limits, node, field, &problems)
            },
            write: measure.text)
    }

    /// A length in mm.
    static func length(_ range: ClosedRange<Double> = 0...3_000) -> Self {
        measured(.length, range)
    }

    /// A number that has no unit.
    static func number(_ range: ClosedRange<Double>) -> Self {
        let limits = "\(Measure.text(range.lowerBound)) to \(Measure.text(range.upperBound))"
        return ValueSchema(
            range: limits,
            read: { node, field, problems in
                guard let number = bareNumber(node) else {
                    problems.add(
                        node, field, takes: "a number without a unit",
                        advice: (Quantity.share(node) ?? Quantity.millimetres(node, of: field))
                            .flatMap { range.contains($0) ? "Write \(Measure.text($0))" : nil }
                            ?? .rule("It takes \(limits)")
                    )
                    return nil
                }
                return checked(number, in: range, limits, node, field, &problems)
            },
            write: Measure.text)
    }
}

extension ValueSchema<Duration> {
    /// A time; the limits are in milliseconds.
    static func time(_ range: ClosedRange<Double>) -> Self {
        // Values in the range fit into an Int64 of microseconds.
        ValueSchema<Double>.measured(.time, range).map(
            { .microseconds(Int64(($0 * 1_000).rounded())) },
            { Double($0 / .microseconds(1)) / 1_000 })
    }
}

extension ValueSchema<Int> {
    /// A whole number.
    static func integer(_ range: ClosedRange<Int>) -> Self {
        let limits = "\(range.lowerBound) to \(range.upperBound)"
        return ValueSchema(
            range: limits,
            read: { node, field, problems in
                guard let number = integerValue(node) else {
                    problems.add(
                        node, field, takes: "a whole number", advice: .rule("It takes \(limits)"))
                    return nil
                }
                guard let value = Int(exactly: number), range.contains(value) else {
                    problems.add(
                        at: node.mark, "\(field) is \(node.summary), which is out of range",
                        advice: .rule("It takes \(limits)"))
                    return nil
                }
                return value
            },
            write: { "\($0)" })
    }
}

extension ValueSchema<ClosedRange<Int>> {
    /// A whole number, or the minimum and the maximum.
    static func integerOrRange(_ range: ClosedRange<Int>) -> Self {
        let limits = "\(range.lowerBound) to \(range.upperBound)"
        let integer = ValueSchema<Int>.integer(range)
        return ValueSchema(
            range: "\(limits), or [minimum, maximum]",
            read: { node, field, problems in
                guard let pair = node.sequence else {
                    if let ends = Quantity.ends(node), range.contains(ends.0),
                        range.contains(ends.1)
                    {
                        problems.add(
                            node, field, takes: "a number or [minimum, maximum]",
                            advice: .inFile("Write [\(ends.0), \(ends.1)]"))
                        return nil
                    }
                    return integer.read(node, field, &problems).map { $0...$0 }
                }
                guard pair.count == 2 else {
                    problems.add(
                        node, field, takes: "a number or [minimum, maximum]",
                        advice: "Write [\(range.lowerBound), \(range.upperBound)]")
                    return nil
                }
                let minimum = integer.read(pair[0], field, &problems)
                let maximum = integer.read(pair[1], field, &problems)
                guard let minimum, let maximum else { return nil }
                guard minimum <= maximum else {
                    problems.add(
                        at: node.mark,
                        "\(field): the minimum, \(minimum), is more than the maximum, \(maximum)",
                        advice: "Write [\(maximum), \(minimum)]")
                    return nil
                }
                return minimum...maximum
            },
            write: { $0.count == 1 ? "\($0.lowerBound)" : "[\($0.lowerBound), \($0.upperBound)]" })
    }
}

/// The number of a scalar without quotes and unit; `nil` for other nodes.
func bareNumber(_ node: YAMLNode) -> Double? {
    guard let scalar = node.scalar, scalar.isPlain, let quantity = Quantity(scalar.text),
        quantity.unit.isEmpty
    else { return nil }
    return quantity.number
}

/// A whole number of any size; `nil` for other nodes.
private func integerValue(_ node: YAMLNode) -> Double? {
    bareNumber(node).flatMap { $0.rounded() == $0 ? $0 : nil }
}

/// `value` if it is in `range`; `nil` after an error was added.
private func checked(
    _ value: Double, in range: ClosedRange<Double>, _ limits: String, _ node: YAMLNode,
    _ field: String, _ problems: inout ProblemList
) -> Double? {
    guard range.contains(value) else {
        problems.add(
            at: node.mark, "\(field) is \(node.summary), which is out of range",
            advice: .rule("It takes \(limits)"))
        return nil
    }
    return value
}
