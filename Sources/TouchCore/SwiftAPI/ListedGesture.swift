/// What a gesture has in its zone's list: name, company, patience. The configuration's members.
///
/// Of a part of a composition the name alone counts.
extension Gesture {
    /// Gives it a name of its own; without one it has its kind's (`long_press`).
    public func named(_ name: String) -> ListedGesture<Self> {
        ListedGesture(base: self) { $0.name = name }
    }

    /// Does not compete with the gestures of its zone that have these names; holds both ways.
    public func alongside(_ names: String...) -> ListedGesture<Self> {
        ListedGesture(base: self) { gesture in
            guard case .named(let others) = gesture.simultaneous else { return }
            gesture.simultaneous = .named(others.union(names))
        }
    }

    /// Competes with no gesture of its zone.
    public func alongsideAll() -> ListedGesture<Self> {
        ListedGesture(base: self) { $0.simultaneous = .all }
    }

    /// Holds it back until the gestures of its zone with these names have failed.
    public func waiting(for names: String...) -> ListedGesture<Self> {
        ListedGesture(base: self) { $0.waitsFor.formUnion(names) }
    }

    /// Silences it for so long after it has ended.
    public func cooldown(_ duration: Duration) -> ListedGesture<Self> {
        ListedGesture(base: self) { $0.cooldown = duration }
    }
}

/// A gesture with a place of its own in the list of its zone.
public struct ListedGesture<Base: Gesture>: Gesture {
    public typealias Value = Base.Value
    public typealias Body = Never

    let base: Base
    let change: (inout ConfiguredGesture) -> Void

    public func compiled() -> CompiledGesture<Base.Value> {
        var compiled = base.compiled()
        change(&compiled.gesture)
        return compiled
    }
}
