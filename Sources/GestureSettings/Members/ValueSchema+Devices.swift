import LinuxIO
import TouchCore
import YAMLDocument

extension ValueSchema<SurfaceSize> {
    /// `[width, height]` in mm; the name of the member includes the unit.
    static var size: Self {
        numbers(2, 1...10_000, "[width, height]").map(
            { SurfaceSize(width: $0[0], height: $0[1]) }, { [$0.width, $0.height] })
    }
}

extension ValueSchema<CalibrationMatrix> {
    /// Six numbers: the first two rows of an invertible matrix.
    static var calibration: Self {
        let six = ValueSchema<[Double]>.numbers(6, -1_000...1_000, "six numbers").map(
            { CalibrationMatrix($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) },
            { [$0.a, $0.b, $0.c, $0.d, $0.e, $0.f] })
        return ValueSchema(
            range: six.range,
            read: { node, field, problems in
                guard let matrix = six.read(node, field, &problems) else { return nil }
                guard abs(matrix.a * matrix.e - matrix.b * matrix.d) > 1e-9 else {
                    problems.add(
                        at: node.mark, "\(field) maps the whole panel onto a line",
                        advice: "[1, 0, 0, 0, 1, 0] changes nothing")
                    return nil
                }
                return matrix
            },
            write: six.write)
    }
}

extension ValueSchema {
    /// The numbers of a text such as `344x194`, `344 194` or `344mm x 194mm`, with commas between
    /// them; `nil` if `node` does not have `count` numbers within `range`.
    ///
    /// - Parameter field: the member. Its numbers may have `mm` if its name ends in `_mm`.
    private static func commaSeparated(
        _ node: YAMLNode, _ count: Int, _ range: ClosedRange<Double>, of field: String
    ) -> String? {
        guard let text = node.scalar?.text, text.utf8.count <= 128 else { return nil }
        let words = text.split { "x×*,; ".contains($0) }
            .map { field.hasSuffix("_mm") && $0.hasSuffix("mm") ? $0.dropLast(2) : $0 }
        let numbers = words.compactMap { Double($0) }
        guard numbers.count == count, numbers.allSatisfy(range.contains) else { return nil }
        return numbers.map { Measure.text($0) }.joined(separator: ", ")
    }

    /// A list of `count` numbers.
    ///
    /// - Parameter what: what messages call the list.
    fileprivate static func numbers(
        _ count: Int, _ range: ClosedRange<Double>, _ what: String
    ) -> ValueSchema<[Double]> {
        let one = ValueSchema<Double>.number(range)
        return ValueSchema<[Double]>(
            range: "\(what), each \(one.range)",
            read: { node, field, problems in
                guard let nodes = node.sequence, nodes.count == count else {
                    let written = commaSeparated(node, count, range, of: field)
                    problems.add(
                        node, field, takes: what,
                        advice: written.map { "Write [\($0)]" }
                            ?? "Write \(count) numbers between [ and ]")
                    return nil
                }
                let numbers = nodes.compactMap { one.read($0, field, &problems) }
                return numbers.count == count ? numbers : nil
            },
            write: { "[\($0.map(one.write).joined(separator: ", "))]" })
    }
}

extension ValueSchema<Int> {
    /// A clockwise rotation in degrees, read as a number of quarter turns.
    static var quarterTurns: Self {
        ValueSchema(
            range: "0, 90, 180 or 270",
            read: { node, field, problems in
                let degrees: [Double] = [0, 90, 180, 270]
                guard let turns = bareNumber(node).flatMap(degrees.firstIndex) else {
                    problems.add(
                        node, field, takes: "a number of degrees clockwise",
                        advice: .rule("It takes 0, 90, 180 or 270"))
                    return nil
                }
                return turns
            },
            write: { "\($0 * 90)" })
    }
}

extension ValueSchema<Int32> {
    /// A value of an axis, in the units of the device.
    static var deviceUnits: Self {
        ValueSchema<Int>.integer(Int(Int32.min)...Int(Int32.max)).map(
            { Int32(clamping: $0) }, { Int($0) })
    }
}

extension ValueSchema<NamePattern> {
    /// A pattern for a device's name or node, with `*`, `?` and `[…]`.
    static var pattern: Self {
        let text = ValueSchema<String>.text
        return ValueSchema(
            range: text.range,
            read: { node, field, problems in
                guard let written = text.read(node, field, &problems) else { return nil }
                do throws(NamePatternError) {
                    return try NamePattern(sets: written)
                } catch {
                    problems.add(
                        at: node.mark,
                        "\(field) takes a pattern, and \(node.summary) has \(error.problem)",
                        advice: .inFile(error.advice))
                    return nil
                }
            },
            write: { text.write($0.text) })
    }
}

extension ValueSchema<UInt16> {
    /// The number of a vendor or a product, as `0x04f3` or in decimal.
    static var identifier: Self {
        ValueSchema(
            range: "0x0000 to 0xffff",
            read: { node, field, problems in
                if let text = node.scalar?.text.lowercased() {
                    let isHexadecimal = text.hasPrefix("0x")
                    let digits = isHexadecimal ? text.dropFirst(2) : text[...]
                    // UInt16 would accept a sign.
                    if digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
                        let value = UInt16(digits, radix: isHexadecimal ? 16 : 10)
                    {
                        return value
                    }
                }
                problems.add(
                    node, field, takes: "a number of 16 bits",
                    advice: "Write it as lsusb does, with 0x before it: 0x04f3")
                return nil
            },
            write: {
                let digits = String($0, radix: 16)
                return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
            })
    }
}
