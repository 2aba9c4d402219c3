import Foundation
import Testing
import TouchTestSupport

/// Every statement of docs/from-swiftui.md has a test.
struct PageTests {
    private let page = ViewsPage()

    @Test
    func `each name has a test`() throws {
        let source = try ViewsPage.source("NameRowTests") + ViewsPage.source("NameTests")
        let rows = page.cells(0, of: "Names")
        #expect(rows.count > 10)
        for row in rows { #expect(source.contains("    /// Row: \(row)\n"), "\(row)") }
    }

    @Test
    func `each rule has a test`() throws {
        let source = try ViewsPage.sources()
        let rows = page.cells(0, of: "Rules")
        #expect(rows.count > 40)
        for row in rows { #expect(source.contains("    /// Rule: \(row)\n"), "\(row)") }
    }

    @Test
    func `each rule of a test is one of the page`() throws {
        let rows = Set(page.cells(0, of: "Rules"))
        for line in try ViewsPage.sources().split(separator: "\n") {
            let parts = line.components(separatedBy: "    /// Rule: ")
            guard parts.count == 2, parts[0].isEmpty else { continue }
            #expect(rows.contains(parts[1]), "\(parts[1])")
        }
    }

    @Test
    func `the code of the page compiles`() throws {
        let blocks = page.code
        #expect(blocks.count == 3)
        for block in blocks {
            // The second block leaves to the reader what is shown.
            try expectRefusals(block + "\n@MainActor func show(in window: UIWindow) {}\n")
        }
    }
}
