/// A recogniser of your own.
///
/// It gets the frames and the deadlines of one hand: the fingers of a zone from the first
/// landing until the zone is empty. It competes in its zone as the gestures of this library do: whoever
/// begins first wins, `alongside`, `waiting(for:)` and compositions count. Wrap it in a `CustomGesture`:
///
///     struct Knock: CustomRecognizer {
///         mutating func recognize(
///             _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
///         ) -> Recognition<Point> {
///             guard moment.cause == .lifted else { return .possible }
///             return moment.durationUs < 100_000 ? .ended(fingers[0].landing) : .failed
///         }
///     }
///
/// Where a zone keeps several hands apart (`Zone.hands(_:)`), each has a copy of its own. Once
/// that has ended or failed, it is asked no more until the next hand.
public protocol CustomRecognizer: Sendable {
    /// Its value.
    associatedtype Value

    /// How many fingers it takes; it gets no input of a hand with others. 1 to 5 by default.
    var fingers: ClosedRange<Int> { get }

    /// When it wants to be asked while fingers are down, though none moves; `nil`: never.
    ///
    /// A time that has passed already is ignored: return a later one.
    var nextDeadline: Timestamp? { get }

    /// A hand starts, or one more finger lands together with it: what was under way is over.
    mutating func start()

    /// Takes what the fingers did.
    ///
    /// - Parameters:
    ///   - moment: when, and what happened.
    ///   - fingers: the fingers of the hand, at least one, in the order of their slots.
    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Value>
}

extension CustomRecognizer {
    /// One to five.
    public var fingers: ClosedRange<Int> { 1...5 }

    /// Never.
    public var nextDeadline: Timestamp? { nil }

    /// Nothing to forget.
    public mutating func start() {}
}

/// What a recogniser makes of what the fingers did.
public enum Recognition<Value> {
    /// Nothing new: it may still become the gesture, or goes on as it was.
    case possible
    /// It begins. Where it waits for others it does so once they have failed.
    case began(Value)
    /// It has a new value; it begins where it has not.
    case changed(Value)
    /// It ends as it should; where it has not begun it is recognised at once, as a tap is.
    case ended(Value)
    /// It is not the gesture; where it has begun it is cancelled.
    case failed
}

/// When and why a recogniser is asked.
public struct RecognizerMoment: Sendable, Hashable {
    /// What happened.
    public enum Cause: Sendable, Hashable {
        /// Fingers landed: the first of the hand, or more that land together with it.
        case landed
        /// Fingers moved, or press otherwise.
        case moved
        /// Fingers lift. What has begun ends with this: with its last value, unless it fails.
        case lifted
        /// Its deadline has come.
        case deadline
    }

    /// What happened.
    public var cause: Cause
    /// When.
    public var time: Timestamp
    /// When the first finger of the hand landed.
    public var firstLanding: Timestamp

    /// Since the first finger of the hand landed, in microseconds.
    public var durationUs: Int64 { time.microseconds(since: firstLanding) }
}

/// A finger, as a recogniser sees it; lengths are millimetres.
public struct RecognizerFinger: Sendable, Hashable {
    /// The kernel's slot, 0 to 63: names the finger while it is down.
    public var slot: Int
    /// When it landed.
    public var landedAt: Timestamp
    /// Where it landed.
    public var landing: Point
    /// Where it is.
    public var position: Point
    /// In mm/s.
    public var velocity: Point
    /// 0 to 1; `nil` while the device has shown no force.
    public var force: Double?
    /// It lifts in this frame.
    public var isLifting: Bool
}

/// A gesture by a recogniser of your own.
public struct CustomGesture<Recognizer: CustomRecognizer>: Gesture {
    public typealias Value = Recognizer.Value
    public typealias Body = Never

    private let definition: CustomDefinition

    /// - Parameter recognizer: each hand starts with a copy of it.
    public init(_ recognizer: Recognizer) {
        definition = CustomDefinition(recognizer)
    }

    public func compiled() -> CompiledGesture<Recognizer.Value> {
        CompiledGesture(ConfiguredGesture(.custom(definition))) { node, report in
            CustomHandler(
                node: node, report: report, lane: report.lanes[node] as? CustomLane<Recognizer>)
        }
    }
}

/// Receives the events of a custom recogniser.
private final class CustomHandler<Recognizer: CustomRecognizer>: GestureHandler<Recognizer.Value> {
    private let node: Int
    private let report: GestureReport
    private let lane: CustomLane<Recognizer>?

    init(node: Int, report: GestureReport, lane: CustomLane<Recognizer>?) {
        self.node = node
        self.report = report
        self.lane = lane
    }

    override func phase() -> HandledPhase<Recognizer.Value> {
        let reading = report[node]
        switch reading.state {
        case .notStarted, .possible, .pressing, .silent: return .possible(nil)
        case .active, .ended:
            guard let value = lane?.value(reading.customValue) else { return .failed }
            return reading.state == .active ? .active(value) : .ended(value)
        case .failed: return .failed
        }
    }
}
