import Foundation
import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import TouchPerformance

/// Recordings of performed touches.
struct PerformedRecordingTests {
    @Test func `the same seed gives the same bytes, another seed other touches`() throws {
        let script = try TouchScript("swipe left 3 fingers\ndouble tap")
        for panel in try PanelModel.names.map({ name in try PanelModel(name) }) {
            let one = try Self.recording(script, on: panel, seed: 7).text
            #expect(one == (try Self.recording(script, on: panel, seed: 7).text))
            #expect(one != (try Self.recording(script, on: panel, seed: 8).text))
        }
    }

    @Test func `each panel is read as a touchscreen of its size`() throws {
        let script = try TouchScript("tap 20 times")
        for panel in try PanelModel.names.map({ name in try PanelModel(name) }) {
            let text = try Self.recording(script, on: panel, seed: 1).text
            let recording = try Recording(parsing: Array(text.utf8), named: panel.name)
            #expect(recording.failure == nil, "\(panel.name)")
            let found = try #require(recording.devices.first?.panel, "\(panel.name)")
            let width = Double(found.x.maximum - found.x.minimum) / Double(found.x.resolution)
            #expect(abs(width - panel.maximum(.width)) < 0.1, "\(panel.name)")
        }
    }

    @Test func `each label has its touch's kind, time and values`() throws {
        let script = try TouchScript(
            "double tap 2 times\nswipe up 3 fingers\npinch 150 %\nrotate 30 degrees ccw")
        let recording = try Self.recording(script, seed: 3)
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

    @Test func `touches of one line overlap, and those of separate lines do not`() throws {
        let script = try TouchScript("hold at 60,60 while hold at 300,60\nhold")
        let labels = try Self.recording(script, seed: 1).labels
        #expect(labels[0].start == labels[1].start)
        #expect(labels[2].start > max(labels[0].end, labels[1].end))
    }

    @Test(arguments: [
        ("swipe left 900 mm", "goes from 714,"), ("tap 10 fingers at 3,3", "lands at 3,3 mm, with"),
        ("drag right at 520,80", "goes from 520,80"), ("tap at 90000,5", "lands at 90000,5 mm"),
        ("zoom in 900 % at 20,20", "lands at 20,20 mm, with fingers up to"),
        ("swipe left from the left edge", "goes from 1,"),
    ])
    func `a touch that leaves the panel is refused, with the position of its fingers`(
        text: String, words: String
    ) throws {
        let problem = try #require(throws: PlacementProblem.self) {
            try Self.recording(try TouchScript("tap\n  " + text), seed: 1)
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
            try Self.recording(script, seed: 1)
        }
        #expect(problem.problem.contains("at most 10000 touches"))
    }

    @Test func `fingers from a side are on the panel, one beside the other`() throws {
        let script = try TouchScript(
            "swipe right 3 fingers from the left edge\ntap 3 fingers from the left edge\ntap in the top right corner"
        )
        var performer = Performer(
            try Person("adult"), on: .init(width: 528, height: 297), seed: 4)
        let fingers = try performer.perform(script).flatMap(\.fingers)
        for finger in fingers.prefix(6) {
            #expect((0...3).contains(finger.position(finger.lands).x))
        }
        let ys = fingers[3..<6].map { $0.position($0.lands).y }
        #expect(Set(ys.map { Int($0) }).count == 3)
        let corner = fingers[6].position(fingers[6].lands)
        #expect(corner.x > 510 && corner.y < 18)
    }

    @Test func `a touch with after begins that much later than others of its line`() throws {
        let labels = try Self.recording(
            try TouchScript("drag right 5 s while after 1.5 s tap at 60,60 then tap"), seed: 1
        ).labels
        #expect(labels[1].start - labels[0].start == 1.5)
        #expect(labels[2].start > labels[0].end)
    }

