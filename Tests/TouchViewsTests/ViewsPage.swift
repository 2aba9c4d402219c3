import Foundation
import TouchTestSupport

/// docs/from-swiftui.md, as far as tests read it.
struct ViewsPage {
    private let text = try? String(
        contentsOf: URL(filePath: BuiltDaemon.root + "docs/from-swiftui.md"), encoding: .utf8)

    /// Cells of a column of the table below a heading, without the table's head.
    func cells(_ column: Int, of heading: String) -> [String] {
        let parts = (text ?? "").components(separatedBy: "\n## \(heading)\n")
        guard parts.count == 2 else { return [] }
        let section = parts[1].components(separatedBy: "\n## ")[0]
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
        return rows.map { row in
            let cells = row.dropFirst().components(separatedBy: " |")
            return column < cells.count ? cells[column].trimmingCharacters(in: .whitespaces) : ""
        }
    }

    /// The blocks of Swift.
    var code: [String] {
        (text ?? "").components(separatedBy: "\n```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
    }

    private static let folder = URL(filePath: BuiltDaemon.root + "Tests/TouchViewsTests/")

    /// A file of these tests.
    static func source(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: "\(name).swift"), encoding: .utf8)
    }

    /// All files of these tests.
    static func sources() throws -> String {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }
}
