import TouchCore

/// A finger that moves to and fro, as with an eraser.
struct ScrubRecognizer: CustomRecognizer {
    let fingers = 1...1

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Int> {
        .possible
    }
}
