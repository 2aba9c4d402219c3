import Foundation

/// Expectations of published tests of other projects, in the corpus at TOUCH_CORPUS.
enum OracleFile {
    static let exists = ProcessInfo.processInfo.environment["TOUCH_CORPUS"] != nil

    /// The cases of `oracles/NAME.json`; empty if there is no corpus, or no such file.
    static func cases<Case: Decodable>(of name: String) -> [Case] {
        guard let corpus = ProcessInfo.processInfo.environment["TOUCH_CORPUS"] else { return [] }
        let url = URL(filePath: corpus).appending(path: "oracles/\(name).json")
        guard let data = try? Data(contentsOf: url) else { return [] }
        return (try? JSONDecoder().decode(Cases<Case>.self, from: data))?.cases ?? []
    }
}

private struct Cases<Case: Decodable>: Decodable {
    var cases: [Case]
}

/// Why a case differs from our rules, and its unmet expectations.
struct OracleDifference: Sendable {
    /// The sentence of our specification that causes the difference.
    var sentence: String
    /// Unmet expectations: `STEP MEMBER`.
    var misses: [String]
}
