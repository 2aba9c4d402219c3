import GestureSettings
import GestureWire
import LinuxIO
import TouchCore
import YAMLDocument

// Parsers for each type of value. Each returns `nil` after it has recorded an error.
extension BindingReader {
    /// The advice for a name that is not one of `words`.
    static func advice(for word: String, among words: [String], _ opening: String) -> String {
        let kind = GestureKind.meant(by: word)?.rawValue
        let meant =
            kind.flatMap { words.contains($0) ? $0 : nil }
            ?? Spelling.nearest(to: word, among: words)
        return meant.map { "Did you mean \($0)?" }
            ?? "\(opening): \(words.joined(separator: ", "))"
    }

    /// One of a fixed set of keywords.
    mutating func word(_ member: YAMLMember, _ words: [String]) -> String? {
        let text = member.value.scalar?.text
        if let text, words.contains(text) { return text }
        refuse(
            member, "one of a few words",
            Self.advice(for: text ?? "", among: words, "It takes one of"))
        return nil
    }

    /// A valid name of the configuration.
    mutating func name(_ member: YAMLMember) -> String? {
        if let scalar = member.value.scalar, !scalar.isNull, GestureNaming.isName(scalar.text) {
            return scalar.text
        }
        refuse(member, "a name", "A name has 1 to 64 letters (A to Z), digits, _ . and -")
        return nil
    }

    /// A non-empty text.
    mutating func text(_ member: YAMLMember) -> String? {
        text(member.value, of: member, "text", "Write it in quotes")
    }

    /// A program and its arguments.
    mutating func words(_ member: YAMLMember) -> [String]? {
        let advice = "Write run: [program, argument]; for a line of a shell, shell:"
        guard let nodes = member.value.sequence, (1...Self.most).contains(nodes.count) else {
            refuse(member, "a list of a program and its arguments", advice)
            return nil
        }
        let words = nodes.enumerated().compactMap { index, node in
            text(node, of: member, "texts", advice, mayBeEmpty: index > 0)
        }
        return words.count == nodes.count ? words : nil
    }

    /// An absolute path.
    mutating func path(_ member: YAMLMember) -> String? {
        guard let text = text(member) else { return nil }
        if text.hasPrefix("/") { return text }
        refuse(member, "a whole path", "Write it from / on, without ~ and variables")
        return nil
    }

    /// True or false.
    mutating func flag(_ member: YAMLMember) -> Bool? {
        switch member.value.scalar.flatMap({ $0.isPlain ? $0.text : nil }) {
        case "true": return true
        case "false": return false
        default:
            refuse(member, "true or false", "Write \(member.key.text): true")
            return nil
        }
    }

    /// An integer.
    mutating func integer(_ member: YAMLMember, _ range: ClosedRange<Int>) -> Int? {
        integer(member.value, of: member, range)
    }

    /// An integer, or a minimum and a maximum.
    mutating func integerOrRange(_ member: YAMLMember, _ range: ClosedRange<Int>) -> ClosedRange<
        Int
    >? {
        guard let pair = member.value.sequence else {
            return integer(member, range).map { $0...$0 }
        }
        let numbers = pair.prefix(2).compactMap { integer($0, of: member, range) }
        guard numbers.count == min(2, pair.count) else { return nil }
        guard pair.count == 2, numbers[0] <= numbers[1] else {
            refuse(member, "a number or [least, most]", "Write [1, 2]")
            return nil
        }
        return numbers[0]...numbers[1]
    }

    /// A duration of at most an hour.
    mutating func time(_ member: YAMLMember) -> Duration? {
        let text = member.value.scalar?.text ?? ""
        let digits = text.prefix { "0"..."9" ~= $0 }
        let unit = text.dropFirst(digits.count)
        let factors: [Substring: Int64] = ["ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000]
        if let number = Int64(digits), let factor = factors[unit], number <= 3_600_000 / factor {
            return .milliseconds(number * factor)
        }
        refuse(
            member, "a time of up to 3600s",
            "A time is a whole number of ms, s, min or h: 500ms, 2s")
        return nil
    }

    private mutating func integer(
        _ node: YAMLNode, of member: YAMLMember, _ range: ClosedRange<Int>
    ) -> Int? {
        if let scalar = node.scalar, scalar.isPlain, let number = Int(scalar.text),
            range.contains(number)
        {
            return number
        }
        let limits = "\(range.lowerBound) to \(range.upperBound)"
        refuse(member, node, "a whole number", "It takes \(limits)")
        return nil
    }

    private mutating func text(
        _ node: YAMLNode, of member: YAMLMember, _ what: String, _ advice: String,
        mayBeEmpty: Bool = false
    ) -> String? {
        guard let scalar = node.scalar, !scalar.isNull, mayBeEmpty || !scalar.text.isEmpty else {
            refuse(member, node, what, advice)
            return nil
        }
        // A NUL would end an argument or a variable of the program.
        guard !scalar.text.utf8.contains(0) else {
            refuse(member, node, "\(what) without NUL", advice)
            return nil
        }
        return scalar.text
    }

    private mutating func refuse(_ member: YAMLMember, _ what: String, _ advice: String) {
        refuse(member, member.value, what, advice)
    }

    private mutating func refuse(
        _ member: YAMLMember, _ node: YAMLNode, _ what: String, _ advice: String
    ) {
        add(at: node.mark, "\(member.key.text) takes \(what), found \(node.summary)", advice)
    }
}
