import Testing
import TouchCore

@testable import GestureSettings

/// The example that is installed, which is written by the tables that the reader uses.
struct ConfigurationExampleTests {
    private static let path = "packaging/gestured.yaml"

    @Test func `the file is what the tables write`() throws {
        try ConfigurationFixture.expect(Self.path, is: ConfigurationExample.text)
    }

    @Test func `it states exactly the defaults`() throws {
        let (configuration, problems) = DaemonConfiguration.reading(
            try ConfigurationFixture.text(Self.path))
        #expect(problems == [])
        #expect(configuration == .standard)
    }

    @Test func `what is switched off in it can be switched on`() throws {
        let lines = try ConfigurationFixture.text(Self.path).split(separator: "\n")
        // Behind the head, which is words alone.
        let members = lines.drop { $0.hasPrefix("#") }
        let (configuration, problems) = DaemonConfiguration.reading(
            members.map(Self.switchedOn).joined(separator: "\n"))
        #expect(problems == [])
        #expect(configuration.devices.count == 1)
        #expect(configuration.gestures.zones.map(\.name) == ["screen", "service_corner"])
    }

    @Test func `no line is longer than a hundred characters`() throws {
        let lines = try ConfigurationFixture.text(Self.path).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 })
    }

    /// The line without a `#` that touches a name; words are a space away from theirs.
    private static func switchedOn(_ line: Substring) -> String {
        let space = line.prefix { $0 == " " }
        let rest = line.dropFirst(space.count)
        guard rest.hasPrefix("#"), rest.wholeMatch(of: /#|# \S.*/) == nil else {
            return String(line)
        }
        // Once for the block, and once for what is switched off in it.
        return switchedOn(space + rest.dropFirst())
    }
}
