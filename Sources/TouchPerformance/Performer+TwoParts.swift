import RealModule
import TouchCore

/// Swipes of two parts.
extension Performer {
    /// A swipe of two parts: the second movement begins before the first has ended, so that the
    /// corner is round (Flash and Henis, Journal of Cognitive Neuroscience 3, 1991; how much
    /// before is assumed).
    mutating func turn(
        _ sentence: Sentence, _ own: Person, _ duration: Double?, _ slowness: Double,
        _ label: inout TouchLabel
    ) -> HandMotion {
        let speed = sentence.speed.map { draw($0) } ?? 400 / slowness
        label.direction = sentence.directions.first
        var movements: [(travel: Point, aside: Point, time: ClosedRange<Double>)] = []
        for direction in [sentence.directions.first, sentence.second].compactMap(\.self) {
            let way = direction.unitVector.turned(by: draw(own[.misdirection]) * .pi / 180)
            let length = sentence.length.map { draw($0) } ?? 40
            let aside = way.turned(by: .pi / 2) * (draw(own[.arc]) * length)
            let begin = movements.last.map {
                $0.time.upperBound - draw(0...0.3) * ($0.time.upperBound - $0.time.lowerBound)
            }
            let lasts = duration.map { $0 / 2 } ?? length / speed
            movements.append((way * length, aside, (begin ?? 0)...((begin ?? 0) + lasts)))
        }
        let whole = movements.last?.time.upperBound ?? 0
        var motion = HandMotion(duration: whole)
        motion.path = (0...64).map { step in
            let time = whole * Double(step) / 64
            var point = Point.zero
            for movement in movements {
                let lasts = movement.time.upperBound - movement.time.lowerBound
                let share = Course.minimumJerk.share(at: (time - movement.time.lowerBound) / lasts)
                point += movement.travel * share + movement.aside * (4 * share * (1 - share))
            }
            return (time, point)
        }
        return motion
    }
}
