import GestureClient
import Glibc
import LinuxIO
import SystemPackage

/// Where a command writes what it was asked for: standard output, or a file.
struct OutputFile: Sendable {
    /// What it is called in messages.
    let name: String
    /// Whether people read it.
    let isTerminal: Bool
    private let descriptor: Int32

    private init(name: String, descriptor: Int32) {
        self.name = name
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
    }

    /// Standard output.
    static let standard = OutputFile(name: "standard output", descriptor: STDOUT_FILENO)

    /// Makes a new file that its owner alone can read.
    ///
    /// - Throws: 73 where it cannot be made, 77 without permission.
    static func make(_ path: String) throws(CommandFailure) -> OutputFile {
        // Not over what is there, nor through a link that somebody left.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let name = ReadableName.of(path)
        do throws(Errno) {
            let descriptor = try systemCall { open(path, flags, 0o600) }
            return OutputFile(name: name, descriptor: descriptor)
        } catch {
            let advice = error == .fileExists ? "Name a file that is not there yet" : nil
            throw CommandFailure(.cannotCreate, "cannot make \(name)", error, advice: advice)
        }
    }

    /// Writes a line of the daemon: byte for byte, but on a terminal with what could steer that
    /// escaped as JSON does it, so that it still says the same.
    ///
    /// - Throws: `OutputEnd`.
    func write(json line: String) throws(OutputEnd) {
        try write((isTerminal ? TerminalJSON.escaped(line) : line) + "\n")
    }

    /// Writes `text`.
    ///
    /// - Throws: `OutputEnd`.
    func write(_ text: String) throws(OutputEnd) {
        do throws(Errno) {
            try writeAll(text, to: descriptor)
        } catch {
            guard error != .brokenPipe else { throw .closed }
            throw .failed(CommandFailure(.inputOutput, "cannot write to \(name)", error))
        }
    }
}

/// Why nothing more can be written.
enum OutputEnd: Error {
    /// Nobody reads any more, which is no error.
    case closed
    case failed(CommandFailure)
}
