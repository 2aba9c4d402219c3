import Foundation
import Testing
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// What becomes of the file that `--plot` names.
struct PlotFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func content(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test(arguments: [nil, "", "<svg xmlns", "<?xml version"])
    func `nothing, an empty file or a picture is replaced`(old: String?) throws {
        let path = directory.file("out.svg")
        if let old {
            _ = try directory.write(old.utf8, to: "out.svg")
        }
        let file = try PlotFile(replacing: path)
        #expect((try? content(path)) == old)
        try file.write("<svg/>")
        #expect(try content(path) == "<svg/>")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["out.svg"])
    }

    @Test func `what is no picture stays`() throws {
        let recording = try directory.write("N: Panel\n".utf8, to: "touches.evemu")
        let link = directory.file("link")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: directory.file("target"))
        for path in [recording, link, directory.path, "/dev/null", directory.file("no/such"), ""] {
            let error = try #require(throws: CommandError.self) {
                try PlotFile(replacing: path).write("")
            }
            #expect(error.status == .cannotCreate, "\(path)")
        }
        #expect(try content(recording) == "N: Panel\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(left.sorted() == ["link", "touches.evemu"])
    }

    @Test func `a draft that is not written goes`() throws {
        let path = directory.file("out.svg")
        _ = try PlotFile(replacing: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }
}
