import TouchCore

extension ValueSchema<ZoneRect> {
    /// A mapping of four lengths, of which none may be missing.
    static var rect: Self {
        let place = ValueSchema<ZoneLength>.shareOrLength
        let fields = RectBuilder.fields
        return ValueSchema(
            range: "x, y, width and height, each \(place.range)",
            read: { node, field, problems in
                let before = problems.count
                var builder = RectBuilder()
                guard
                    fields.read(
                        node, field, into: &builder, &problems, elsewhere: RectBuilder.whereElse)
                else { return nil }
                // What stands there as the distance from another side is not missed as well.
                let isAcross = node["left"] != nil || node["right"] != nil
                let isDown = node["top"] != nil || node["bottom"] != nil
                let missing = fields.map(\.name).filter {
                    node[$0] == nil && !(isAcross && ["x", "width"].contains($0))
                        && !(isDown && ["y", "height"].contains($0))
                }
                guard missing.isEmpty else {
                    problems.add(
                        at: node.mark, "\(field) lacks \(missing.joined(separator: ", "))",
                        advice: .rule("It takes x, y, width and height"))
                    return nil
                }
                guard problems.count == before else { return nil }
                for (name, length) in [("width", builder.width), ("height", builder.height)]
                where length.isZero {
                    problems.add(
                        at: (node[name] ?? node).mark, "a zone without \(name) takes no finger",
                        advice: .rule("It takes more than 0"))
                }
                return problems.count == before
                    ? ZoneRect(
                        x: builder.x, y: builder.y, width: builder.width, height: builder.height)
                    : nil
            },
            write: { rect in
                let sides = [rect.x, rect.y, rect.width, rect.height].map(place.write)
                return "{ x: \(sides[0]), y: \(sides[1]), width: \(sides[2]), height: \(sides[3]) }"
            })
    }
}

/// A rectangle while it is read.
private struct RectBuilder {
    var x = ZoneLength.share(0)
    var y = ZoneLength.share(0)
    var width = ZoneLength.share(1)
    var height = ZoneLength.share(1)

    /// What stands for a side that a rectangle is not given by; `nil` where the name is no side.
    static func whereElse(_ name: String) -> String? {
        switch name {
        case "right":
            "x counts from the left: x: 0.9 and width: 0.1 are the tenth along the right side"
        case "left": "x counts from the left: x: 0 and width: 0.1 are the tenth along the left side"
        case "bottom":
            "y counts from the top: y: 0.9 and height: 0.1 are the tenth along the bottom"
        case "top": "y counts from the top: y: 0 and height: 0.1 are the tenth along the top"
        default: nil
        }
    }

    static var fields: [Field<RectBuilder>] {
        [
            Field("x", \.x, .shareOrLength, ""), Field("y", \.y, .shareOrLength, ""),
            Field("width", \.width, .shareOrLength, ""),
            Field("height", \.height, .shareOrLength, ""),
        ]
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
    /// A bare number for a share of the side, or a length with its unit.
    fileprivate static var shareOrLength: Self {
        let length = ValueSchema<Double>.length()
        return ValueSchema(
            range: "0 to 1, or \(length.range)",
            read: { node, field, problems in
                if let share = Quantity.share(node), (0...1).contains(share) {
                    problems.add(
                        node, field, takes: "a share of the side or a length",
                        advice: "Write the share without a unit: \(Measure.text(share))")
                    return nil
                }
                if let quantity = node.scalar.flatMap({ Quantity($0.text) }), !quantity.unit.isEmpty
                {
                    return length.read(node, field, &problems).map(ZoneLength.millimetres)
                }
                guard let share = bareNumber(node) else {
                    problems.add(
                        node, field, takes: "a share of the side or a length",
                        advice: "Write 0 to 1 for a share, or a length: 12mm")
                    return nil
                }
                guard (0...1).contains(share) else {
                    problems.add(
                        at: node.mark,
                        "\(field) is \(node.summary), which is no share of the side",
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
