/// A number as people write it, with the unit behind it.
struct Quantity {
    /// Finite, unless so many digits stand there that no number is so large.
    var number: Double
    /// Empty where none is written.
    var unit: Substring

    /// Reads `12mm`, `-0.5`, `1e3`; `nil` where no number begins, as in `.nan` or `0x10`.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        var end =
            bytes.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } == true ? 1 : 0
        let whole = Self.digits(bytes, from: end)
        end += whole
        var fraction = 0
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            fraction = Self.digits(bytes, from: end + 1)
            end += fraction > 0 ? fraction + 1 : 0
        }
        guard whole > 0 || fraction > 0 else { return nil }
        end += Self.exponent(bytes, from: end)
        guard let number = Double(String(decoding: bytes[..<end], as: UTF8.self)) else {
            return nil
        }
        self.number = number
        let rest = text[text.utf8.index(text.startIndex, offsetBy: end)...]
        unit = rest.drop { $0 == " " }
    }

    private static func digits(_ bytes: [UInt8], from start: Int) -> Int {
        bytes.dropFirst(start).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    }

    /// The length of `e3` or `E-3`; 0 where a letter begins a unit instead.
    private static func exponent(_ bytes: [UInt8], from start: Int) -> Int {
        guard start < bytes.count, bytes[start] | 0x20 == UInt8(ascii: "e") else { return 0 }
        var length = 1
        if start + 1 < bytes.count,
            [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(bytes[start + 1])
        {
            length = 2
        }
        let digits = digits(bytes, from: start + length)
        return digits > 0 ? length + digits : 0
    }
}
