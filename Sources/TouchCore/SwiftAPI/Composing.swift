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
        return CompiledGesture(ConfiguredGesture(definition)) { node, report in
            handler(
                node, report, first.makeHandler(node + 1, report),
                second.makeHandler(node + offset, report))
        }
    }
}

extension HandledPhase {
    /// Where a composition stands: as the engine says.
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
