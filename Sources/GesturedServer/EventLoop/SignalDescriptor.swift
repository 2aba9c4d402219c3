import CLinux
import Glibc
import SystemPackage

/// The signals that ask the daemon to end, as a descriptor (signalfd): SIGTERM and SIGINT.
///
/// They stay blocked from its making on: from then they are read from here, or not at all.
struct SignalDescriptor: ~Copyable {
    /// Readable once a signal has come.
    let descriptor: Descriptor

    /// - Throws: what signalfd(2) says.
    init() throws(Errno) {
        descriptor = try Descriptor { clinux_signal_create([SIGTERM, SIGINT], 2) }
    }
}
