import GestureClient
import Glibc
import LinuxIO
import SystemPackage

/// What made the command give up: a sentence for people, and the status to exit with.
///
/// The description says what failed, on what and why, and on indented lines what to do.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    /// What to exit with.
    let status: ExitStatus
    /// What there is to say; the first line has no full stop.
    let description: String

    /// A failure that says `description`.
    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    /// A failure that was reported already.
    init(reported status: ExitStatus) {
        self.init(status, "")
    }

    /// A system call that failed; one for want of permission exits 77, whatever it was for.
    init(_ status: ExitStatus, _ failure: String, _ error: Errno, advice: String? = nil) {
        let isForbidden = error == .permissionDenied || error == .notPermitted
        self.init(
            isForbidden ? .noPermission : status,
            "\(failure): \(error.sentence)" + (advice.map { "\n  \($0)" } ?? ""))
    }

    /// What a client says.
    init(_ error: GestureClientError) {
        self.init(ExitStatus(error), error.description)
    }
}

extension ExitStatus {
    fileprivate init(_ error: GestureClientError) {
        self =
            switch error {
            case .noSocket, .notServed, .noAnswer, .connectionLost, .sentAway, .notConnected,
                .tooMuchUnread:
                .unavailable
            case .permissionDenied, .untrustedDaemon: .noPermission
            case .cannotConnect(_, EAGAIN): .unavailable
            case .cannotConnect, .outOfResources: .noInput
            case .refused(let refusal): refusal.code == .notPermitted ? .noPermission : .usage
            case .notTheProtocol: .data
            case .cancelled: .software
            }
    }
}
