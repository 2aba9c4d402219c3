/// A gesture as the engine takes it, and the handler that receives its events.
///
/// Made by the gestures of this library; one of your own has it from its `body`.
public struct CompiledGesture<Value> {
    /// What the engine recognises: the same as a configuration file would give.
    var gesture: ConfiguredGesture
    /// The handles that it has in its list, and refers to.
    var links = GestureLinks()
    /// Makes its handler, for the node at a place of the list.
    let makeHandler: (_ node: Int, GestureReport) -> GestureHandler<Value>

    init(
        _ gesture: ConfiguredGesture,
        makeHandler: @escaping (_ node: Int, GestureReport) -> GestureHandler<Value>
    ) {
        self.gesture = gesture
        self.makeHandler = makeHandler
    }

    /// A gesture that is not a composition.
    ///
    /// - Parameter value: makes its value from what the engine reports.
    init(
        _ definition: GestureDefinition,
        value: @escaping (NodeReading, GestureReport) -> Value
    ) {
        self.init(ConfiguredGesture(definition)) { node, report in
            LeafHandler(node: node, report: report, value: value)
        }
    }

    /// How many nodes it takes.
    var nodeCount: Int { ZoneConfiguration.nodeCount(of: [gesture]) }

    /// The same with another handler.
    func handled<Other>(
        by handler: @escaping (GestureHandler<Value>, GestureReport) -> GestureHandler<Other>
    ) -> CompiledGesture<Other> {
        var handled = CompiledGesture<Other>(gesture) { node, report in
            handler(makeHandler(node, report), report)
        }
        handled.links = links
        return handled
    }
}

/// A gesture of any type whose values are `Value`.
public struct AnyGesture<Value>: Gesture {
    public typealias Body = Never

    private let base: CompiledGesture<Value>

    /// The same gesture, without its type.
    public init<Base: Gesture>(_ gesture: Base) where Base.Value == Value {
        base = gesture.compiled()
    }

    public func compiled() -> CompiledGesture<Value> { base }
}

/// What a gesture has in its zone's list: name, company, patience. The configuration's members.
///
/// A part of a composition takes a name alone: what else is said of it here ends the program when it is added.
extension Gesture {
    /// Gives it a name of its own; without one it has its kind's (`long_press`).
    public func named(_ name: String) -> ListedGesture<Self> {
        ListedGesture(base: self) { gesture, _ in gesture.name = name }
    }

    /// Does not compete with the gestures of its zone that have these names; holds both ways.
    public func alongside(_ names: String...) -> ListedGesture<Self> {
        ListedGesture(base: self) { gesture, _ in
            guard case .named(let others) = gesture.simultaneous else { return }
            gesture.simultaneous = .named(others.union(names))
        }
    }

    /// Competes with no gesture of its zone.
    public func alongsideAll() -> ListedGesture<Self> {
        ListedGesture(base: self) { gesture, _ in gesture.simultaneous = .all }
    }

    /// Holds it back until the gestures of its zone with these names have failed.
    public func waiting(for names: String...) -> ListedGesture<Self> {
        ListedGesture(base: self) { gesture, _ in gesture.waitsFor.formUnion(names) }
    }

    /// Silences it for this time after it has ended.
    public func cooldown(_ duration: Duration) -> ListedGesture<Self> {
        ListedGesture(base: self) { gesture, _ in gesture.cooldown = duration }
    }
}

/// A gesture with a place of its own in the list of its zone.
public struct ListedGesture<Base: Gesture>: Gesture {
    public typealias Value = Base.Value
    public typealias Body = Never

    let base: Base
    let change: @Sendable (inout ConfiguredGesture, inout GestureLinks) -> Void

    public func compiled() -> CompiledGesture<Base.Value> {
        var compiled = base.compiled()
        change(&compiled.gesture, &compiled.links)
        return compiled
    }
}

extension ListedGesture: Sendable where Base: Sendable {}

extension Gesture {
    /// What two gestures make together.
    func composed<First, Second, Whole>(
        _ rule: GestureComposition.Rule, _ first: CompiledGesture<First>,
        _ second: CompiledGesture<Second>,
        handler:
            @escaping (Int, GestureReport, GestureHandler<First>, GestureHandler<Second>) ->
            GestureHandler<Whole>
    ) -> CompiledGesture<Whole> {
        let definition = GestureDefinition.composition(
            GestureComposition(rule, [first.gesture, second.gesture]))
        let offset = 1 + first.nodeCount
        var whole = CompiledGesture<Whole>(ConfiguredGesture(definition)) { node, report in
            handler(
                node, report, first.makeHandler(node + 1, report),
                second.makeHandler(node + offset, report))
        }
        whole.links.areOfPart = !first.links.isEmpty || !second.links.isEmpty
        return whole
    }
}

extension HandledPhase {
    /// Where a composition stands, from the engine's state.
    static func of(_ state: NodeReading.State, value: Value?) -> HandledPhase {
        switch state {
        case .notStarted, .possible, .pressing, .silent: return .possible(value)
        // Not `value.map(HandledPhase.active)`: a case taken as a function allocates.
        case .active:
            guard let value else { return .possible(nil) }
            return .active(value)
        case .ended:
            guard let value else { return .failed }
            return .ended(value)
        case .failed: return .failed
        }
    }
}

extension Gesture {
    /// A gesture whose values are what `transform` makes of this one's.
    public func map<Other>(_ transform: @escaping (Value) -> Other) -> MapGesture<Self, Other> {
        MapGesture(base: self, transform: transform)
    }
}

/// A gesture with other values for the same fingers.
public struct MapGesture<Base: Gesture, Value>: Gesture {
    public typealias Body = Never

    let base: Base
    let transform: (Base.Value) -> Value

    public func compiled() -> CompiledGesture<Value> {
        let transform = transform
        return base.compiled().handled { base, _ in MapHandler(base, transform) }
    }
}

private final class MapHandler<Base, Value>: GestureHandler<Value> {
    private let base: GestureHandler<Base>
    private let transform: (Base) -> Value

    init(_ base: GestureHandler<Base>, _ transform: @escaping (Base) -> Value) {
        self.base = base
        self.transform = transform
    }

    override func phase() -> HandledPhase<Value> { base.phase().map(transform) }

    override func reset(_ reason: CancellationReason?) { base.reset(reason) }
}
