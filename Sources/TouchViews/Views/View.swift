/// A type with a touch area.
///
/// The modifiers below are SwiftUI's, with its names. They change the touch area and return the same
/// view; nothing is laid out or drawn, and there is no `body`.
@MainActor @preconcurrency
public protocol View {
    /// Its touch area.
    var touchView: UIView { get }
}

/// A reusable change of a view.
@MainActor @preconcurrency
public protocol ViewModifier {
    /// The type that `body(content:)` returns.
    associatedtype Body: View

    /// The view that it changes.
    typealias Content = ModifiedContent

    /// Changes `content`, and returns the result.
    func body(content: Content) -> Body
}

/// The view that a modifier changes.
public struct ModifiedContent: View {
    public let touchView: UIView
}

extension View {
    /// Applies a modifier.
    @discardableResult
    public func modifier(_ modifier: some ViewModifier) -> some View {
        modifier.body(content: ModifiedContent(touchView: touchView))
    }
}

/// Gestures.
extension View {
    /// Adds a gesture, which the gestures inside precede.
    ///
    /// - Parameters:
    ///   - gesture: the gesture to recognise.
    ///   - mask: whether it, and the gestures inside, receive fingers.
    @discardableResult
    public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        attached(gesture, .normal, mask)
    }

    /// Adds a gesture that can be disabled, and which the gestures inside precede.
    @discardableResult
    public func gesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
        attached(gesture, .normal, isEnabled ? .all : .subviews)
    }

    /// Adds a gesture with a name, which can be disabled.
    @discardableResult
    public func gesture<T: Gesture>(
        _ gesture: T, name: String, isEnabled: Bool = true
    ) -> some View {
        attached(gesture, .normal, isEnabled ? .all : .subviews, name)
    }

    /// Adds a recogniser with the API of UIKit.
    @discardableResult
    public func gesture(_ recognizer: UIGestureRecognizer) -> some View {
        touchView.addGestureRecognizer(recognizer)
        return self
    }

    /// Adds a gesture that precedes the gestures inside.
    @discardableResult
    public func highPriorityGesture<T: Gesture>(
        _ gesture: T, including mask: GestureMask = .all
    ) -> some View {
        attached(gesture, .high, mask)
    }

    /// Adds a gesture that can be disabled, and precedes the gestures inside.
    @discardableResult
    public func highPriorityGesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
        attached(gesture, .high, isEnabled ? .all : .subviews)
    }

    /// Adds a gesture with a name, which can be disabled and precedes the gestures inside.
    @discardableResult
    public func highPriorityGesture<T: Gesture>(
        _ gesture: T, name: String, isEnabled: Bool = true
    ) -> some View {
        attached(gesture, .high, isEnabled ? .all : .subviews, name)
    }

    /// Adds a gesture that continues beside any other.
    @discardableResult
    public func simultaneousGesture<T: Gesture>(
        _ gesture: T, including mask: GestureMask = .all
    ) -> some View {
        attached(gesture, .simultaneous, mask)
    }

    /// Adds a gesture that can be disabled, and continues beside any other.
    @discardableResult
    public func simultaneousGesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
        attached(gesture, .simultaneous, isEnabled ? .all : .subviews)
    }

    /// Adds a gesture with a name, which can be disabled and continues beside any other.
    @discardableResult
    public func simultaneousGesture<T: Gesture>(
        _ gesture: T, name: String, isEnabled: Bool = true
    ) -> some View {
        attached(gesture, .simultaneous, isEnabled ? .all : .subviews, name)
    }

    /// Calls `action` after `count` taps.
    @discardableResult
    public func onTapGesture(
        count: Int = 1, perform action: @escaping () -> Void
    ) -> some View {
        gesture(TapGesture(count: count).onEnded { action() })
    }

    /// Calls `action` after `count` taps, with the location of the last.
    @discardableResult
    public func onTapGesture(
        count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local,
        perform action: @escaping (CGPoint) -> Void
    ) -> some View {
        gesture(
            SpatialTapGesture(count: count, coordinateSpace: coordinateSpace)
                .onEnded { action($0.location) })
    }

    /// Calls `action` after a long press.
    ///
    /// - Parameters:
    ///   - minimumDuration: the minimum duration, in seconds.
    ///   - maximumDistance: the maximum movement until then, in points.
    ///   - action: called after the minimum duration.
    ///   - onPressingChanged: called with `true` at the landing, and with `false` after the minimum
    ///     duration, a movement or a lift.
    @discardableResult
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10,
        perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View {
        gesture(
            LongPressGesture(minimumDuration: minimumDuration, maximumDistance: maximumDistance)
                .onPressingChanged(onPressingChanged).onEnded { _ in action() })
    }

    /// Calls `action` after a long press; the older order of parameters.
    @discardableResult
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10,
        pressing: ((Bool) -> Void)?, perform action: @escaping () -> Void
    ) -> some View {
        onLongPressGesture(
            minimumDuration: minimumDuration, maximumDistance: maximumDistance, perform: action,
            onPressingChanged: pressing)
    }

    private func attached(
        _ gesture: some Gesture, _ priority: GestureAttachment.Priority, _ mask: GestureMask,
        _ name: String? = nil
    ) -> Self {
        let recognizer = AttachedRecognizer(gesture.node)
        recognizer.name = name
        touchView.attach(recognizer, priority, mask)
        return self
    }
}

