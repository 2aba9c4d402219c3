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

    /// Lands the fingers that an arena has put aside, if one of them has moved; returns whether they
    /// landed.
    @inline(never)
    mutating func joinMovedAside(
        in arena: Int, _ context: StepContext, into events: inout GestureEventBuffer
    ) -> Bool {
        guard zones.arenas[arena].asideHaveMoved(fingers) else { return false }
        joinAside(in: arena, context, into: &events)
        return true
    }

    /// Lands the fingers that an arena has put aside: they join its hand. Held fingers that were far
    /// away when these landed are palms.
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
