import Foundation
import Testing
import TouchTestSupport

/// Any program may serve the socket: gesturectl limits time and memory, and prints the reason.
struct HostileDaemonTests {
    private static let isRoot = geteuid() == 0
    private let daemon: HostileDaemon

    init() throws {
        daemon = try HostileDaemon()
    }

    private static let watch = ["watch", "--gestures", "tap", "--count", "1"]

    @Test(arguments: [
        ("a line without end", ["watch"], 65, "a line does not end"),
        ("a long line", ["status"], 65, "a line does not end"),
        ("a long list", ["watch"], 65, "a line does not end"),
        ("devices", ["devices"], 65, "more touchscreens than there can be"),
        ("one device", ["devices"], 69, "no answer"),
        ("drags", watch, 69, "no answer"),
        ("drags", ["watch"], 65, "more gestures are alive than there can be"),
        ("long drags", ["watch"], 65, "more gestures are alive than there can be"),
        ("drags", ["status"], 69, "no answer"),
        ("unknown lines", ["status"], 69, "no answer"),
        ("unknown lines", watch, 69, "no answer"),
        ("replies", ["status"], 69, "no answer"),
    ])
    func `endless input ends the command, and takes little memory`(
        behaviour: String, arguments: [String], status: Int32, message: String
    ) throws {
        let outcome = try daemon.outcome(behaviour, arguments)
        #expect(outcome.status == status, "\(outcome)")
        #expect(outcome.errors.contains(message), "\(outcome)")
        // The program itself takes half of this; sanitizers need more memory for every byte.
        #expect(isSanitized || outcome.kib < 64 * 1_024, "\(outcome)")
    }

    @Test(arguments: [
        ("silence", ["status"]), ("silence", ["watch"]), ("no end", ["devices"]),
        ("no end", ["watch", "--count", "1"]), ("no reply", watch), ("no reply", ["status"]),
    ])
    func `the wait for a missing line is limited`(
        behaviour: String, arguments: [String]
    ) throws {
        let outcome = try daemon.outcome(behaviour, arguments)
        #expect(outcome.status == 69, "\(outcome)")
        #expect(outcome.errors.contains("no answer"), "\(outcome)")
    }

    @Test(arguments: [["status"], ["watch"]])
    func `a descriptor whose close lingers does not delay gesturectl`(arguments: [String]) throws {
        let outcome = try daemon.outcome("descriptors", arguments)
        #expect(outcome.status == 65, "\(outcome)")
        #expect(outcome.errors.contains("it passes descriptors"), "\(outcome)")
    }

    private func bindings() throws -> (TemporaryDirectory, String) {
        let directory = try TemporaryDirectory()
        let text = "bindings: [{ gesture: tap, run: [ls] }]\n"
        let path = try directory.write(text.utf8, to: "bindings.yaml")
        #expect(chmod(path, 0o644) == 0)
        return (directory, path)
    }

    @Test func `endless input ends run, too`() throws {
        let (directory, path) = try bindings()
        let outcome = try daemon.outcome("devices", ["run", path])
        #expect(outcome.status == 65, "\(outcome)")
        withExtendedLifetime(directory) {}
    }

    @Test(.enabled(if: isRoot, "needs the superuser, to become another user"))
    func `run rejects a daemon of another user, unless it is allowed`() throws {
        let (directory, path) = try bindings()
        let refused = try daemon.outcome("devices", ["run", path], user: 65_534)
        #expect(refused.status == 77)
        #expect(refused.errors.contains("it is served by the user 65534"), "\(refused)")
        #expect(refused.errors.contains("--trust-user 65534"))
        for user in ["65534", "nobody"] {
            let accepted = try HostileDaemon().outcome(
                "devices", ["run", "--trust-user", user, path], user: 65_534)
            #expect(accepted.status == 65, "\(accepted)")
        }
        // A command that only prints lines accepts a daemon of any user.
        let watched = try HostileDaemon().outcome("devices", ["watch"], user: 65_534)
        #expect(watched.status == 65)
        withExtendedLifetime(directory) {}
    }

    @Test func `an unknown user exits 64`() throws {
        let (directory, path) = try bindings()
        let result = try GesturectlCommand.run("run", "--trust-user", "no-such-user", path)
        #expect(result.status == 64)
        #expect(result.errors.contains("there is no user no-such-user"))
        withExtendedLifetime(directory) {}
    }
}
