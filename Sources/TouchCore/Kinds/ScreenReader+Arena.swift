/// Kinds that follow the fingers of a zone by themselves (`KindTraits.followsFingers`). The arena
/// passes them every landing, movement, lift and deadline, whatever other gestures do.
extension Arena {
    /// Fingers land, after the hand has received them.
    mutating func followLanding(
        _ landed: UInt64, isJump: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let lift = hand.lift(near: landed, fingers: fingers)
        for index in SlotSequence(followers) {
            recognizers.screenReaders[recognizers.list[index].row].land(
                landed, isJump: isJump, after: lift, fingers: fingers)
            recognizeFollowed(index, context, fingers: fingers, into: &events)
        }
    }

    /// Fingers move.
    @inline(__always)
    mutating func followMovement(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard arbiter[.followsFingers] != 0 else { return }
        moveFollowed(context, fingers: fingers, into: &events)
    }

    @inline(never)
    private mutating func moveFollowed(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        for index in SlotSequence(followers) {
            recognizers.screenReaders[recognizers.list[index].row].move(
                at: context.time, fingers: fingers)
            recognizeFollowed(index, context, fingers: fingers, into: &events)
        }
    }

    /// Fingers lift.
    mutating func followLift(
        _ index: Int, _ lifted: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        recognizers.screenReaders[recognizers.list[index].row].lift(
            lifted, at: context.time, fingers: fingers)
        recognizeFollowed(index, context, fingers: fingers, into: &events)
    }

    /// Fingers are rejected; `nil` if the hand is forgotten.
    mutating func followRejection(
        _ rejected: UInt64?, _ reason: CancellationReason, _ context: StepContext,
        fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        for index in SlotSequence(arbiter[.followsFingers]) {
            let row = recognizers.list[index].row
            if let rejected {
                recognizers.screenReaders[row].reject(rejected, reason)
            } else {
                recognizers.screenReaders[row].clear()
            }
            recognizeFollowed(index, context, fingers: fingers, into: &events)
        }
    }

    /// Fires what is due at `context`, even without a finger.
    mutating func fireFollowed(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        for index in SlotSequence(arbiter[.followsFingers]) {
            recognizers.screenReaders[recognizers.list[index].row].deadline(
                at: context.time, fingers: fingers)
            recognizeFollowed(index, context, fingers: fingers, into: &events)
        }
    }

    /// When `fireFollowed` must be called next.
    var nextFollowedDeadline: Timestamp {
        var earliest = Timestamp.never
        for index in SlotSequence(arbiter[.followsFingers]) {
            let row = recognizers.list[index].row
            earliest = min(earliest, recognizers.screenReaders.read(row) { $0.nextDeadline })
        }
        return earliest
    }

    /// Those that have seen every finger of the hand land.
    private var followers: UInt64 { arbiter[.followsFingers] & ~newcomers }

    private mutating func recognizeFollowed(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let row = recognizers.list[index].row
        while let gesture = recognizers.screenReaders[row].takeRecognized() {
            recognize(index, gesture, context, fingers: fingers, into: &events)
        }
    }
}

extension Recognizers {
    /// Why the last touch was not recognised by a kind that follows fingers; `nil` if it was, or may
    /// still be.
    func followedMiss(_ index: Int) -> GestureExplanation.Reason? {
        switch screenReaders.read(list[index].row, { $0.miss }) {
        case .fingers(let count): .fingers(count)
        case .landedLate: .landedLate
        case .apart: .apart
        case .threshold(let missed): .missed(missed)
        case .count(let count): .count(count, of: count + 1, nil)
        case .rejected(let reason): .rejected(reason)
        case nil: nil
        }
    }
}
