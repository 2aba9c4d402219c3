import LinuxIO
import TouchCore
import YAMLDocument

/// Shapes: the names of built-in ones, files of shapes, or their drawings.
extension ValueSchema<[StrokeTemplate]> {
    static var templates: Self {
        ValueSchema(
            range: "built-in names, files of shapes, or name: [[[x, y], …], …]",
            read: { node, field, problems in
                var reader = TemplateReader(field: field)
                return reader.read(node, &problems) ? reader.templates : nil
            },
            write: { TemplateReader.text($0) })
    }
}

/// Reads shapes. The position of an error may be in a file of shapes.
private struct TemplateReader {
    /// The maximum number of points of all drawings of one gesture. It limits the cost of a request
    /// or a file.
    private static let maximumPoints = 65_536

    let field: String
    private(set) var templates: [StrokeTemplate] = []
    /// The number of points so far.
    private var points = 0
    private var marks: [StrokeName: YAMLMark] = [:]

    init(field: String) {
        self.field = field
    }

    /// Reads the value of the member; `false` if it has an error.
    mutating func read(_ node: YAMLNode, _ problems: inout ProblemList) -> Bool {
        let before = problems.count
        for element in node.sequence ?? [node] {
            switch element.content {
            case .scalar(let scalar): readNamed(scalar, element, &problems)
            case .mapping(let members): members.forEach { readTemplate($0, &problems) }
            case .sequence: problems.add(element, field, takes: Self.forms, advice: Self.advice)
            }
        }
        guard problems.count == before else { return false }
        guard !templates.isEmpty else {
            problems.add(at: node.mark, "\(field) names no shape", advice: Self.advice)
            return false
        }
        return true
    }

    private static let forms = "names of shapes, a file, or drawings"
    private static var advice: Advice {
        .rule(
            "Built in are \(StrokeTemplate.builtIn.map(\.name.description).joined(separator: ", "));"
                + " drawings are { name: [[[x, y], [x, y]]] }")
    }

    private mutating func readNamed(
        _ scalar: YAMLScalar, _ node: YAMLNode, _ problems: inout ProblemList
    ) {
        if !scalar.isNull, let template = StrokeTemplate.builtIn(scalar.text) {
            return append(template, at: node.mark, &problems)
        }
        guard !scalar.isNull, scalar.text.contains("/") || scalar.text.hasSuffix(".json") else {
            let names = StrokeTemplate.builtIn.map(\.name.description)
            let meant = Spelling.nearest(to: scalar.text, among: names)
            return problems.add(
                node, field, takes: Self.forms, advice: meant.map(Advice.meant) ?? Self.advice)
        }
        if let members = TemplateFile.read(scalar.text, named: node, field, &problems) {
            members.forEach { readTemplate($0, &problems) }
        }
    }

    private mutating func readTemplate(
        _ member: YAMLMember, _ problems: inout ProblemList
    ) {
        let text = EscapedText.quoted(member.key.text.utf8)
        guard let name = StrokeName(member.key.text) else {
            return problems.add(
                at: member.key.mark, "\(text) is not the name of a shape",
                advice: .rule("A name has 1 to \(StrokeName.longest) of A–Z a–z 0–9 _ . -"))
        }
        guard let nodes = member.value.sequence, (1...StrokeTemplate.exampleLimit) ~= nodes.count
        else {
            return problems.add(
                member.value, name.description,
                takes: "1 to \(StrokeTemplate.exampleLimit) drawings",
                advice: .rule("A drawing is a list of points: [[x, y], [x, y], …]"))
        }
        let before = problems.count
        let drawings = nodes.enumerated().map { index, node in
            readDrawing(node, "drawing \(index + 1) of \(name)", &problems)
        }
        guard problems.count == before, let template = StrokeTemplate(name, drawings: drawings)
        else { return }
        append(template, at: member.key.mark, &problems)
    }

