import Foundation
import Testing
import TouchCore

@testable import GestureSettings

/// `docs/configuration.md`, whose tables are written by the tables that the reader uses.
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

    @Test func `the example of the page is taken whole`() throws {
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
