import CLinux
import Glibc
package import LinuxIO
import SystemPackage
import YAMLDocument

/// A configuration and where it came from.
package struct ConfigurationFile: Sendable {
    /// What is read where no other file is named.
    package static let defaultPath = "/etc/gestured/gestured.yaml"

    /// What holds.
    package let configuration: DaemonConfiguration
    /// `nil` where there is no file, and the built-in configuration holds.
    package let path: String?
    /// What is odd, and taken all the same.
    private let found: ProblemList
    /// Why the file at `defaultPath` does not hold, and `DaemonConfiguration.fallback` does; `nil`
    /// where that is not so.
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

    /// What is odd, and taken all the same: texts of two lines.
    ///
    /// - Parameter naming: they say themselves that they are warnings; a log says so.
    package func warnings(naming: Bool) -> [String] {
        path.map { found.descriptions(in: $0, naming: naming) } ?? []
    }

    /// What is worth knowing, and no problem; a line each.
    package var notes: [String] { path.map { found.notes(in: $0) } ?? [] }

    /// Reads the file at `path`, or at `defaultPath` where there may be none.
    ///
    /// - Parameters:
    ///   - path: where it is; `nil`: at `defaultPath`.
    ///   - rehearses: whether gestures are performed, to warn of those that never come.
    /// - Throws: exit status 66 where it cannot be opened or is no regular file, 77 without
    ///   permission, 74 where it cannot be read, and 78 with everything that is wrong in it, by place.
    package static func read(
        _ path: String?, rehearsing rehearses: Bool = false
    ) throws(CommandError) -> ConfigurationFile {
        try read(path, orDefault: defaultPath, rehearsing: rehearses)
    }

    /// Reads what a daemon starts with that serves whoever comes: a file that is named has to be
    /// good, but where the one at `defaultPath` is not, the daemon starts without it.
    ///
    /// One bad file is not to stop every machine that it was copied to; and as nobody knows what it
    /// was meant to keep private, no position is published until it is corrected.
    ///
    /// - Throws: what `read` does of a file that is named.
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

    /// The folder of the file: what it names lies there.
    private static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// The bytes of the file, more than are taken at most; `nil` where there is none.
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

    /// Whether nothing is at `path`, not even a link that leads nowhere: that was meant to be one.
    private static func isAbsent(_ path: String, _ error: Errno) -> Bool {
        var file = clinux_file()
        return error == .noSuchFileOrDirectory
            && clinux_identify(FileName.cString(path), &file) != 0
    }
}

/// What is reported of a configuration that was checked and can be used.
package struct ConfigurationCheck {
    /// What is odd, and taken all the same: texts of two lines, for standard error.
    package let warnings: [String]
    /// One line, for standard output, behind a line for each gesture that is asked before earlier ones.
    package let conclusion: String

    /// Checks the file at `path`, or the default one.
    ///
    /// - Throws: what `ConfigurationFile.read` does.
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
