import GestureSettings
import Glibc
import LinuxIO
import SystemPackage
import TouchCore

/// The file to which drawings are added.
struct ShapeFile {
    /// The similarity from which drawings of different shapes are confused.
    private static let confusedSimilarity = 0.8

    private let path: String
    private var templates: [StrokeTemplate]

    /// Reads the file; a file that does not exist has no shapes.
    ///
    /// - Throws: 66, 77 if it cannot be read, 78 if it is invalid.
    init(_ path: String) throws(CommandError) {
        self.path = path
        templates = try CommandProcess.reportingProblems { () throws(CommandError) in
            try StrokeFile.read(path)
        }
    }

    /// The number of drawings of a shape.
    func count(of name: StrokeName) -> Int {
        templates.first { $0.name == name }?.drawings.count ?? 0
    }

    /// Adds drawings to those of a shape, or replaces them.
    ///
    /// - Throws: 78 if the file, or the shape, would have too many.
    mutating func add(
        _ name: StrokeName, _ drawings: [[[Point]]], replacing: Bool
    ) throws(CommandError) {
        let index = templates.firstIndex { $0.name == name }
        let before = replacing ? [] : index.map { templates[$0].drawings } ?? []
        guard let template = StrokeTemplate(name, drawings: before + drawings),
            index != nil || templates.count < StrokeTemplate.templateLimit
        else {
            throw CommandError(
                .configuration,
                """
                \(ReadableName.of(path)) has \(templates.count) shapes, and \(before.count) drawings of \
                \(name)
                  It takes \(StrokeTemplate.templateLimit) shapes of \(StrokeTemplate.exampleLimit) \
                drawings; --replace forgets those of the shape
                """)
        }
        if let index { templates[index] = template } else { templates.append(template) }
    }

    /// Warnings about shapes that are similar to the drawn one, with advice.
    func warnings(of name: StrokeName, _ training: Training) -> [String] {
        templates.compactMap { other in
            guard other.name != name else { return nil }
            let similarity =
                training.drawings.flatMap { drawing in
                    other.drawings.map { StrokeSimilarity.score(drawing, $0) }
                }.max() ?? 0
            guard similarity >= Self.confusedSimilarity else { return nil }
            return """
                \(name) is nearly \(other.name): their similarity is \(Training.text(similarity)) \
                of 1
                  One may be taken for the other; draw one of them in another way
                """
        }
    }

    /// Replaces the file atomically: concurrent readers see the old or the new content as a whole.
    ///
    /// - Throws: `OutputEnd`; 73 if no file can be created beside it.
    func write() throws {
        let scratch = "\(path).\(getpid())"
        // The daemon runs as another user, and reads the file.
        let file = try OutputFile.make(scratch, mode: 0o644)
        do {
            try file.write(StrokeFile.text(templates))
            do throws(Errno) {
                _ = try systemCall { rename(FileName.cString(scratch), FileName.cString(path)) }
            } catch {
                throw CommandError(
                    .cannotCreate, "cannot write \(ReadableName.of(path))", error)
            }
        } catch {
            unlink(FileName.cString(scratch))
            throw error
        }
    }
}
