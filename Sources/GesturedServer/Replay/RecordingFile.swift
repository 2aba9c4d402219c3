import Glibc
import LinuxIO
import SystemPackage
import TouchRecordings

/// Reads recordings from files, or from standard input.
enum RecordingFile {
    /// What stands for standard input.
    static let standardInput = "-"

    /// More is no recording of touches, but a device or a mistake: 256 MiB.
    private static let maximumBytes = 256 * 1024 * 1024

    /// Reads the recording at `path`; an `.events` file takes the description beside it.
    ///
    /// - Throws: exit status 66 where it cannot be opened, 77 without permission, 74 where it cannot
    ///   be read, 65 where it holds no recording.
    static func read(_ path: String) throws(CommandError) -> Recording {
        let isInput = path == standardInput
        let name = isInput ? "standard input" : path
        let bytes = isInput ? try readInput() : try readFile(path)
        let (description, descriptionName) = isInput ? (nil, nil) : try self.description(for: path)
        do throws(RecordingError) {
            return try Recording(
                parsing: bytes, named: name, description: description,
                descriptionName: descriptionName)
        } catch {
            throw CommandError(.data, error.description)
        }
    }

    private static func description(
        for path: String
    ) throws(CommandError) -> (bytes: [UInt8]?, name: String?) {
        for name in Recording.descriptionNames(for: path)
        where access(FileName.cString(name), F_OK) == 0 {
            return (try readFile(name), name)
        }
        return (nil, nil)
    }

    private static func readFile(_ path: String) throws(CommandError) -> [UInt8] {
        let descriptor: Descriptor
        do throws(Errno) {
            descriptor = try Descriptor { open(FileName.cString(path), O_RDONLY | O_CLOEXEC) }
        } catch {
            throw CommandError(
                .noInput, "cannot open \(escapedText(path))", error,
                advice: "Name a recording of evemu-record, libinput record or evtest")
        }
        return try readAll(descriptor, name: path)
    }

    private static func readInput() throws(CommandError) -> [UInt8] {
        // A duplicate, so that standard input itself stays open.
        let descriptor: Descriptor
        do throws(Errno) {
            descriptor = try Descriptor { dup(STDIN_FILENO) }
        } catch {
            throw CommandError(.noInput, "cannot read standard input", error)
        }
        return try readAll(descriptor, name: "standard input")
    }

    private static func readAll(
        _ descriptor: borrowing Descriptor, name: String
    ) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { chunk.deallocate() }
        do throws(Errno) {
            while bytes.count <= maximumBytes {
                guard let count = try readBlocking(descriptor, into: chunk) else { return bytes }
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            }
        } catch {
            let status: ExitStatus = error == .isDirectory ? .noInput : .inputOutput
            throw CommandError(status, "cannot read \(escapedText(name))", error)
        }
        throw CommandError(
            .data,
            """
            \(escapedText(name)) is too long for a recording: more than 256 MiB
              Cut it, or name another file
            """)
    }

    /// The number of bytes read; `nil` at the end.
    private static func readBlocking(
        _ descriptor: borrowing Descriptor, into chunk: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int? {
        while true {
            if let count = try descriptor.read(into: chunk) { return count == 0 ? nil : count }
            // Standard input may have been made non-blocking by whoever shares it.
            var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
            _ = try systemCall { poll(&request, 1, -1) }
        }
    }
}
