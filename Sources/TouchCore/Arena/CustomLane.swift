/// The copy of a custom recogniser that a hand has: existential, beside the tables of the others.
class AnyCustomLane {
    /// What a recogniser made of its fingers.
    enum Action {
        case nothing, begin, change, end, fail
    }

    /// It has begun by its own word, and waits until others have failed.
    final var isPending = false

    /// Its newest value: names it among those that are kept.
    var mark: Int { 0 }

    /// When it wants to be asked.
    var nextDeadline: Timestamp? { nil }

    /// A hand starts or grows.
    func start() {
        isPending = false
    }

    /// Takes what the fingers did.
    func take(_ moment: RecognizerMoment, fingers: Span<RecognizerFinger>) -> Action { .nothing }

    /// Drops the values that are told, but for the newest.
    func trim() {}
}

/// The copy of a recogniser that a hand has, and the values that it gave since the last trim.
final class CustomLane<Recognizer: CustomRecognizer>: AnyCustomLane {
    private var recognizer: Recognizer
    private var values: ContiguousArray<Recognizer.Value> = []
    /// The mark of the first of `values`.
    private var firstMark = 0

    init(_ recognizer: Recognizer) {
        self.recognizer = recognizer
        values.reserveCapacity(64)
    }

    override var mark: Int { firstMark + max(values.count - 1, 0) }

    override var nextDeadline: Timestamp? { recognizer.nextDeadline }

    override func start() {
        super.start()
        recognizer.start()
    }

    override func take(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Action {
        switch recognizer.recognize(moment, fingers: fingers) {
        case .possible: return .nothing
        case .began(let value):
            values.append(value)
            return .begin
        case .changed(let value):
            values.append(value)
            return .change
        case .ended(let value):
            values.append(value)
            return .end
        case .failed: return .fail
        }
    }

    override func trim() {
        guard values.count > 1 else { return }
        firstMark += values.count - 1
        values.removeSubrange(..<(values.count - 1))
    }

    /// The value with a mark; `nil` where there is none any more.
    func value(_ mark: Int) -> Recognizer.Value? {
        let index = mark - firstMark
        return values.indices.contains(index) ? values[index] : nil
    }
}

extension CustomRecognizer {
    /// A lane with a copy of it.
    func makeLane() -> AnyCustomLane { CustomLane(self) }
}
