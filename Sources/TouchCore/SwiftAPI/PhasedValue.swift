/// A value of a gesture, and where the gesture is with it.
public struct PhasedValue<Value> {
    /// Where the gesture is.
    public enum Phase: Sendable, Hashable {
        /// It has begun.
        case began
        /// It goes on.
        case changed
        /// It has ended as it should. A tap or a swipe has only this phase.
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
    ///     for await drag in try surface.values(of: SurfaceDragGesture()) { … }
    ///
    /// 256 wait at most; then the oldest is dropped, so read in time. Where the loop ends the gesture goes with
    /// its next event; where the surface ends, the loop does.
    ///
    /// - Throws: what a configuration file would be refused for.
    public func values<Value: Sendable>(
        of gesture: some Gesture<Value>
    ) throws(GestureFault) -> AsyncStream<PhasedValue<Value>> {
        let (stream, continuation) = AsyncStream<PhasedValue<Value>>.makeStream(
            bufferingPolicy: .bufferingNewest(256))
        let feed = ValueFeed(continuation)
        feed.surface = self
        feed.set = try add {
            PhaseGesture(base: gesture) { feed.receive($0, $1) }
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

    func receive(_ phase: PhasedValue<Value>.Phase, _ value: Value) {
        let result = continuation.yield(PhasedValue(phase: phase, value: value))
        guard case .terminated = result, let set else { return }
        surface?.remove(set)
    }
}
