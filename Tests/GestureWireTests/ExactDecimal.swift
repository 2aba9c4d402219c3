import GestureWire
import TouchTestSupport

/// A number's rounding to some places, worked out in integers from the bits of the `Double`.
struct ExactDecimal {
    private let value: Double
    private let scale: UInt128
    private let places: Int
    /// Units of the last place, without sign: nearest, ties away from zero.
    let rounded: UInt128

    /// The value must be finite, and below 2^63 in units of the last place.
    init(_ value: Double, places: DecimalPlaces) {
        self.value = value
        self.places = places.count
        scale = (0..<places.count).reduce(1) { power, _ in power * 10 }
        let exponent = value == 0 ? 0 : Int(value.exponent) - 52
        let significand = UInt128(
            value.magnitude / Double(sign: .plus, exponent: exponent, significand: 1))
        let product = significand * scale
        if exponent >= 0 {
            rounded = product << exponent
        } else {
            // 53 bits times 17: what is shifted by more than 71 is below a half.
            let shift = min(-exponent, 100)
            rounded = (product + (1 << (shift - 1))) >> shift
        }
    }

    /// The units of the last place that a number in JSON's shortest form says; `nil` where it is of
    /// another form, or has the wrong sign.
    func units(in text: String) -> UInt128? {
        guard let parts = text.wholeMatch(of: /(-?)(0|[1-9]\d*)(?:\.(\d*[1-9]))?/) else {
            return nil
        }
        let fraction = parts.output.3 ?? ""
        guard fraction.count <= places else { return nil }
        let digits =
            parts.output.2 + fraction + String(repeating: "0", count: places - fraction.count)
        guard let units = UInt128(digits) else { return nil }
        let isNegative = !parts.output.1.isEmpty
        return isNegative == (value < 0 && units > 0) ? units : nil
    }

    /// Whether the `Double` product is a half more than a whole number, and `units` the next one.
    func isRoundedUp(_ units: UInt128) -> Bool {
        let product = value.magnitude * Double(scale)
        return product == product.rounded(.down) + 0.5 && Double(units) == product.rounded(.up)
    }
}

/// Doubles that are hard to round: halves of the last place and their neighbours, and any others.
struct RandomDoubles {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Finite, and below 2^40.
    mutating func next() -> Double {
        let sign: Double = generator.next() & 1 == 0 ? 1 : -1
        switch generator.next() % 4 {
        case 0: return sign * Double(generator.next() % 2_000_000) / 2_000
        case 1: return sign * (Double(generator.next() % 2_000_000) / 200_000).nextUp
        case 2: return sign * (Double(generator.next() % 20_000_000) / 20_000).nextDown
        default:
            let exponent = Int(generator.next() % 100) - 60
            let significand = 1 + Double(generator.next() >> 12) * 0x1p-52
            return sign * Double(sign: .plus, exponent: exponent, significand: significand)
        }
    }
}
