import Foundation
import Testing

/// Lines that are committed, and that the encoder must write again to the byte.
///
/// With `RECORD_FIXTURES` in the environment they are written instead, and the test fails: look at
/// what changed, and run it again without.
enum WireFixture {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func url(_ name: String) -> URL {
        root.appending(components: "Tests", "Fixtures", "wire", "\(name).jsonl")
    }

    static var protocolPage: URL { root.appending(components: "docs", "protocol.md") }

    static func text(_ name: String) throws -> String {
        try String(contentsOf: url(name), encoding: .utf8)
    }

    static func expect(
        _ name: String, is written: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil {
            try written.write(to: url(name), atomically: true, encoding: .utf8)
            Issue.record("\(name).jsonl was recorded", sourceLocation: sourceLocation)
        }
        let committed = try text(name)
        let difference = zip(committed.split(separator: "\n"), written.split(separator: "\n"))
            .first { $0 != $1 }
        #expect(
            committed == written, "first difference: \(String(describing: difference))",
            sourceLocation: sourceLocation)
    }
}
