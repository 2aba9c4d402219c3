import Testing
import TouchCore
import TouchRecordings

@testable import TouchPerformance

/// Recordings of performed touches.
struct PerformedRecordingTests {
    @Test func `the same seed gives the same bytes, another seed other touches`() throws {
        let script = try TouchScript("swipe left 3 fingers\ndouble tap")
        for panel in PanelModel.all {
            let one = try PerformedRecording(script, on: panel, seed: 7).text
            #expect(one == (try PerformedRecording(script, on: panel, seed: 7).text))
            #expect(one != (try PerformedRecording(script, on: panel, seed: 8).text))
        }
    }

    @Test func `each panel is read as a touchscreen of its size`() throws {
        let script = try TouchScript("tap 20 times")
        for panel in PanelModel.all {
            let text = try PerformedRecording(script, on: panel, seed: 1).text
            let recording = try Recording(parsing: Array(text.utf8), named: panel.name)
            #expect(recording.failure == nil, "\(panel.name)")
            let found = try #require(recording.devices.first?.panel, "\(panel.name)")
            let width = Double(found.x.maximum - found.x.minimum) / Double(found.x.resolution)
            #expect(abs(width - panel.size.width) < 0.1, "\(panel.name)")
        }
    }

    @Test func `each label has its touch's kind, time and values`() throws {
        let script = try TouchScript(
            "double tap 2 times\nswipe up 3 fingers\npinch 150 %\nrotate 30 degrees ccw")
        let recording = try PerformedRecording(script, seed: 3)
        #expect(recording.labels.map(\.gesture) == [.tap, .tap, .swipe, .magnify, .rotate])
        #expect(recording.labels.map(\.fingers) == [1, 1, 3, 2, 2])
        #expect(recording.labels[0].count == 2)
        #expect(recording.labels[2].direction == .up)
        #expect(recording.labels[3].scale == 1.5)
        #expect(recording.labels[4].rotation == -30)
        for (label, next) in zip(recording.labels, recording.labels.dropFirst()) {
            #expect(label.start < label.end)
            #expect(label.end < next.start)
        }
        let comments = recording.text.split(separator: "\n").filter { $0.hasPrefix("# touch") }
        #expect(comments.count == 5)
        #expect(comments.last?.contains("rotate fingers=2 rotation=-30.000") == true)
    }

    @Test func `touches that begin at once overlap, and those of lines do not`() throws {
        let script = try TouchScript("hold at 60,60 while hold at 300,60\nhold")
        let labels = try PerformedRecording(script, seed: 1).labels
        #expect(labels[0].start == labels[1].start)
        #expect(labels[2].start > max(labels[0].end, labels[1].end))
    }

    @Test(arguments: [
        ("swipe left 900 mm", "goes from 714,"), ("tap 10 fingers at 3,3", "lands at 3,3 mm, with"),
        ("drag right at 520,80", "goes from 520,80"), ("tap at 90000,5", "lands at 90000,5 mm"),
        ("zoom in 900 % at 20,20", "lands at 20,20 mm, with fingers up to"),
        ("swipe left from the left edge", "goes from 2,"),
    ])
    func `a touch that leaves the panel is refused with its fingers`(
        text: String, words: String
    ) throws {
        let problem = try #require(throws: PlacementProblem.self) {
            try PerformedRecording(try TouchScript("tap\n  " + text), seed: 1)
        }
        #expect((problem.line, problem.column) == (2, 3))
        #expect(problem.problem.contains("leaves the panel of 528 × 297 mm: it \(words)"))
        #expect(problem.advice.hasPrefix("Write "))
    }

    @Test(arguments: [
        "hold 10000 s", "hold 2000 s 10 fingers", "tap 1000 times\n", "pause 3600 s\n",
    ])
    func `a recording is limited before it is made`(text: String) throws {
        let many = String(repeating: text.hasSuffix("\n") ? text : "", count: 20) + text
        let script = try TouchScript(many + (text.hasPrefix("pause") ? "tap" : ""))
        let problem = try #require(throws: PlacementProblem.self) {
            try PerformedRecording(script, seed: 1)
        }
        #expect(problem.problem.contains("at most 10000 touches"))
    }

    @Test func `fingers from a side are on the panel, one beside the other`() throws {
        let script = try TouchScript(
            "swipe right 3 fingers from the left edge\ntap 3 fingers from the left edge\ntap in the top right corner"
        )
        var performer = Performer(.adult, on: PanelModel.good.size, seed: 4)
        let fingers = try performer.perform(script).fingers
        for finger in fingers.prefix(6) {
            #expect((0...3).contains(finger.position(finger.lands).x))
        }
        let ys = fingers[3..<6].map { $0.position($0.lands).y }
        #expect(Set(ys.map { Int($0) }).count == 3)
        let corner = fingers[6].position(fingers[6].lands)
        #expect(corner.x > 510 && corner.y < 18)
    }

    @Test func `what begins after the others of its line begins so much later`() throws {
        let labels = try PerformedRecording(
            try TouchScript("drag right 5 s while after 1.5 s tap at 60,60 then tap"), seed: 1
        ).labels
        #expect(labels[1].start - labels[0].start == 1.5)
        #expect(labels[2].start > labels[0].end)
    }

    @Test func `faults of a panel are in what it reports`() throws {
        let script = try TouchScript("drag right 20 times")
        func lines(_ change: (inout PanelModel) -> Void) throws -> [Substring] {
            var panel = PanelModel.good
            change(&panel)
            return try PerformedRecording(script, on: panel, seed: 2).text.split(separator: "\n")
        }
        func landings(_ lines: [Substring]) -> Int {
            lines.count { $0.contains(" 0003 0039 ") && !$0.hasSuffix(" -1") }
        }
        func frames(_ lines: [Substring]) -> Int { lines.count { $0.hasSuffix(" 0000 0000 0") } }
        let plain = try lines { _ in }
        #expect(landings(plain) == 20)
        #expect(landings(try lines { $0.breaks = 1 }) == 40)
        #expect(landings(try lines { $0.splits = 3 }) > 25)
        #expect(landings(try lines { $0.ghosts = 2 }) > 30)
        #expect(frames(try lines { $0.lost = 0.3 }) < frames(plain) * 8 / 10)
        #expect(frames(try lines { $0.rate = 30 }) < frames(plain) / 3)
    }
}
