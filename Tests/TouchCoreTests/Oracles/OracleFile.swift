import Foundation

/// Expectations of others' published tests, in the corpus that TOUCH_CORPUS names.
enum OracleFile {
    static let isThere = ProcessInfo.processInfo.environment["TOUCH_CORPUS"] != nil

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

/// A case in which our rules differ, and its unmet expectations.
struct OracleDifference: Sendable {
    /// The sentence of the specification by which ours differs.
    var sentence: String
    /// Unmet expectations: `STEP MEMBER`.
    var misses: [String]
}
