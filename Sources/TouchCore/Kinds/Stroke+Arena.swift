/// Strokes whose shapes have several parts (`KindTraits.drawsParts`): between two parts they wait
/// without a finger.
extension Arena {
    /// Whether a stroke waits for the next part of a drawing.
    func awaitsPart(_ index: Int) -> Bool {
        guard arbiter[.drawsParts] & (1 << UInt64(index)) != 0 else { return false }
        return recognizers.strokes[recognizers.list[index].row].awaitsPart(after: hand)
    }

    /// Whether a drawing may still become a shape, and the hand of the queued gesture belongs to it.
    func continues(drawing index: Int, from waiting: WaitQueue.Entry) -> Bool {
        guard arbiter[.drawsParts] & states.candidates & (1 << UInt64(index)) != 0 else {
            return false
        }
        let row = recognizers.list[index].row
        return recognizers.strokes[row].continues(from: waiting.hand, with: hand)
    }

    /// Judges the drawings whose next part has not begun in time.
    mutating func endGaps(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        for index in SlotSequence(arbiter[.drawsParts]) {
            let row = recognizers.list[index].row
            guard recognizers.strokes[row].gapDeadline(after: hand) <= context.time else {
                continue
            }
            if let gesture = recognizers.strokes[row].endGap() {
                recognize(index, gesture, context, fingers: fingers, into: &events)
            }
        }
    }

    /// When `endGaps` must be called next; `never` if no stroke waits.
    var nextGapEnd: Timestamp {
        var earliest = Timestamp.never
        for index in SlotSequence(arbiter[.drawsParts]) {
            let row = recognizers.list[index].row
            earliest = min(earliest, recognizers.strokes[row].gapDeadline(after: hand))
        }
        return earliest
    }
}
