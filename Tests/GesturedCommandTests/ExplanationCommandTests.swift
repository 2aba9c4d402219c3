import Foundation
import Testing
import TouchTestSupport

/// The output of `--explain`: as the page shows it, and correct.
struct ExplanationCommandTests {
    /// The lines about gestures in the dump of a recording.
    private func gestureLines(_ path: String) throws -> [String] {
        let result = try GesturedCommand.run("--replay", path, "--dump", "--explain")
        #expect(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").map(String.init).filter {
            $0.contains(#/ \? | (began|ended) /#)
        }
    }

    /// The lines that the page shows for a recording.
    private func shown(_ name: String) throws -> [String] {
        let page = try String(
            contentsOfFile: GesturedCommand.root + "docs/explain.md", encoding: .utf8)
        let start = try #require(page.range(of: "$ gestured --replay \(name) "))
        let block = page[start.lowerBound...].split(separator: "\n").dropFirst()
        return block.prefix { $0 != "```" }.map(String.init)
    }

    @Test func `the page shows the lines of the demo`() throws {
        #expect(try gestureLines(GesturedCommand.demo) == shown("share/demo.evemu"))
    }

    @Test func `without --verbose a combined line has the time of its last frame`()
        throws
    {
        func dump(_ options: String...) throws -> [String] {
            let result = try GesturedCommand.start(
                ["--replay", GesturedCommand.demo, "--dump"] + options
            ).wait()
            return result.output.split(separator: "\n").map(String.init)
        }
        let combined = try dump().filter { $0.contains(" 11.4") }
        #expect(try combined == shown("share/demo.evemu --dump | grep"))
        let times = try dump("--verbose").compactMap { line in
            line.firstMatch(of: #/^ +(\d+\.\d{3}) /#).flatMap { Double($0.1) }
        }
        #expect(times.count > 1_000 && times == times.sorted())
    }

    @Test func `--trace-device changes no line, and the page shows its output`() throws {
        let plain = try GesturedCommand.run("--replay", GesturedCommand.demo, "--json")
        let traced = try GesturedCommand.run(
            "--replay", GesturedCommand.demo, "--json", "--trace-device", "Demo*")
        #expect(traced.status == 0)
        #expect(traced.output == plain.output)
        let lines = traced.errors.split(separator: "\n").map(String.init)
        let transitions = lines.filter { $0.contains(" × ") }
        #expect(transitions.prefix(4) == (try shown("share/demo.evemu --json")[...]))
        // Each gesture that became active has ended.
        let ends = transitions.count { $0.hasSuffix("ended") || $0.hasSuffix("cancelled") }
        #expect(ends >= transitions.count { $0.hasSuffix("→ active") })
        #expect(ends > 0)
    }

    @Test func `a recording without the device to trace is refused`() throws {
        let result = try GesturedCommand.run(
            "--replay", GesturedCommand.demo, "--json", "--trace-device", "Other")
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors.contains("--trace-device Other names no device of"))
        #expect(result.errors.contains("It has \"Demo Panel\""))
    }

    @Test(
        .enabled(if: Corpus.directory != nil, "skipped: TOUCH_CORPUS is not set"),
        arguments: [
            "EP0430M09.2-finger-scroll-down.evemu", "EP0430M09.2-fingers-touch-release.evemu",
            "QUANTA_OpticalTouchScreen.touch-on-left.evemu",
        ])
    func `the page shows the lines of real panels`(file: String) throws {
        let path = try "\(#require(Corpus.directory))/\(file)"
        #expect(try gestureLines(path) == shown(file))
    }

    @Test(arguments: [GesturedCommand.demo] + Corpus.files)
    func `each gesture of a touch is emitted or explained, with correct numbers`(
        file: String
    ) throws {
        let directory = Corpus.directory ?? ""
        let lines = try gestureLines(file.hasPrefix("/") ? file : "\(directory)/\(file)")
        var emitted: Set<String> = []
        var explained: [String] = []
        for (index, line) in lines.enumerated() {
            guard line.contains(" ? ") else {
                emitted.insert(String(line.split(separator: " ")[2]))
                continue
            }
            #expect(missesItsLimit(line), "\(line)")
            explained += names(line)
            let next = index + 1 < lines.count ? lines[index + 1] : ""
            guard !next.contains(" ? ") || next.prefix(9) != line.prefix(9) else { continue }
            #expect(Set(explained).count == explained.count, "\(line)")
            // Every gesture of the standard list is in one of them.
            #expect(emitted.isDisjoint(with: explained) && emitted.count + explained.count == 7)
            (emitted, explained) = ([], [])
        }
        #expect(emitted.isEmpty)
    }

    /// The gestures that a line explains.
    private func names(_ line: String) -> [String] {
        guard let list = line.firstMatch(of: #/\? ([a-z_, ]+): /#) else { return [] }
        return list.1.split(separator: ", ").map(String.init)
    }

    /// Whether the value of a line misses the limit that the line gives as the reason. A line
    /// without two numbers must give no limit.
    private func missesItsLimit(_ line: String) -> Bool {
        let pattern = /([\d.]+)(?: [a-z\/]+)?, (at most|at least|needs more than) ([\d.]+)/
        guard let match = line.firstMatch(of: pattern), let value = Double(match.1),
            let limit = Double(match.3)
        else { return !line.contains(", at ") && !line.contains("needs more") }
        return match.2 == "at most" ? value > limit : value < limit || limit == value && limit == 0
    }
}
