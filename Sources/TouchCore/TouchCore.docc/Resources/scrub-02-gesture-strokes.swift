import TouchCore

/// A finger that moves to and fro, as with an eraser.
struct ScrubRecognizer: CustomRecognizer {
    /// How far each stroke has to go, in mm.
    var minimumStroke = 5.0

    let fingers = 1...1
    private var strokes = 0
    /// The position at which the finger last turned, or the most distant one since.
    private var farthest = 0.0
    /// 1 to the right, -1 to the left, 0 before the first stroke.
    private var direction = 0.0

    init() {}

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Int> {
        .possible
    }

    private mutating func move(to x: Double) {
        let change = x - farthest
        if change * direction > 0 {
            farthest = x
        } else if abs(change) >= minimumStroke {
            farthest = x
            direction = change < 0 ? -1 : 1
            strokes += 1
        }
    }
}
