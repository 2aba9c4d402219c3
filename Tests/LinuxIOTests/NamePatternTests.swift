import Glibc
import Testing
import TouchTestSupport

@testable import LinuxIO

/// Patterns of names, compared with a matcher that tries everything, and with fnmatch(3).
struct NamePatternTests {
    @Test(arguments: [
        ("Demo*", "Demo Panel", true), ("*Panel", "Demo Panel", true), ("", "", true),
        ("*", "", true), ("**a**", "bab", true), ("?", "é", true), ("?", "👍", true),
        ("*a*b*c", "aXbYbZc", true), ("Demo", "demo", false), ("a?c", "ac", false),
        ("", "a", false),
        ("a*b", "a/.b", true), ("?", "", false), ("*b", "ba", false),
        // Escapes of other grammars, which neither of these has.
        (#"a\*"#, #"a\bc"#, true), (#"a\*"#, "a*", false), (#"\"#, #"\"#, true),
        (#"\?"#, #"\x"#, true), (#"C:\Panel"#, #"C:\Panel"#, true),
    ])
    func `both grammars have a star and a question mark, and no escape`(
        pattern: String, name: String, fits: Bool
    ) throws {
        #expect(NamePattern(pattern).matches(name) == fits)
        #expect(try NamePattern(sets: pattern).matches(name) == fits)
    }

    @Test(arguments: [
        ("Panel [1]", "Panel [1]", true), ("Panel [1]", "Panel 1", false), ("[", "[", true),
        ("[a-", "[a-", true), ("[!a]", "b", false), ("*[?]", "x[y]", true),
    ])
    func `in the smaller grammar a bracket is a bracket`(pattern: String, name: String, fits: Bool)
    {
        #expect(NamePattern(pattern).matches(name) == fits)
    }

    @Test(arguments: [
        ("[abc]", "b", true), ("[a-c]", "b", true), ("[a-c]", "d", false), ("[!a-c]", "d", true),
        ("[!a-c]", "b", false), ("[]]", "]", true), ("[!]]", "]", false), ("[!]]", "x", true),
        ("[]-a]", "_", true), ("[a-]", "-", true), ("[-a]", "-", true), ("[a-]", "b", false),
        ("[*]", "*", true), ("[*]", "x", false), ("[?]", "?", true), ("[[]", "[", true),
        (#"[\]"#, #"\"#, true), (#"[\-a]"#, "]", true), ("[a^]", "^", true), ("]", "]", true),
        ("ELAN[0-9]*", "ELAN9 Touch", true), ("ELAN[0-9]*", "ELAN Touch", false),
        ("[à-ü]", "é", true), ("[a!]", "!", true),
    ])
    func `in the larger grammar brackets contain a set`(pattern: String, name: String, fits: Bool)
        throws
    {
        #expect(try NamePattern(sets: pattern).matches(name) == fits)
    }

    @Test(arguments: [
        ("ELAN Touch", "ELAN Touch"), ("a*b[1]?", "a?b?1]?"), ("\"\\\"\n\u{202e}", "?????"),
        ("", "*"), (" é", " é"),
    ])
    func `a name as a pattern needs no escapes, and matches itself`(name: String, text: String)
        throws
    {
        #expect(NamePattern.quotable(name) == text)
        #expect(try NamePattern(sets: text).matches(name))
    }

    @Test func `a name as a pattern is short enough for the configuration`() throws {
        let name = String(repeating: "👍", count: 100)
        let text = NamePattern.quotable(name)
        #expect(text.utf8.count <= 256)
        #expect(try NamePattern(sets: text).matches(name))
    }

    @Test(arguments: [
        ("[", "does not end"), ("a[b", "does not end"), ("[]", "does not end"),
        ("[!]", "does not end"), ("[a-", "does not end"), ("[^a]", "begins with ^"),
        ("[[:alpha:]]", "a class"), ("[[=a=]]", "a class"), ("[z-a]", "runs backwards"),
    ])
    func `an invalid set is refused`(pattern: String, problem: String) {
        let error = #expect(throws: NamePatternError.self) { try NamePattern(sets: pattern) }
        #expect(error?.problem.contains(problem) == true)
        #expect(error?.advice.isEmpty == false)
    }

    @Test func `the steps of a match are limited by the product of both lengths`() throws {
        let name = String(repeating: "a", count: 256)
        for unit in ["*", "*a", "a*", "*?", "*aaaa", "**a"] {
            for end in ["", "b", "*b", "b*"] {
                let pattern = String(repeating: unit, count: 120) + end
                let steps = NamePattern(pattern).search(name).steps
                #expect(steps <= (pattern.unicodeScalars.count + 1) * 257, "\(pattern): \(steps)")
            }
        }
    }

    @Test func `random patterns match as a naive matcher does`() throws {
        var random = SeededGenerator(seed: 13)
        var (found, refused) = (0, 0)
        for _ in 0..<20_000 {
            let pattern = Self.text(of: "ab*?[]!-^:\\", 10, &random)
            let name = Self.text(of: "ab[]-!\\", 7, &random)
            let fits = NaiveMatcher(name, sets: false).fits(pattern)
            #expect(NamePattern(pattern).matches(name) == fits, "\(pattern) on \(name)")
            guard let patternWithSets = try? NamePattern(sets: pattern) else {
                refused += 1
                continue
            }
            let fitsWithSets = NaiveMatcher(name, sets: true).fits(pattern)
            #expect(patternWithSets.matches(name) == fitsWithSets, "\(pattern) on \(name)")
            found += fitsWithSets ? 1 : 0
        }
        #expect(found > 300 && refused > 1_000)
    }

    @Test func `random patterns match as fnmatch(3) does, if the grammars agree`() throws {
        var random = SeededGenerator(seed: 4)
        var found = 0
        for _ in 0..<20_000 {
            // No backslash, which is an escape of fnmatch(3) only. Patterns with an invalid set,
            // which it takes literally, are skipped.
            let text = Self.text(of: "ab*?[]!-", 10, &random)
            let name = Self.text(of: "ab[]-!", 7, &random)
            guard let pattern = try? NamePattern(sets: text) else { continue }
            let fits = fnmatch(text, name, 0) == 0
            #expect(pattern.matches(name) == fits, "\(text) on \(name)")
            found += fits ? 1 : 0
        }
        #expect(found > 300)
    }

    @Test func `no bytes end the process`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            _ = NamePattern(text).matches(text)
            _ = try? NamePattern(sets: text).matches(text)
        }
    }

    private static func text(
        of letters: String, _ maximumCount: Int, _ random: inout SeededGenerator
    ) -> String {
        let letters = Array(letters)
        let count = Int.random(in: 0...maximumCount, using: &random)
        return String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
    }
}

/// The grammars, implemented literally and slowly.
private struct NaiveMatcher {
    private let name: [Unicode.Scalar]
    private let sets: Bool

