import SystemPackage

/// What made the daemon give up: a sentence for people, and the status to exit with.
///
/// The description says what failed, on what and why, and on indented lines what to do.
public struct DaemonError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What to exit with.
    public let status: ExitStatus
    /// What there is to say; the first line has no full stop.
    public let description: String

    /// An error that says `description`.
    public init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    /// A system call that failed; one for want of permission exits 77, whatever it was for.
    init(_ status: ExitStatus, _ failure: String, _ error: Errno, advice: String? = nil) {
        let isForbidden = error == .permissionDenied || error == .notPermitted
        self.init(
            isForbidden ? .noPermission : status,
            "\(failure): \(error.sentence)" + (advice.map { "\n  \($0)" } ?? ""))
    }
}

extension DaemonError {
    /// Does what the event loop cannot be without; where it fails the system has run out of
    /// something, or there is a bug.
    static func requiring<Value: ~Copyable>(
        _ action: () throws(Errno) -> Value
    ) throws(DaemonError) -> Value {
        do throws(Errno) {
            return try action()
        } catch {
            throw DaemonError(.software, "cannot set up the event loop", error)
        }
    }
}

extension Errno {
    /// What strerror(3) says, in the lower case of the middle of a sentence.
    var sentence: String {
        let text = description
        guard let first = text.first, !text.dropFirst().prefix(1).contains(where: \.isUppercase)
        else { return text }
        return first.lowercased() + text.dropFirst()
    }
}
