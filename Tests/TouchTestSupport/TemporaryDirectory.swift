import Foundation

/// A separate directory of a test, removed with its contents when this object is destroyed.
public final class TemporaryDirectory: Sendable {
    /// Its path, without a slash at the end.
    public let path: String

    /// - Throws: `POSIXError` if no directory can be made.
    public init() throws {
        // Short, because the path of a socket can have 107 bytes at most.
        var template = Array("/tmp/gestured-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        path = made
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` in the directory.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and returns its path.
    public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }

    /// Copies a program into the directory, and returns the copy's path.
    ///
    /// Another program writes the copy: a file that this process has open for writing is inherited by
    /// each child that another test starts meanwhile, and cannot be executed (`ETXTBSY`).
    ///
    /// - Throws: `CocoaError` if it cannot be copied; what `RunningProgram` throws.
    public func install(_ program: String, as name: String) throws -> String {
        let copied = try RunningProgram("/usr/bin/install", ["-m", "755", program, file(name)])
            .wait()
        guard copied.status == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: copied.errors])
        }
        return file(name)
    }

    /// Writes a script of the shell into the directory, and returns its path.
    ///
    /// - Throws: what `write` and the copying `install` throw.
    public func install(script: String, as name: String) throws -> String {
        try install(write("#!/bin/sh\n\(script)\n".utf8, to: "script.sh"), as: name)
    }
}
