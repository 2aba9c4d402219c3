import GestureClient
import Glibc
import SystemPackage

/// What made the command give up: a sentence for people, and the status to exit with.
///
/// The description says what failed, on what and why, and on indented lines what to do.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    /// What to exit with; no `ExitStatus`, for that of another program is passed on.
    let status: Int32
    /// What there is to say; the first line has no full stop.
    let description: String

    /// A failure that says `description`.
    init(_ status: ExitStatus, _ description: String) {
        self.status = status.rawValue
        self.description = description
    }

    /// The status of another program, which has said why itself.
    init(passingOn status: Int32) {
        self.status = status
        description = ""
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
