/// Where something was, and when.
struct MotionSample: Sendable {
    /// When.
    var time = Timestamp(microseconds: 0)
    /// Where, in millimetres.
    var position = Point.zero

    /// The time from `earlier` to this sample, in seconds.
    @inline(__always)
    func seconds(since earlier: MotionSample) -> Double {
        Double(time.microseconds(since: earlier.time)) * 1e-6
    }
}
