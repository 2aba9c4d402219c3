/// Identifies a gesture of a list, so that others refer to it without its name.
///
///     let pinch = GestureHandle()
///     try GestureSurface(panel: panel) {
///         SurfaceMagnifyGesture().handle(pinch)
///         SurfaceDragGesture().waiting(for: pinch)
///     }
///
/// A misspelt name is an error when the gestures are added; a handle cannot be misspelt.
public struct GestureHandle: Sendable, Hashable {
    /// The identity of the handle.
    private final class Identity: Sendable {}

    private let identity = Identity()

    /// Creates a handle that no gesture has yet.
    public init() {}

    /// Whether both identify the same gesture.
    public static func == (left: GestureHandle, right: GestureHandle) -> Bool {
        left.identity === right.identity
    }

    /// Hashes the identity of the gesture.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(identity))
    }
}

extension Gesture {
    /// Gives it a handle, by which others of its list can refer to it.
    ///
    /// If it has no name of its own, it is named after its kind, with a number: `magnify_1`. Unlike
    /// a given name, this does not put it before more general gestures
    /// (``GesturePriority/narrow``).
    public func handle(_ handle: GestureHandle) -> ListedGesture<Self> {
        ListedGesture(base: self) { _, links in links.own.append(handle) }
    }

    /// Does not compete with the gestures of its list that have these handles, nor they with it.
    public func alongside(_ handles: GestureHandle...) -> ListedGesture<Self> {
        ListedGesture(base: self) { _, links in links.alongside += handles }
    }

    /// Delays it until the gestures of its list with these handles have failed.
    public func waiting(for handles: GestureHandle...) -> ListedGesture<Self> {
        ListedGesture(base: self) { _, links in links.waitsFor += handles }
    }
}

/// The handles of a gesture, and those to which it refers.
struct GestureLinks: Sendable {
    var own: [GestureHandle] = []
    var alongside: [GestureHandle] = []
    var waitsFor: [GestureHandle] = []
    /// Whether a part of a composition has handles, which are an error there.
    var partHasHandles = false

    /// Whether the gesture has any.
    var isEmpty: Bool { own.isEmpty && alongside.isEmpty && waitsFor.isEmpty && !partHasHandles }
}

/// Converts the handles of a list to names.
struct HandleNames {
    /// The name of each given gesture that has a handle.
    private(set) var own: [GestureHandle: String] = [:]
    private let earlier: [GestureHandle: String]
    private var taken: Set<String>

    /// - Parameters:
    ///   - earlier: the names of the gestures that the list already has, by their handles.
    ///   - taken: the names that the list already uses.
    init(earlier: [GestureHandle: String], taken: Set<String>) {
        self.earlier = earlier
        self.taken = taken
    }

    /// The gestures with names instead of handles.
    ///
    /// - Throws: if no gesture has a handle to which another refers, if two have the same handle,
    ///   or if a part of a composition has one.
    mutating func resolve(_ entries: [GestureEntry]) throws(GestureFault) -> [GestureEntry] {
        taken.formUnion(entries.map(\.gesture.name))
        if let entry = entries.first(where: \.links.partHasHandles) {
            throw GestureFault(
                """
                a part of \(entry.gesture.name) has a handle, or refers to one: give it to the whole \
                composition
                """)
        }
        var named: [GestureEntry] = []
        for entry in entries { named.append(try name(entry)) }
        for index in named.indices {
            let (links, name) = (named[index].links, named[index].gesture.name)
            named[index].gesture.waitsFor.formUnion(
                try find(links.waitsFor, "waiting(for:)", of: name))
            if case .named(let others) = named[index].gesture.simultaneous {
                let found = try find(links.alongside, "alongside", of: name)
                named[index].gesture.simultaneous = .named(others.union(found))
            }
        }
        return named
    }

    /// Gives a gesture with a handle a name that no other has.
    private mutating func name(_ entry: GestureEntry) throws(GestureFault) -> GestureEntry {
        guard !entry.links.own.isEmpty else { return entry }
        var entry = entry
        let kind = entry.gesture.kind.rawValue
        if entry.gesture.name == kind {
            let number = (1...).first { !taken.contains("\(kind)_\($0)") } ?? 1
            entry.gesture.name = "\(kind)_\(number)"
            taken.insert(entry.gesture.name)
        }
        for handle in entry.links.own {
            guard own[handle] == nil, earlier[handle] == nil else {
                throw GestureFault(
                    """
                    two gestures have one handle: give \(entry.gesture.name) a GestureHandle of its \
                    own
                    """)
            }
            own[handle] = entry.gesture.name
        }
        return entry
    }

    private func find(
        _ handles: [GestureHandle], _ member: String, of gesture: String
    ) throws(GestureFault) -> [String] {
        var names: [String] = []
        for handle in handles {
            guard let name = own[handle] ?? earlier[handle] else {
                throw GestureFault(
                    """
                    \(member) of \(gesture) has a handle that no gesture of its list has: add \
                    .handle(_:) to the one that is meant
                    """)
            }
            names.append(name)
        }
        return names
    }
}
