import Foundation
import Testing
import TouchTestSupport

/// What a frame allocates on its way from events to a client's socket: nothing.
///
/// Counted on an optimised build, which `make test` makes and names in `HOT_PATH_PROBE`; workloads
/// that are not the project's own are generated from `TOUCH_CORPUS`.
@Suite(
    .enabled(if: HotPath.probe != nil, "skipped: HOT_PATH_PROBE is not set; run `make test`"),
    .serialized)
struct HotPathTests {
    private func allocations(_ workload: String, passes: Int, _ options: String...) throws -> Int {
        try runCountingMallocs(
            executable: #require(HotPath.probe), arguments: [workload, "\(passes)"] + options)
    }

    @Test func `five fingers that spread and turn allocate nothing a frame`() throws {
        #expect(try allocations("pinch", passes: 2) == allocations("pinch", passes: 1))
    }

    @Test func `fingers that are read from a device allocate nothing a frame`() throws {
        let once = try allocations("pinch", passes: 1, "--live")
        #expect(try allocations("pinch", passes: 2, "--live") == once)
    }

    @Test func `one deliberate allocation a pass is seen`() throws {
        let spoilt = "--deliberate-malloc"
        let more = try allocations("pinch", passes: 2, spoilt)
        #expect(try more - allocations("pinch", passes: 1, spoilt) == 1)
    }

    @Test(
        .enabled(if: HotPath.bench != nil, "skipped: TOUCH_CORPUS is not set"),
        arguments: ["W1", "W2"])
    func `a workload allocates nothing a frame`(name: String) throws {
        let directory = try TemporaryDirectory()
        let workload = try HotPath.generate(name, in: directory)
        #expect(try allocations(workload, passes: 2) == allocations(workload, passes: 1))
    }
}

enum HotPath {
    static var probe: String? { ProcessInfo.processInfo.environment["HOT_PATH_PROBE"] }

    /// The script that writes the workloads.
    static var bench: String? {
        ProcessInfo.processInfo.environment["TOUCH_CORPUS"].map { "\($0)/bench/generate.py" }
    }

    /// Writes the workloads and returns the path of one of them.
    static func generate(_ name: String, in directory: borrowing TemporaryDirectory) throws
        -> String
    {
        let program = Process()
        program.executableURL = URL(filePath: "/usr/bin/env")
        program.arguments = try ["python3", #require(bench)]
        program.environment = ProcessInfo.processInfo.environment.merging([
            "OUT": directory.path, "SEED": "7",
        ]) { $1 }
        program.standardOutput = FileHandle.nullDevice
        try program.run()
        program.waitUntilExit()
        try #require(program.terminationStatus == 0, "python3 could not write the workloads")
        return directory.file("\(name).evbin")
    }
}
