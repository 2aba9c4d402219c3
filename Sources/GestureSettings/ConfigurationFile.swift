import CLinux
import Glibc
package import LinuxIO
import SystemPackage
import YAMLDocument

/// A configuration and its origin.
package struct ConfigurationFile: Sendable {
    /// Read if no other file is named.
    package static let defaultPath = "/etc/gestured/gestured.yaml"

    /// The configuration in effect.
    package let configuration: DaemonConfiguration
    /// `nil` if there is no file, and the built-in configuration is in effect.
    package let path: String?
    /// Warnings and notes about the file.
    private let found: ProblemList
    /// Why the file at `defaultPath` is not used but `DaemonConfiguration.fallback` is; `nil` if it
    /// is used.
    package let problem: String?

    private init(
        _ configuration: DaemonConfiguration, path: String?, found: ProblemList = ProblemList()
    ) {
        self.configuration = configuration
        self.path = path
        self.found = found
        problem = nil
    }

    private init(fallingBackFor problem: String) {
        configuration = .fallback
        path = nil
        found = ProblemList()
        self.problem = problem
    }

    /// The warnings: texts of two lines.
    ///
    /// - Parameter naming: whether the texts say that they are warnings; a log says so itself.
    package func warnings(naming: Bool) -> [String] {
        path.map { found.descriptions(in: $0, naming: naming) } ?? []
    }

    /// Notes that are not problems; one line each.
    package var notes: [String] { path.map { found.notes(in: $0) } ?? [] }

    /// Reads the file at `path`, or at `defaultPath`, which need not exist.
    ///
    /// - Parameters:
    ///   - path: the path of the file. If `nil`, `defaultPath`.
    ///   - rehearses: whether gestures are performed, to warn of those that are never recognised.
    /// - Throws: exit status 66 if the file cannot be opened or is no regular file, 77 without
    ///   permission, 74 if it cannot be read, and 78 with all errors in it, by position.
    package static func read(
        _ path: String?, rehearsing rehearses: Bool = false
    ) throws(CommandError) -> ConfigurationFile {
        try read(path, orDefault: defaultPath, rehearsing: rehearses)
    }

    /// Reads the configuration of a daemon that serves any client. A named file must be valid, but
    /// if the file at `defaultPath` is not, the daemon starts without it.
    ///
    /// One invalid file must not stop every machine that it was copied to. As it is unknown what
    /// the file was meant to keep private, no position is published until it is corrected.
    ///
    /// - Throws: as `read` does for a named file.
    package static func readForServing(_ path: String?) throws(CommandError) -> ConfigurationFile {
        try readForServing(path, orDefault: defaultPath)
    }

    static func readForServing(
        _ path: String?, orDefault defaultPath: String
    ) throws(CommandError) -> ConfigurationFile {
        do throws(CommandError) {
            return try read(path, orDefault: defaultPath)
        } catch {
            guard path == nil else { throw error }
            return ConfigurationFile(fallingBackFor: error.description)
        }
    }

    static func read(
        _ path: String?, orDefault defaultPath: String, rehearsing rehearses: Bool = false
    ) throws(CommandError) -> ConfigurationFile {
        let name = path ?? defaultPath
        guard let bytes = try contents(name, isOptional: path == nil) else {
            return ConfigurationFile(.standard, path: nil)
        }
        var problems = ProblemList(directory: directory(of: name), rehearses: rehearses)
        var configuration = DaemonConfiguration.read(bytes, &problems)
        guard !problems.hasErrors else {
            throw CommandError(
                .configuration, problems.descriptions(in: name).joined(separator: "\n"))
        }
        configuration.origin = .file
        configuration.file = ConfigurationIdentity(
            path: absolutePath(name), digest: SHA256.hexadecimal(of: bytes))
        return ConfigurationFile(configuration, path: name, found: problems)
    }

    /// The folder of the file: relative paths in it start there.
    private static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// The bytes of the file, up to more than the maximum size; `nil` if there is no file.
    private static func contents(
        _ path: String, isOptional: Bool
    ) throws(CommandError) -> [UInt8]? {
        do throws(RegularFile.Failure) {
            return try RegularFile.read(path, upTo: YAMLLimits().maximumBytes)
        } catch {
            let failure = "cannot read the configuration \(escapedText(path))"
            switch error {
            case .system(let error):
                if isOptional, isAbsent(path, error) { return nil }
                throw CommandError(
                    error == .ioError ? .inputOutput : .noInput, failure, error,
                    advice: "Check the path and its permissions")
            case .irregular(let kind):
                throw CommandError(
                    .noInput,
                    """
                    \(failure): it is \(kind)
                      A configuration is a regular file: name one
                    """)
            }
        }
    }

    /// Whether nothing exists at `path`, not even a dangling link, which was meant to be a file.
    private static func isAbsent(_ path: String, _ error: Errno) -> Bool {
        var file = clinux_file()
        return error == .noSuchFileOrDirectory
            && clinux_identify(FileName.cString(path), &file) != 0
    }
}

/// The report about a configuration that was checked and is usable.
package struct ConfigurationCheck {
    /// The warnings: texts of two lines, for standard error.
    package let warnings: [String]
    /// One line, for standard output, after a line for each gesture that takes precedence over
    /// earlier ones.
    package let conclusion: String

    /// Checks the file at `path`, or the default one.
    ///
    /// - Throws: as `ConfigurationFile.read` does.
    package init(_ path: String?) throws(CommandError) {
        let file = try ConfigurationFile.read(path, rehearsing: true)
        warnings = file.warnings(naming: true)
        guard let name = file.path else {
            conclusion =
                "\(ConfigurationFile.defaultPath) is not there: the built-in configuration holds"
            return
        }
        let count = warnings.count
        let found = count == 0 ? "no problem found" : "no error found, \(count) to think about"
        conclusion = (file.notes + ["\(escapedText(name)): \(found)"]).joined(separator: "\n")
    }
}
