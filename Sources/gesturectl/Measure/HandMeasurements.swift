import TouchCore

/// A task for the user.
enum MeasuredTask: String, CaseIterable, Sendable {
    case single = "tap"
    case double = "double_tap"
    case hold = "press"
    case stroke = "swipe"

    /// The instruction for the user.
    func request(_ times: Int) -> String {
        switch self {
        case .single: "Tap \(times) times, one tap at a time"
        case .double: "Tap twice in quick succession, \(times) times"
        case .hold: "Press and hold until it counts as held for you, \(times) times"
        case .stroke: "Swipe left, right, up or down, \(times) times"
        }
    }
}

/// The measurements of the touches of one person: the extremes, so that thresholds can admit every
/// touch.
struct HandMeasurements: Sendable {
    /// Whether a touch is measured, or why it is not; texts are for the user.
    enum Verdict: Equatable {
        case accepted(String)
        /// The first tap of two.
        case firstOfTwo
        case excluded(String)
    }

    /// The maximum time from the lift of the first tap of two to the landing of the second (ms).
    private static let maximumGapMs = 2_000.0
    /// The minimum duration of a touch by a hand, as in the daemon's recognition of taps (ms).
    private static let minimumDurationMs = TapThresholds().minimumDuration / .milliseconds(1)
    /// A touch that lands sooner after a lift, and within `bounceDistance`, is a bouncing finger
    /// (ms).
    private static let bounceMs = TapThresholds().minimumGap / .milliseconds(1)
    /// The maximum distance from a lift to the landing of a bouncing finger (mm).
    private static let bounceDistance = 5.0
    /// The minimum displacement of a swipe (mm).
    private static let minimumDisplacement = 5.0

    private(set) var tap: [MeasuredTouch] = []
    private(set) var doubleTap: [(first: MeasuredTouch, second: MeasuredTouch)] = []
    private(set) var press: [MeasuredTouch] = []
    private(set) var swipe: [MeasuredTouch] = []
    private var firstTap: MeasuredTouch?

    /// The number of times that the user has done a task.
    func count(of task: MeasuredTask) -> Int {
        switch task {
        case .single: tap.count
        case .double: doubleTap.count
        case .hold: press.count
        case .stroke: swipe.count
        }
    }

    /// Records a touch that was made for a task.
    mutating func receive(_ touch: MeasuredTouch, as task: MeasuredTask) -> Verdict {
        guard touch.fingers == 1 else {
            firstTap = nil
            return .excluded("\(touch.fingers) fingers")
        }
        guard touch.durationMs >= Self.minimumDurationMs else {
            return .excluded("it lasted \(Self.ms(touch.durationMs)): a ghost, or a bounce")
        }
        let (lasted, travel) = (Self.ms(touch.durationMs), Self.mm(touch.travel()))
        switch task {
        case .single:
            tap.append(touch)
            return .accepted("\(lasted), moved \(travel)")
        case .double: return receiveTapOfTwo(touch)
        case .hold:
            press.append(touch)
            return .accepted("\(lasted), moved \(travel)")
        case .stroke:
            guard touch.displacement.length >= Self.minimumDisplacement else {
                return .excluded("it went \(Self.mm(touch.displacement.length))")
            }
            swipe.append(touch)
            return .accepted("\(lasted), went \(Self.mm(touch.displacement.length))")
        }
    }

    private mutating func receiveTapOfTwo(_ touch: MeasuredTouch) -> Verdict {
        guard let first = firstTap else {
            firstTap = touch
            return .firstOfTwo
        }
        let gap = Self.gapMs(first, touch)
        guard gap <= Self.maximumGapMs else {
            firstTap = touch
            return .excluded(
                "the second tap came after \(Self.ms(gap)); this counts as a first one")
        }
        let apart = (touch.landing - first.lift).length
        guard gap >= Self.bounceMs || apart > Self.bounceDistance else {
            return .excluded("it came \(Self.ms(gap)) after the lift: a bounce")
        }
        firstTap = nil
        doubleTap.append((first, touch))
        return .accepted("\(Self.ms(gap)) between, \(Self.mm(apart)) apart")
    }

    /// The time from the lift of one touch to the landing of the next, in ms.
    static func gapMs(_ first: MeasuredTouch, _ second: MeasuredTouch) -> Double {
        Double(second.landedUs &- first.liftedUs) / 1_000
    }

    private static func ms(_ value: Double) -> String {
        "\(NumberText.decimal(value, places: 0)) ms"
    }

    private static func mm(_ value: Double) -> String {
        "\(NumberText.decimal(value, places: 1)) mm"
    }
}
