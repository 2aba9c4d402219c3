/// The velocity of a body of unit mass that was pushed along samples of a movement on one axis.
///
/// Each step from sample to sample has a mean velocity v. A push that turns the velocity u into v
/// on the way does the work (v − u) · |v|, and a body that has taken the work W moves at √(2 |W|),
/// with the sign of W. What the body did before the first step is not known: that step counts for
/// half, which makes two samples give the velocity between them. Against a fit, one late sample that
/// is wrong counts for less where the finger slows down, and for more where it speeds up.
struct ImpulseSum {
    private var work = 0.0
    private var isFirst = true

    /// No step so far.
    init() {}

    /// Takes a step of `distance` millimetres in `seconds`; a step in no time has no velocity, and
    /// is passed over.
    @inline(__always)
    mutating func add(_ distance: Double, in seconds: Double) {
        guard seconds > 0 else { return }
        let next = distance / seconds
        let push = (next - velocity) * next.magnitude
        work += isFirst ? push / 2 : push
        isFirst = false
    }

    /// The velocity after the last step, in mm/s.
    var velocity: Double {
        let speed = (2 * work.magnitude).squareRoot()
        return work < 0 ? -speed : speed
    }
}
