import CLinux
import Glibc
package import LinuxIO
import SystemPackage
import YAMLDocument

/// A configuration and its origin.
package struct ConfigurationFile: Sendable {
    /// The path of the file that is read if no other is named.
    package static let defaultPath = "/etc/gestured/gestured.yaml"

    /// The configuration in effect.
    package let configuration: DaemonConfiguration
    /// `nil` if there is no file, and the built-in configuration is in effect.
    package let path: String?
    /// The warnings and notes about the file.
    private let problems: ProblemList
    /// The errors in the file at `defaultPath`, which `DaemonConfiguration.fallback` replaces.
    /// `nil` if the file is used, or does not exist.
    package let problem: String?

    private init(
        _ configuration: DaemonConfiguration, path: String?, problems: ProblemList = ProblemList()
    ) {
        self.configuration = configuration
        self.path = path
        self.problems = problems
        problem = nil
    }

    private init(fallingBackFor problem: String) {
        configuration = .fallback
        path = nil
        problems = ProblemList()
        self.problem = problem
    }

    /// The warnings: texts of two lines.
    ///
    /// - Parameter naming: whether each text has the word `warning`; a log line has its level.
    package func warnings(naming: Bool) -> [String] {
        path.map { problems.descriptions(in: $0, naming: naming) } ?? []
    }

    /// Notes that are not problems; one line each.
    package var notes: [String] { path.map { problems.notes(in: $0) } ?? [] }

    /// Reads the file at `path`, or at `defaultPath`, which need not exist.
    ///
    /// - Parameters:
    ///   - path: the path of the file. If `nil`, `defaultPath`.
    ///   - rehearses: whether to perform the gestures, and warn of those that are never recognised.
    /// - Throws: exit status 66 if the file cannot be opened or is not a regular file, 77 without
    ///   permission, 74 if it cannot be read, and 78 with all errors in it, by position.
    package static func read(
        _ path: String?, rehearsing rehearses: Bool = false
    ) throws(CommandError) -> ConfigurationFile {
        try read(path, orDefault: defaultPath, rehearsing: rehearses)
    }

    /// Reads the configuration of a daemon that serves clients. A named file must be valid. If the
    /// file at `defaultPath` is invalid, the daemon starts with `DaemonConfiguration.fallback`.
    ///
    /// One invalid file must not stop every machine to which it was copied. The daemon cannot know
    /// which positions the file was to keep private, so it publishes none until the file is valid.
    ///
    /// - Throws: if `path` is named, the errors of `read`.
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
        return ConfigurationFile(configuration, path: name, problems: problems)
    }

    /// The folder of the file at `path`, from which relative paths in the file start.
    private static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// The bytes of the file, which may exceed the maximum size; `nil` if there is no file.
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

    /// Whether nothing exists at `path`. A dangling link exists: its file is missing by mistake.
    private static func isAbsent(_ path: String, _ error: Errno) -> Bool {
        var file = clinux_file()
        return error == .noSuchFileOrDirectory
            && clinux_identify(FileName.cString(path), &file) != 0
    }
}

/// The result of `--check` for a configuration without errors.
package struct ConfigurationCheck {
    /// The warnings: texts of two lines, for standard error.
    package let warnings: [String]
    /// The text for standard output: a line for each gesture that takes precedence over earlier
    /// ones, and a last line with the result.
    package let conclusion: String

    /// Checks the file at `path`; if `nil`, the file at `defaultPath`.
    ///
    /// - Throws: the errors of `ConfigurationFile.read`.
    package init(_ path: String?) throws(CommandError) {
        let file = try ConfigurationFile.read(path, rehearsing: true)
        warnings = file.warnings(naming: true)
        guard let name = file.path else {
            conclusion =
                """
                \(ConfigurationFile.defaultPath) does not exist: the built-in configuration \
                applies
                """
            return
        }
        let count = warnings.count
        let found = count == 0 ? "no problem found" : "no error found, \(count) to think about"
        conclusion = (file.notes + ["\(escapedText(name)): \(found)"]).joined(separator: "\n")
    }
}
