import CLinux
import Glibc
import SystemPackage

/// Signals as descriptors (signalfd), readable once one has come.
///
/// They stay blocked from its making on: from then they are read from there, or not at all.
enum SignalDescriptor {
    /// For those that ask the daemon to end: SIGTERM and SIGINT.
    ///
    /// - Throws: what signalfd(2) says.
    static func stopping() throws(Errno) -> Descriptor {
        try Descriptor { clinux_signal_create([SIGTERM, SIGINT], 2) }
    }

    /// For the one that asks for the configuration to be read again: SIGHUP.
    ///
    /// - Throws: what signalfd(2) says.
    static func reloading() throws(Errno) -> Descriptor {
        try Descriptor { clinux_signal_create([SIGHUP], 1) }
    }
}
