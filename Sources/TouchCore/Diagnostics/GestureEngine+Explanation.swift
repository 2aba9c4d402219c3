extension GestureEngine {
    /// From here on the engine explains why gestures do not come about, and allocates for it.
    ///
    /// To be asked for while nothing is on the glass; `takeExplanations` has the explanations.
    ///
    /// - Parameter configuration: the one that the engine has.
    public mutating func startExplaining(_ configuration: GestureConfiguration) {
        explainer = Explainer()
    }

    /// What did not come about in the contact sequences that have ended since the last call.
    public mutating func takeExplanations() -> [GestureExplanation] {
        guard let explainer else { return [] }
        defer { explainer.explanations = [] }
        return explainer.explanations
    }

    /// An arena is about to take a step.
    @inline(__always)
    func prepareExplanation(
        _ step: ArenaStep, _ arena: Int, _ context: StepContext, since first: Int
    ) {
        guard let explainer else { return }
        let look = ArenaLook(arena: arena, step: step, context: context, firstEvent: first)
        explainer.willTake(look, zones.arenas[arena], fingers: fingers)
    }

    /// An arena has taken a step.
    ///
    /// - Parameter first: the index of the step's first event.
    @inline(__always)
    func explain(
        _ step: ArenaStep, _ arena: Int, _ context: StepContext, since first: Int,
        _ events: borrowing GestureEventBuffer
    ) {
        guard explainer != nil else { return }
        explainStep(step, arena, context, since: first, events)
    }

    @inline(never)
    private func explainStep(
        _ step: ArenaStep, _ arena: Int, _ context: StepContext, since first: Int,
        _ events: borrowing GestureEventBuffer
    ) {
        let look = ArenaLook(arena: arena, step: step, context: context, firstEvent: first)
        explainer?.didTake(look, zones.arenas[arena], fingers: fingers, events)
    }
}
