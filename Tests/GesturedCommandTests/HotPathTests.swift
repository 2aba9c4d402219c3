import Foundation
import Testing
import TouchTestSupport

/// A frame allocates nothing on its path to a program's callbacks.
///
/// Counted on an optimised build, which `make test` makes and names in `HOT_PATH_PROBE`. `make
/// budget` counts allocations of the daemon.
@Suite(
    .enabled(if: HotPath.probe != nil, "skipped: HOT_PATH_PROBE is not set; run `make test`"),
    .serialized)
struct HotPathTests {
    private func allocations(passes: Int, _ options: String...) throws -> Int {
        try runCountingMallocs(
            executable: #require(HotPath.probe), arguments: ["\(passes)"] + options)
    }

    @Test func `a frame with gestures written in Swift allocates nothing`() throws {
        #expect(try allocations(passes: 2) == allocations(passes: 1))
    }

    @Test func `one deliberate allocation per pass is counted`() throws {
        let more = try allocations(passes: 2, "--deliberate-malloc")
        #expect(try more - allocations(passes: 1, "--deliberate-malloc") == 1)
    }
}

private enum HotPath {
    static var probe: String? { ProcessInfo.processInfo.environment["HOT_PATH_PROBE"] }
}
