/// The rotation, scale and translation that best map fingers from their previous to their present
/// positions (least squares).
///
/// With p′ and q′ the positions then and now relative to their centroids, as complex numbers, it is
/// z = Σ q′ · conj(p′) / Σ |p′|²: its magnitude is the scale, its argument the angle. The sums
/// about the centroids are updated with each finger (Welford's method): one pass, and no precision
/// is lost with fingers far from the origin.
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

    /// The similarity of two fingers: the same, to the last bit, as adding one after the other.
    ///
    /// - Parameters:
    ///   - origins: their previous positions, in millimetres.
    ///   - places: their present positions.
    init(from origins: (Point, Point), to places: (Point, Point)) {
        count = 2
        let then = origins.1 - origins.0
        let now = places.1 - places.0
        originCentroid = origins.0 + then * 0.5
        centroid = places.0 + now * 0.5
        originSquares = then.squaredLength * 0.5
        squares = now.squaredLength * 0.5
        real = then.dot(now) * 0.5
        imaginary = then.cross(now) * 0.5
    }

    /// The similarity of the fingers of `slots`, from `origins`, by slot, to their positions.
    @inline(__always)
    init(
        _ slots: UInt64, from origins: borrowing UniqueArray<Point>,
        fingers: borrowing FingerTable
    ) {
        let rest = slots & (slots &- 1)
        guard rest != 0, rest & (rest &- 1) == 0 else {
            self.init()
            for slot in SlotSequence(slots) {
                add(origin: origins[slot], now: fingers.position(ofSlot: slot))
            }
            return
        }
        let (first, second) = (slots.trailingZeroBitCount, rest.trailingZeroBitCount)
        self.init(
            from: (origins[first], origins[second]),
            to: (fingers.position(ofSlot: first), fingers.position(ofSlot: second)))
    }

    /// From the previous to the present centroid, in millimetres.
    public var translation: Point { centroid - originCentroid }

    /// The ratio of the distances of the fingers; 1 if all were in one place.
    public var scale: Double {
        guard originSquares > 0 else { return 1 }
        return (real * real + imaginary * imaginary).squareRoot() / originSquares
    }

    /// The angle of rotation in radians, −π to π; clockwise as seen is positive. 0 if the fingers
    /// were, or are, all in one place.
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
    /// Given each angle and the previous one, this follows fingers beyond half a turn.
    public static func unwrapped(_ angle: Double, nearest previous: Double) -> Double {
        // Most angles are the nearest already.
        guard abs(previous - angle) > .pi else { return angle }
        let turn = 2 * Double.pi
        return angle + turn * ((previous - angle) / turn).rounded()
    }
}

/// The angle of a vector, by a quotient of two polynomials.
///
/// The reduction to |t| ≤ tan(π/8) and the coefficients of the quotient, t + t³ P(t²)/Q(t²), are
/// those of atan in the Cephes library (S. L. Moshier, 1984–2000), whose relative error is below
/// 2e-16. A call of the C library's atan2 takes three times the instructions.
enum ArcTangent {
    /// tan(π/8)
    private static let far = 0.414_213_562_373_095_05
    /// The difference between π/4 and the nearest `Double`.
    private static let quarterPiRest = 3.061_616_997_868_383e-17

    /// The angle of (x, y) from the x axis, in radians, −π to π; 0 where both are 0.
    @inline(__always)
    static func angle(y: Double, x: Double) -> Double {
        let (across, up) = (x.magnitude, y.magnitude)
        let (less, more) = up < across ? (up, across) : (across, up)
        guard more > 0 else { return 0 }
        let isFar = less > more * far
        let t = isFar ? (less - more) / (less + more) : less / more
        var angle = t + t * (t * t * quotient(t * t))
        if isFar { angle += .pi / 4 + quarterPiRest }
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