/// The area in which fingers land.
extension View {
    /// Accepts fingers only in a shape within its rectangle.
    @discardableResult
    public func contentShape(_ shape: some Shape) -> some View {
        touchView.contentShape = { shape.contains($0, in: $1) }
        return self
    }

    /// Sets whether fingers land on it and its subviews. If not, they land on the view behind it.
    @discardableResult
    public func allowsHitTesting(_ enabled: Bool) -> some View {
        touchView.isUserInteractionEnabled = enabled
        return self
    }

    /// Sets whether its gestures, and those of its subviews, receive no fingers, although fingers
    /// still land on it.
    @discardableResult
    public func disabled(_ disabled: Bool) -> some View {
        touchView.isDisabled = disabled
        return self
    }

    /// If two overlap, the one with the greater value lies above.
    @discardableResult
    public func zIndex(_ value: Double) -> some View {
        touchView.zIndex = value
        return self
    }

    /// Gives it a name by which `.named(_:)` finds it.
    @discardableResult
    public func coordinateSpace(_ space: NamedCoordinateSpace) -> some View {
        touchView.coordinateSpaceName = space.name
        return self
    }

    /// Gives it a name by which `.named(_:)` finds it.
    @discardableResult
    public func coordinateSpace(name: some Hashable) -> some View {
        coordinateSpace(.named(name))
    }
}

/// A part of a rectangle.
public protocol Shape: Sendable {
    /// Whether a position is in the shape inscribed in `rect`; both in points.
    func contains(_ point: CGPoint, in rect: CGRect) -> Bool
}

/// The whole rectangle.
public struct Rectangle: Shape {
    /// The shape.
    public init() {}

    public func contains(_ point: CGPoint, in rect: CGRect) -> Bool { rect.contains(point) }
}

/// The ellipse that touches the sides of the rectangle.
public struct Ellipse: Shape {
    /// The shape.
    public init() {}

    public func contains(_ point: CGPoint, in rect: CGRect) -> Bool {
        guard rect.width > 0, rect.height > 0 else { return false }
        return hypot(
            (point.x - rect.midX) / (rect.width / 2), (point.y - rect.midY) / (rect.height / 2))
            <= 1
    }
}

/// The largest circle in the middle of the rectangle.
public struct Circle: Shape {
    /// The shape.
    public init() {}

    public func contains(_ point: CGPoint, in rect: CGRect) -> Bool {
        hypot(point.x - rect.midX, point.y - rect.midY) <= min(rect.width, rect.height) / 2
    }
}
