/// Why bindings cannot be taken.
struct BindingsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The exit status of the command: 66, 74, 77 or 78.
    var status: Int32
    /// What is wrong, where, and what to do: a line or more, without a line feed at the end.
    var description: String

    /// - Parameters:
    ///   - status: of sysexits.h, as the commands have them.
    ///   - description: what is wrong.
    init(_ status: Int32, _ description: String) {
        self.status = status
        self.description = description
    }

    /// EX_NOINPUT: the file cannot be opened.
    static let noInput: Int32 = 66
    /// EX_IOERR: it cannot be read.
    static let inputOutput: Int32 = 74
    /// EX_NOPERM: it may not be read, or others may write it.
    static let noPermission: Int32 = 77
    /// EX_CONFIG: it is wrong.
    static let configuration: Int32 = 78
}
