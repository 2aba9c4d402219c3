/// Something that has a touch area.
///
/// The modifiers below are SwiftUI's, with its names. They change the touch area and return the same view;
/// nothing is laid out or drawn, and there is no `body`.
@MainActor @preconcurrency
public protocol View {
    /// Its touch area.
    var touchView: UIView { get }
}

/// A piece of behaviour that can be put on any view.
@MainActor @preconcurrency
public protocol ViewModifier {
    /// What it makes of a view.
    associatedtype Body: View

    /// The view that it is put on.
    typealias Content = ModifiedContent

    /// Adds what it adds to `content`.
    func body(content: Content) -> Body
}

/// The view that a modifier is put on.
public struct ModifiedContent: View {
    public let touchView: UIView
}

extension View {
    /// Puts a modifier on it.
    @discardableResult
    public func modifier(_ modifier: some ViewModifier) -> some View {
        modifier.body(content: ModifiedContent(touchView: touchView))
    }
}

/// Gestures.
extension View {
    /// Adds a gesture, behind those of what is inside.
    ///
    /// - Parameters:
    ///   - gesture: what to recognise.
    ///   - mask: whether it, and what is inside, receive fingers.
    @discardableResult
    public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        attached(gesture, .normal, mask)
    }

    /// Adds a gesture, behind those of what is inside, that can be left out.
    @discardableResult
    public func gesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
        attached(gesture, .normal, isEnabled ? .all : .subviews)
    }

    /// Adds a gesture with a name, that can be left out.
    @discardableResult
    public func gesture<T: Gesture>(
        _ gesture: T, name: String, isEnabled: Bool = true
    ) -> some View {
        attached(gesture, .normal, isEnabled ? .all : .subviews, name)
    }

    /// Adds a recogniser of UIKit's shape.
    @discardableResult
    public func gesture(_ recognizer: UIGestureRecognizer) -> some View {
        touchView.addGestureRecognizer(recognizer)
        return self
    }

    /// Adds a gesture that goes before those of what is inside.
    @discardableResult
    public func highPriorityGesture<T: Gesture>(
        _ gesture: T, including mask: GestureMask = .all
    ) -> some View {
        attached(gesture, .high, mask)
    }

    /// Adds a gesture that goes before those of what is inside, and can be left out.
    @discardableResult
    public func highPriorityGesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
        attached(gesture, .high, isEnabled ? .all : .subviews)
    }

    /// Adds a gesture with a name that goes before those of what is inside, and can be left out.
    @discardableResult
    public func highPriorityGesture<T: Gesture>(
        _ gesture: T, name: String, isEnabled: Bool = true
    ) -> some View {
        attached(gesture, .high, isEnabled ? .all : .subviews, name)
    }

    /// Adds a gesture that goes on beside any other.
    @discardableResult
    public func simultaneousGesture<T: Gesture>(
        _ gesture: T, including mask: GestureMask = .all
    ) -> some View {
        attached(gesture, .simultaneous, mask)
    }

    /// Adds a gesture that goes on beside any other, and can be left out.
    @discardableResult
    public func simultaneousGesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
        attached(gesture, .simultaneous, isEnabled ? .all : .subviews)
    }

    /// Adds a gesture with a name that goes on beside any other, and can be left out.
    @discardableResult
    public func simultaneousGesture<T: Gesture>(
        _ gesture: T, name: String, isEnabled: Bool = true
    ) -> some View {
        attached(gesture, .simultaneous, isEnabled ? .all : .subviews, name)
    }

    /// Calls `action` after so many taps.
    @discardableResult
    public func onTapGesture(
        count: Int = 1, perform action: @escaping () -> Void
    ) -> some View {
        gesture(TapGesture(count: count).onEnded { action() })
    }

    /// Calls `action` after so many taps, with the place of the last.
    @discardableResult
    public func onTapGesture(
        count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local,
        perform action: @escaping (CGPoint) -> Void
    ) -> some View {
        gesture(
            SpatialTapGesture(count: count, coordinateSpace: coordinateSpace)
                .onEnded { action($0.location) })
    }

    /// Calls `action` once a finger has been held.
    ///
    /// - Parameters:
    ///   - minimumDuration: how long it has to be held, in seconds.
    ///   - maximumDistance: how far it may move until then, in points.
    ///   - action: called once it was held.
    ///   - onPressingChanged: called with `true` at the landing, and with `false` once it was held, has
    ///     moved or lifts.
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

    /// Calls `action` once a finger has been held; the older order of parameters.
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

/// Where fingers land.
extension View {
    /// Takes fingers only in a shape of its rectangle.
    @discardableResult
    public func contentShape(_ shape: some Shape) -> some View {
        touchView.contentShape = { shape.contains($0, in: $1) }
        return self
    }

    /// Whether fingers land on it and on what it holds; else they land on what lies behind.
    @discardableResult
    public func allowsHitTesting(_ enabled: Bool) -> some View {
        touchView.isUserInteractionEnabled = enabled
        return self
    }

    /// Whether its gestures, and those of what it holds, receive nothing; fingers still land on it.
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

    /// Gives it a name that `.named(_:)` finds it by.
    @discardableResult
    public func coordinateSpace(_ space: NamedCoordinateSpace) -> some View {
        touchView.coordinateSpaceName = space.name
        return self
    }

    /// Gives it a name that `.named(_:)` finds it by.
    @discardableResult
    public func coordinateSpace(name: some Hashable) -> some View {
        coordinateSpace(.named(name))
    }
}

/// A part of a rectangle.
public protocol Shape: Sendable {
    /// Whether a place is in the shape that is drawn into `rect`; both in points.
    func contains(_ point: CGPoint, in rect: CGRect) -> Bool
}

/// All of it.
public struct Rectangle: Shape {
    /// The shape.
    public init() {}

    public func contains(_ point: CGPoint, in rect: CGRect) -> Bool { rect.contains(point) }
}

/// The ellipse that touches its sides.
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

/// The greatest circle in its middle.
public struct Circle: Shape {
    /// The shape.
    public init() {}

    public func contains(_ point: CGPoint, in rect: CGRect) -> Bool {
        hypot(point.x - rect.midX, point.y - rect.midY) <= min(rect.width, rect.height) / 2
    }
}
