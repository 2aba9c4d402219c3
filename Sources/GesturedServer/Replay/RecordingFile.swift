import CLinux
import Glibc
import LinuxIO
import SystemPackage
import TouchRecordings

/// Opens recordings in files, or on standard input.
enum RecordingFile {
    /// What stands for standard input.
    static let standardInput = "-"

    /// The maximum of what has to be held, because it can be read only once: 256 MiB.
    private static let maximumBytes = 256 * 1024 * 1024

    /// Opens the recording at `path`; an `.events` file takes the description beside it.
    ///
    /// - Throws: exit status 66 where it cannot be opened, 77 without permission, 74 where it cannot
    ///   be read, 65 where it holds no recording.
    static func open(_ path: String) throws(CommandError) -> RecordingStream {
        let isInput = path == standardInput
        let name = isInput ? "standard input" : path
        let source = isInput ? try openInput() : try openFile(path)
        let (description, descriptionName) = isInput ? (nil, nil) : try self.description(for: path)
        let opened = Result { () throws(RecordingError) in
            try RecordingStream(
                source, named: name, description: description, descriptionName: descriptionName)
        }
        if let failure = source.failure { throw unreadable(name, failure) }
        if let descriptionName, let failure = description?.failure {
            throw unreadable(descriptionName, failure)
        }
        do throws(RecordingError) {
            return try opened.get()
        } catch {
            throw CommandError(.data, error.description)
        }
    }

    /// The error for what cannot be read, or not to its end.
    static func unreadable(_ name: String, _ error: Errno) -> CommandError {
        let status: ExitStatus = error == .isDirectory ? .noInput : .inputOutput
        return CommandError(status, "cannot read \(escapedText(name))", error)
    }

    private static func description(
        for path: String
    ) throws(CommandError) -> (source: ByteSource?, name: String?) {
        for name in Recording.descriptionNames(for: path)
        where access(FileName.cString(name), F_OK) == 0 {
            return (try openFile(name), name)
        }
        return (nil, nil)
    }

    private static func openFile(_ path: String) throws(CommandError) -> ByteSource {
        let descriptor: Descriptor
        do throws(Errno) {
            descriptor = try Descriptor {
                Glibc.open(FileName.cString(path), O_RDONLY | O_CLOEXEC)
            }
        } catch {
            throw CommandError(
                .noInput, "cannot open \(escapedText(path))", error,
                advice: "Name a recording of evemu-record, libinput record or evtest")
        }
        return try source(descriptor, name: path)
    }

    private static func openInput() throws(CommandError) -> ByteSource {
        // A duplicate, so that standard input itself stays open.
        let descriptor: Descriptor
        do throws(Errno) {
            descriptor = try Descriptor { dup(STDIN_FILENO) }
        } catch {
            throw CommandError(.noInput, "cannot read standard input", error)
        }
        return try source(descriptor, name: "standard input")
    }

    /// A regular file is read piece by piece, as often as wanted; what else is open is read now.
    private static func source(
        _ descriptor: consuming Descriptor, name: String
    ) throws(CommandError) -> ByteSource {
        var found = clinux_file()
        let number = descriptor.number
        do throws(Errno) {
            _ = try systemCall { clinux_identify_descriptor(number, &found) }
            if found.mode & S_IFMT == S_IFREG { return try ByteSource(descriptor) }
        } catch {
            throw unreadable(name, error)
        }
        return ByteSource(try readAll(descriptor, name: name))
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
            throw unreadable(name, error)
        }
        throw CommandError(
            .data,
            """
            \(escapedText(name)) is too long: more than 256 MiB, and it can be read only once
              Name a regular file, which may be of any length
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
