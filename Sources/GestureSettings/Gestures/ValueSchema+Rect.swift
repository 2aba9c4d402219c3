package import TouchCore
import YAMLDocument

extension ValueSchema<ZoneRect> {
    /// A mapping of lengths: for each axis two of start, length and end, or none for the whole
    /// side.
    static var rect: Self {
        let length = ValueSchema<ZoneLength>.shareOrLength
        let fields = RectBuilder.fields
        return ValueSchema(
            range: "x, y, width, height, right and bottom, each \(length.range)",
            read: { node, field, problems in
                let before = problems.count
                var builder = RectBuilder()
                guard
                    fields.read(
                        node, field, into: &builder, &problems,
                        elsewhere: RectBuilder.adviceForMisplaced)
                else { return nil }
                guard problems.count == before else { return nil }
                guard builder.hasSides else {
                    problems.add(
                        at: node.mark, "\(field) has no sides",
                        advice: .rule("It takes x, y, width and height"))
                    return nil
                }
                builder.checkSides(of: node, field, &problems)
                guard problems.count == before else { return nil }
                builder.checkExtent(of: node, field, &problems)
                return problems.count == before ? builder.rect : nil
            },
            write: { rect in
                let sides = rect.members.map { "\($0.name): \(length.write($0.length))" }
                return "{ \(sides.joined(separator: ", ")) }"
            })
    }
}

extension ZoneRect {
    /// The members that specify the rectangle in a file. Those of an axis that it covers entirely
    /// are omitted, except that the whole surface has those of the vertical axis.
    package var members: [(name: String, length: ZoneLength)] {
        if vertical == .whole, horizontal != .whole {
            return horizontal.members(from: "x", length: "width", to: "right")
        }
        let down = vertical.members(from: "y", length: "height", to: "bottom")
        if horizontal == .whole { return down }
        let across = horizontal.members(from: "x", length: "width", to: "right")
        // First the position, then the size.
        return (across + down).filter { !["width", "height"].contains($0.name) }
            + (across + down).filter { ["width", "height"].contains($0.name) }
    }
}

extension ZoneSpan {
    fileprivate func members(
        from start: String, length: String, to end: String
    ) -> [(name: String, length: ZoneLength)] {
        switch self {
        case .fromStart(let distance, let side): [(start, distance), (length, side)]
        case .fromEnd(let distance, let side): [(end, distance), (length, side)]
        case .between(let before, let after): [(start, before), (end, after)]
        }
    }

    /// A span of two of the three lengths; with fewer, the whole side.
    fileprivate init(start: ZoneLength?, length: ZoneLength?, end: ZoneLength?) {
        switch (start, length, end) {
        case (let start?, let length?, _): self = .fromStart(start, length: length)
        case (nil, let length?, let end?): self = .fromEnd(end, length: length)
        case (let start?, nil, let end?): self = .between(start, end)
        default: self = .whole
        }
    }
}

/// A rectangle while it is read.
private struct RectBuilder {
    var x: ZoneLength?
    var y: ZoneLength?
    var width: ZoneLength?
    var height: ZoneLength?
    var right: ZoneLength?
    var bottom: ZoneLength?

    /// The rectangle, if `checkSides` added no error.
    var rect: ZoneRect {
        ZoneRect(
            horizontal: ZoneSpan(start: x, length: width, end: right),
            vertical: ZoneSpan(start: y, length: height, end: bottom))
    }

    /// Whether any member is given.
    var hasSides: Bool { [x, y, width, height, right, bottom].contains { $0 != nil } }

    /// Adds an error if no finger can land in the rectangle.
    func checkExtent(of node: YAMLNode, _ field: String, _ problems: inout ProblemList) {
        let before = problems.count
        for (name, length) in [("width", width), ("height", height)] {
            guard let length, length.isZero else { continue }
            problems.add(
                at: (node[name] ?? node).mark, ZoneRect.message(without: name),
                advice: .rule("It takes more than 0"))
        }
        let spans = [rect.horizontal.shares, rect.vertical.shares].compactMap { $0 }
        guard problems.count == before, spans.contains(where: { $0.start >= $0.end }) else {
            return
        }
        problems.add(
            at: node.mark, ZoneRect.messageOfNoExtent(field),
            advice: .rule("The distances from two sides are less than 1 together"))
    }

