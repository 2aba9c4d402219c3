import CLinux
import GestureClient
import Glibc
import LinuxIO
import SystemPackage

/// The output of a command: standard output, or a file.
struct OutputFile: Sendable {
    /// The name for messages.
    let name: String
    /// Whether the output is a terminal.
    let isTerminal: Bool
    private let descriptor: Int32
    /// The folder in which the file was created, as a descriptor because the folder may be renamed,
    /// and the file's name in it.
    private let location: (directory: Int32, name: String)?

    private init(
        name: String, descriptor: Int32, location: (directory: Int32, name: String)? = nil
    ) {
        self.name = name
        self.descriptor = descriptor
        self.location = location
        isTerminal = isatty(descriptor) == 1
    }

    /// Standard output.
    static let standard = OutputFile(name: "standard output", descriptor: STDOUT_FILENO)

    /// Creates a file, by default one that only its owner can read.
    ///
    /// - Parameter mode: the permissions.
    /// - Throws: an error whose exit status is 73 if the file cannot be created, 77 if that is not
    ///   permitted.
    static func make(
        _ path: String, mode: mode_t = 0o600
    ) throws(CommandError) -> OutputFile {
        // Does not overwrite an existing file, and does not follow a link.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let name = ReadableName.of(path)
        do throws(Errno) {
            let location = Self.split(path)
            let directory = try systemCall {
                clinux_open_path(FileName.cString(location.directory))
            }
            let descriptor = try systemCall {
                openat(directory, FileName.cString(location.name), flags, mode)
            }
            return OutputFile(
                name: name, descriptor: descriptor, location: (directory, location.name))
        } catch {
            let advice = error == .fileExists ? "Name a file that does not exist yet" : nil
            throw CommandError(.cannotCreate, "cannot create \(name)", error, advice: advice)
        }
    }

    /// The folder of `path`, and the name in it.
    private static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        // Searched in bytes: a combining mark after a slash forms one Character with it.
        let end = path.utf8.index(after: slash)
        return (String(path[..<end]), String(path[end...]))
    }

    /// Removes the created file, from the folder in which it was created.
    func remove() {
        if let location {
            clinux_remove(location.directory, FileName.cString(location.name), descriptor)
        }
    }

    /// Sets whether a signal that ends the process removes the created file.
    func setRemovedOnSignal(_ removes: Bool) {
        if let location, removes {
            clinux_remove_on_signal(
                location.directory, FileName.cString(location.name), descriptor)
        } else {
            clinux_remove_on_signal(-1, nil, -1)
        }
    }

    /// Writes a line of the daemon unchanged; on a terminal, control characters are escaped in JSON
    /// syntax, so that the value stays the same.
    ///
    /// - Throws: `OutputEnd`.
    func write(json line: String) throws(OutputEnd) {
        try write((isTerminal ? TerminalJSON.escaped(line) : line) + "\n")
    }

    /// Writes `text`.
    ///
    /// - Throws: `OutputEnd`.
    func write(_ text: String) throws(OutputEnd) {
        try write(bytes: Array(text.utf8))
    }

    /// Writes `bytes`.
    ///
    /// - Throws: `OutputEnd`.
    func write(bytes: [UInt8]) throws(OutputEnd) {
        do throws(Errno) {
            try writeAll(bytes, to: descriptor)
        } catch {
            guard error != .brokenPipe else { throw .closed }
            throw .failed(CommandError(.inputOutput, "cannot write to \(name)", error))
        }
    }
}

/// Why writing ended.
enum OutputEnd: Error {
    /// The reader closed the pipe, which is not an error.
    case closed
    case failed(CommandError)
}

/// Text of devices, files and daemons, made safe for a terminal.
enum ReadableName {
    /// At most 128 bytes, with control characters escaped.
    static func of(_ text: String) -> String {
        escapedText(text)
    }

    /// The lines of a message, without their indentation: 1 KiB of each at most.
    static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { escapedText(String($0.drop { $0 == " " }), limit: 1_024) }
    }
}

/// JSON, made safe for a terminal.
enum TerminalJSON {
    /// The same JSON with control and bidirectional characters as `\uXXXX`. In JSON they only occur
    /// in strings.
    static func escaped(_ line: String) -> String {
        var escaped = ""
        for scalar in line.unicodeScalars {
            guard EscapedText.isUnsafe(scalar) else {
                escaped.unicodeScalars.append(scalar)
                continue
            }
            for unit in UTF16.encode(scalar) ?? .init() {
                escaped += "\\u" + hexadecimal(unit)
            }
        }
        return escaped
    }
}
