import Foundation
import Testing
import TouchTestSupport

/// Ten fingers on views cost as much on 200 views as on 50, and a frame allocates nothing.
///
/// Counted on an optimised build: `ViewProbe`, which `make test` makes beside `HOT_PATH_PROBE`.
@Suite(
    .enabled(if: ViewCost.probe != nil, "skipped: HOT_PATH_PROBE is not set; run `make test`"),
    .serialized)
struct ViewCostTests {
    @Test func `a frame of ten moving fingers allocates nothing`() throws {
        let probe = try #require(ViewCost.probe)
        let once = try runCountingMallocs(executable: probe, arguments: ["moves", "100"])
        let twice = try runCountingMallocs(executable: probe, arguments: ["moves", "200"])
        #expect(once == twice)
    }

    @Test(.enabled(if: ViewCost.hasValgrind, "skipped: valgrind is not installed"))
    func `a frame of ten moving fingers is cheap, and no dearer with more views`() throws {
        let (few, many) = try (
            instructions(of: "moves", 200, views: 50), instructions(of: "moves", 200, views: 200)
        )
        #expect(many < 50_000)
        #expect(Double(many) < Double(few) * 1.02)
    }

    @Test(.enabled(if: ViewCost.hasValgrind, "skipped: valgrind is not installed"))
    func `a tap of ten fingers at once is cheap, and no dearer with more views`() throws {
        let (few, many) = try (
            instructions(of: "taps", 10, views: 50), instructions(of: "taps", 10, views: 200)
        )
        #expect(many < 2_000_000)
        // Each landing looks for its view.
        #expect(Double(many) < Double(few) * 1.05)
    }

    /// The instructions of one frame or tap: the difference of `count` of them and three times as many.
    private func instructions(of action: String, _ count: Int, views: Int) throws -> Int {
        func total(_ count: Int) throws -> Int {
            let program = try RunningProgram(
                "/usr/bin/valgrind",
                [
                    "--tool=callgrind", "--callgrind-out-file=/dev/null",
                    #require(ViewCost.probe), action, "\(count)", "\(views)",
                ])
            let errors = try program.wait(seconds: 120).errors
            let line = try #require(
                errors.split(separator: "\n").last { $0.contains("Collected :") })
            return try #require(Int(line.split(separator: " ").last ?? ""))
        }
        return try (total(3 * count) - total(count)) / (2 * count)
    }
}

private enum ViewCost {
    static let probe = ProcessInfo.processInfo.environment["HOT_PATH_PROBE"].map {
        URL(filePath: $0).deletingLastPathComponent().appending(path: "ViewProbe").path()
    }

    static let hasValgrind = FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")
}
