import Foundation
import Testing
import TouchTestSupport

/// `--plot` on the command line.
struct PlotCommandTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func content(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `the picture of the demo is the one that the documents show`() throws {
        let path = directory.file("demo.svg")
        let result = try GesturedCommand.run("--replay", GesturedCommand.demo, "--plot", path)
        #expect(result.status == 0)
        #expect(result.output == "")
        #expect(result.errors == "")
        // Review it, then: gestured --replay share/demo.evemu --plot docs/images/demo.svg
        let shown = try content(GesturedCommand.root + "docs/images/demo.svg")
        #expect(try content(path) == shown, "docs/images/demo.svg is out of date")
    }

    @Test(arguments: ["--json", "--dump"])
    func `a picture does not change the output`(sink: String) throws {
        let path = directory.file("demo.svg")
        let plain = try GesturedCommand.run("--replay", GesturedCommand.demo, sink)
        let both = try GesturedCommand.run(
            "--replay", GesturedCommand.demo, sink, "--plot", path)
        #expect(both.status == 0)
        #expect(both.output == plain.output)
        #expect(try content(path).hasPrefix("<svg"))
    }

    @Test func `--from and --to draw a part of a recording`() throws {
        let path = directory.file("part.svg")
        let result = try GesturedCommand.run(
            "--replay", GesturedCommand.demo, "--plot", path, "--from", "3.5s", "--to", "5500ms")
        #expect(result.status == 0)
        let picture = try content(path)
        #expect(picture.contains(">drag #5<"))
        #expect(!picture.contains(">tap #1<"))
    }

    @Test func `a part after the end is refused, and an existing picture stays`() throws {
        let path = try directory.write("<svg></svg>".utf8, to: "part.svg")
        let result = try GesturedCommand.run(
            "--replay", GesturedCommand.demo, "--plot", path, "--from", "500s")
        #expect(result.status == 64)
        #expect(
            result.errors.contains("--from 500.000s is after the end of \(GesturedCommand.demo)"),
            "\(result.errors)")
        #expect(try content(path) == "<svg></svg>")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["part.svg"])
    }

    @Test func `--plot - writes to standard output`() throws {
        let result = try RunningProgram(
            "/usr/bin/env",
            ["-C", directory.path, BuiltFile(named: "gestured").path]
                + ["--replay", GesturedCommand.demo, "--plot", "-"]
        ).wait()
        #expect(result.status == 0)
        #expect(try result.output == content(GesturedCommand.root + "docs/images/demo.svg"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test func `a recording that breaks is drawn up to its break`() throws {
        let text = SampleText.head() + SampleText.drag(liftAfterSeconds: 0) + "E: nonsense\n"
        let file = try directory.write(text.utf8, to: "broken.evemu")
        let path = directory.file("out.svg")
        let result = try GesturedCommand.run("--replay", file, "--plot", path)
        #expect(result.status == 65)
        let picture = try content(path)
        #expect(picture.contains(">drag #1<"))
        #expect(picture.contains(">broken.evemu<"))
        #expect(!picture.contains(directory.path))
    }

    @Test func `the picture does not overwrite the recording`() throws {
        let text = SampleText.head() + SampleText.drag(liftAfterSeconds: 0)
        let file = try directory.write(text.utf8, to: "touches.evemu")
        let result = try GesturedCommand.run("--replay", file, "--plot", file)
        #expect(result.status == 73)
        #expect(result.errors.contains("not an SVG file"), "\(result.errors)")
        #expect(try content(file) == text)
    }

    @Test(arguments: [
        (["--plot", "x.svg"], "name one with --replay"),
        (["--replay", "x", "--plot", "y", "--socket", "z"], "open no socket"),
        (["--list-devices", "--plot", "x"], "--list-devices takes no other option"),
        (["--replay", "x", "--from", "1s"], "name its file with --plot"),
        (["--replay", "x", "--plot", "y", "--to", "5"], "takes a time with its unit"),
        (["--replay", "x", "--plot", "y", "--from", "soon"], "takes a time with its unit"),
        (["--replay", "x", "--plot", "y", "--from", "2s", "--to", "1s"], "is not before"),
        (["--replay", "x", "--plot", "-", "--json"], "print to standard output"),
    ])
    func `an impossible command line exits 64, with the reason`(
        arguments: [String], message: String
    ) throws {
        let result = try GesturedCommand.start(arguments).wait()
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
