import Foundation
import Testing
import TouchCore

@testable import GestureSettings

/// Texts that are committed, and must be reproduced to the byte.
///
/// With `RECORD_FIXTURES` in the environment they are written instead, and the test fails: review
/// the changes, and run it again without.
enum ConfigurationFixture {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The names of the wrong configurations, without `.yaml`.
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

    /// Expects `written` as the contents of the file at `path`.
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
    /// Parses a configuration; returns its problems.
    static func reading(
        _ text: String, rehearsing rehearses: Bool = false
    ) -> (configuration: DaemonConfiguration, problems: [String]) {
        var problems = ProblemList(rehearses: rehearses)
        let configuration = read(Array(text.utf8), &problems)
        return (configuration, problems.descriptions(in: "c.yaml"))
    }
}

/// The problems that are reported about wrong configurations.
struct WrongConfigurationTests {
    @Test(arguments: ConfigurationFixture.wrong)
    func `every error is reported with location and advice`(name: String) throws {
        let folder = "Tests/Fixtures/configurations"
        var problems = ProblemList(rehearses: true)
        let bytes = try ConfigurationFixture.bytes("\(folder)/\(name).yaml")
        let configuration = DaemonConfiguration.read(bytes, &problems)
        let messages = problems.descriptions(in: "\(name).yaml").map { $0 + "\n" }.joined()
        try ConfigurationFixture.expect("\(folder)/\(name).txt", is: messages)
        if problems.hasErrors { #expect(configuration == .standard) }
    }

    @Test func `there are more than twenty wrong configurations`() {
        #expect(ConfigurationFixture.wrong.count > 20)
    }
}

/// `docs/configuration.md`, whose tables are generated from the tables of the reader.
struct ConfigurationPageTests {
    private static let path = "docs/configuration.md"

    @Test func `the tables of the page are those of the reader`() throws {
        var text = try ConfigurationFixture.text(Self.path)
        for table in ConfigurationTables.all {
            let mark = "<!-- table: \(table.name) -->\n"
            let start = try #require(text.range(of: mark), "no table \(table.name)").upperBound
            let end = try #require(text[start...].range(of: "<!-- end -->")).lowerBound
            text.replaceSubrange(start..<end, with: "\n\(table.text)\n")
        }
        try ConfigurationFixture.expect(Self.path, is: text)
    }

    @Test func `the example of the page is accepted`() throws {
        let text = try ConfigurationFixture.text(Self.path)
        let start = try #require(text.range(of: "```yaml\n")).upperBound
        let end = try #require(text[start...].range(of: "```")).lowerBound
        let (configuration, problems) = DaemonConfiguration.reading(String(text[start..<end]))
        #expect(problems == [])
        #expect(configuration.devices.count == 1)
        #expect(configuration.gestures.zones.map(\.gestures.count) == [4, 1])
        #expect(configuration.gestures.zones[0].gestures.map(\.name).last == "move_item")
    }
}

/// The installed example, which is generated from the tables of the reader.
struct ConfigurationExampleTests {
    private static let path = "packaging/gestured.yaml"

    @Test func `the file has the text that the tables write`() throws {
        try ConfigurationFixture.expect(Self.path, is: ConfigurationExample.text)
    }

    @Test func `the example states exactly the defaults`() throws {
        let (configuration, problems) = DaemonConfiguration.reading(
            try ConfigurationFixture.text(Self.path))
        #expect(problems == [])
        #expect(configuration == .standard)
    }

    @Test func `members that are commented out in the example can be uncommented`() throws {
        let lines = try ConfigurationFixture.text(Self.path).split(separator: "\n")
        // The lines after the head, which is text only.
        let members = lines.drop { $0.hasPrefix("#") }
        let (configuration, problems) = DaemonConfiguration.reading(
            members.map(Self.uncommented).joined(separator: "\n"), rehearsing: true)
        // These gestures are not recognised together with others of the example.
        let subjects = problems.map { $0.split(separator: " is never recognised").first ?? "" }
        let names = subjects.map { $0.split(separator: " ").last }
        let expected = [
            "my_gesture", "long_press", "drag", "swipe", "deep_press", "press", "swipe_hold",
            "turn_and_zoom",
        ]
        #expect(names.map { String($0 ?? "") } == expected, "\(problems)")
        #expect(configuration.devices.count == 1)
        #expect(configuration.gestures.zones.map(\.name) == ["screen", "service_corner"])
    }

    @Test func `no line is longer than a hundred characters`() throws {
        let lines = try ConfigurationFixture.text(Self.path).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 })
    }

    /// The line with its member uncommented: without a `#` that is directly before a name. A `#`
    /// before a space begins text, and stays.
    private static func uncommented(_ line: Substring) -> String {
        let indentation = line.prefix { $0 == " " }
        let content = line.dropFirst(indentation.count)
        guard content.hasPrefix("#"), content.wholeMatch(of: /#|# \S.*/) == nil else {
            return String(line)
        }
        // Again, because a block that is commented out may contain another one.
        return uncommented(indentation + content.dropFirst())
    }
}
