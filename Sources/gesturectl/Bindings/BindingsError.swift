import LinuxIO

/// Why bindings cannot be taken.
struct BindingsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The exit status of the command: 66, 74, 77 or 78.
    var status: ExitStatus
    /// What is wrong, where, and what to do: a line or more, without a line feed at the end.
    var description: String

    /// - Parameters:
    ///   - status: of sysexits.h, as the commands have them.
    ///   - description: what is wrong.
    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
