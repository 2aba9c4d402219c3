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

    /// The rules name suites, without `Tests`, and groups of tests such as A5.
    @Test
    func `each rule has a test`() throws {
        let sources = try Self.files.map(ViewsPage.source).joined()
        let rows = page.cells(2, of: "Rules")
        #expect(rows.count > 30)
        for name in Set(rows.flatMap { $0.components(separatedBy: ", ") }) {
            #expect(
                sources.contains("\nstruct \(name)Tests {\n")
                    || sources.contains("func `\(name): "),
                "\(name)")
        }
    }

    private static let files = [
        "ValueTests", "ListTests", "StateTests", "PrecedenceTests", "RecognizerTests",
        "SubclassTests", "DocumentedTests", "PlaceTests", "FlickTests", "ButtonGestureTests",
        "SeveralFingersTests", "RecognisedOnceTests", "AdverseTests",
    ]

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
