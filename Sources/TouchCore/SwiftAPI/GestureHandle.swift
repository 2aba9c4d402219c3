import Synchronization

/// Names a gesture for others of its list, without a word that could be misspelt.
///
///     let pinch = GestureHandle()
///     MagnifyGesture().handle(pinch)
///     DragGesture(fingers: 2).waiting(for: pinch)
public struct GestureHandle: Sendable, Hashable {
    private static let count = Atomic(0)

    /// The name that the gesture has.
    public let name: String

    /// A handle that no other is equal to.
    public init() {
        name = "gesture-\(Self.count.add(1, ordering: .relaxed).newValue)"
    }
}

extension Gesture {
    /// Gives it the name of a handle.
    public func handle(_ handle: GestureHandle) -> ListedGesture<Self> { named(handle.name) }

    /// Does not compete with these gestures of its list; holds both ways.
    public func alongside(_ handles: GestureHandle...) -> ListedGesture<Self> {
        ListedGesture(base: self) { gesture in
            guard case .named(let others) = gesture.simultaneous else { return }
            gesture.simultaneous = .named(others.union(handles.map(\.name)))
        }
    }

    /// Holds it back until these gestures of its list have failed.
    public func waiting(for handles: GestureHandle...) -> ListedGesture<Self> {
        ListedGesture(base: self) { $0.waitsFor.formUnion(handles.map(\.name)) }
    }
}

/// A value of a gesture, and where the gesture is with it.
public struct PhasedValue<Value> {
    /// Where the gesture is.
    public enum Phase: Sendable, Hashable {
        /// It has begun.
        case began
        /// It goes on.
        case changed
        /// It has ended as it should; of a tap or a swipe this alone comes.
        case ended
        /// It was cancelled; the value is its last.
        case cancelled(CancellationReason)
    }

    /// Where the gesture is.
    public var phase: Phase
    /// Its value.
    public var value: Value
}

extension PhasedValue: Sendable where Value: Sendable {}
extension PhasedValue: Equatable where Value: Equatable {}

extension GestureSurface {
    /// Adds a gesture, and gives its values as they come.
    ///
    ///     for await drag in surface.values(of: DragGesture()) { … }
    ///
    /// 256 wait at most; then the oldest is dropped, so read in time. Where the loop ends the gesture goes with
    /// its next event; where the surface ends, the loop does.
    public func values<Value: Sendable>(
        of gesture: some Gesture<Value>
    ) -> AsyncStream<PhasedValue<Value>> {
        let (stream, continuation) = AsyncStream<PhasedValue<Value>>.makeStream(
            bufferingPolicy: .bufferingNewest(256))
        let feed = ValueFeed(continuation)
        feed.surface = self
        feed.set = add {
            PhaseGesture(base: gesture) { feed.take($0, $1) }
        }
        return stream
    }
}

/// Hands values on to a stream, which ends with it.
private final class ValueFeed<Value: Sendable> {
    private let continuation: AsyncStream<PhasedValue<Value>>.Continuation
    weak var surface: GestureSurface?
    var set: GestureSurface.GestureSet?

    init(_ continuation: AsyncStream<PhasedValue<Value>>.Continuation) {
        self.continuation = continuation
    }

    deinit {
        continuation.finish()
    }

    func take(_ phase: PhasedValue<Value>.Phase, _ value: Value) {
        let result = continuation.yield(PhasedValue(phase: phase, value: value))
        guard case .terminated = result, let set else { return }
        surface?.remove(set)
    }
}
