import Foundation
import Testing

@testable import GestureSettings

/// Texts that are committed, and that must come out again to the byte.
///
/// With `RECORD_FIXTURES` in the environment they are written instead, and the test fails: look at
/// what changed, and run it again without.
enum ConfigurationFixture {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The wrong configurations, without the ends of their names.
    static let wrong: [String] = {
        let folder = url("Tests/Fixtures/configurations").path()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }()

    /// A file of the repository.
    static func url(_ path: String) -> URL { root.appending(path: path) }

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: url(path))) }

    static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// Expects the file at `path` to hold `written`.
    static func expect(
        _ path: String, is written: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil {
            try written.write(to: url(path), atomically: true, encoding: .utf8)
            Issue.record("\(path) was recorded", sourceLocation: sourceLocation)
        }
        let committed = try text(path)
        let difference = zip(committed.split(separator: "\n"), written.split(separator: "\n"))
            .first { $0 != $1 }
        #expect(
            committed == written, "first difference: \(String(describing: difference))",
            sourceLocation: sourceLocation)
    }
}

extension DaemonConfiguration {
    /// Reads a configuration and what is wrong with it.
    static func reading(_ text: String) -> (configuration: DaemonConfiguration, problems: [String])
    {
        var problems = ProblemList()
        let configuration = read(Array(text.utf8), &problems)
        return (configuration, problems.descriptions(in: "c.yaml"))
    }
}
