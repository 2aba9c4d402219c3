extension StrokeTemplate {
    /// The shapes that a configuration can name: four letters and four arrows.
    ///
    /// All people draw these letters in one stroke, and the letters differ even if drawn in haste.
    /// An arrow is one stroke too: from its tail to its tip, back along one side of its head, to
    /// the tip again, and along the other side.
    public static let builtIn: [StrokeTemplate] = letters + arrows

    /// The built-in shape with the given name; `nil` if there is none.
    package static func builtIn(_ name: String) -> StrokeTemplate? {
        builtIn.first { $0.name.description == name }
    }

    /// The letters. Two have two examples: with straight lines as in print, and round as in
    /// handwriting.
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

    /// - Parameter drawings: the examples, each x and y of its points in turn.
    private static func letter(_ name: String, _ drawings: String...) -> StrokeTemplate? {
        let examples = drawings.map { drawing in
            let numbers = drawing.split(separator: " ").compactMap { Double($0) }
            return stride(from: 0, to: numbers.count - 1, by: 2).map {
                Point(x: numbers[$0], y: numbers[$0 + 1])
            }
        }
        return StrokeName(name).flatMap { StrokeTemplate($0, examples: examples) }
    }

    /// An arrow that points along `direction`, a unit vector.
    ///
    /// Its examples have a small and a large head; each is drawn with the one or the other side of
    /// the head first.
    private static func arrow(_ name: String, _ direction: Point) -> StrokeTemplate? {
        let across = Point(x: -direction.y, y: direction.x)
        let examples = [0.25, 0.4].flatMap { head in
            [across, across * -1].map { side in
                let back = direction * (1 - head)
                return [.zero, direction, back + side * head, direction, back - side * head]
            }
        }
        return StrokeName(name).flatMap { StrokeTemplate($0, examples: examples) }
    }
}
