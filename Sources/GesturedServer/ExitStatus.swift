/// How the commands end (sysexits.h, as documented for both).
public enum ExitStatus: Int32, Sendable {
    case success = 0
    /// The command line, or where it runs, asks for what cannot be.
    case usage = 64
    /// The data is wrong: a broken recording, no touchscreen in it.
    case data = 65
    /// A file or device cannot be opened.
    case noInput = 66
    /// A bug.
    case software = 70
    /// A socket or file cannot be made.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// No permission.
    case noPermission = 77
    /// The configuration is wrong.
    case configuration = 78
}
