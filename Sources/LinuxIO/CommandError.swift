import CLinux
package import SystemPackage

/// The exit statuses of the commands, as in sysexits.h.
public enum ExitStatus: Int32, Sendable {
    case success = 0
    /// The command line or the environment requests something impossible.
    case usage = 64
    /// The data is invalid: a recording that is broken or has no touchscreen, or a socket that does
    /// not speak the protocol.
    case data = 65
    /// A file or device cannot be opened.
    case noInput = 66
    /// There is no daemon, or it has ended.
    case unavailable = 69
    /// A bug.
    case software = 70
    /// A socket or file cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// No permission.
    case noPermission = 77
    /// The configuration, or another checked file, is invalid.
    case configuration = 78
}

/// Why a command fails: a message for users, and the exit status.
///
/// The description states what failed, on what and why, and on indented lines what to do.
public struct CommandError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The exit status.
    public let status: ExitStatus
    /// The message; its first line has no full stop.
    public let description: String

    /// An error with the message `description`.
    public init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    /// A failed system call; without permission the exit status is always 77.
    package init(_ status: ExitStatus, _ failure: String, _ error: Errno, advice: String? = nil) {
        let isForbidden = error == .permissionDenied || error == .notPermitted
        self.init(
            isForbidden ? .noPermission : status,
            "\(failure): \(error.sentence)" + (advice.map { "\n  \($0)" } ?? ""))
    }
}

extension CommandError {
    /// Performs an action without which the event loop cannot run. It fails only if the system
    /// lacks resources, or because of a bug.
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

/// The version, with the commit and the toolchain if the build provides them: `0.1.0 (1a2b3c4,
/// Swift 6.3.1)`.
public let gesturedVersionText: String = {
    let build = String(cString: clinux_build())
    return build.isEmpty ? gesturedVersion : "\(gesturedVersion) (\(build))"
}()
