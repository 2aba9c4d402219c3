import GestureClient
import GestureSettings
import LinuxIO
import SystemPackage

/// The configuration that the daemon says it has, and its file as it is now.
struct ReportedConfiguration {
    /// What has become of the file since the daemon read it.
    enum State: Hashable {
        /// Nothing.
        case same
        /// It is another; or it is there, and the daemon has read none.
        case changed
        case gone
        case unreadable
    }

    /// Where the file is, or would be.
    let path: String
    var state: State
    /// What is in it; `nil` where that is nobody's business.
    ///
    /// Any program may serve a socket, and name any file of whoever asks: only one whose digest it knew is
    /// shown, and the default one.
    private(set) var bytes: [UInt8]?
    /// What the daemon has; `nil` where that cannot be known.
    var settings: DaemonConfiguration?
    /// What is wrong with the file; `nil` where nothing is, or it is not shown.
    var problem: String?

    /// Looks at the file that `report` names, or the default one.
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
            // It may be yet another by now.
            if let digest = report?.configurationDigest, read.file?.digest == digest {
                settings = read
            }
        } catch {
            if error.status == .configuration { problem = error.description }
        }
    }
}
