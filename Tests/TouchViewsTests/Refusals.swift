import Testing
import TouchTestSupport

/// Compiles a file against the modules that were built with the tests. The compiler must refuse the lines
/// that end with `// refused`, and no others.
func expectRefusals(
    _ source: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array(source.utf8), to: "snippet.swift")
    let modules = try BuiltFile(named: "Modules").path
    let checkouts = "\(modules)/../../../checkouts"
    let folders = [
        modules, "\(modules)/../CLinux.build", "\(modules)/../CEvdev.build",
        "\(checkouts)/swift-numerics/Sources/_NumericsShims/include",
        "\(checkouts)/swift-system/Sources/CSystem/include",
    ]
    let program = try RunningProgram(
        "/usr/bin/env",
        [
            "swiftc", "-typecheck", "-swift-version", "6", "-enable-upcoming-feature",
            "MemberImportVisibility",
        ] + folders.flatMap { ["-I", $0] }
            + (source.contains("@main\n") ? ["-parse-as-library"] : []) + [path])
    let result = try program.wait(seconds: 120)
    let errors = result.errors.split(separator: "\n")
        .filter { $0.hasPrefix(path) && $0.contains(" error: ") }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let refused = Set(
        errors.compactMap { Int($0.dropFirst(path.count + 1).prefix { $0 != ":" }) })
    let expected = Set(
        lines.indices.filter { lines[$0].hasSuffix("// refused") }.map { $0 + 1 })
    #expect((result.status == 0) == expected.isEmpty, "\(result.errors)")
    #expect(
        refused == expected, "\(errors.joined(separator: "\n"))", sourceLocation: sourceLocation
    )
}
