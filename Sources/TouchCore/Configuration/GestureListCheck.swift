/// What is wrong with gestures of one list: what a configuration file with the same would be refused for.
struct GestureListCheck {
    private let gestures: [ConfiguredGesture]
    /// The first of those that are new: what those before them name may have gone meanwhile.
    private let firstNew: Int

    /// - Parameters:
    ///   - present: those that are there already, and were checked.
    ///   - gestures: those that come behind them, and compete with them.
    init(present: [ConfiguredGesture] = [], _ gestures: [ConfiguredGesture]) {
        self.gestures = present + gestures
        firstNew = present.count
    }

    /// The first problem, as sentences; `nil` where there is none.
    var problem: String? {
        for gesture in gestures[firstNew...] {
            if let problem = Self.valueProblem(of: gesture) { return problem }
        }
        return nameProblem ?? circleProblem
    }

    // MARK: Values

    private static func valueProblem(of gesture: ConfiguredGesture) -> String? {
        if case .composition(let composition) = gesture.definition {
            return composition.parts.lazy.compactMap(valueProblem).first
        }
        if gesture.cooldown < .zero {
            return "\(gesture.name) has a cooldown below zero. Give a longer one, or none"
        }
        guard let thresholds = gesture.definition.thresholds else { return nil }
        if let contradiction = thresholds.contradiction {
            return "\(gesture.name): \(contradiction.message). \(contradiction.advice)"
        }
        for threshold in type(of: thresholds).definitionTable {
            guard let value = threshold.value(gesture.definition),
                !threshold.form.contains(value)
            else { continue }
            return """
                \(threshold.name) of \(gesture.name) is \(value.text). \
                Give \(threshold.form.rangeText)
                """
        }
        return nil
    }

    // MARK: Names

    private var nameProblem: String? {
        let names = Set(gestures.map(\.name))
        for gesture in gestures[firstNew...] {
            var others = gesture.waitsFor
            if case .named(let simultaneous) = gesture.simultaneous {
                others.formUnion(simultaneous)
            }
            guard let missing = others.subtracting(names).min() else { continue }
            let known = names.sorted().joined(separator: ", ")
            return """
                \(gesture.name) names \(missing), and no gesture of its list is called so. \
                There are \(known)
                """
        }
        return nil
    }

    // MARK: Waits

    private var circleProblem: String? {
        var done: Set<Int> = []
        for index in gestures.indices {
            var path: [Int] = []
            if let circle = circle(from: index, &path, &done) {
                let names = circle.map { gestures[$0].name }
                let steps = zip(names, names.dropFirst() + names.prefix(1)).map {
                    "\($0) waits for \($1)"
                }
                return steps.joined(separator: ", ")
                    + ". None of them would ever begin: leave one of these out"
            }
        }
        return nil
    }

    /// Follows waits; at most as deep as a list has gestures.
    private func circle(from index: Int, _ path: inout [Int], _ done: inout Set<Int>) -> [Int]? {
        if let start = path.firstIndex(of: index) { return Array(path[start...]) }
        guard !done.contains(index) else { return nil }
        path.append(index)
        for other in gestures.indices where gestures[index].waitsFor.contains(gestures[other].name)
        {
            if let circle = circle(from: other, &path, &done) { return circle }
        }
        path.removeLast()
        done.insert(index)
        return nil
    }
}

extension ThresholdForm {
    /// Whether it takes a value.
    func contains(_ value: ThresholdValue) -> Bool {
        switch (self, value) {
        case (.counts(let range), .counts(let counts)), (.count(let range), .counts(let counts)):
            range.contains(counts.lowerBound) && range.contains(counts.upperBound)
        case (.length(let range), .number(let number)), (.duration(let range), .number(let number)),
            (.speed(let range), .number(let number)), (.angle(let range), .number(let number)),
            (.number(let range), .number(let number)):
            range.contains(number)
        case (.words(let known, let least), .words(let words)):
            words.count >= least && words.allSatisfy(known.contains)
        default: true
        }
    }

    /// What it takes, in words.
    var rangeText: String {
        switch self {
        case .counts(let range), .count(let range):
            "\(range.lowerBound) to \(range.upperBound)"
        case .length(let range): Self.text(range, "mm")
        case .duration(let range): Self.text(range, "ms")
        case .speed(let range): Self.text(range, "mm/s")
        case .angle(let range): Self.text(range, "degrees")
        case .number(let range): Self.text(range, "")
        case .word(let words): words.joined(separator: ", ")
        case .words(let words, let least): "\(least) at least of \(words.joined(separator: ", "))"
        case .templates: "shapes"
        }
    }

    private static func text(_ range: ClosedRange<Double>, _ unit: String) -> String {
        "\(range.lowerBound) to \(range.upperBound) \(unit)"
    }
}

extension ThresholdValue {
    /// The value, in words.
    fileprivate var text: String {
        switch self {
        case .counts(let counts):
            counts.count == 1
                ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
        case .number(let number): "\(number)"
        case .words(let words): words.isEmpty ? "empty" : words.joined(separator: ", ")
        case .templates(let templates): "\(templates.count) shapes"
        }
    }
}
