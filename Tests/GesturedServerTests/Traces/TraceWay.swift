import Foundation
import TouchCore

/// Where a finger goes in a span of time.
struct TraceWay {
    enum Path {
        /// Straight from place to place, as long from each to the next.
        case through([Point])
        /// Around a place, clockwise, by so many degrees.
        case around(Point, from: Point, degrees: Double)
    }

    let slot: Int
    let path: Path
    /// It lands where the way begins.
    let lands: Bool
    /// At the beginning and at the end; `nil`: as it was.
    var force: (start: Double, end: Double)?

    /// Where the finger is when a share of the time has passed, 0 to 1.
    func place(at share: Double) -> Point {
        switch path {
        case .through(let places):
            guard places.count > 1 else { return places[0] }
            let along = share * Double(places.count - 1)
            let index = min(Int(along), places.count - 2)
            let step = places[index + 1] - places[index]
            let rest = along - Double(index)
            return Point(
                x: places[index].x + step.x * rest, y: places[index].y + step.y * rest)
        case .around(let centre, let start, let degrees):
            let angle = degrees * share * .pi / 180
            let arm = start - centre
            return Point(
                x: centre.x + arm.x * cos(angle) - arm.y * sin(angle),
                y: centre.y + arm.x * sin(angle) + arm.y * cos(angle))
        }
    }

    /// The force when a share of the time has passed; `nil`: as it was.
    func force(at share: Double) -> Double? {
        force.map { $0.start + ($0.end - $0.start) * share }
    }
}
