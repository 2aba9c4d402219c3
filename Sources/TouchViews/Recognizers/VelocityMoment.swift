import TouchCore

/// The time at which the velocity is measured if fingers lift one after the other, or a program
/// sets the value.
struct VelocityMoment {
    /// The time after the first of several lifts for which the velocity before it is reported.
    private static let pause = 0.1
    /// The newest sample when a program set the value: until there is another, the velocity is 0.
    var resetAt: Timestamp?
    /// When the first of several fingers lifted.
    var pausedAt: Timestamp?

    init() {}

    /// Begins a pause, unless there is one.
    mutating func pause(at time: Timestamp) {
        if pausedAt == nil { pausedAt = time }
    }

    /// The time at which the velocity is measured.
    func time(now: Timestamp) -> Timestamp {
        guard let pausedAt, now <= pausedAt.after(Self.pause) else { return now }
        return pausedAt
    }
}

extension UIGestureRecognizer {
    /// The time at which its velocity is measured; `nil` for no velocity.
    func velocityTime(_ moment: VelocityMoment, _ newest: Timestamp?) -> Timestamp? {
        guard let newest, newest != moment.resetAt || committed == .ended else { return nil }
        return moment.time(now: view?.window?.now ?? newest)
    }
}
