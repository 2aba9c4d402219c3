/// What is measured with a unit: a bare number could be anything.
enum Measure {
    case length, time, speed, angle

    /// With its article, for a sentence.
    var noun: String {
        switch self {
        case .length: "a length"
        case .time: "a time"
        case .speed: "a speed"
        case .angle: "an angle"
        }
    }

    /// The units that it takes, and what each is in the first of them.
    var units: [(name: String, factor: Double)] {
        switch self {
        case .length: [("mm", 1)]
        case .time: [("ms", 1), ("s", 1_000)]
        case .speed: [("mm/s", 1)]
        case .angle: [("deg", 1)]
        }
    }

    /// Which units it takes, for people: `A time takes ms or s: 12ms, 12s`.
    ///
    /// - Parameter number: what stands in the examples.
    func advice(_ number: Double = 12) -> String {
        let noun = noun.prefix(1).uppercased() + noun.dropFirst()
        let names = units.map(\.name).joined(separator: " or ")
        let examples = units.map { Self.text(number) + $0.name }.joined(separator: ", ")
        return "\(noun) takes \(names): \(examples)"
    }

    /// `value`, in the first unit, as people write it.
    func text(_ value: Double) -> String {
        let whole = units.last {
            value != 0 && value.truncatingRemainder(dividingBy: $0.factor) == 0
        }
        let unit = whole ?? units[0]
        return Self.text(value / unit.factor) + unit.name
    }

    /// A number without a fraction that says nothing.
    static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
