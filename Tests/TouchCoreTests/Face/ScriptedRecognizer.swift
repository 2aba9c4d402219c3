import TouchCore

/// A part that does what its script says: frame n of a touch gives what stands at n.
struct ScriptedRecognizer: CustomRecognizer {
    /// What it does in a frame.
    enum Step: Character, Sendable {
        case possible = "."
        case begins = "b"
        case ends = "e"
        case fails = "f"
    }

    let script: [Step]
    private var next = 0

    /// - Parameter script: a letter a frame: `.`, `b`, `e` or `f`.
    init(_ script: String) {
        self.script = script.compactMap(Step.init)
    }

    mutating func start() {
        next = 0
    }

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Int> {
        guard next < script.count else { return .possible }
        next += 1
        return switch script[next - 1] {
        case .possible: .possible
        case .begins: .began(next)
        case .ends: .ended(next)
        case .fails: .failed
        }
    }
}
