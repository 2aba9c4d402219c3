import ArgumentParser
import GestureClient
import Glibc
import LinuxIO

/// Which users may serve a socket whose gestures run commands.
struct TrustOptions: ParsableArguments {
    @Option(
        name: .customLong("trust-user"),
        help: ArgumentHelp(
            "Also take a daemon that this user runs, by name or number. Repeat for several.",
            discussion: "Without it: root, the user gestured, and you.", valueName: "user"))
    var users: [String] = []

    /// The account of the installed daemon.
    private static let account = "gestured"

    /// The ids of all users whose daemon is trusted.
    ///
    /// - Throws: 64 for an unknown user.
    func userIDs() throws(CommandFailure) -> Set<UInt32> {
        var found: Set<UInt32> = [0, geteuid()]
        if let id = Self.id(of: Self.account) { found.insert(id) }
        for user in users {
            guard let id = UInt32(user) ?? Self.id(of: user) else {
                throw CommandFailure(
                    .usage,
                    "there is no user \(ReadableName.of(user))\n  Name one of: getent passwd")
            }
            found.insert(id)
        }
        return found
    }

    private static func id(of name: String) -> UInt32? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let problem = getpwnam_r(name, &entry, &buffer, buffer.count, &found)
        return problem == 0 && found != nil ? entry.pw_uid : nil
    }
}
