/// What an arena was just given.
enum ArenaStep: Sendable {
    /// Fingers went on; `handChanges`: some land or lift in the same frame.
    case move(handChanges: Bool)
    /// A deadline.
    case fire
    case lift(UInt64)
    case reject(CancellationReason)
    case land(isJump: Bool)
    case clear(CancellationReason)
}

/// What holds for one look of an explainer at an arena.
struct ArenaLook: Sendable {
    let arena: Int
    let step: ArenaStep
    let moment: Moment
    /// The events before this one are not of this step.
    let firstEvent: Int
}