    @Test func `touches in any order are all performed, each as its line describes`() throws {
        let script = try TouchScript(
            "in any order\nperson: slow\ntap 30 times\nchild: double tap 20 times\nhold 10 times")
        let labels = try Self.recording(script, seed: 1).labels
        #expect(labels.count == 60)
        #expect(labels.count { $0.count == 2 } == 20)
        #expect(Set(labels.prefix(20).map(\.count)).count == 3)
        for tap in labels where tap.count == 1 { #expect(tap.end - tap.start >= 0.4) }
        for (label, next) in zip(labels, labels.dropFirst()) { #expect(label.end < next.start) }
    }

    @Test func `a value of a range is drawn for each touch, and is in its label`() throws {
        let script = try TouchScript(
            "drag in any direction 40..110 mm anywhere 50 times\npinch 45..65 % or 150..220 % 25..80 degrees cw or ccw 50 times"
        )
        let labels = try Self.recording(script, seed: 1).labels
        let lengths = labels.prefix(50).compactMap { $0.travel?.length }
        #expect(lengths.count == 50 && lengths.allSatisfy { (39.9...110.1).contains($0) })
        #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) > 50)
        let scales = labels.suffix(50).compactMap(\.scale)
        #expect(scales.contains { $0 < 0.65 } && scales.contains { $0 > 1.5 })
        #expect(!scales.contains { 0.65 < $0 && $0 < 1.5 })
        let angles = labels.suffix(50).compactMap(\.rotation)
        #expect(angles.contains { $0 < -25 } && angles.contains { $0 > 25 })
    }

    @Test(
        arguments: [
            // The setting of a line, and the minimum and the maximum number of landings or frames
            // with it, compared with the panel without it.
            ("breaks 100 %", 2.0...2, 0.8...1.0), ("splits 3 Hz", 1.5...6, 0.99...1.01),
            ("ghosts 2 Hz", 1.5...6, 1...2),
            ("lost 30 %", 1...1, 0.5...0.8), ("30 Hz", 1...1, 0.2...0.34),
            ("palm 80 mm", 2...2, 1...2), ("palm 70..90 mm, early 0..400 ms", 2...2, 1...2),
            ("missing 5 %", 1.5...6, 0.99...1.01),
            ("ghosts 2 Hz, ghost 20", 1.5...6, 1.1...3),
            ("breaks 100 %, gone 0 ms", 1.9...2, 0.9...1.1),
        ] as [(String, ClosedRange<Double>, ClosedRange<Double>)])
    func `faults of a panel are in its reports`(
        figures: String, landings: ClosedRange<Double>, frames: ClosedRange<Double>
    ) throws {
        func ratio(_ count: (Seen) -> Int) throws -> Double {
            Double(count(try Seen(on: "good, " + figures))) / Double(count(try Seen(on: "good")))
        }
        #expect(landings.contains(try ratio(\.landings)))
        #expect(frames.contains(try ratio(\.stamps.count)))
    }

    @Test func `a late panel, a rough one, and one with spikes report other positions`() throws {
        let plain = try Seen(on: "good, noise 0 mm")
        #expect(try Seen(on: "good, noise 0 mm").xs == plain.xs)
        let late = try Seen(on: "good, noise 0 mm, lag 50 ms")
        let delay = (late.stamps.first ?? 0) - (plain.stamps.first ?? 0)
        #expect((0.04...0.06).contains(delay))
        let rough = try Seen(on: "good, noise 0 mm, grid 2 mm").xs
        #expect(rough.allSatisfy { $0 % 62 == 0 } && !plain.xs.allSatisfy { $0 % 62 == 0 })
        func farSteps(_ xs: [Int]) -> Int {
            zip(xs, xs.dropFirst()).count { abs($0 - $1) > 4 * 31 }
        }
        let spikes = try Seen(on: "good, spikes 5 %, spike 20..40 mm").xs
        #expect(farSteps(spikes) > farSteps(plain.xs) + 30)
    }

    @Test(arguments: ["first 100 %", "last 100 %", "bursts 5 Hz, burst 4"])
    func `spikes displace the first or the last sample of a contact, or those of a burst`(
        fault: String
    ) throws {
        func isFar(_ sample: Int, from other: Int) -> Bool { abs(sample - other) > 4 * 31 }
        let plain = try Seen(on: "good, noise 0 mm")
        let seen = try Seen(on: "good, noise 0 mm, \(fault), spike 20..40 mm")
        // An unchanged position is not reported again, so the numbers of far steps are compared.
        let far = zip(seen.xs, seen.xs.dropFirst()).count { isFar($0, from: $1) }
        let steps = zip(plain.xs, plain.xs.dropFirst()).count { isFar($0, from: $1) }
        #expect(far >= steps + plain.landings / 2, "\(far) of \(plain.landings)")
        #expect(seen.landings == plain.landings)
    }

    @Test func `stamps are late by chance or in bunches, and never decrease`() throws {
        for figures in ["late 5 ms", "bunch 4"] {
            let seen = try Seen(on: "good, \(figures), clock 0.1 ms")
            let gaps = zip(seen.stamps, seen.stamps.dropFirst()).map { $1 - $0 }
            #expect(gaps.allSatisfy { $0 > 0 })
            #expect(gaps.count { $0 < 0.001 || $0 > 0.012 } > gaps.count / 5, "\(figures)")
            let ticks = zip(seen.clock, seen.clock.dropFirst()).map { $1 - $0 }
            #expect(ticks.count { abs($0 - 8_333) <= 100 } > ticks.count * 9 / 10, "\(figures)")
        }
    }

    @Test func `each shape is drawn in the style of its seed, and differs each time`() throws {
        for name in DrawnShape.names {
            let script = try TouchScript("draw \(name) quickly 2 times\ndraw \(name) 40 mm slowly")
            let fingers = { (seed: UInt64) throws in
                var performer = Performer(
                    try Person("adult"), on: .init(width: 528, height: 297), seed: seed)
                return try performer.perform(script)
            }
            let touches = try fingers(1)
            #expect(touches.map(\.label.gesture) == [.stroke, .stroke, .stroke])
            #expect(touches[0].label.shape == name)
            let ends = try (touches + fingers(2)).map { touch in
                let finger = try #require(touch.fingers.first)
                return finger.position(finger.lifts) - finger.position(finger.lands)
            }
            #expect(Set(ends).count == 6, "\(name)")
            #expect(
                touches[2].label.end - touches[2].label.start
                    > touches[0].label.end - touches[0].label.start)
        }
    }

    @Test func `a deep press is light when it lands and when it lifts`() throws {
        var performer = Performer(
            try Person("adult"), on: .init(width: 528, height: 297), seed: 1)
        let touches = try performer.perform(try TouchScript("deep press 0.9 s"))
        let finger = try #require(touches.first?.fingers.first)
        #expect(finger.force(finger.lands + 0.1) < 0.35)
        #expect(finger.force(finger.lands + 0.55) > 0.85)
        #expect(finger.force(finger.lifts - 0.02) < 0.35)
    }

    @Test func `fingers that wander remain near where they landed`() throws {
        var performer = Performer(
            try Person("adult"), on: .init(width: 528, height: 297), seed: 1)
        let script = try TouchScript(
            "wander 16..33 mm 20 s at 100,100 while wander 20 s at 400,100")
        let touches = try performer.perform(script)
        for (touch, x) in zip(touches, [100.0, 400]) {
            let finger = try #require(touch.fingers.first)
            let xs = stride(from: 1.0, to: 21, by: 0.01).map { finger.position($0).x - x }
            #expect(xs.allSatisfy { abs($0) < 34 })
            #expect((xs.max() ?? 0) > 15 && (xs.min() ?? 0) < -15)
        }
    }

    @Test(arguments: [
        ("good, ghosts 21 Hz", "ghosts cannot be 21hz", "from 0 to 5 Hz"),
        ("good, slots 65", "slots cannot be 65", "from 1 to 64"),
        ("good, lost -1100 %", "lost cannot be -1100%", "from -1000 to 1000 %"),
        ("1001 Hz", "rate cannot be 1001hz", "from 1 to 1000 Hz"),
        ("good, rate 30..60 Hz", "rate cannot be 30..60hz", "from 1 to 1000 Hz"),
        ("good, width 1e300 mm", "width cannot be 1e300mm", "from 20 to 3000 mm"),
        ("good,", "a figure is missing", "There are: width"),
        ("good, noise", "noise has no value", "Write for example noise 3 mm"),
        ("ir-30hx", "there is no panel ir-30hx", "Did you mean ir-30hz?"),
    ])
    func `a wrong figure is answered with its possible values`(
        text: String, sentence: String, advice: String
    ) throws {
        let problem = try #require(throws: SentenceProblem.self) { try PanelModel(text) }
        #expect(problem.sentence == sentence)
        #expect(problem.advice?.contains(advice) == true, "\(problem)")
    }

    @Test(arguments: [
        ("adult, spread -1 mm", "spread cannot be -1mm"),
        ("adult, contact 3000 mm", "contact cannot be 3000mm"),
        ("adult, stagger 0...80 ms", "stagger cannot be 0...80ms"),
        ("adult, spread 1..2 mm", "spread cannot be 1..2mm"),
    ])
    func `a figure of a person has limits`(text: String, sentence: String) throws {
        let problem = try #require(throws: SentenceProblem.self) { try Person(text) }
        #expect(problem.sentence == sentence)
    }

    @Test func `touches in any order are limited before they are shuffled`() throws {
        let script = try TouchScript(
            "in any order\n" + String(repeating: "tap 10000 times\n", count: 2_000))
        #expect(throws: PlacementProblem.self) { try Self.recording(script, seed: 1) }
    }

    @Test(arguments: ["panel", "person"])
    func `the manual has every figure with its usual value`(subject: String) throws {
        let page = try String(
            contentsOfFile: BuiltDaemon.root + "docs/gesturectl.md", encoding: .utf8)
        let figures = (subject == "panel" ? PanelFigure.known : PersonFigure.known)[0].figures
        let names = subject == "panel" ? PanelFigure.allCases.count : PersonFigure.allCases.count
        let values = figures.split(separator: ", ").map { $0.split(separator: " ", maxSplits: 1) }
        #expect(values.count == names)
        for value in values {
            #expect(page.contains("| `\(value[0])` | \(value[1]) |"), "\(value[0])")
        }
    }

    private static func recording(
        _ script: TouchScript, on panel: PanelModel? = nil, seed: UInt64
    ) throws -> PerformedRecording {
        try PerformedRecording(
            script, by: try Person("adult"), on: panel ?? (try PanelModel("good")), seed: seed)
    }
}

/// The reports of a panel about twenty drags.
private struct Seen {
    var landings = 0
    var xs: [Int] = []
    /// In s.
    var stamps: [Double] = []
    /// In µs.
    var clock: [Int] = []

    init(on panel: String) throws {
        let script = try TouchScript("drag right 20 times")
        let text = try PerformedRecording(
            script, by: try Person("adult"), on: try PanelModel(panel), seed: 2
        ).text
        for line in text.split(separator: "\n") where line.hasPrefix("E: ") {
            let words = line.split(separator: " ")
            let value = try #require(Int(words[4]))
            switch "\(words[2]) \(words[3])" {
            case "0003 0039": landings += value >= 0 ? 1 : 0
            case "0003 0035": xs.append(value)
            case "0004 0005": clock.append(value)
            case "0000 0000": stamps.append(try #require(Double(words[1])))
            default: break
            }
        }
    }
}
