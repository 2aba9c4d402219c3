/// `CGFloat`, `CGPoint`, `CGSize`, `CGRect`, `Date` come with these names, as they do with Apple's.
@_exported public import Foundation

/// What places of a gesture's values are measured in; all in points.
///
/// Sendable although the name may be of any type: it is only compared.
public enum CoordinateSpace: Hashable, @unchecked Sendable {
    /// From the top left of the window.
    case global
    /// From the top left of the view that has the gesture, where that was when the fingers landed: so a
    /// view may follow its finger.
    case local
    /// From the top left of the nearest view around it with this name, where that was at the landing; of
    /// the window where there is none.
    case named(AnyHashable)

    /// Whether it is the window's.
    public var isGlobal: Bool { self == .global }

    /// Whether it is the view's own.
    public var isLocal: Bool { self == .local }
}

/// What can be given where a coordinate space is wanted: `.local`, `.global`, `.named(_:)`.
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
