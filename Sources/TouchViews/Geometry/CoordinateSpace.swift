/// `CGFloat`, `CGPoint`, `CGSize`, `CGRect`, `Date` have these names in programs that import this
/// module, as with Apple's SwiftUI.
@_exported public import Foundation

/// The coordinate space of the locations in a gesture's values, in points.
///
/// Sendable although the name may have any type: it is only compared.
public enum CoordinateSpace: Hashable, @unchecked Sendable {
    /// From the top left of the window.
    case global
    /// From the top left of the view that has the gesture, at its position when the fingers landed,
    /// so that a view may follow its finger.
    case local
    /// From the top left of the nearest view around it with this name, at its position when the
    /// fingers landed; of the window if there is none.
    case named(AnyHashable)

    /// Whether it is the window's.
    public var isGlobal: Bool { self == .global }

    /// Whether it is the view's own.
    public var isLocal: Bool { self == .local }
}

/// The arguments that name a coordinate space: `.local`, `.global`, `.named(_:)`.
public protocol CoordinateSpaceProtocol {
    /// The space.
    var coordinateSpace: CoordinateSpace { get }
}

extension CoordinateSpace: CoordinateSpaceProtocol {
    public var coordinateSpace: CoordinateSpace { self }
}

/// The view's own space.
public struct LocalCoordinateSpace: CoordinateSpaceProtocol, Sendable {
    /// The space.
    public init() {}

    public var coordinateSpace: CoordinateSpace { .local }
}

/// The window's space.
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol, Sendable {
    /// The space.
    public init() {}

    public var coordinateSpace: CoordinateSpace { .global }
}

/// The space of a view that was given a name.
public struct NamedCoordinateSpace: CoordinateSpaceProtocol, Hashable, @unchecked Sendable {
    /// Only compared.
    let name: AnyHashable

    public var coordinateSpace: CoordinateSpace { .named(name) }
}

extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
    /// The view's own space.
    public static var local: LocalCoordinateSpace { LocalCoordinateSpace() }
}

extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace {
    /// The window's space.
    public static var global: GlobalCoordinateSpace { GlobalCoordinateSpace() }
}

extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
    /// The space of the nearest view around it with this name.
    public static func named(_ name: some Hashable) -> NamedCoordinateSpace {
        NamedCoordinateSpace(name: AnyHashable(name))
    }
}
