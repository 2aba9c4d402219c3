import LinuxIO
import Testing
import TouchCore
import TouchTestSupport
import YAMLDocument

@testable import GestureSettings

/// Files of shapes that a configuration names.
struct StrokeFileTests {
    private static let corner = "[[0, 0], [0, 10], [10, 10]]"
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func read(_ shapes: String?, naming name: String = "shapes.json") throws
        -> [StrokeTemplate]
    {
        if let shapes { _ = try directory.write(shapes.utf8, to: "shapes.json") }
        let path = try directory.write(
            "gestures:\n  - stroke: { templates: [m, \(name)] }\n".utf8, to: "gestured.yaml")
        let file = try ConfigurationFile.read(path)
        let gesture = try #require(file.configuration.gestures.zones[0].gestures.first)
        guard case .stroke(let thresholds) = gesture.definition else { return [] }
        return thresholds.templates
    }

    /// The error of a configuration with the shapes; `""` if there is none.
    private func problem(_ shapes: String?, naming name: String = "shapes.json") throws -> String {
        do {
            _ = try read(shapes, naming: name)
        } catch let error as CommandError {
            #expect(error.status == .configuration)
            return error.description
        }
        return ""
    }

    @Test func `a relative path is beside the configuration that names it`() throws {
        let text = "{ \"corner\": [\(Self.corner)], \"m2\": [\(Self.corner), \(Self.corner)] }"
        let templates = try read(text)
        #expect(templates.map(\.name.description) == ["m", "corner", "m2"])
        #expect(templates.map(\.examples.count) == [2, 1, 2])
        #expect(templates[1].examples[0][2] == Point(x: 10, y: 10))
        #expect(try read(text, naming: directory.file("shapes.json")).count == 3)
    }

    @Test func `shapes that were written are read again`() throws {
        let name = try #require(StrokeName("a-b.c_9"))
        let drawing = [Point(x: -1.25, y: 0), Point(x: 3e-5, y: 7), Point(x: 12, y: 0.1)]
        let template = try #require(StrokeTemplate(name, examples: [drawing, drawing]))
        let all = StrokeTemplate.builtIn.filter { $0.name.description != "m" } + [template]
        #expect(try read(StrokeFile.text(all)).dropFirst() == all[...])
    }

    @Test func `a drawing is a list of points, or of parts`() throws {
        let cross = "[[[0, 0], [9, 9]], [[9, 0], [0, 9]]]"
        let templates = try read(
            "{ \"t\": [\(cross), \(Self.corner), [[[3, 3], [3, 9]], [[3, 0]]]] }")
        #expect(templates[1].drawings.map { $0.map(\.count) } == [[2, 2], [3], [2, 1]])
        #expect(templates[1].drawings[0][1][0] == Point(x: 9, y: 0))
        #expect(templates[1].examples.map(\.count) == [4, 3, 3])
        #expect(try read(StrokeFile.text([templates[1]])).dropFirst() == templates.dropFirst())
        // The form in which replies and pages show drawings.
        let yaml = ValueSchema<[StrokeTemplate]>.templates.write([templates[1]])
        #expect(yaml.contains("[[[0, 0], [9, 9]], [[9, 0], [0, 9]]], [[0, 0]"), "\(yaml)")
    }

    @Test(arguments: [
        ("[[[0, 0], [9, 9]], [[9, 0], [9]]]", "a point of part 2 of drawing 1 of t"),
        ("[[[0, 0], [9, 9]], [3, 4]]", "a point of part 2 of drawing 1 of t"),
        ("[[3, 4], [[0, 0], [9, 9]]]", "a point of part 1 of drawing 1 of t"),
        ("[[[0, 0], [9, 9]], []]", "part 2 of drawing 1 of t has no point"),
        ("[[[0, 0]], [[9, 9]]]", "drawing 1 of t has only dots"),
        ("[[[0, 0]], [[9, 9]], [[1, 9]], [[4, 9], [1, 7]]]", "drawing 1 of t has 4 parts"),
    ])
    func `wrong parts are refused with their number`(drawing: String, expected: String) throws {
        let problem = try problem("{ \"t\": [\(drawing)] }")
        #expect(problem.contains(expected), "\(problem)")
        #expect(problem.split(separator: "\n").count >= 2)
    }

    @Test(arguments: [
        ("{", 2), ("{ \"a\": [[[0, 0], [0, 1], [1, .nan]]] }", 1),
        ("[]", 1), ("\n\n3", 3), ("{ \"a\": 3 }", 1), ("{\n\"a b\": []}", 2),
        ("{\"a\": [[[0, 0]]],\n\"a\": []}", 2), ("{ \"a\": [[[0, 0], [1e300, 0], [0, 1]]] }", 1),
        ("{ \"m\": [\(Self.corner)] }", 1),
    ])
    func `an error in a file is reported with the file's name and the line`(
        text: String, line: Int
    ) throws {
        let problem = try problem(text)
        #expect(problem.hasPrefix("\(directory.file("shapes.json")):\(line):"), "\(problem)")
        #expect(problem.split(separator: "\n").count >= 2)
    }

    @Test func `an empty file is refused, and an empty object has no shape`() throws {
        #expect(try problem("").contains("a file of shapes takes an object, found nothing"))
        #expect(try read("{}").count == 1)
    }

    @Test func `a file that cannot be read is reported at its name`() throws {
        let missing = try problem(nil)
        #expect(
            missing.hasPrefix("\(directory.file("gestured.yaml")):2:30: cannot read the shapes"))
        #expect(missing.contains("No such file"))
        #expect(try problem(nil, naming: "./").contains("it is a directory"))
        let long = "{ \"a\": [\(String(repeating: " ", count: 1 << 20))] }"
        #expect(try problem(long).contains("it is longer than 1048576 bytes"))
    }

    @Test func `too many points, drawings or shapes are refused`() throws {
        let points = (0..<2_049).map { "[\($0), \($0 % 7)]" }.joined(separator: ",")
        #expect(try problem("{ \"a\": [[\(points)]] }").contains("too many points: 2049"))
        let drawings = Array(repeating: Self.corner, count: 17).joined(separator: ",")
        #expect(try problem("{ \"a\": [\(drawings)] }").contains("a list of 17"))
        let shapes = (0..<65).map { "\"s\($0)\": [\(Self.corner)]" }.joined(separator: ",")
        #expect(try problem("{ \(shapes) }").contains("more than 64 shapes"))
    }

    @Test func `a request may name a shape that is built in, but no file`() throws {
        for (text, isRead) in [("shapes.json", false), ("m", true)] {
            let mark = YAMLMark(line: 1, column: 1, in: .request(path: "templates"))
            let scalar = YAMLScalar(text: text, isPlain: false, mark: mark)
            var problems = ProblemList()
            let read = ValueSchema<[StrokeTemplate]>.templates.read(
                YAMLNode(.scalar(scalar), at: mark), "templates", &problems)
            #expect((read != nil) == isRead)
            #expect(problems.hasErrors != isRead)
        }
    }
}
