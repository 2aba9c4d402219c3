import GestureSettings
import LinuxIO
import SystemPackage

/// What asks for the configuration to be read again (SIGHUP), and the way to read it.
struct ConfigurationReload: ~Copyable {
    /// Readable once somebody has asked.
    let descriptor: Descriptor
    /// Reads the configuration; throws everything that is wrong with it.
    let read: () throws(DaemonError) -> DaemonConfiguration

    init(
        asking descriptor: consuming Descriptor,
        read: @escaping () throws(DaemonError) -> DaemonConfiguration
    ) {
        self.descriptor = descriptor
        self.read = read
    }

    /// Takes note that somebody asked, however often, so that the descriptor is no longer readable.
    func acknowledge() throws(Errno) {
        try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) {
            buffer throws(Errno) in
            while let count = try descriptor.read(into: buffer), count > 0 {}
        }
    }
}
