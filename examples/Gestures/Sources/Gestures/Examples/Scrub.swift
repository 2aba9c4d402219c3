import TouchCore

/// A recogniser that this program defines: a finger that moves to and fro, as with an eraser.
///
/// It begins with the third stroke, and fails if the finger does not turn within 0.3 s.
struct ScrubRecognizer: CustomRecognizer {
    /// The minimum length of each stroke, in mm.
    var minimumStroke = 5.0

    let fingers = 1...1
    private(set) var nextDeadline: Timestamp?
    private var strokes = 0
    /// The end of the present stroke so far, in mm: the next stroke starts there.
    private var strokeEnd = 0.0
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
            strokeEnd = x
            nextDeadline = moment.time.advanced(byMicroseconds: 300_000)
            return .possible
        case .moved: return move(to: x, at: moment.time)
        case .deadline: return .failed
        case .lifted: return strokes < 3 ? .failed : .ended(strokes)
        }
    }

    private mutating func move(to x: Double, at time: Timestamp) -> Recognition<Int> {
        let distance = x - strokeEnd
        if distance * direction > 0 {
            strokeEnd = x
        } else if abs(distance) >= minimumStroke {
            strokeEnd = x
            direction = distance < 0 ? -1 : 1
            strokes += 1
            // A gesture that has begun continues until the finger lifts.
            nextDeadline = strokes < 3 ? time.advanced(byMicroseconds: 300_000) : nil
            if strokes >= 3 { return .changed(strokes) }
        }
        return .possible
    }
}

/// The recogniser competes with gestures of the library: the drag waits until the recogniser
/// has failed.
struct Scrub: Example {
    static let title = "a recogniser of your own"

    static let touches = """
        0ms..50ms stroke 0 100,60 -> 120,60
        60ms..100ms stroke 0 -> 100,60
        110ms..150ms stroke 0 -> 120,60
        160ms..200ms stroke 0 -> 100,60
        210ms up 0
        """

    func gestures(report: @escaping Reporter) -> SurfaceContent {
        CustomGesture(ScrubRecognizer()).named("scrub")
            .onChanged { strokes in report("\(strokes) strokes") }
            .onEnded { strokes in report("rubbed out with \(strokes) strokes") }
        SurfaceDragGesture().waiting(for: "scrub")
            .onEnded { drag in report("moved by \(drag.translation.x.whole) mm") }
    }
}
