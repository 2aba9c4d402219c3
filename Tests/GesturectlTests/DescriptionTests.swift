import Foundation
import Testing
import TouchCore
import TouchTestSupport

@testable import gesturectl

/// The output of `describe`, compared with the documentation.
struct DescriptionTests {
    /// The name in the configuration and the default, from each row of a page's table.
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
            return cells.count == 4 ? Array(cells[1...2]) : nil
        }
    }

    @Test(arguments: GestureKind.allCases.filter { !$0.isComposition })
    func `thresholds and defaults are those of the page`(kind: GestureKind) throws {
        let page = try thresholds(of: kind.rawValue)
        let described = KindText(kind).thresholds
        #expect(described.map(\.first) == page.map(\.first))
        // A member without a default has a description of the behaviour instead.
        for (printed, documented) in zip(described, page) where documented[1] != "–" {
            #expect(printed[1] == documented[1])
        }
        #expect(described.allSatisfy { $0[2].hasSuffix(".") })
    }

    @Test func `kinds are those of the protocol`() throws {
        let schema = try String(
            contentsOfFile: BuiltDaemon.root + "docs/protocol.schema.json", encoding: .utf8)
        #expect(GestureKind.allCases.allSatisfy { schema.contains("\"\($0.rawValue)\"") })
    }

    @Test func `every value of a kind has a description, and is in protocol.md`() throws {
        let page = try String(
            contentsOfFile: BuiltDaemon.root + "docs/protocol.md", encoding: .utf8)
        for member in GestureKind.allCases.flatMap(MemberDescription.special) {
            #expect(!member.meaning.isEmpty)
            #expect(page.contains("`\(member.name)`"))
        }
    }

    @Test func `describe prints phases, thresholds and members`() throws {
        let result = try GesturectlCommand.run("describe", "drag")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("drag: The middle of one to five fingers moves\n"))
        #expect(result.output.contains("as began, as changed"))
        #expect(result.output.contains("  minimum_distance  4 mm"))
        #expect(result.output.contains("  predicted_dx_mm  "))
        #expect(result.output.contains("  duration_us          since the first finger landed"))
    }
}

/// Numbers in readable form.
struct NumberTextTests {
    @Test(arguments: [
        (0, "0"), (0.04, "0"), (-0.04, "0"), (0.05, "0.1"), (-0.06, "-0.1"), (12, "12"),
        (12.34, "12.3"), (-12.36, "-12.4"), (1e300, "1e+300"),
    ])
    func `a number has one decimal at most, and no trailing zeros`(value: Double, text: String) {
        #expect(NumberText.decimal(value) == text)
    }

    @Test(arguments: [
        (-1, "0 µs"), (999, "999 µs"), (86_210, "86 ms"), (1_240_000, "1.2 s"),
        (185_000_000, "3 min 5 s"), (7_800_000_000, "2 h 10 min"), (Int64.max, "106751991 d 4 h"),
    ])
    func `durations have a suitable unit`(us: Int64, text: String) {
        #expect(NumberText.duration(us: us) == text)
    }
}
