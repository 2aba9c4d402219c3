import Glibc
import RecognitionLaws

/// Tries the laws of recognition on many random cases:
/// `LawProbe [--first SEED] [--count N] [--seconds S] [--law NAME]`.
///
/// Tries N cases of each law (200), from SEED on (0); with --seconds more, until the time is over;
/// with --law only that law. For each broken law prints the first case that breaks it, reduced to
/// the smallest list of gestures and touches, and continues with the other laws. Exits 1 if a law is
/// broken.
@main
struct LawProbe {
    /// The number of seeds between two checks of the time.
    private static let blockSize: UInt64 = 100
    /// The number of seeds of one task: small, because laws differ in duration by a factor of up to
    /// ten, and no thread should wait for another.
    private static let taskSize: UInt64 = 5

    static func main() async {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            print("usage: LawProbe [--first SEED] [--count N] [--seconds S] [--law NAME]")
            exit(64)
        }
        let end = ContinuousClock.now + .seconds(options.seconds)
        let laws = Law.all.filter { options.law == nil || $0.name == options.law }
        guard !laws.isEmpty else {
            print("LawProbe: there is no such law")
            exit(64)
        }
        var holding = laws
        var count: UInt64 = 0
        while count < options.count || options.seconds > 0 && ContinuousClock.now < end {
            let size = count < options.count ? min(blockSize, options.count - count) : blockSize
            let first = options.first + count
            let broken = await broken(holding, in: first..<first + size)
            for law in holding {
                if let failure = broken[law.name] { print("FAIL  \(law): \(failure)") }
            }
            holding.removeAll { broken[$0.name] != nil }
            count += size
        }
        for law in holding { print("ok    \(law): \(count) cases") }
        exit(holding.count == laws.count ? 0 : 1)
    }

    /// The first failure of each broken law, by name.
    private static func broken(_ laws: [Law], in seeds: Range<UInt64>) async -> [String: String] {
        await withTaskGroup(of: Broken?.self) { group in
            for law in laws {
                for first in stride(
                    from: seeds.lowerBound, to: seeds.upperBound, by: Int(taskSize))
                {
                    let end = min(first + taskSize, seeds.upperBound)
                    group.addTask { broken(law, in: first..<end) }
                }
            }
            var found: [String: Broken] = [:]
            for await case let broken? in group
            where broken.seed <= found[broken.law]?.seed ?? .max {
                found[broken.law] = broken
            }
            return found.mapValues(\.failure)
        }
    }

    private static func broken(_ law: Law, in seeds: Range<UInt64>) -> Broken? {
        for seed in seeds {
            if let failure = law.failure(seed) {
                return Broken(law: law.name, seed: seed, failure: failure)
            }
        }
        return nil
    }
}

/// The first case among some seeds that breaks a law.
private struct Broken: Sendable {
    let law: String
    let seed: UInt64
    let failure: String
}

private struct Options {
    var first: UInt64 = 0
    var count: UInt64 = 200
    var seconds: UInt64 = 0
    var law: String?

    /// `nil` if the arguments are invalid.
    init?(_ arguments: [String]) {
        guard arguments.count.isMultiple(of: 2) else { return nil }
        for index in stride(from: 0, to: arguments.count, by: 2) {
            if arguments[index] == "--law" {
                law = arguments[index + 1]
                continue
            }
            guard let value = UInt64(arguments[index + 1]), value < 1 << 32 else { return nil }
            switch arguments[index] {
            case "--first": first = value
            case "--count": count = value
            case "--seconds": seconds = value
            default: return nil
            }
        }
        // A run without cases would pass.
        guard count > 0 else { return nil }
    }
}
