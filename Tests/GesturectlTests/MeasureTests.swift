import Foundation
import Testing
import TouchCore
import TouchTestSupport

@testable import gesturectl

/// `gesturectl measure` on the real daemon, which serves a recording.
struct MeasureTests {
    /// Three taps, double taps, presses and swipes of slow hands.
    private static let slowHands = BuiltDaemon.root + "Tests/Fixtures/hands/slow-hands.evemu"
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    /// Serves the recording, by default with contacts for clients.
    private func serve(_ settings: String = "privacy: { contacts: true }\n") throws
        -> RunningProgram
    {
        let configuration = try directory.write(settings.utf8, to: "c.yaml")
        return try BuiltDaemon.serve(
            path, "--config", configuration, "--replay", Self.slowHands, "--realtime")
    }

    /// The number of times that each gesture ends in the recording; taps with their counts.
    private func recognised(_ configuration: String) throws -> [String: Int] {
        let replay = try RunningProgram(
            BuiltFile(named: "gestured").path,
            ["--config", configuration, "--replay", Self.slowHands, "--json"])
        let ended = try WireLine.lines(of: try replay.wait().output).filter {
            $0.type == "gesture" && $0.phase == "ended"
        }
        return Dictionary(grouping: ended) {
            ($0.string("gesture") ?? "") + ($0.integer("count").map { " \($0)" } ?? "")
        }.mapValues(\.count)
    }

    @Test func `measured thresholds recognise every touch, the defaults do not`() throws {
        let daemon = try serve()
        let result = try GesturectlCommand.start(
            ["measure", "--socket", path, "--times", "3"]
        ).wait(seconds: 60)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("Tap 3 times"))
        #expect(result.errors.contains("  swipe 3 of 3: "))
        daemon.signal(SIGTERM)
        let fitting = try directory.write(result.output.utf8, to: "fitting.yaml")
        let check = try GesturectlCommand.run("check", fitting)
        #expect(check.status == 0, "\(check.errors)")
        #expect(check.output == "\(fitting): no problem found\n", "\(check.errors)")
        let measured = try recognised(fitting)
        // One of the single taps is a touch of two fingers, which is omitted.
        #expect((measured["tap 1"], measured["tap 2"]) == (7, 3))
        #expect((measured["long_press"], measured["swipe"]) == (3, 3))
        let standard = try recognised(try directory.write([], to: "standard.yaml"))
        #expect((standard["tap 2"], standard["long_press"]) == (nil, 6))
    }

    @Test func `the output is YAML, with only the thresholds that differ from defaults`() throws {
        let daemon = try serve()
        let result = try GesturectlCommand.run(
            "measure", "--socket", path, "--tasks", "tap", "--times", "3")
        daemon.signal(SIGTERM)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.prefix(3).last == "gestures:")
        #expect(lines.contains { $0.hasPrefix("  - tap: { maximum_duration: 8") })
        #expect(lines.contains("  - swipe: {}"))
    }

    @Test func `without privacy.contacts it exits 77, with the setting to change`() throws {
        let daemon = try serve("privacy: { contacts: false }\n")
        let result = try GesturectlCommand.run("measure", "--socket", path)
        daemon.signal(SIGTERM)
        #expect(result.status == 77)
        #expect(result.output == "")
        #expect(result.errors.contains("privacy: { positions: true, contacts: true }"))
    }

    @Test func `a recording that ends too early exits 69, with the missing task`() throws {
        let daemon = try serve()
        let result = try GesturectlCommand.run(
            "measure", "--socket", path, "--tasks", "tap,press", "--times", "40")
        #expect(result.status == 69, "\(result.errors)")
        #expect(result.errors.contains("of 40: tap"))
        #expect(try daemon.wait().status == 0)
    }

    @Test(arguments: [
        (["--tasks", "wave"], "--tasks takes tap, double_tap, press and swipe."),
        (["--tasks", "tap,tap"], "--tasks names tap twice."),
        (["--tasks", ""], "--tasks is empty."),
        (["--times", "2"], "3 to 100"),
    ])
    func `an impossible command line exits 64`(arguments: [String], message: String) throws {
        let result = try GesturectlCommand.start(["measure"] + arguments).wait()
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}

