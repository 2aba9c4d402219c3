import RealModule

/// SplitMix64: the same seed gives the same numbers.
///
/// The constants are those of Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True with a chance of one in `count`.
    public mutating func oneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }

    /// True with the given chance, 0 to 1.
    package mutating func chance(_ share: Double) -> Bool {
        share > 0 && Double.random(in: 0..<1, using: &self) < share
    }

    /// A number of a normal distribution around 0 (the polar form of Box and Muller, 1958).
    package mutating func normal(_ deviation: Double) -> Double {
        guard deviation > 0 else { return 0 }
        while true {
            let x = Double.random(in: -1..<1, using: &self)
            let y = Double.random(in: -1..<1, using: &self)
            let square = x * x + y * y
            guard square > 0, square < 1 else { continue }
            return deviation * x * .sqrt(-2 * .log(square) / square)
        }
    }

    /// A number in a range.
    package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }
}
