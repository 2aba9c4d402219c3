import CLinux
package import SystemPackage

/// How the commands end (sysexits.h, as documented for both).
public enum ExitStatus: Int32, Sendable {
    case success = 0
    /// The command line, or where it runs, asks for what cannot be.
    case usage = 64
    /// The data is wrong: a broken recording, no touchscreen in it; no protocol on a socket.
    case data = 65
    /// A file or device cannot be opened.
    case noInput = 66
    /// There is no daemon, or there is none any more.
    case unavailable = 69
    /// A bug.
    case software = 70
    /// A socket or file cannot be made.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// No permission.
    case noPermission = 77
    /// The configuration, or what else is checked, is wrong.
    case configuration = 78
}

/// What made a command give up: a sentence for people, and the status to exit with.
///
/// The description states what failed, on what and why, and on indented lines what to do.
public struct CommandError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What to exit with.
    public let status: ExitStatus
    /// The message; its first line has no full stop.
    public let description: String

    /// An error with the message `description`.
    public init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    /// A system call that failed; one for want of permission exits 77, whatever it was for.
    package init(_ status: ExitStatus, _ failure: String, _ error: Errno, advice: String? = nil) {
        let isForbidden = error == .permissionDenied || error == .notPermitted
        self.init(
            isForbidden ? .noPermission : status,
            "\(failure): \(error.sentence)" + (advice.map { "\n  \($0)" } ?? ""))
    }
}

extension CommandError {
    /// Does what the event loop cannot be without; where it fails the system has run out of
    /// something, or there is a bug.
    package static func requiring<Value: ~Copyable>(
        _ action: () throws(Errno) -> Value
    ) throws(CommandError) -> Value {
        do throws(Errno) {
            return try action()
        } catch {
            throw CommandError(.software, "cannot set up the event loop", error)
        }
    }
}

/// The version of the daemon, as `--version` and `hello` report it.
public let gesturedVersion = "0.1.0"

/// The version, and where the build described itself the commit and the toolchain: `0.1.0 (1a2b3c4,
/// Swift 6.3.1)`.
public let gesturedVersionText: String = {
    let build = String(cString: clinux_build())
    return build.isEmpty ? gesturedVersion : "\(gesturedVersion) (\(build))"
}()