/// The thresholds that are proposed for measured touches.
struct ThresholdProposalTests {
    private func touch(
        _ ms: Double, at start: Double = 0, from: Point = .zero, to: Point? = nil
    ) -> MeasuredTouch {
        var touch = MeasuredTouch(landing: from, at: Int64(start * 1_000))
        let end = to ?? from
        for step in 1...10 {
            let share = Double(step) / 10
            touch.add(
                from + (end - from) * share, at: Int64((start + ms * share) * 1_000))
        }
        return touch
    }

    private func hand(_ touches: [(MeasuredTask, MeasuredTouch)]) -> HandMeasurements {
        var hand = HandMeasurements()
        for (task, touch) in touches { _ = hand.receive(touch, as: task) }
        return hand
    }

    private func lines(_ touches: [(MeasuredTask, MeasuredTouch)]) -> [Substring] {
        let hand = hand(touches)
        return ThresholdProposal(hand).yaml(hand).split(separator: "\n").filter {
            $0.hasPrefix("  - ")
        }
    }

    @Test func `brisk hands keep every default`() {
        let found = lines([
            (.single, touch(80)), (.double, touch(80)), (.double, touch(80, at: 200)),
            (.hold, touch(900)),
            (.stroke, touch(120, to: Point(x: 60, y: 3))),
        ])
        #expect(
            found == [
                "  - tap: {}", "  - long_press: {}", "  - drag: {}", "  - swipe: {}",
                "  - magnify: {}", "  - rotate: {}", "  - deep_press: {}",
            ])
    }

    @Test func `maximums are raised by a quarter, minimums are lowered by a quarter`() {
        let found = lines([
            (.single, touch(600, to: Point(x: 4, y: 0))),
            (.double, touch(80)), (.double, touch(80, at: 580, from: Point(x: 8, y: 0))),
            (.hold, touch(1_200)),
            (.stroke, touch(1_000, to: Point(x: 10, y: 5))),
        ])
        let tap =
            "maximum_duration: 750ms, maximum_distance: 5mm, maximum_gap: 630ms, "
            + "maximum_spacing: 10mm"
        #expect(found[0] == "  - tap: { \(tap) }")
        #expect(found[1] == "  - long_press: { minimum_duration: 750ms }")
        #expect(found[2] == "  - drag: { minimum_distance: 5mm }")
        let swipe =
            "minimum_distance: 8.5mm, minimum_speed: 5mm/s, minimum_flick: 0.5mm, "
            + "maximum_duration: 1250ms, maximum_deviation: 34deg"
        #expect(found[3] == "  - swipe: { \(swipe) }")
    }

    @Test func `taps and presses of close durations are separated at their middle`() {
        let found = lines([(.single, touch(700)), (.hold, touch(800))])
        #expect(found[0] == "  - tap: { maximum_duration: 750ms }")
        #expect(found[1] == "  - long_press: { minimum_duration: 750ms }")
    }

    @Test func `taps that last as long as presses are reported`() {
        let hand = hand([(.single, touch(900)), (.hold, touch(800))])
        let warnings = ThresholdProposal(hand).warnings
        #expect(warnings.count == 1)
        #expect(
            warnings[0].hasPrefix("the longest tap lasted 900 ms and the shortest press 800 ms"))
    }

    @Test func `touches that do not fit their task are excluded`() {
        var hand = HandMeasurements()
        var two = touch(80)
        two.countFingers(2)
        #expect(hand.receive(two, as: .single) == .excluded("2 fingers"))
        #expect(
            hand.receive(touch(100, to: Point(x: 3, y: 0)), as: .stroke)
                == .excluded("it went 3 mm"))
        #expect(hand.receive(touch(80), as: .double) == .firstOfTwo)
        let late = hand.receive(touch(80, at: 5_000), as: .double)
        #expect(
            late == .excluded("the second tap came after 4920 ms; this counts as a first one"))
        #expect(
            hand.receive(touch(80, at: 5_200), as: .double)
                == .accepted("120 ms between, 0 mm apart"))
        #expect(MeasuredTask.allCases.map(hand.count) == [0, 1, 0, 0])
    }
}
