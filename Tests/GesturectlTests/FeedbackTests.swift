import ArgumentParser
import Foundation
import Testing
import TouchTestSupport

@testable import GestureClient
@testable import gesturectl

private struct NoGesture: Error {}

/// Which gestures cause feedback, and which effect. The guest plays effects on a device.
struct FeedbackTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static func parsed(_ options: String...) throws -> FeedbackCommand {
        try FeedbackCommand.parse(options + ["/dev/null"])
    }

    private static func gesture(
        _ kind: String, _ phase: String, name: String? = nil
    ) throws -> GestureUpdate {
        let text = """
            {"type":"gesture","seq":1,"time_us":5,"device":1,"zone":"screen","gesture":"\(kind)",\
            "name":"\(name ?? kind)","id":7,"phase":"\(phase)","fingers":1}
            """
        let line = try Array(text.utf8).withUnsafeBytes { try ReceivedLine($0) }
        guard case .event(let event) = line, case .gesture(let update) = event else {
            throw NoGesture()
        }
        return update
    }

    @Test func `by default only the beginning of a deep press causes feedback`() throws {
        let trigger = try Self.parsed().trigger()
        let matches = try ["began", "changed", "ended", "cancelled"].map {
            trigger.matches(try Self.gesture("deep_press", $0))
        }
        #expect(matches == [true, false, false, false])
        #expect(!trigger.matches(try Self.gesture("long_press", "began")))
        #expect(trigger.subscription.phases == [.began, .ended])
        #expect(!trigger.subscription.includesPositions)
    }

    @Test func `a gesture whose only event is its end causes feedback at its end`() throws {
        let trigger = try Self.parsed("--on", "tap", "--on", "unlock").trigger()
        #expect(trigger.matches(try Self.gesture("tap", "ended")))
        #expect(trigger.matches(try Self.gesture("swipe", "ended", name: "unlock")))
        #expect(!trigger.matches(try Self.gesture("swipe", "ended")))
        #expect(!trigger.matches(try Self.gesture("drag", "ended", name: "unlock")))
        #expect(trigger.matches(try Self.gesture("drag", "began", name: "unlock")))
        #expect(!trigger.matches(try Self.gesture("deep_press", "began")))
    }

    @Test func `--phase selects the only phase that causes feedback`() throws {
        let trigger = try Self.parsed("--on", "press", "--phase", "changed").trigger()
        #expect(trigger.matches(try Self.gesture("press", "changed")))
        #expect(!trigger.matches(try Self.gesture("press", "began")))
        #expect(trigger.subscription.phases == [.changed])
    }

    @Test(arguments: [
        ("1ms", 1), ("30ms", 30), ("10000ms", 10_000), ("2s", 2_000), ("10s", 10_000),
    ])
    func `--length takes a duration`(text: String, milliseconds: UInt16) throws {
        let effect = try Self.parsed("--length", text, "--strength", "1").effect()
        #expect(effect.milliseconds == milliseconds)
        #expect(effect.magnitude == 65_535)
    }

    @Test(arguments: [
        ["--length", "0ms"], ["--length", "10001ms"], ["--length", "11s"], ["--length", "30"],
        ["--strength", "1.01"], ["--strength", "nan"], ["--phase", "done"], ["--on", ""],
    ])
    func `an impossible option exits 64`(option: [String]) throws {
        let result = try GesturectlCommand.start(["feedback"] + option + ["/dev/null"]).wait()
        #expect(result.status == 64)
        #expect(result.errors.contains(option[0]), "\(result.errors)")
    }

    @Test func `a path that is not an input device is refused before connecting`() throws {
        let file = try directory.write([], to: "file")
        for (node, reason) in [
            (file, "is not an input device"), (directory.file("none"), "no such file or directory"),
        ] {
            let result = try GesturectlCommand.run(
                "feedback", "--socket", directory.file("s"), node)
            #expect(result.status == 66)
            #expect(result.errors.contains(reason), "\(result.errors)")
        }
    }
}