    private mutating func append(
        _ template: StrokeTemplate, at mark: YAMLMark, _ problems: inout ProblemList
    ) {
        if let first = marks[template.name] {
            return problems.add(
                at: mark, "two shapes are called \(template.name)",
                advice: .rule("The other is at \(first): give both sets of drawings one name"))
        }
        marks[template.name] = mark
        guard templates.count < StrokeTemplate.templateLimit else {
            return problems.add(
                at: mark, "\(field) has more than \(StrokeTemplate.templateLimit) shapes",
                advice: .rule("Leave out shapes that are not drawn, or give a zone its own"))
        }
        templates.append(template)
    }
}

/// Drawings.
extension TemplateReader {
    /// Reads a drawing: a list of points, or one of parts, each a list of points.
    ///
    /// - Parameter subject: the name of the drawing in messages.
    private mutating func readDrawing(
        _ node: YAMLNode, _ subject: String, _ problems: inout ProblemList
    ) -> [[Point]] {
        let before = problems.count
        var parts: [[Point]] = []
        if let nodes = node.sequence, nodes.contains(where: Self.isPart) {
            guard (1...StrokeTemplate.partLimit).contains(nodes.count) else {
                report(.parts(nodes.count), of: subject, at: node.mark, &problems)
                return []
            }
            for (index, node) in nodes.enumerated() {
                parts.append(readPart(node, "part \(index + 1) of \(subject)", &problems))
            }
        } else {
            parts = [readPart(node, subject, &problems)]
        }
        if problems.count == before, let problem = StrokeTemplate.problem(withParts: parts) {
            report(problem, of: subject, at: node.mark, &problems)
        }
        return parts
    }

    /// Whether a member of a drawing is a part: a list of lists, where a point is one of numbers.
    private static func isPart(_ node: YAMLNode) -> Bool {
        node.sequence?.first?.sequence != nil
    }

    /// Reads the points of a part; empty after an error.
    ///
    /// - Parameter subject: the name of the part, or of the drawing, in messages.
    private mutating func readPart(
        _ node: YAMLNode, _ subject: String, _ problems: inout ProblemList
    ) -> [Point] {
        guard let nodes = node.sequence else {
            problems.add(
                node, subject, takes: "a list of points",
                advice: .rule("Write [[x, y], [x, y], …]"))
            return []
        }
        points += nodes.count
        guard nodes.count <= StrokeTemplate.pointLimit, points <= Self.maximumPoints else {
            let (count, limit) =
                nodes.count > StrokeTemplate.pointLimit
                ? (nodes.count, StrokeTemplate.pointLimit) : (points, Self.maximumPoints)
            problems.add(
                at: node.mark,
                "\(subject) has too many points: \(count), with those before it",
                advice: .rule("It takes at most \(limit); 64 are as good as any more"))
            return []
        }
        var drawing: [Point] = []
        for point in nodes {
            guard let pair = point.sequence, pair.count == 2, let x = coordinate(pair[0]),
                let y = coordinate(pair[1])
            else {
                problems.add(
                    point, "a point of \(subject)", takes: "two numbers",
                    advice: .rule("Write [x, y], each \(Self.limits); y grows downwards"))
                return []
            }
            drawing.append(Point(x: x, y: y))
        }
        return drawing
    }

    private func coordinate(_ node: YAMLNode) -> Double? {
        let limit = StrokeTemplate.coordinateLimit
        return bareNumber(node).flatMap { abs($0) <= limit ? $0 : nil }
    }

    private static var limits: String { "-1000000 to 1000000" }

    private func report(
        _ problem: StrokeTemplate.Problem, of subject: String, at mark: YAMLMark,
        _ problems: inout ProblemList
    ) {
        switch problem {
        case .parts(let count):
            problems.add(
                at: mark, "\(subject) has \(count) parts",
                advice: .rule(
                    "It takes at most \(StrokeTemplate.partLimit): a part is what one finger draws from "
                        + "a landing to the lift"))
        case .emptyPart(let index):
            problems.add(
                at: mark, "part \(index + 1) of \(subject) has no point",
                advice: .rule("A part has one point or more; one point is a dot"))
        case .dots:
            problems.add(
                at: mark, "\(subject) has only dots, as taps are",
                advice: .rule("Take a tap for it, or draw a line as one of the parts"))
        case .points(let count):
            problems.add(
                at: mark, "\(subject) has \(count) points",
                advice: .rule("It takes 2 to \(StrokeTemplate.pointLimit)"))
        case .coordinate(let index):
            problems.add(
                at: mark, "point \(index + 1) of \(subject) is out of range",
                advice: .rule("A coordinate is \(Self.limits)"))
        case .still:
            problems.add(
                at: mark, "all points of \(subject) are in one place",
                advice: .rule("Draw it again: gesturectl train"))
        case .straight:
            problems.add(
                at: mark, "\(subject) is a straight line, as any drag is",
                advice: .rule("Take a swipe for it, or draw something that turns"))
        }
    }

