/// SHA-256 of a few bytes (FIPS 180-4, section 6.2): to recognise a file, as `sha256sum` does.
///
/// Not for secrets, and not for much: a configuration is 1 MiB at most.
public enum SHA256 {
    /// The digest in 64 hexadecimal digits.
    public static func hexadecimal(of bytes: [UInt8]) -> String {
        var hash = initial
        var schedule = [UInt32](repeating: 0, count: 64)
        let message = padded(bytes)
        for start in stride(from: 0, to: message.count, by: 64) {
            fill(&schedule, with: message[start..<start + 64])
            compress(&hash, schedule)
        }
        return hash.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// With a 1, zeros and the length in bits, to whole blocks.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        var message = bytes + [0x80]
        while message.count % 64 != 56 { message.append(0) }
        let bits = UInt64(bytes.count) &* 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        return message
    }

    private static func fill(_ schedule: inout [UInt32], with block: ArraySlice<UInt8>) {
        for index in 0..<16 {
            let word = block[(block.startIndex + 4 * index)..<(block.startIndex + 4 * index + 4)]
            schedule[index] = word.reduce(0) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (old, new) = (schedule[index - 15], schedule[index - 2])
            let one = rotated(old, 7) ^ rotated(old, 18) ^ old >> 3
            let two = rotated(new, 17) ^ rotated(new, 19) ^ new >> 10
            schedule[index] = schedule[index - 16] &+ one &+ schedule[index - 7] &+ two
        }
    }

    private static func compress(_ hash: inout [UInt32], _ schedule: [UInt32]) {
        var state = hash
        for round in 0..<64 {
            let (a, e) = (state[0], state[4])
            let one = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let choice = (e & state[5]) ^ (~e & state[6])
            let first = state[7] &+ one &+ choice &+ constants[round] &+ schedule[round]
            let two = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let majority = (a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2])
            state = [first &+ two &+ majority] + state[0..<7]
            state[4] = state[4] &+ first
        }
        for index in hash.indices { hash[index] = hash[index] &+ state[index] }
    }

    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word >> bits | word << (32 - bits)
    }

    /// The first 32 bits of the fractions of the square roots of the first eight primes.
    private static let initial: [UInt32] = primes.prefix(8).map {
        fraction(Double($0).squareRoot())
    }

    /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes.map { fraction(cubeRoot(Double($0))) }

    private static let primes: [Int] = {
        var found: [Int] = []
        var number = 2
        while found.count < 64 {
            if found.allSatisfy({ number % $0 != 0 }) { found.append(number) }
            number += 1
        }
        return found
    }()

    /// By Newton's method; of numbers up to 311 exact to the last bit that is used.
    private static func cubeRoot(_ value: Double) -> Double {
        var root = value / 3
        for _ in 0..<40 { root = (2 * root + value / (root * root)) / 3 }
        return root
    }

    private static func fraction(_ value: Double) -> UInt32 {
        UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
}
