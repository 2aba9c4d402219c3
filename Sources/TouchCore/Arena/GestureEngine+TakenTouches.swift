/// Touches of several fingers, which a zone takes from the zones above it (`ZoneMask.several`).
extension GestureEngine {
    /// Takes the touches to which fingers are added, before these land.
    @inline(never)
    mutating func takeTouches(
        with landed: UInt64, jumped: UInt64, _ context: StepContext,
        into events: inout GestureEventBuffer
    ) {
        // From the lowest zone to the topmost: what a lower one takes, no other receives.
        for level in zones.zones.indices where zones.zones[level].mask == .several {
            for arena in zones.zones[level].arenas {
                let landing = zones.landing(in: arena) & landed
                guard landing != 0 else { continue }
                let touch = zones.arenas.read(arena) {
                    $0.touch(
                        with: landing, isJump: landing & jumped != 0, at: context.time,
                        fingers: fingers)
                }
                rejectTouch(touch, above: level, context, into: &events)
            }
        }
    }

    /// Takes the touch of an arena, if its zone takes touches and the arena has several fingers.
    mutating func takeTouch(
        of arena: Int, _ context: StepContext, into events: inout GestureEventBuffer
    ) {
        guard zones.hasMaskOfSeveral,
            let level = zones.zones.firstIndex(where: { $0.arenas.contains(arena) }),
            zones.zones[level].mask == .several
        else { return }
        rejectTouch(
            zones.arenas.read(arena) { $0.hand.fingers }, above: level, context,
            into: &events)
    }

    /// Rejects the fingers of a touch of several in the zones above a level.
    private mutating func rejectTouch(
        _ touch: UInt64, above level: Int, _ context: StepContext,
        into events: inout GestureEventBuffer
    ) {
        guard touch.nonzeroBitCount > 1 else { return }
        for other in zones.zones.indices where other > level {
            for arena in zones.zones[other].arenas {
                _ = zones.takeLanding(of: touch, in: arena)
                let taken = zones.fingers(in: arena) & touch
                guard taken != 0 else { continue }
                let first = events.count
                zones.arenas[arena].reject(
                    taken, .fingerAdded, context, fingers: fingers, into: &events)
                observe(.reject(.fingerAdded), arena, context, since: first, events)
            }
        }
    }
}

extension Arena {
    /// The fingers of the touch to which those that land are added, as slots. Palms are excluded,
    /// and so are held fingers if those that land are put aside.
    func touch(
        with landed: UInt64, isJump: Bool, at time: Timestamp, fingers: borrowing FingerTable
    ) -> UInt64 {
        let beside = landed | aside.fingers
        guard !putsAside(landed, isJump: isJump, at: time, fingers: fingers) else { return beside }
        let palms = restingPalms(beside: landed, at: time, fingers: fingers) | aside.palms
        return beside | hand.fingers & ~palms
    }
}
