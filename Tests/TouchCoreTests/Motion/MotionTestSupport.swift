import TouchCore
import TouchTestSupport

/// A sample: the time in microseconds, and the position in millimetres.
typealias MotionSample = (time: Int64, x: Double, y: Double)

extension VelocityEstimator {
    init(_ samples: [MotionSample]) {
        self.init(.leastSquares, samples)
    }

    init(_ strategy: VelocityStrategy, _ samples: [MotionSample]) {
        self.init(strategy: strategy)
        for sample in samples {
            add(Point(x: sample.x, y: sample.y), at: Timestamp(microseconds: sample.time))
        }
    }
}

extension Point {
    /// This point, turned clockwise around `centre`.
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
