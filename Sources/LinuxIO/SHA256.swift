/// SHA-256 (FIPS 180-4, section 6.2), to identify a configuration as `sha256sum` does.
///
/// Not for secrets, and not for large data: a configuration has at most 1 MiB.
public enum SHA256 {
    /// The digest in 64 hexadecimal digits.
    public static func hexadecimal(of bytes: [UInt8]) -> String {
        var hash = initial
        let constants = constants
        let message = padded(bytes)
        for start in stride(from: 0, to: message.count, by: 64) {
            let schedule = schedule(of: message.span.extracting(start..<start + 64))
            compress(&hash, schedule.span, constants.span)
        }
        return hash.indices.map { LinuxIO.hexadecimal(hash[$0], digits: 8) }.joined()
    }

    /// The message padded with a 1, zeros and the length in bits, to whole blocks.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        var message = bytes + [0x80]
        while message.count % 64 != 56 { message.append(0) }
        let bits = UInt64(bytes.count) &* 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        return message
    }

    /// The message schedule of a block of 64 bytes.
    private static func schedule(of block: Span<UInt8>) -> InlineArray<64, UInt32> {
        var schedule = InlineArray<64, UInt32>(repeating: 0)
        for index in 0..<16 {
            let start = index * 4
            schedule[index] =
                UInt32(block[start]) << 24 | UInt32(block[start + 1]) << 16
                | UInt32(block[start + 2]) << 8 | UInt32(block[start + 3])
        }
        for index in 16..<64 {
            let (old, new) = (schedule[index - 15], schedule[index - 2])
            let one = rotated(old, 7) ^ rotated(old, 18) ^ old >> 3
            let two = rotated(new, 17) ^ rotated(new, 19) ^ new >> 10
            schedule[index] = schedule[index - 16] &+ one &+ schedule[index - 7] &+ two
        }
        return schedule
    }

    private static func compress(
        _ hash: inout InlineArray<8, UInt32>, _ schedule: Span<UInt32>, _ constants: Span<UInt32>
    ) {
        var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
        var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
        for round in 0..<64 {
            let one = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ one &+ choice &+ constants[round] &+ schedule[round]
            let two = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ two &+ majority)
        }
        let words: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
        for index in words.indices { hash[index] = hash[index] &+ words[index] }
    }

    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word &>> bits | word &<< (32 &- bits)
    }

    /// The first 32 bits of the fractions of the square roots of the first eight primes.
    private static let initial = InlineArray<8, UInt32> {
        fraction(Double(primes[$0]).squareRoot())
    }

    /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
    private static let constants = InlineArray<64, UInt32> {
        fraction(cubeRoot(Double(primes[$0])))
    }

    private static let primes: [Int] = {
        var found: [Int] = []
        var number = 2
        while found.count < 64 {
            if found.allSatisfy({ number % $0 != 0 }) { found.append(number) }
            number += 1
        }
        return found
    }()

    /// The cube root by Newton's method: for numbers up to 311, exact to the last bit that is used.
    private static func cubeRoot(_ value: Double) -> Double {
        var root = value / 3
        for _ in 0..<40 { root = (2 * root + value / (root * root)) / 3 }
        return root
    }

    private static func fraction(_ value: Double) -> UInt32 {
        UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
}
