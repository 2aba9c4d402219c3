import LinuxIO
import SystemPackage

/// Why a node is not read.
enum DeviceOpenError: Error {
    /// It cannot be opened, which may be otherwise in a moment: udev sets owner and mode after the
    /// node is there.
    case unopened(Errno)
    /// It is none that can be taken.
    case refused(DaemonError)
}

extension DeviceOpenError {
    /// What to do where a node may not be opened.
    static let groupAdvice =
        "Whoever runs gestured must be in the group that owns the node (input, mostly)"

    /// What to say of the node at `path` where it was asked for by name.
    func explained(_ path: String) -> DaemonError {
        switch self {
        case .unopened(.inappropriateIOCTLForDevice), .unopened(.invalidArgument):
            DaemonError(
                .data,
                """
                cannot read \(escapedText(path)): it is no event node of a device
                  gestured --list-devices shows those that can be read
                """)
        case .unopened(let error):
            DaemonError(
                .noInput, "cannot open \(escapedText(path))", error,
                advice: error == .permissionDenied
                    ? Self.groupAdvice
                    : "gestured --list-devices shows the nodes that can be read")
        case .refused(let error):
            DaemonError(error.status, "cannot read \(escapedText(path)): \(error.description)")
        }
    }
}
