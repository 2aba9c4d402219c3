/// Stands for a gesture of a list, so that others refer to it without its name.
///
///     let pinch = GestureHandle()
///     try GestureSurface(panel: panel) {
///         SurfaceMagnifyGesture().handle(pinch)
///         SurfaceDragGesture().waiting(for: pinch)
///     }
///
/// A name that is misspelt is found when the gestures are added; a handle cannot be misspelt.
public struct GestureHandle: Sendable, Hashable {
    /// Makes it unequal to every other.
    private final class Identity: Sendable {}

    private let identity = Identity()

    /// A handle that no gesture has.
    public init() {}

    /// Whether both stand for the same gesture.
    public static func == (left: GestureHandle, right: GestureHandle) -> Bool {
        left.identity === right.identity
    }

    /// By its identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(identity))
    }
}

extension Gesture {
    /// Has others of its list refer to it by a handle.
    ///
    /// Where it has no name of its own, it is called after its kind, with a number: `magnify_1`. That does
    /// not put it before more general gestures, as a name does (``GesturePriority/narrow``).
    public func handle(_ handle: GestureHandle) -> ListedGesture<Self> {
        ListedGesture(base: self) { _, links in links.own.append(handle) }
    }

    /// Does not compete with the gestures of its list that have these handles; holds both ways.
    public func alongside(_ handles: GestureHandle...) -> ListedGesture<Self> {
        ListedGesture(base: self) { _, links in links.alongside += handles }
    }

    /// Holds it back until the gestures of its list with these handles have failed.
    public func waiting(for handles: GestureHandle...) -> ListedGesture<Self> {
        ListedGesture(base: self) { _, links in links.waitsFor += handles }
    }
}

/// The handles that a gesture has and refers to.
struct GestureLinks: Sendable {
    var own: [GestureHandle] = []
    var alongside: [GestureHandle] = []
    var waitsFor: [GestureHandle] = []
    /// A part of a composition has some, which count for nothing there.
    var areOfPart = false

    /// Whether the gesture has any.
    var isEmpty: Bool { own.isEmpty && alongside.isEmpty && waitsFor.isEmpty && !areOfPart }
}

/// Turns the handles of a list into names.
struct HandleNames {
    /// What each gesture is called that was given with a handle.
    private(set) var own: [GestureHandle: String] = [:]
    private let earlier: [GestureHandle: String]
    private var taken: Set<String>

    /// - Parameters:
    ///   - earlier: the handles of the gestures that are in the list already.
    ///   - taken: the names of these.
    init(earlier: [GestureHandle: String], taken: Set<String>) {
        self.earlier = earlier
        self.taken = taken
    }

    /// The gestures with names in the place of handles.
    ///
    /// - Throws: a handle that no gesture has, or two, or a part.
    mutating func resolve(_ entries: [GestureEntry]) throws(GestureFault) -> [GestureEntry] {
        taken.formUnion(entries.map(\.gesture.name))
        if let entry = entries.first(where: \.links.areOfPart) {
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
