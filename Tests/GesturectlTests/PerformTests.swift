import Foundation
import Testing
import TouchTestSupport

/// `gesturectl perform`: gestured recognises its recordings as the gestures of their sentences.
struct PerformTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [
        ("tap", ["tap 1"]), ("double tap", ["tap 1", "tap 2"]), ("tap 2 fingers", ["tap 1"]),
        ("long press", ["long_press"]), ("drag left", ["drag"]), ("swipe up", ["drag", "swipe"]),
        ("swipe left 3 fingers", ["drag", "swipe"]), ("pinch", ["magnify"]),
        ("pinch out", ["magnify"]), ("rotate 60 degrees ccw", ["rotate"]),
        ("scroll down", ["drag"]),
    ])
    func `the gestures of a sentence are recognised, and no others`(
        sentence: String, gestures: [String]
    ) throws {
        let path = directory.file("performed.evemu")
        for seed in 1...5 {
            let file = "\(path).\(seed)"
            let performed = try GesturectlCommand.run(
                "perform", sentence, "--seed", "\(seed)", "-o", file)
            #expect(performed.status == 0, "\(performed.errors)")
            let lines = try BuiltDaemon.lines(of: file).map { try WireLine($0) }
            let ended = lines.filter { $0.phase == "ended" }.map { line in
                [line.string("gesture"), line.integer("count").map(String.init)]
                    .compactMap(\.self).joined(separator: " ")
            }
            #expect(ended == gestures, "seed \(seed)")
        }
    }

    @Test func `a recording is written to standard output, and an existing file is kept`() throws {
        let text = try GesturectlCommand.run("perform", "tap", "--person", "child")
        #expect(text.status == 0)
        #expect(text.output.hasPrefix("# EVEMU"))
        let path = directory.file("there.evemu")
        try "mine".write(toFile: path, atomically: true, encoding: .utf8)
        let refused = try GesturectlCommand.run("perform", "tap", "-o", path)
        #expect(refused.status == 73)
        #expect(refused.errors.contains("Name a file that does not exist yet"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test(arguments: [
        (["swpe"], 64, "sentence 1, column 1: no gesture is named swpe\n  Did you mean swipe?"),
        (["swipe left 900 mm"], 64, "leaves the panel of 528 × 297 mm"),
        ([], 64, "Name either a sentence or --script."),
        (
            ["tap", "--panel", "god"], 64,
            "--panel, column 1: there is no panel god. Did you mean good?"
        ),
        (
            ["tap", "--panel", "good, noize 3 mm"], 64,
            "column 7: a panel has no noize. Did you mean noise?"
        ),
        (
            ["tap", "--panel", "good, noise 1e300 mm"], 64,
            "noise cannot be 1e300mm. Write for example"
        ),
        (["tap", "--panel", "good, 30..20 Hz"], 64, "rate cannot be 30..20hz"),
        (["tap", "--person", "bob"], 64, "there is no person bob. There are: adult"),
        (["tap", "--at", "3"], 64, "--at takes X,Y in mm"),
        (["--script", "/nowhere"], 66, "cannot read /nowhere: no such file or directory"),
        (["--script", "/"], 66, "/ is a directory"),
    ])
    func `an impossible performance is refused, with advice`(
        arguments: [String], status: Int, message: String
    ) throws {
        let result = try GesturectlCommand.start(["perform"] + arguments).wait()
        #expect(result.status == Int32(status))
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test(arguments: [
        ("swipe left 3 fingers", []),
        (
            "swipe right",
            ["--config", BuiltDaemon.root + "examples/recipes/rotated-panel/gestured.yaml"]
        ),
    ])
    func `the manual's examples have the lines that the manual shows`(
        sentence: String, options: [String]
    ) throws {
        let path = directory.file("example.evemu")
        _ = try GesturectlCommand.run("perform", sentence, "-o", path)
        let dump = try RunningProgram(
            BuiltFile(named: "gestured").path, ["--replay", path, "--dump"] + options
        ).wait().output
        let line = try #require(dump.split(separator: "\n").first { $0.contains("> swipe ") })
        let page = try String(
            contentsOfFile: BuiltDaemon.root + "docs/gesturectl.md", encoding: .utf8)
        #expect(page.contains(line.drop { $0 == " " }))
    }

    @Test func `the demo is what its lines give, with a name of its own`() throws {
        let performed = try GesturectlCommand.run(
            "perform", "--script", BuiltDaemon.root + "share/demo.touches")
        #expect(performed.status == 0, "\(performed.errors)")
        let demo = performed.output.replacing("N: Performed good\n", with: "N: Demo Panel\n")
        let committed = try String(contentsOfFile: BuiltDaemon.demo, encoding: .utf8)
        let isSame = demo == committed
        #expect(isSame, "run make demo")
    }

    @Test func `a problem in a script is reported with its line and column`() throws {
        let path = directory.file("touches.txt")
        try "tap\npause 1 s\nswipe lefft\n".write(toFile: path, atomically: true, encoding: .utf8)
        let result = try GesturectlCommand.run("perform", "--script", path)
        #expect(result.status == 78)
        #expect(result.errors.contains("touches.txt:3:7: lefft is not understood"))
        #expect(result.errors.contains("Did you mean left?"))
    }
}
