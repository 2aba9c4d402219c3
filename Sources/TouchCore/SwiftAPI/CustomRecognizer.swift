/// A recogniser that a program defines.
///
/// It receives the frames and the deadlines of one hand: the fingers of a zone from the first
/// landing until the zone is empty. It competes in its zone like the gestures of this library: the
/// first to begin wins, and `alongside`, `waiting(for:)` and compositions apply. Wrap it in a
/// `CustomGesture`:
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
/// If a zone distinguishes several hands (`Zone.hands(_:)`), each has a copy of its own. Once the
/// copy has ended or failed, it is not called until the next hand.
public protocol CustomRecognizer: Sendable {
    /// Its value.
    associatedtype Value

    /// The accepted numbers of fingers; it receives no input of a hand with another number. 1 to 5
    /// by default.
    var fingers: ClosedRange<Int> { get }

    /// When it must be called while fingers are down, even if none moves; `nil` if never.
    ///
    /// A time that has passed already is ignored: return a later one.
    var nextDeadline: Timestamp? { get }

    /// Resets the state. Called at the first landing of a hand, and again when another finger lands
    /// together with the first.
    mutating func start()

    /// Handles an action of the fingers.
    ///
    /// - Parameters:
    ///   - moment: the time and the cause of the call.
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

    /// Does nothing.
    public mutating func start() {}
}

/// The result of a recogniser for an action of the fingers.
public enum Recognition<Value> {
    /// Nothing new: it may still begin, or it continues without a change.
    case possible
    /// It begins. If it waits for others, it begins once they have failed.
    case began(Value)
    /// It has a new value; it begins if it has not yet.
    case changed(Value)
    /// It ends; if it has not begun, it is recognised immediately, like a tap.
    case ended(Value)
    /// It fails; if it has begun, it is cancelled.
    case failed
}

/// When and why a recogniser is called.
public struct RecognizerMoment: Sendable, Hashable {
    /// The cause of the call.
    public enum Cause: Sendable, Hashable {
        /// Fingers landed: the first of the hand, or more that land together with it.
        case landed
        /// Fingers moved, or their force changed.
        case moved
        /// Fingers lift. A gesture that has begun ends with its last value, unless it fails.
        case lifted
        /// Its deadline has passed.
        case deadline
    }

    /// The cause of the call.
    public var cause: Cause
    /// The time of the call.
    public var time: Timestamp
    /// When the first finger of the hand landed.
    public var firstLanding: Timestamp

    /// The time since the first finger of the hand landed, in microseconds.
    public var durationUs: Int64 { time.microseconds(since: firstLanding) }
}

/// A finger of the hand; lengths are in millimetres.
public struct RecognizerFinger: Sendable, Hashable {
    /// The kernel's slot, 0 to 63: identifies the finger while it is down.
    public var slot: Int
    /// When it landed.
    public var landedAt: Timestamp
    /// The landing point.
    public var landing: Point
    /// The position.
    public var position: Point
    /// The velocity, in mm/s.
    public var velocity: Point
    /// The force, 0 to 1; `nil` while the device has reported no force.
    public var force: Double?
    /// Whether it lifts in this frame.
    public var isLifting: Bool
}

/// A gesture that a `CustomRecognizer` recognises.
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
                node: node, report: report,
                recognizer: report.copies[node] as? RecognizerCopy<Recognizer>)
        }
    }
}

/// Receives the events of a custom recogniser.
private final class CustomHandler<Recognizer: CustomRecognizer>: GestureHandler<Recognizer.Value> {
    private let node: Int
    private let report: GestureReport
    private let recognizer: RecognizerCopy<Recognizer>?

    init(node: Int, report: GestureReport, recognizer: RecognizerCopy<Recognizer>?) {
        self.node = node
        self.report = report
        self.recognizer = recognizer
    }

    override func phase() -> HandledPhase<Recognizer.Value> {
        let reading = report[node]
        switch reading.state {
        case .notStarted, .possible, .pressing, .silent: return .possible(nil)
        case .active, .ended:
            guard let value = recognizer?.value(reading.customValue) else { return .failed }
            return reading.state == .active ? .active(value) : .ended(value)
        case .failed: return .failed
        }
    }
}
