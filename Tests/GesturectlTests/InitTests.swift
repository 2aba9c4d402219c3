import Foundation
import Testing
import TouchTestSupport

@testable import GestureSettings
@testable import gesturectl

/// `gesturectl init`.
struct InitTests {
    private let root: TemporaryDirectory

    init() throws {
        root = try TemporaryDirectory()
    }

    /// Reads `text` as a configuration, which must have no problem.
    private func configuration(_ text: String) throws -> DaemonConfiguration {
        let path = try root.write(text.utf8, to: "gestured.yaml")
        #expect(try ConfigurationCheck(path).conclusion.hasSuffix("\(path): no problem found"))
        return try ConfigurationFile.read(path).configuration
    }

    @Test(arguments: ["ELAN Touchscreen", "a \"quoted\" [1] \\ *", "Ünicode", ""])
    func `the file matches each touchscreen and has no problem`(name: String) throws {
        let start = StartConfiguration(
            try InputNode.machine(
                in: root, [("Mouse", false), (name, true), ("Other", true), ("Other", true)]))
        #expect(start.panels == [name, "Other"])
        let rules = try configuration(start.text).deviceRules.filter { $0.quarterTurns != nil }
        #expect(rules.count == 2)
        #expect(
            rules.first?.match.matches(name: name, vendor: 0, product: 0, paths: []) == true)
    }

    @Test func `a machine without a touchscreen has an example`() throws {
        let start = StartConfiguration(
            try InputNode.machine(in: root, [("Mouse", false), ("gesturectl performer", true)]))
        #expect(start.panels.isEmpty && start.text.contains("No touchscreen is connected"))
        _ = try configuration(start.text)
    }

    @Test func `members that are switched off in the file are valid when switched on`() throws {
        let text = StartConfiguration([]).text.replacing(/\n  # (?=with|-| )/, with: "\n  ")
        #expect(text.contains("\n  - match") && text.contains("\n  with:"))
        let read = try configuration(text)
        #expect(read.deviceRules.contains { $0.quarterTurns != nil })
    }

    @Test func `the file is checked, readable by all, and never overwritten`() throws {
        let path = root.file("start.yaml")
        let result = try GesturectlCommand.run("init", "--output", path)
        #expect(result.status == 0 && result.output == "\(path): no problem found\n")
        #expect(result.errors.contains("systemctl reload gestured"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect((mode as? Int).map { $0 & 0o444 } == 0o444)
        let again = try GesturectlCommand.run("init", "--output", path)
        #expect(again.status == 73 && again.errors.contains("Name a file that does not exist yet"))
    }
}
