import RealModule

/// Measures the angle by which one finger has moved around a circle.
///
///     searching ──a quarter of a turn on a circle──▶ following
///
/// The circle fits the path by least squares (G. Taubin, IEEE Transactions on Pattern Analysis and
/// Machine Intelligence 13, 1991), computed from running sums: a sample costs the same after one turn and
/// after a hundred. The simpler fit of Kåsa makes the circle of a trembling arc too small, and its angle
/// too large. While searching, all samples count equally, and the angle is that between the first and the
/// last. While following, the angle adds up, and samples count less after each turn: so the circle may
/// move with the hand, and the finger may go back.
struct CircleMeter: Sendable {
    /// Minimum angle of an arc that counts as a circle, in radians.
    static let minimumAngle = Double.pi / 2
    /// Maximum root mean square distance of the path from the circle, as a fraction of its radius.
    static let maximumError = 0.06
    /// Maximum difference between the path and its arc on the circle, as a fraction of the path: a
    /// line with a corner is longer or shorter than the arc that fits it.
    private static let maximumExcess = 0.2
    /// Minimum radius, in mm: the path of a finger that trembles has smaller circles.
    static let minimumRadius = 6.0
    /// Minimum distance between two samples (mm).
    private static let spacing = 2.0

    /// The angle so far, in clockwise radians.
    private(set) var angle = 0.0
    /// The radius of the circle, in mm; 0 if none fits.
    private(set) var radius = 0.0
    /// The root mean square distance of the path from the circle, as a fraction of `radius`.
    private(set) var error = 0.0
    /// The length of the path, in mm.
    private(set) var length = 0.0
    /// Whether the path has become a circle.
    private(set) var isFollowing = false

    private var sums = Sums()
    private var center = Point.zero
    /// The last sample, relative to the start.
    private var last = Point.zero
    /// The angle at the last sample.
    private var lastAngle = 0.0
    /// Twice the area between the path and its start; positive if it turns clockwise.
    private var area = 0.0

    /// Adds the displacement of the finger from its start.
    mutating func add(_ point: Point) {
        if point.squaredDistance(to: last) >= Self.spacing * Self.spacing { addSample(point) }
        if isFollowing { angle = lastAngle + turn(from: last, to: point) }
    }

    /// Whether the path is about as long as its arc on the circle; a line with corners is not.
    var isArc: Bool { abs(abs(angle) * radius - length) <= Self.maximumExcess * length }

    private mutating func addSample(_ point: Point) {
        if isFollowing {
            sums.forget(Self.spacing / (2 * .pi * greater(radius, Self.minimumRadius)))
        } else if length == 0 {
            sums.add(.zero)
        }
        sums.add(point)
        length += (point - last).length
        area += last.cross(point)
        fit()
        if isFollowing {
            lastAngle += turn(from: last, to: point)
        } else {
            lastAngle = radius > 0 ? sweep(to: point) : 0
            angle = lastAngle
            isFollowing =
                radius >= Self.minimumRadius && abs(angle) >= Self.minimumAngle
                && error <= Self.maximumError && isArc
        }
        last = point
    }

    /// The angle about the centre between two points.
    private func turn(from start: Point, to end: Point) -> Double {
        let (before, now) = (start - center, end - center)
        return .atan2(y: before.cross(now), x: before.dot(now))
    }

    /// The angle from the start, of up to a turn, in the direction in which the path turns.
    private func sweep(to point: Point) -> Double {
        let turn = turn(from: .zero, to: point)
        guard turn * area < 0 else { return turn }
        return turn + (area > 0 ? 2 : -2) * .pi
    }

    private mutating func fit() {
        guard let circle = sums.circle else {
            if !isFollowing { radius = 0 }
            return
        }
        (center, radius, error) = circle
    }

    /// Sums over the samples: z is x² + y².
    private struct Sums: Sendable {
        private var count = 0.0
        private var first = Point.zero
        private var squares = Point.zero
        private var xy = 0.0
        private var z = 0.0
        private var zTimes = Point.zero
        private var zz = 0.0

        mutating func add(_ point: Point) {
            let square = point.squaredLength
            count += 1
            first += point
            squares += Point(x: point.x * point.x, y: point.y * point.y)
            xy += point.x * point.y
            z += square
            zTimes += point * square
            zz += square * square
        }

        /// Reduces the weight of all samples by `share`.
        mutating func forget(_ share: Double) {
            let retained = 1 - share
            count *= retained
            first = first * retained
            squares = squares * retained
            xy *= retained
            z *= retained
            zTimes = zTimes * retained
            zz *= retained
        }

        /// The circle that fits the samples; `nil` if they are on a line.
        var circle: (center: Point, radius: Double, error: Double)? {
            let (mean, meanZ) = (first / count, z / count)
            let xx = squares.x / count - mean.x * mean.x
            let yy = squares.y / count - mean.y * mean.y
            let xy = xy / count - mean.x * mean.y
            let xz = zTimes.x / count - mean.x * meanZ
            let yz = zTimes.y / count - mean.y * meanZ
            let moments = Moments(
                xx: xx, yy: yy, xy: xy,
                xz: xz - 2 * (mean.x * xx + mean.y * xy), yz: yz - 2 * (mean.x * xy + mean.y * yy),
                zz: zz / count - meanZ * meanZ
                    + 4 * (mean.x * (mean.x * xx + 2 * mean.y * xy) + mean.y * mean.y * yy)
                    - 4 * (mean.x * xz + mean.y * yz))
            guard let circle = moments.circle else { return nil }
            return (mean + circle.center, circle.radius, circle.error)
        }
    }

    /// Covariances of samples whose mean is at 0; z is x² + y².
    private struct Moments: Sendable {
        var xx: Double
        var yy: Double
        var xy: Double
        var xz: Double
        var yz: Double
        var zz: Double

        /// The circle that fits the samples; `nil` if they are on a line.
        var circle: (center: Point, radius: Double, error: Double)? {
            let shrinkage = smallestRoot
            let (x, y) = (xx - shrinkage, yy - shrinkage)
            let determinant = x * y - xy * xy
            guard determinant > 1e-6 else { return nil }
            let center = Point(x: xz * y - yz * xy, y: yz * x - xz * xy) / (2 * determinant)
            let squaredRadius = center.squaredLength + xx + yy
            let residual =
                zz - 4 * (center.x * xz + center.y * yz)
                + 4 * (center.x * (center.x * xx + 2 * center.y * xy) + center.y * center.y * yy)
            let error = greater(residual, 0).squareRoot() / (2 * squaredRadius)
            return (center, squaredRadius.squareRoot(), error)
        }

        /// The smallest root of the characteristic polynomial: how much the noise of the samples has
        /// added to `xx` and `yy`. It is found by Newton's method from 0, from where it converges.
        private var smallestRoot: Double {
            let mean = xx + yy
            let determinant = xx * yy - xy * xy
            let a0 = xz * (xz * yy - yz * xy) + yz * (yz * xx - xz * xy) - zz * determinant
            let a1 = mean * (zz + 4 * determinant) - xz * xz - yz * yz
            let a2 = -4 * mean * mean - zz
            let a3 = 4 * mean
            var (root, value) = (0.0, a0)
            for _ in 0..<20 {
                let slope = a1 + root * (2 * a2 + 3 * a3 * root)
                guard slope != 0 else { return root }
                let next = root - value / slope
                let nextValue = a0 + next * (a1 + next * (a2 + next * a3))
                guard next > root, abs(nextValue) < abs(value) else { return root }
                (root, value) = (next, nextValue)
            }
            return root
        }
    }
}
