import Foundation
import Testing
import TouchTestSupport

@testable import gesturectl

/// What `describe` says, held against the documentation.
struct DescriptionTests {
    /// The rows of a page's table: name in the configuration, default, meaning.
    private func thresholds(of kind: String) throws -> [[String]] {
        let page = kind.replacingOccurrences(of: "_", with: "-")
        let text = try String(
            contentsOfFile: BuiltDaemon.root + "docs/gestures/\(page).md", encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { row in
            let escaped = row.replacingOccurrences(of: "\\|", with: "\u{1}")
            let cells = escaped.split(separator: "|").map {
                $0.replacingOccurrences(of: "\u{1}", with: "|")
                    .replacingOccurrences(of: "`", with: "").trimmingCharacters(in: .whitespaces)
                    .replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }
            }
            return cells.count == 4 ? Array(cells.dropFirst()) : nil
        }
    }

    @Test(arguments: KindDescription.all.filter { !$0.thresholds.isEmpty }.map(\.name))
    func `thresholds are those of the page`(kind: String) throws {
        let description = try #require(KindDescription.all.first { $0.name == kind })
        let told = description.thresholds.map { [$0.name, $0.standard, $0.meaning] }
        #expect(try told == thresholds(of: kind))
    }

    @Test func `kinds are those of the protocol`() throws {
        let schema = try String(
            contentsOfFile: BuiltDaemon.root + "docs/protocol.schema.json", encoding: .utf8)
        let kinds = KindDescription.all.map(\.name)
        #expect(kinds.count == 12)
        #expect(kinds.allSatisfy { schema.contains("\"\($0)\"") })
    }

    @Test func `every value of a kind is described, and a member of the protocol`() throws {
        let page = try String(
            contentsOfFile: BuiltDaemon.root + "docs/protocol.md", encoding: .utf8)
        let described = MemberDescription.special.map(\.name)
        for value in KindDescription.all.flatMap(\.values) {
            #expect(described.contains(value))
            #expect(page.contains("`\(value)`"))
        }
    }

    @Test func `describe tells phases, thresholds and members`() throws {
        let result = try GesturectlCommand.run("describe", "drag")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("drag: The middle of one to five fingers moves\n"))
        #expect(result.output.contains("from began, through changed"))
        #expect(result.output.contains("  minimum_distance  4 mm"))
        #expect(result.output.contains("  predicted_dx_mm  "))
        #expect(result.output.contains("  duration_us          since the first finger landed"))
    }
}
