import Glibc
import SystemPackage
import YAMLDocument

/// A configuration and where it came from.
public struct ConfigurationFile: Sendable {
    /// What is read where no other file is named.
    public static let defaultPath = "/etc/gestured/gestured.yaml"

    /// What holds.
    public let configuration: DaemonConfiguration
    /// `nil` where there is no file, and the built-in configuration holds.
    public let path: String?
    /// What is odd, and taken all the same: texts of two lines.
    public let warnings: [String]

    /// Reads the file at `path`, or at `defaultPath` where there may be none.
    ///
    /// - Throws: exit status 66 where it cannot be opened, 77 without permission, 74 where it cannot
    ///   be read, and 78 with everything that is wrong in it, by place.
    public static func read(_ path: String?) throws(DaemonError) -> ConfigurationFile {
        guard let bytes = try contents(path ?? defaultPath, isOptional: path == nil) else {
            return ConfigurationFile(configuration: .standard, path: nil, warnings: [])
        }
        let name = path ?? defaultPath
        var problems = ProblemList()
        let configuration = DaemonConfiguration.read(bytes, &problems)
        let texts = problems.descriptions(in: name)
        guard !problems.hasErrors else {
            throw DaemonError(.configuration, texts.joined(separator: "\n"))
        }
        return ConfigurationFile(configuration: configuration, path: name, warnings: texts)
    }

    /// The bytes of the file, one more than are taken at most; `nil` where there is none.
    private static func contents(
        _ path: String, isOptional: Bool
    ) throws(DaemonError) -> [UInt8]? {
        let most = YAMLLimits().maximumBytes
        var bytes: [UInt8] = []
        do throws(Errno) {
            let file = try Descriptor { open(path, O_RDONLY | O_CLOEXEC) }
            let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { chunk.deallocate() }
            while bytes.count <= most, let count = try file.read(into: chunk), count > 0 {
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            }
            return bytes
        } catch {
            if isOptional, error == .noSuchFileOrDirectory { return nil }
            let isUnreadable = error == .ioError
            throw DaemonError(
                isUnreadable ? .inputOutput : .noInput,
                "cannot read the configuration \(escapedText(path))", error,
                advice: "Check the path and its permissions; --config names another file")
        }
    }
}

extension DaemonConfiguration {
    /// Reads a whole configuration; what it gives holds only where the list has no errors then.
    static func read(_ bytes: [UInt8], _ problems: inout ProblemList) -> DaemonConfiguration {
        let limits = YAMLLimits()
        guard bytes.count <= limits.maximumBytes else {
            problems.add(
                at: YAMLMark(line: 1, column: 1),
                "the file is longer than \(limits.maximumBytes) bytes",
                advice: "That is no configuration: name another file with --config")
            return .standard
        }
        var draft = ConfigurationDraft()
        do throws(YAMLError) {
            if let node = try YAMLNode.parse(bytes, limits: limits) {
                ConfigurationDraft.members.read(node, "the configuration", into: &draft, &problems)
            }
        } catch {
            problems.add(
                at: error.mark, error.problem,
                advice: "From here on it is not read: correct this, and check again")
        }
        return problems.hasErrors ? .standard : draft.configuration
    }
}

extension ProblemList {
    /// All of it for people, by place; two lines each.
    func descriptions(in file: String) -> [String] {
        let texts = sorted.map { $0.description(in: file) }
        let rest = count - texts.count
        return rest > 0 ? texts + ["\(file): \(rest) more\n  Correct these first"] : texts
    }
}
