import Glibc
import LinuxIO
import SystemPackage

/// The files of a report about the machine: its kernel and release, udev's records of its panels,
/// and the daemon's last log lines.
enum MachineReport {
    /// The last lines of the daemon's log, for this user. Without the right to read the journal, or
    /// without journalctl, the text has the reason.
    private static let journalCommand =
        "exec timeout 10 journalctl --no-pager --no-hostname --output=short-iso --unit=gestured "
        + "--lines=200 2>&1 </dev/null"
    /// The maximum size of the journal's lines, in bytes.
    private static let journalLimit = 1 << 18

    /// `machine.txt`: what `uname -srvm` prints, and `/etc/os-release`.
    static var machine: String {
        var names = utsname()
        let kernel =
            uname(&names) == 0
            ? [
                text(of: names.sysname), text(of: names.release), text(of: names.version),
                text(of: names.machine),
            ].joined(separator: " ") : "unknown"
        let release = (try? RegularFile.read("/etc/os-release", upTo: 1 << 16)) ?? []
        return "kernel: \(kernel)\n\n\(String(decoding: release, as: UTF8.self))"
    }

    /// `panels.txt`: udev's record of each node that has touches, as `udevadm info` prints it.
    static func panels(_ inputs: [InputNode]) -> String {
        let panels = inputs.filter { $0.isTouchscreen || $0.hasTouches || $0.isDaemonDevice }
        guard !panels.isEmpty else { return "no input node has touches\n" }
        return panels.map { input in
            "\(input.description)\n\(input.udevRecord ?? "udev has no record of it")\n"
        }.joined(separator: "\n")
    }

    /// `journal.txt`.
    static var journal: String {
        guard let stream = popen(journalCommand, "re") else {
            return Errno(rawValue: errno).sentence
        }
        defer { pclose(stream) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count < journalLimit {
            let count = fread(&part, 1, part.count, stream)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text of a field of `utsname`, which ends with a zero.
    private static func text<Field>(of field: Field) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
