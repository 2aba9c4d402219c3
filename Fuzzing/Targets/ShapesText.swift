import TouchCore

@testable import GestureSettings

/// A file of shapes that a configuration names.
struct ShapesText {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses the file, writes its shapes, and parses the result again.
    func run() throws(Finding) {
        var problems = ProblemList()
        let shapes = StrokeFile.parse(bytes, named: "file", &problems)
        let texts = problems.descriptions(in: "configuration")
        let isPlain = texts.allSatisfy {
            $0.utf8.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") }
        }
        try Finding.unless(isPlain, "a message has control characters")
        guard !problems.hasErrors else {
            try Finding.unless(shapes.isEmpty, "an invalid file gives shapes")
            return try Finding.unless(
                texts.allSatisfy { $0.hasPrefix("file:") }, "a problem has no location in the file")
        }
        let names = Set(shapes.map(\.name))
        try Finding.unless(names.count == shapes.count, "two shapes have one name")
        var newProblems = ProblemList()
        let again = StrokeFile.parse(
            Array(StrokeFile.text(shapes).utf8), named: "file", &newProblems)
        try Finding.unless(
            again == shapes && !newProblems.hasErrors, "written shapes are read differently")
        try compare(shapes)
    }

    /// Checks that each drawing is most similar to itself, and that scores are from 0 to 1.
    private func compare(_ shapes: [StrokeTemplate]) throws(Finding) {
        for drawing in shapes.prefix(8).flatMap({ $0.drawings.prefix(2) }) {
            let score = StrokeSimilarity.score(drawing, drawing)
            try Finding.unless(score > 0.999, "a drawing is unlike itself: \(score)")
            for other in shapes.prefix(8).compactMap(\.drawings.first) {
                let score = StrokeSimilarity.score(drawing, other)
                try Finding.unless((0...1).contains(score), "a score is \(score)")
            }
        }
    }
}
