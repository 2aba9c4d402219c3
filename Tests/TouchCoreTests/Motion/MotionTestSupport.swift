import TouchCore
import TouchTestSupport

/// A sample: microseconds, millimetres, millimetres.
typealias MotionSample = (time: Int64, x: Double, y: Double)

extension VelocityEstimator {
    init(_ moments: [MotionSample]) {
        self.init(.leastSquares, moments)
    }

    init(_ strategy: VelocityStrategy, _ moments: [MotionSample]) {
        self.init(strategy: strategy)
        for moment in moments {
            add(Point(x: moment.x, y: moment.y), at: Timestamp(microseconds: moment.time))
        }
    }
}

extension Point {
    /// Turned clockwise around `centre`.
    func turned(sine: Double, cosine: Double, about centre: Point = .zero) -> Point {
        let arm = self - centre
        return centre
            + Point(x: arm.x * cosine - arm.y * sine, y: arm.x * sine + arm.y * cosine)
    }
}

extension SeededGenerator {
    mutating func point(within reach: Double) -> Point {
        Point(
            x: .random(in: -reach...reach, using: &self),
            y: .random(in: -reach...reach, using: &self))
    }
}
