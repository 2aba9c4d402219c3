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
        try allocations(workload, passes: passes, options)
    }

    private func allocations(_ workload: String, passes: Int, _ options: [String]) throws -> Int {
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

    @Test(arguments: [
        #"{"type":"subscribe","max_rate_hz":30}"#,
        #"{"type":"subscribe","gestures":["magnify"],"phases":["changed"],"positions":false}"#,
        #"{"type":"subscribe","names":["rotate","drag"],"max_rate_hz":100,"fingers":[1,5]}"#,
    ])
    func `what a client asks for allocates nothing a frame`(request: String) throws {
        let once = try allocations("pinch", passes: 1, "--live", "--ask", request)
        #expect(try allocations("pinch", passes: 2, "--live", "--ask", request) == once)
    }

    /// What is held back is sent with the stamp of another zone's gesture, which was sent since.
    @Test func `what is held back and stamped anew allocates nothing`() throws {
        let directory = try TemporaryDirectory()
        let halves = """
            gestures: [{ drag: {} }]
            zones:
              - name: left
                rect: { x: 0, y: 0, width: 0.5, height: 1 }
                gestures: [{ drag: {} }]
            """
        let options = [
            "--live", "--config", try directory.write(halves.utf8, to: "c.yaml"),
            "--ask", #"{"type":"subscribe","max_rate_hz":50}"#,
        ]
        let once = try allocations("alternate", passes: 1, options)
        #expect(try allocations("alternate", passes: 2, options) == once)
    }

    @Test(arguments: [Configured.zones, Configured.compositions])
    func `what is configured allocates nothing a frame`(configured: Configured) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(configured.rawValue.utf8, to: "c.yaml")
        let once = try allocations("pinch", passes: 1, "--config", path)
        #expect(try allocations("pinch", passes: 2, "--config", path) == once)
    }

    @Test func `gestures written in Swift allocate nothing a frame`() throws {
        #expect(try allocations("swift", passes: 2) == allocations("swift", passes: 1))
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

/// Configurations whose frames are counted.
enum Configured: String {
    case zones = """
        gestures:
          - press: { fingers: [1, 5] }
          - tap: { count: 1, fingers: [1, 5] }
            waits_for: [double_tap]
          - tap: { count: 2, fingers: [1, 5] }
            name: double_tap
          - drag: {}
            cooldown: 10ms
        zones:
          - name: left
            rect: { x: 0, y: 0, width: 0.5, height: 1 }
            hands: 2
            gestures: [{ drag: {} }, { magnify: {} }]
          - name: middle
            rect: { x: 100mm, y: 50mm, width: 200mm, height: 200mm }
            mask: all
            gestures: [{ drag: {} }, { swipe: {} }, { rotate: {} }, { force: { fingers: [1, 5] } }]
        """
    case compositions = """
        gestures:
          - sequence:
              - press: { fingers: [1, 5] }
              - drag: {}
          - exclusive:
              - simultaneous: [{ magnify: {} }, { rotate: {} }]
              - drag: {}
              - sequence: [{ tap: { count: 1, fingers: [1, 5] } }, { drag: {} }]
            name: either
            simultaneous: all
        """
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