    /// The shapes as YAML.
    static func text(_ templates: [StrokeTemplate]) -> String {
        let shapes = templates.map { template in
            if template == StrokeTemplate.builtIn(template.name.description) {
                return template.name.description
            }
            let drawings = template.drawings.map { drawing in
                let parts = drawing.map { part in
                    let points = part.map { "[\(Measure.text($0.x)), \(Measure.text($0.y))]" }
                    return "[\(points.joined(separator: ", "))]"
                }
                return parts.count == 1 ? parts[0] : "[\(parts.joined(separator: ", "))]"
            }
            return "{ \(template.name): [\(drawings.joined(separator: ", "))] }"
        }
        return "[\(shapes.joined(separator: ", "))]"
    }
}

/// A file of shapes: JSON, an object with a member for each shape. YAML is accepted as well.
enum TemplateFile {
    /// The maximum size in bytes.
    static let maximumBytes = 1 << 20

    /// The members of the file; `nil` after a problem was added to the list.
    ///
    /// - Parameters:
    ///   - path: relative to the folder of the configuration, unless it begins with `/`.
    ///   - node: the value that names the file.
    ///   - field: the member that has the value, for messages.
    static func read(
        _ path: String, named node: YAMLNode, _ field: String, _ problems: inout ProblemList
    ) -> [YAMLMember]? {
        guard let directory = problems.directory else {
            problems.add(
                at: node.mark, "\(field) names a file, and only a configuration file may",
                advice: .rule("Give the drawings themselves: { name: [[[x, y], [x, y]]] }"))
            return nil
        }
        let resolved = path.hasPrefix("/") ? path : "\(directory)/\(path)"
        switch contents(resolved) {
        case .success(let bytes): return members(bytes, resolved, &problems)
        case .failure(let problem):
            problems.add(
                at: node.mark,
                "cannot read the shapes in \(EscapedText.quoted(resolved.utf8)): \(problem.text)",
                advice: "The path is from the folder of this file on; gesturectl train writes one")
            return nil
        }
    }

    private struct Unreadable: Error {
        let text: String
    }

    private static func contents(_ path: String) -> Result<[UInt8], Unreadable> {
        do throws(RegularFile.Failure) {
            let bytes = try RegularFile.read(path, upTo: maximumBytes)
            guard bytes.count <= maximumBytes else {
                return .failure(Unreadable(text: "it is longer than \(maximumBytes) bytes"))
            }
            return .success(bytes)
        } catch {
            switch error {
            case .system(let error): return .failure(Unreadable(text: "\(error)"))
            case .irregular(let kind): return .failure(Unreadable(text: "it is \(kind)"))
            }
        }
    }

    /// The members of a file with these bytes; `nil` after a problem was added to the list.
    ///
    /// - Parameter path: the file's name in messages.
    static func members(
        _ bytes: [UInt8], _ path: String, _ problems: inout ProblemList
    ) -> [YAMLMember]? {
        let start = YAMLMark(line: 1, column: 1, in: .file(path))
        do throws(YAMLError) {
            let value = try YAMLNode.parse(bytes, in: .file(path))
            if let members = value?.mapping { return members }
            problems.add(
                at: value?.mark ?? start,
                "a file of shapes takes an object, found \(value?.summary ?? "nothing")",
                advice: "Write { \"name\": [[[x, y], [x, y]]] }; gesturectl train does")
        } catch {
            problems.add(
                at: YAMLMark(line: error.mark.line, column: error.mark.column, in: .file(path)),
                error.problem,
                advice: .inFile(error.adviceText))
        }
        return nil
    }
}
