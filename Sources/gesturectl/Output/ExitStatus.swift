/// How the command ends (sysexits.h, as documented for both commands).
enum ExitStatus: Int32, Sendable {
    case success = 0
    /// The command line asks for what cannot be.
    case usage = 64
    /// The data is wrong: what the socket says is not the protocol.
    case data = 65
    /// A file or socket cannot be opened.
    case noInput = 66
    /// There is no daemon, or there is none any more.
    case unavailable = 69
    /// A bug.
    case software = 70
    /// A file cannot be made.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// No permission.
    case noPermission = 77
    /// The file that is checked is wrong.
    case configuration = 78
}
