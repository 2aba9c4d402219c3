import TouchCore

/// A finger that moves to and fro, as with an eraser.
struct ScrubRecognizer: CustomRecognizer {
    /// How far each stroke has to go, in mm.
    var minimumStroke = 5.0

    let fingers = 1...1
    private(set) var nextDeadline: Timestamp?
    private var strokes = 0
    /// The position at which the finger last turned, or the most distant one since.
    private var farthest = 0.0
    /// 1 to the right, -1 to the left, 0 before the first stroke.
    private var direction = 0.0

    init() {}

    mutating func start() {
        strokes = 0
        direction = 0
    }

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Int> {
        let x = fingers[0].position.x
        switch moment.cause {
        case .landed:
            farthest = x
            nextDeadline = moment.time.advanced(byMicroseconds: 300_000)
            return .possible
        case .moved: return move(to: x, at: moment.time)
        case .deadline: return .failed
        case .lifted: return strokes < 3 ? .failed : .ended(strokes)
        }
    }

    private mutating func move(to x: Double, at time: Timestamp) -> Recognition<Int> {
        let change = x - farthest
        if change * direction > 0 {
            farthest = x
        } else if abs(change) >= minimumStroke {
            farthest = x
            direction = change < 0 ? -1 : 1
            strokes += 1
            // Once it has begun it continues until the finger lifts.
            nextDeadline = strokes < 3 ? time.advanced(byMicroseconds: 300_000) : nil
            if strokes >= 3 { return .changed(strokes) }
        }
        return .possible
    }
}
