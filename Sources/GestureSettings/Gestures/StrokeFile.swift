package import LinuxIO
import SystemPackage
package import TouchCore
import YAMLDocument

/// Reads and writes files of shapes, the templates of `stroke`.
package enum StrokeFile {
    /// The shapes of the file at `path`; empty if there is no such file.
    ///
    /// - Throws: exit status 66 if the file cannot be opened or is not a regular file, 77 without
    ///   permission, and 78 with all errors in it, by position.
    package static func read(_ path: String) throws(CommandError) -> [StrokeTemplate] {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.read(path, upTo: TemplateFile.maximumBytes)
        } catch {
            let failure = "cannot read the shapes in \(escapedText(path))"
            switch error {
            case .system(.noSuchFileOrDirectory): return []
            case .system(let error): throw CommandError(.noInput, failure, error)
            case .irregular(let kind): throw CommandError(.noInput, "\(failure): it is \(kind)")
            }
        }
        var problems = ProblemList()
        let templates = parse(bytes, named: path, &problems)
        guard !problems.hasErrors else {
            let texts = problems.descriptions(in: path)
            throw CommandError(.configuration, texts.joined(separator: "\n"))
        }
        return templates
    }

    /// Parses the shapes of a file; errors are added to `problems`.
    ///
    /// - Parameter path: the file's name in messages.
    package static func parse(
        _ bytes: [UInt8], named path: String, _ problems: inout ProblemList
    ) -> [StrokeTemplate] {
        guard bytes.count <= TemplateFile.maximumBytes else {
            problems.add(
                at: YAMLMark(line: 1, column: 1, in: .file(path)),
                "the file is longer than \(TemplateFile.maximumBytes) bytes",
                advice: "That is not a file of shapes: name another one")
            return []
        }
        guard let members = TemplateFile.members(bytes, path, &problems) else { return [] }
        let value = YAMLNode(.mapping(members), at: YAMLMark(line: 1, column: 1, in: .file(path)))
        guard !members.isEmpty else { return [] }
        return ValueSchema<[StrokeTemplate]>.templates.read(value, "the file", &problems) ?? []
    }

    /// The shapes in the format of a file: JSON, one drawing per line.
    package static func text(_ templates: [StrokeTemplate]) -> String {
        let shapes = templates.map { template in
            let drawings = template.drawings.map { drawing in
                let parts = drawing.map { part in
                    let points = part.map { "[\(Measure.text($0.x)),\(Measure.text($0.y))]" }
                    return "[\(points.joined(separator: ","))]"
                }
                return parts.count == 1
                    ? "    \(parts[0])" : "    [\(parts.joined(separator: ","))]"
            }
            return "  \"\(template.name)\": [\n\(drawings.joined(separator: ",\n"))\n  ]"
        }
        return "{\n\(shapes.joined(separator: ",\n"))\n}\n"
    }
}
