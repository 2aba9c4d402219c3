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
    /// The classification of a touch, or why it is excluded.
    enum Verdict: Equatable {
        case taken(String)
        /// The first tap of two.
        case half
        case leftOut(String)
    }

    /// A second tap that lands later is not part of a double tap (ms).
    private static let longestGapMs = 2_000.0
    /// Shorter touches are not made by hands: the daemon does not recognise them as taps either
    /// (ms).
    private static let shortestMs = TapThresholds().minimumDuration / .milliseconds(1)
    /// A touch that lands sooner is a bouncing finger (ms) …
    private static let bounceMs = TapThresholds().minimumGap / .milliseconds(1)
    /// … if it lands within this distance (mm).
    private static let bounceDistance = 5.0
    /// A touch that moved less is not a swipe (mm).
    private static let shortestWay = 5.0

    private(set) var tap: [MeasuredTouch] = []
    private(set) var doubleTap: [(first: MeasuredTouch, second: MeasuredTouch)] = []
    private(set) var press: [MeasuredTouch] = []
    private(set) var swipe: [MeasuredTouch] = []
    private var firstTap: MeasuredTouch?

    /// The number of times that a task was done.
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
            return .leftOut("\(touch.fingers) fingers")
        }
        guard touch.durationMs >= Self.shortestMs else {
            return .leftOut("it lasted \(Self.ms(touch.durationMs)): a ghost, or a bounce")
        }
        let (lasted, travel) = (Self.ms(touch.durationMs), Self.mm(touch.travel()))
        switch task {
        case .single:
            tap.append(touch)
            return .taken("\(lasted), moved \(travel)")
        case .double: return takeHalf(touch)
        case .hold:
            press.append(touch)
            return .taken("\(lasted), moved \(travel)")
        case .stroke:
            guard touch.way.length >= Self.shortestWay else {
                return .leftOut("it went \(Self.mm(touch.way.length))")
            }
            swipe.append(touch)
            return .taken("\(lasted), went \(Self.mm(touch.way.length))")
        }
    }

    private mutating func takeHalf(_ touch: MeasuredTouch) -> Verdict {
        guard let first = firstTap else {
            firstTap = touch
            return .half
        }
        let gap = Self.gapMs(first, touch)
        guard gap <= Self.longestGapMs else {
            firstTap = touch
            return .leftOut("the second tap came after \(Self.ms(gap)); this counts as a first one")
        }
        let apart = (touch.landing - first.lift).length
        guard gap >= Self.bounceMs || apart > Self.bounceDistance else {
            return .leftOut("it came \(Self.ms(gap)) after the lift: a bounce")
        }
        firstTap = nil
        doubleTap.append((first, touch))
        return .taken("\(Self.ms(gap)) between, \(Self.mm(apart)) apart")
    }

    /// From the lift of one touch to the landing of the next, in ms.
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
