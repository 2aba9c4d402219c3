import GestureClient
import GestureSettings
import LinuxIO
import SystemPackage

/// The configuration that the daemon reports, and the present state of its file.
struct ReportedConfiguration {
    /// The state of the file since the daemon read it.
    enum State: Hashable {
        /// The file is unchanged.
        case same
        /// The file has changed, or exists although the daemon has read none.
        case changed
        case gone
        case unreadable
    }

    /// The path of the file, which may not exist.
    let path: String
    var state: State
    /// The content of the file; `nil` if it must not be shown.
    ///
    /// Any program may serve the socket, and name any file that the user can read. So only the
    /// default file is shown, and a file whose digest the program has reported.
    private(set) var bytes: [UInt8]?
    /// The daemon's configuration; `nil` if it is unknown.
    var settings: DaemonConfiguration?
    /// The error in the file; `nil` if it has no error, or the file is not shown.
    var problem: String?

    /// Examines the file that `report` names, or the default one.
    init(_ report: DaemonReport?) {
        self.init(report, default: ConfigurationFile.defaultPath)
    }

    init(_ report: DaemonReport?, default defaultPath: String) {
        path = report?.configurationPath ?? defaultPath
        do throws(RegularFile.Failure) {
            let bytes = try RegularFile.read(path, upTo: 1 << 20)
            let isSame = SHA256.hexadecimal(of: bytes) == report?.configurationDigest
            state = isSame ? .same : .changed
            if isSame || path == defaultPath { self.bytes = bytes }
        } catch {
            if case .system(.noSuchFileOrDirectory) = error {
                state = .gone
            } else {
                state = .unreadable
            }
        }
        readSettings(of: report)
    }

    private mutating func readSettings(of report: DaemonReport?) {
        if let origin = report?.configuration, origin != .file { settings = .standard }
        guard bytes != nil else { return }
        do throws(CommandError) {
            let read = try ConfigurationFile.read(path).configuration
            // The file may have changed again.
            if let digest = report?.configurationDigest, read.file?.digest == digest {
                settings = read
            }
        } catch {
            if error.status == .configuration { problem = error.description }
        }
    }
}
