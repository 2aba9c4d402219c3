import GestureClient
import Glibc
import SystemPackage

/// Where a command writes what it was asked for: standard output, or a file.
struct OutputFile: Sendable {
    /// What it is called in messages.
    let name: String
    private let descriptor: Int32

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

    /// Whether people read it.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes `text`.
    ///
    /// - Throws: `OutputEnd`.
    func write(_ text: String) throws(OutputEnd) {
        var bytes = Array(text.utf8)[...]
        do throws(Errno) {
            while !bytes.isEmpty {
                let taken = try systemCall {
                    bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                }
                bytes = bytes.dropFirst(taken)
            }
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
