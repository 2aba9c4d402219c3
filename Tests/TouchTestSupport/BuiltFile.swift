import Glibc

/// A program or a library that was built together with the tests.
public struct BuiltFile: Sendable {
    /// Where it is.
    public let path: String

    /// Finds a file beside the running test binary.
    ///
    /// - Throws: `BuiltFileError` where no such file was built.
    public init(named name: String) throws(BuiltFileError) {
        guard let executable = realpath("/proc/self/exe", nil) else {
            throw BuiltFileError(name: name, directory: "/proc/self/exe")
        }
        defer { free(executable) }
        let directory = String(cString: executable).split(
            separator: "/", omittingEmptySubsequences: false
        ).dropLast().joined(separator: "/")
        path = "\(directory)/\(name)"
        guard access(path, F_OK) == 0 else {
            throw BuiltFileError(name: name, directory: directory)
        }
    }
}

/// A file that should stand beside the test binary and does not.
public struct BuiltFileError: Error, CustomStringConvertible {
    /// The file that was looked for.
    public let name: String
    /// Where it was looked for.
    public let directory: String

    public var description: String {
        "cannot find \(name) in \(directory)\n  Build it with the tests: swift build --build-tests"
    }
}
