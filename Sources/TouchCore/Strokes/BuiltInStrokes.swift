extension StrokeTemplate {
    /// The shapes available by name: four letters and four arrows.
    ///
    /// Letters that all people draw in one stroke, and that do not resemble each other when drawn
    /// in haste. An arrow is one stroke as well: from its tail to its tip, back along one side of
    /// its head, over the tip, and along the other.
    public static let builtIn: [StrokeTemplate] = letters + arrows

    /// The built-in shape with a name; `nil` if no shape has it.
    package static func builtIn(_ name: String) -> StrokeTemplate? {
        builtIn.first { $0.name.description == name }
    }

    /// Straight, as in print, and round, as in handwriting.
    private static let letters = [
        letter(
            "m", "0 10 0 0 5 7 10 0 10 10",
            "0 0 0 8 0 3 2 0.5 4 0.5 5 3 5 8 5 3 7 0.5 9 0.5 10 3 10 8"),
        letter("s", "8 1.5 5 0 2 1 1.2 3 3 4.7 6 5.6 8 7.2 7 9.2 4 10 1 8.6"),
        letter(
            "w", "0 0 2.6 10 5 3 7.4 10 10 0",
            "0 0 0.6 6 2.2 8 4.2 7 5 3 5.6 6.5 7.4 8 9.2 6.5 10 0"),
        letter("z", "0 0 9 0 0 10 9 10"),
    ].compactMap(\.self)

    private static let arrows = [
        arrow("arrow_right", Point(x: 1, y: 0)),
        arrow("arrow_left", Point(x: -1, y: 0)),
        arrow("arrow_up", Point(x: 0, y: -1)),
        arrow("arrow_down", Point(x: 0, y: 1)),
    ].compactMap(\.self)

    /// A letter.
    ///
    /// - Parameters:
    ///   - name: its name; no other shape is similar.
    ///   - drawings: alternately x and y of each point.
    private static func letter(_ name: String, _ drawings: String...) -> StrokeTemplate? {
        let examples = drawings.map { drawing in
            let numbers = drawing.split(separator: " ").compactMap { Double($0) }
            return stride(from: 0, to: numbers.count - 1, by: 2).map {
                Point(x: numbers[$0], y: numbers[$0 + 1])
            }
        }
        return StrokeName(name).flatMap { StrokeTemplate($0, examples: examples) }
    }

    /// An arrow that points along `way`.
    ///
    /// Its examples have a smaller and a larger head, each with either side first.
    private static func arrow(_ name: String, _ way: Point) -> StrokeTemplate? {
        let across = Point(x: -way.y, y: way.x)
        let examples = [0.25, 0.4].flatMap { head in
            [across, across * -1].map { side in
                let back = way * (1 - head)
                return [.zero, way, back + side * head, way, back - side * head]
            }
        }
        return StrokeName(name).flatMap { StrokeTemplate($0, examples: examples) }
    }
}
