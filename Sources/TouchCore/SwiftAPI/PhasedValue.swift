/// A value of a gesture, and the phase of the gesture.
public struct PhasedValue<Value> {
    /// The phase of a gesture.
    public enum Phase: Sendable, Hashable {
        /// It has begun.
        case began
        /// It continues with a new value.
        case changed
        /// It was recognised and has ended. A tap or a swipe has only this phase.
        case ended
        /// It was cancelled; the value is its last.
        case cancelled(CancellationReason)
    }

    /// The phase of the gesture.
    public var phase: Phase
    /// Its value.
    public var value: Value
}

extension PhasedValue: Sendable where Value: Sendable {}
extension PhasedValue: Equatable where Value: Equatable {}

extension GestureSurface {
    /// Adds a gesture, and returns its values as a sequence.
    ///
    ///     for await drag in try surface.values(of: SurfaceDragGesture()) { … }
    ///
    /// At most 256 values wait to be read; beyond that the oldest is dropped. If the loop ends, the
    /// gesture is removed at its next event. If the surface is destroyed, the loop ends.
    ///
    /// - Throws: an error for which a configuration file would be refused.
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

/// Passes values to a stream, which ends when this object is released.
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
