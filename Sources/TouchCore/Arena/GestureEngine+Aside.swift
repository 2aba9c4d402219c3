/// Fingers that land beside held ones.
extension GestureEngine {
    /// Puts fingers that land in an arena aside.
    mutating func putAside(
        _ landed: UInt64, in arena: Int, _ context: StepContext,
        into events: inout GestureEventBuffer
    ) {
        let first = events.count
        zones.arenas[arena].putAside(landed, context, fingers: fingers, into: &events)
        observe(.putAside, arena, context, since: first, events)
    }

    /// Lands the fingers of an arena that are aside in its hand, if one has moved; returns whether
    /// they landed.
    @inline(never)
    mutating func joinMovedAside(
        in arena: Int, _ context: StepContext, into events: inout GestureEventBuffer
    ) -> Bool {
        guard zones.arenas[arena].asideHaveMoved(fingers) else { return false }
        joinAside(in: arena, context, into: &events)
        return true
    }

    /// Lands the fingers of an arena that are aside in its hand. If that is far away, it was a palm.
    mutating func joinAside(
        in arena: Int, _ context: StepContext, into events: inout GestureEventBuffer
    ) {
        let palms = zones.arenas.read(arena) { $0.aside.palms & $0.hand.fingers }
        let landed = zones.arenas[arena].takeAside(fingers)
        guard landed != 0 else { return }
        rejectPalms(palms, in: arena, context, into: &events)
        let first = events.count
        zones.arenas[arena].landAside(landed, context, fingers: fingers, into: &events)
        observe(.land(isJump: false), arena, context, since: first, events)
        takeTouch(of: arena, context, into: &events)
    }
}
