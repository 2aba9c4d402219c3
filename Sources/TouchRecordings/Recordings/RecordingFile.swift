import CLinux
import Glibc
package import LinuxIO
package import SystemPackage

/// Opens recordings in files, or on standard input.
package enum RecordingFile {
    /// The name of standard input.
    package static let standardInput = "-"

    /// The maximum number of bytes of a pipe that are kept in memory; longer input is written to an
    /// unnamed file.
    private static let maximumHeld = 1 << 20

    private static let advice = "Name a recording of evemu-record, libinput record or evtest"

    /// Opens the recording at `path`; an `.events` file is read with the description beside it.
    ///
    /// - Throws: exit status 66 if it cannot be opened, 77 without permission, 74 if it cannot be
    ///   read, 65 if it contains no recording.
    package static func open(_ path: String) throws(CommandError) -> RecordingStream {
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

    /// The error for a file that cannot be read, or not to its end.
    package static func unreadable(_ name: String, _ error: Errno) -> CommandError {
        let isFolder = error == .isDirectory
        return CommandError(
            isFolder ? .noInput : .inputOutput, "cannot read \(escapedText(name))", error,
            advice: isFolder ? advice : nil)
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
                .noInput, "cannot open \(escapedText(path))", error, advice: advice)
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

    /// The source of a descriptor's bytes. A regular file is read in pieces, as they are needed;
    /// anything else is read to its end now.
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
        return try collect(descriptor, name: name)
    }

    private static func collect(
        _ descriptor: borrowing Descriptor, name: String
    ) throws(CommandError) -> ByteSource {
        var bytes: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { chunk.deallocate() }
        while bytes.count < maximumHeld {
            guard let count = try read(descriptor, into: chunk, name: name) else {
                return ByteSource(bytes)
            }
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        }
        let source = ByteSource(bytes)
        // Input that is not a recording may never end: it is refused before more of it is read.
        guard RecordingStream.hasFormat(source) else { return source }
        let file = try UnnamedFile(for: name)
        try file.append(bytes)
        while let count = try read(descriptor, into: chunk, name: name) {
            try file.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        }
        return try file.source()
    }

    /// The number of bytes read; `nil` at the end.
    private static func read(
        _ descriptor: borrowing Descriptor, into chunk: UnsafeMutableRawBufferPointer, name: String
    ) throws(CommandError) -> Int? {
        do throws(Errno) {
            while true {
                if let count = try descriptor.read(into: chunk) { return count == 0 ? nil : count }
                // Another process that shares standard input may have made it non-blocking.
                var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
                _ = try systemCall { poll(&request, 1, -1) }
            }
        } catch {
            throw unreadable(name, error)
        }
    }
}

/// A file without a name, in `TMPDIR` or `/var/tmp`, which is deleted when it is closed.
private struct UnnamedFile: ~Copyable {
    private let descriptor: Descriptor
    private let folder: String
    private let content: String

    /// - Parameter content: what it will contain, for errors.
    init(for content: String) throws(CommandError) {
        let folder = environmentVariable("TMPDIR") ?? "/var/tmp"
        var template = FileName.cString("\(folder)/gestured-XXXXXX")
        do throws(Errno) {
            descriptor = try Descriptor { mkstemp(&template) }
        } catch {
            throw Self.failure(content, folder, error)
        }
        unlink(template)
        _ = fcntl(descriptor.number, F_SETFD, FD_CLOEXEC)
        (self.folder, self.content) = (folder, content)
    }

    func append(_ bytes: [UInt8]) throws(CommandError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(CommandError) in try append(bytes) }
        }
        try result.get()
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(CommandError) {
        var remaining = bytes
        do throws(Errno) {
            while !remaining.isEmpty {
                let written = try descriptor.write(remaining) ?? 0
                remaining = UnsafeRawBufferPointer(rebasing: remaining[written...])
            }
        } catch {
            throw Self.failure(content, folder, error)
        }
    }

    /// The bytes of the whole file.
    consuming func source() throws(CommandError) -> ByteSource {
        let (number, folder, content) = (descriptor.number, folder, content)
        do throws(Errno) {
            _ = try systemCall { lseek(number, 0, SEEK_SET) }
            return try ByteSource(descriptor)
        } catch {
            throw Self.failure(content, folder, error)
        }
    }

    private static func failure(
        _ content: String, _ folder: String, _ error: Errno
    ) -> CommandError {
        CommandError(
            .cannotCreate, "cannot keep \(escapedText(content)) in \(escapedText(folder))", error,
            advice: "Set TMPDIR to a folder with room for it, or name a regular file")
    }
}
