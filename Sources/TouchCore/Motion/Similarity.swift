/// The rotation, scale and translation that best map fingers from their previous to their present
/// positions (least squares).
///
/// Let p′ and q′ be the previous and present positions relative to their centroids, as complex
/// numbers. Then z = Σ q′ · conj(p′) / Σ |p′|² has the scale as its magnitude and the angle as its
/// argument. The sums about the centroids are updated with each finger (Welford's method), so one
/// pass is enough, and fingers far from the origin lose no precision.
public struct Similarity: Sendable {
    /// The number of fingers so far.
    public private(set) var count = 0

    /// The mean of the previous positions, in millimetres; zero without fingers.
    public private(set) var originCentroid = Point.zero

    /// The mean of the present positions, in millimetres; zero without fingers.
    public private(set) var centroid = Point.zero

    // Σ |p′|², Σ |q′|², and the real and imaginary part of Σ q′ · conj(p′).
    private var originSquares = 0.0
    private var squares = 0.0
    private var real = 0.0
    private var imaginary = 0.0

    /// Creates the similarity of no fingers, the identity.
    public init() {}

    /// Adds a finger: its previous and its present position, in millimetres.
    public mutating func add(origin: Point, now: Point) {
        count &+= 1
        let share = 1 / Double(count)
        let fromOrigin = origin - originCentroid
        let fromCentroid = now - centroid
        originCentroid += fromOrigin * share
        centroid += fromCentroid * share
        let weight = 1 - share
        originSquares += fromOrigin.squaredLength * weight
        squares += fromCentroid.squaredLength * weight
        real += fromOrigin.dot(fromCentroid) * weight
        imaginary += fromOrigin.cross(fromCentroid) * weight
    }

    /// The similarity of two fingers: equal, to the last bit, to the one that `add` gives.
    ///
    /// - Parameters:
    ///   - origins: their previous positions, in millimetres.
    ///   - positions: their present positions.
    init(from origins: (Point, Point), to positions: (Point, Point)) {
        count = 2
        let previous = origins.1 - origins.0
        let present = positions.1 - positions.0
        originCentroid = origins.0 + previous * 0.5
        centroid = positions.0 + present * 0.5
        originSquares = previous.squaredLength * 0.5
        squares = present.squaredLength * 0.5
        real = previous.dot(present) * 0.5
        imaginary = previous.cross(present) * 0.5
    }

    /// The similarity of the fingers of `slots`, from `origins` (by slot) to their present
    /// positions.
    @inline(__always)
    init(
        _ slots: UInt64, from origins: borrowing UniqueArray<Point>,
        fingers: borrowing FingerTable
    ) {
        let others = slots & (slots &- 1)
        guard others != 0, others & (others &- 1) == 0 else {
            self.init()
            for slot in SlotSequence(slots) {
                add(origin: origins[slot], now: fingers.position(ofSlot: slot))
            }
            return
        }
        let (first, second) = (slots.trailingZeroBitCount, others.trailingZeroBitCount)
        self.init(
            from: (origins[first], origins[second]),
            to: (fingers.position(ofSlot: first), fingers.position(ofSlot: second)))
    }

    /// The displacement from the previous to the present centroid, in millimetres.
    public var translation: Point { centroid - originCentroid }

    /// The ratio of the present to the previous size; 1 if all fingers were at one point.
    public var scale: Double {
        guard originSquares > 0 else { return 1 }
        return (real * real + imaginary * imaginary).squareRoot() / originSquares
    }

    /// The angle of rotation in radians, −π to π; clockwise as seen is positive. 0 if all fingers
    /// were, or are, at one point.
    public var angle: Double {
        guard originSquares > 0 else { return 0 }
        return ArcTangent.angle(y: imaginary, x: real)
    }

    /// The root mean square of the distances from the previous centroid, in millimetres.
    public var originRadius: Double { radius(originSquares) }

    /// The root mean square of the distances from the present centroid, in millimetres.
    public var radius: Double { radius(squares) }

    private func radius(_ squares: Double) -> Double {
        count > 0 ? (squares / Double(count)).squareRoot() : 0
    }

    /// The angle nearest to `previous` that differs from `angle` by whole turns, both in radians.
    ///
    /// Applied to each angle with the previous result, it follows fingers beyond half a turn.
    public static func unwrapped(_ angle: Double, nearest previous: Double) -> Double {
        guard abs(previous - angle) > .pi else { return angle }
        let turn = 2 * Double.pi
        return angle + turn * ((previous - angle) / turn).rounded()
    }
}

/// The angle of a vector, by a quotient of two polynomials.
///
/// The reduction to |t| ≤ tan(π/8) and the coefficients of the quotient, t + t³ P(t²)/Q(t²), are
/// from atan in the Cephes library (S. L. Moshier, 1984–2000); its relative error is below 2e-16.
/// A call of the C library's atan2 takes three times as many instructions.
enum ArcTangent {
    /// tan(π/8): a larger tangent is reduced by π/4.
    private static let reductionLimit = 0.414_213_562_373_095_05
    /// The difference between π/4 and the nearest `Double`.
    private static let quarterPiError = 3.061_616_997_868_383e-17

    /// The angle of (x, y) from the x axis, in radians, −π to π; 0 if both are 0.
    @inline(__always)
    static func angle(y: Double, x: Double) -> Double {
        let (across, up) = (x.magnitude, y.magnitude)
        let (smaller, larger) = up < across ? (up, across) : (across, up)
        guard larger > 0 else { return 0 }
        let isReduced = smaller > larger * reductionLimit
        let t = isReduced ? (smaller - larger) / (smaller + larger) : smaller / larger
        var angle = t + t * (t * t * quotient(t * t))
        if isReduced { angle += .pi / 4 + quarterPiError }
        if up > across { angle = .pi / 2 - angle }
        if x < 0 { angle = .pi - angle }
        return y < 0 ? -angle : angle
    }

    /// P(z)/Q(z)
    private static func quotient(_ z: Double) -> Double {
        var p = -8.750_608_600_031_904_122_785e-1
        p = p * z - 1.615_753_718_733_365_076_637e1
        p = p * z - 7.500_855_792_314_704_667_340e1
        p = p * z - 1.228_866_684_490_136_173_410e2
        p = p * z - 6.485_021_904_942_025_371_773e1
        var q = z + 2.485_846_490_142_306_297_962e1
        q = q * z + 1.650_270_098_316_988_542_046e2
        q = q * z + 4.328_810_604_912_902_668_951e2
        q = q * z + 4.853_903_996_359_136_964_868e2
        q = q * z + 1.945_506_571_482_613_964_425e2
        return p / q
    }
}
