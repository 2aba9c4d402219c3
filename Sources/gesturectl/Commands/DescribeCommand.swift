import ArgumentParser
import GestureSettings
import GestureWire
import LinuxIO
import TouchCore

/// `gesturectl describe`
struct DescribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "describe",
        abstract: "Describe a kind of gesture, its thresholds and the members of its lines.",
        discussion: "Needs no daemon. The defaults are those of this version.")

    @Argument(
        help: ArgumentHelp("A kind of gesture; left out: all, in a line each.", valueName: "kind"),
        completion: .words(of: GestureKind.self))
    var kind: String?

    func run() throws {
        try CommandProcess.runAlone {
            try OutputFile.standard.write(try text())
        }
    }

    private func text() throws(CommandError) -> String {
        guard let kind else { return Self.overview }
        guard let known = GestureKind(configured: kind) else {
            let names = GestureKind.allCases.map(\.rawValue)
            let near =
                GestureKind.meant(by: kind)?.rawValue ?? Spelling.nearest(to: kind, among: names)
            throw CommandError(
                .usage,
                "no gesture is named \(ReadableName.of(kind))\n  "
                    + (near.map { "Did you mean \($0)?" }
                        ?? "There are: \(names.joined(separator: ", "))"))
        }
        return KindText(known).text
    }

    private static var overview: String {
        let width = GestureKind.allCases.map(\.rawValue.count).max() ?? 0
        let rows = GestureKind.allCases.map {
            "\(NumberText.padded($0.rawValue, to: width))  \($0.summary)\n"
        }
        return rows.joined() + "\nMore of one: gesturectl describe KIND\n"
    }
}

/// `gesturectl check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "check",
        abstract: "Check a configuration, and report each problem with its place.",
        discussion: """
            Checks a gestured.yaml like gestured --check, and a file of bindings like gesturectl \
            run before it starts.
            """)

    @Argument(help: ArgumentHelp("The file to check.", valueName: "file"), completion: .file())
    var file: String

    func run() throws {
        try CommandProcess.runAlone {
            if BindingsFile.hasBindings(at: file) {
                _ = try BindingsFile.read(reporting: file)
                return try OutputFile.standard.write(
                    "\(ReadableName.of(file)): no problem found\n")
            }
            try Self.check(file)
        }
    }

    /// Checks a `gestured.yaml`, and prints the result as `gestured --check` does.
    static func check(_ path: String) throws {
        let check = try CommandProcess.reportingProblems { () throws(CommandError) in
            try ConfigurationCheck(path)
        }
        check.warnings.forEach { CommandProcess.writeError($0 + "\n") }
        try OutputFile.standard.write(check.conclusion + "\n")
    }
}