    init(_ name: String, sets: Bool) {
        self.name = Array(name.unicodeScalars)
        self.sets = sets
    }

    func fits(_ pattern: String) -> Bool { fits(Array(pattern.unicodeScalars)[...], name[...]) }

    private func fits(
        _ pattern: ArraySlice<Unicode.Scalar>, _ name: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        let remainder = pattern.dropFirst()
        if first == "*" {
            return (0...name.count).contains { fits(remainder, name.dropFirst($0)) }
        }
        guard let scalar = name.first else { return false }
        if first == "[", sets {
            guard let (isIn, afterSet) = set(remainder, scalar) else { return false }
            return isIn && fits(afterSet, name.dropFirst())
        }
        return (first == "?" || first == scalar) && fits(remainder, name.dropFirst())
    }

    /// Whether a set matches `scalar`, and the text after the set.
    private func set(
        _ text: ArraySlice<Unicode.Scalar>, _ scalar: Unicode.Scalar
    ) -> (Bool, ArraySlice<Unicode.Scalar>)? {
        let isInverted = text.first == "!"
        let body = isInverted ? text.dropFirst() : text
        guard let end = body.dropFirst().firstIndex(of: "]") else { return nil }
        var (isIn, index) = (false, body.startIndex)
        while index < end {
            if index + 2 < end, body[index + 1] == "-" {
                isIn = isIn || (body[index] <= scalar && scalar <= body[index + 2])
                index += 3
            } else {
                isIn = isIn || body[index] == scalar
                index += 1
            }
        }
        return (isIn != isInverted, body[(end + 1)...])
    }
}
