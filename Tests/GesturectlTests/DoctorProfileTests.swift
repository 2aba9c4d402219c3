import Testing
import TouchCore

@testable import GestureSettings
@testable import gesturectl

/// The profile that `gesturectl doctor` suggests for the size of a panel.
extension DoctorTests {
    @Test func `a small panel and a wall are shown the profile for their size`() throws {
        var machine = try Self.healthy()
        machine.configuration.settings = .standard
        for (width, height, profile) in [
            ("76", "46", "small"), ("1895", "1066", "wall"), ("223", "126", nil),
        ] {
            machine.devices = [try Self.device(width: width, height: height)]
            let lines = machine.findings.map(\.line).filter { $0.contains("profile: ") }
            #expect(lines.count == (profile == nil ? 0 : 1))
            #expect(lines.allSatisfy { $0.hasSuffix("profile: \(profile ?? "")\n") })
        }
    }

    @Test func `a profile that is configured is not questioned`() throws {
        var machine = try Self.healthy()
        machine.devices = [try Self.device(width: "76", height: "46")]
        machine.configuration.settings = .standard
        machine.configuration.settings?.profile = .slowHands
        #expect(!machine.findings.map(\.line).contains { $0.contains("profile: ") })
    }
}
