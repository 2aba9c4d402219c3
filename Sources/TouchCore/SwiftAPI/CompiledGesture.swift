/// A gesture in the form that the engine uses, and the handler that receives its events.
///
/// Made by the gestures of this library; a gesture that a program defines uses that of its `body`.
public struct CompiledGesture<Value> {
    /// The gesture of the engine, as a configuration file would define it.
    var gesture: ConfiguredGesture
    /// Its handles in its list, and those to which it refers.
    var links = GestureLinks()
    /// Makes its handler, for a node of the list.
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
    /// - Parameter value: makes its value from an observation of the engine.
    init(
        _ definition: GestureDefinition,
        value: @escaping (NodeReading, GestureReport) -> Value
    ) {
        self.init(ConfiguredGesture(definition)) { node, report in
            LeafHandler(node: node, report: report, value: value)
        }
    }

    /// The number of its nodes.
    var nodeCount: Int { ZoneConfiguration.nodeCount(of: [gesture]) }

    /// The gesture with another handler.
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
public typealias AnyGesture<Value> = ErasedGesture<Value, CompiledGesture<Value>>

extension ErasedGesture: Gesture where Machine == CompiledGesture<Value> {
    /// The same gesture, without its type.
    public init<Base: Gesture>(_ gesture: Base) where Base.Value == Value {
        self.init { gesture.compiled() }
    }

    public func compiled() -> CompiledGesture<Value> { make() }
}

/// Modifiers of a gesture in its zone's list: its name, and its relation to other gestures. They
/// are members of the configuration.
///
/// A part of a composition accepts only a name: any other of these modifiers ends the program when
/// the part is added.
extension Gesture {
    /// Gives it a name of its own; without one it has that of its kind (`long_press`).
    public func named(_ name: String) -> ListedGesture<Self> {
        ListedGesture(base: self) { gesture, _ in gesture.name = name }
    }

    /// Does not compete with the gestures of its zone that have these names, nor they with it.
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

    /// Delays it until the gestures of its zone with these names have failed.
    public func waiting(for names: String...) -> ListedGesture<Self> {
        ListedGesture(base: self) { gesture, _ in gesture.waitsFor.formUnion(names) }
    }

    /// Disables it for this time after it has ended.
    public func cooldown(_ duration: Duration) -> ListedGesture<Self> {
        ListedGesture(base: self) { gesture, _ in gesture.cooldown = duration }
    }
}

/// A gesture with modifiers for the list of its zone.
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
    /// The composition of two gestures.
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
        whole.links.partHasHandles = !first.links.isEmpty || !second.links.isEmpty
        return whole
    }
}

extension HandledPhase {
    /// The phase of a composition, from the engine's state.
    static func of(_ state: NodeReading.State, value: Value?) -> HandledPhase {
        switch state {
        case .notStarted, .possible, .pressing, .silent: return .possible(value)
        // Not `value.map(HandledPhase.active)`: a case that is used as a function allocates.
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

extension MapGesture: Gesture where Base: Gesture {
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