    /// Adds an error for each axis that has one member, or all three.
    func checkSides(of node: YAMLNode, _ field: String, _ problems: inout ProblemList) {
        checkAxis(("x", x), ("width", width), ("right", right), of: node, field, &problems)
        checkAxis(("y", y), ("height", height), ("bottom", bottom), of: node, field, &problems)
    }

    private typealias Side = (name: String, length: ZoneLength?)

    private func checkAxis(
        _ start: Side, _ length: Side, _ end: Side, of node: YAMLNode, _ field: String,
        _ problems: inout ProblemList
    ) {
        // Text is made only for an error.
        var choice: String { "\(start.name), \(length.name) and \(end.name)" }
        switch (start.length, length.length, end.length) {
        case (_?, _?, _?):
            problems.add(
                at: node[end.name]?.mark ?? node.mark, "\(field) has \(choice)",
                advice: .rule("It takes two of them: leave one out"))
        case (_?, nil, nil), (nil, _?, nil), (nil, nil, _?):
            let given = [start, length, end].first { $0.length != nil }?.name ?? ""
            let missing = given == length.name ? start.name : length.name
            problems.add(
                at: node[given]?.mark ?? node.mark, "\(field) has \(given) and lacks \(missing)",
                advice: .rule("It takes two of \(choice), or none for all of that side"))
        default: return
        }
    }

    /// Advice for a name that is not a member of a rectangle but names a side; `nil` for other
    /// names.
    static func adviceForMisplaced(_ name: String) -> String? {
        switch name {
        case "left": "It is x: x: 0 and width: 0.1 are the tenth along the left side"
        case "top": "It is y: y: 0 and height: 0.1 are the tenth along the top"
        default: nil
        }
    }

    static var fields: [Field<RectBuilder>] {
        let names: [(String, WritableKeyPath<RectBuilder, ZoneLength?>)] = [
            ("x", \.x), ("y", \.y), ("width", \.width), ("height", \.height),
            ("right", \.right), ("bottom", \.bottom),
        ]
        let length = ValueSchema<ZoneLength>.shareOrLength
        return names.map { name, path in Field(name, path, length.read) }
    }
}

extension ZoneLength {
    fileprivate var isZero: Bool {
        switch self {
        case .share(let value), .millimetres(let value): value == 0
        }
    }
}

extension ValueSchema<ZoneLength> {
    /// A number without a unit, which is a fraction of the side, or a length with its unit.
    fileprivate static var shareOrLength: Self {
        let length = ValueSchema<Double>.length()
        return ValueSchema(
            range: "0 to 1, or \(length.range)",
            read: { node, field, problems in
                guard let scalar = node.scalar, let quantity = Quantity(scalar.text),
                    scalar.isPlain || !quantity.unit.isEmpty
                else {
                    problems.add(
                        node, field, takes: "a share of the side or a length",
                        advice: "Write 0 to 1 for a share, or a length: 12mm")
                    return nil
                }
                let share = quantity.number
                if quantity.unit == "%", (0...100).contains(share) {
                    problems.add(
                        node, field, takes: "a share of the side or a length",
                        advice: "Write the share without a unit: \(Measure.text(share / 100))")
                    return nil
                }
                guard quantity.unit.isEmpty else {
                    return length.read(node, field, &problems).map(ZoneLength.millimetres)
                }
                guard (0...1).contains(share) else {
                    problems.add(
                        at: node.mark,
                        "\(field) is \(node.summary), which is not a share of the side",
                        advice: "A share is 0 to 1, and a length takes mm: 12mm")
                    return nil
                }
                return .share(share)
            },
            write: { length in
                switch length {
                case .share(let share): Measure.text(share)
                case .millimetres(let value): Measure.length.text(value)
                }
            })
    }
}
