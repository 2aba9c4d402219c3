/// The copy of a custom recogniser in an arena. The type of the recogniser is erased, so that one
/// table has all of them.
class AnyRecognizerCopy {
    /// The result of a recogniser for an input.
    enum Action {
        case nothing, begin, change, end, fail
    }

    /// Whether the recogniser has begun, but the gesture waits until others have failed.
    final var isPending = false

    /// The mark of the newest value: its index among all values of this copy.
    var mark: Int { 0 }

    /// When the recogniser must be asked next; `nil` if only fingers matter.
    var nextDeadline: Timestamp? { nil }

    /// Called when a hand starts, and when more fingers join it while it lands.
    func start() {
        isPending = false
    }

    /// Asks the recogniser about an action of the fingers.
    func receive(_ moment: RecognizerMoment, fingers: Span<RecognizerFinger>) -> Action { .nothing }

    /// Drops all values except the newest.
    func trim() {}
}

/// The copy of a recogniser in an arena, and the values that it has reported since the last trim.
final class RecognizerCopy<Recognizer: CustomRecognizer>: AnyRecognizerCopy {
    private var recognizer: Recognizer
    private var values: ContiguousArray<Recognizer.Value> = []
    /// The mark of the first of `values`.
    private var firstMark = 0

    init(_ recognizer: Recognizer) {
        self.recognizer = recognizer
        values.reserveCapacity(64)
    }

    override var mark: Int { firstMark + max(values.count - 1, 0) }

    override var nextDeadline: Timestamp? { recognizer.nextDeadline }

    override func start() {
        super.start()
        recognizer.start()
    }

    override func receive(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Action {
        switch recognizer.recognize(moment, fingers: fingers) {
        case .possible: return .nothing
        case .began(let value):
            values.append(value)
            return .begin
        case .changed(let value):
            values.append(value)
            return .change
        case .ended(let value):
            values.append(value)
            return .end
        case .failed: return .fail
        }
    }

    override func trim() {
        guard values.count > 1 else { return }
        firstMark += values.count - 1
        values.removeSubrange(..<(values.count - 1))
    }

    /// The value with a mark; `nil` if it has been dropped.
    func value(_ mark: Int) -> Recognizer.Value? {
        let index = mark - firstMark
        return values.indices.contains(index) ? values[index] : nil
    }
}

extension CustomRecognizer {
    /// Creates the copy of the recogniser for an arena.
    func makeCopy() -> AnyRecognizerCopy { RecognizerCopy(self) }
}

/// Custom recognisers. The arena asks them at the same points as all other recognisers.
extension Arena {
    /// The copies of an arena, by node.
    var recognizerCopies: [Int: AnyRecognizerCopy] {
        var copies: [Int: AnyRecognizerCopy] = [:]
        for index in SlotSequence(arbiter[.custom]) { copies[index] = custom(index) }
        return copies
    }

    private func custom(_ index: Int) -> AnyRecognizerCopy {
        recognizers.customs[recognizers.list[index].row]
    }

    /// Asks each custom recogniser that is active or may still begin.
    mutating func stepCustoms(
        _ cause: RecognizerMoment.Cause, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let asked = (states.active | states.candidates) & arbiter[.custom]
        for index in SlotSequence(asked & ~arbiter.roots) {
            stepCustom(index, cause, context, fingers: fingers, into: &events)
        }
        for index in SlotSequence(asked & arbiter.roots | states.dirty) {
            if arbiter.compositions & (1 << UInt64(index)) != 0 {
                updateComposition(index, context, fingers: fingers, into: &events)
            } else {
                stepCustom(index, cause, context, fingers: fingers, into: &events)
            }
        }
    }

    /// Asks one recogniser about an action of the fingers.
    @inline(never)
    mutating func stepCustom(
        _ index: Int, _ cause: RecognizerMoment.Cause, lifted: UInt64 = 0, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let isOut = states.finished | states.outOfTurn
        guard isOut & (1 << UInt64(index)) == 0, !hand.isEmpty else { return }
        let custom = custom(index)
        collectCustomFingers(lifted: lifted, context, fingers: fingers)
        let moment = RecognizerMoment(
            cause: cause, time: context.time, firstLanding: hand.firstLanding)
        var action = custom.receive(moment, fingers: customFingers.span)
        if action == .nothing, custom.isPending { action = .begin }
        apply(action, index, custom, context, fingers: fingers, into: &events)
    }

    private mutating func apply(
        _ action: AnyRecognizerCopy.Action, _ index: Int, _ custom: AnyRecognizerCopy,
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let isPart = recognizers.list[index].isPart
        switch (action, states.isActive(index)) {
        case (.nothing, _): break
        case (.begin, true), (.change, true):
            change(index, context, fingers: fingers, into: &events)
        case (.begin, false), (.change, false):
            custom.isPending = !isPart && isBlocked(index, context, fingers: fingers)
            if !custom.isPending { begin(index, context, fingers: fingers, into: &events) }
        case (.end, true): end(index, context, fingers: fingers, into: &events)
        case (.end, false): recognizeCustom(index, context, fingers: fingers, into: &events)
        case (.fail, true): cancelOne(index, .failed, context, fingers: fingers, into: &events)
        case (.fail, false): fail(index)
        }
    }

    /// Recognises a gesture that ends without having begun.
    private mutating func recognizeCustom(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let gesture = RecognizedGesture(
            fingers: hand.count, position: fingers.centroid(of: hand.fingers),
            force: fingers.force(of: hand.fingers), landedAt: hand.firstLanding,
            since: hand.firstLanding, values: .custom)
        states.fail(1 << UInt64(index))
        recognize(index, gesture, context, fingers: fingers, into: &events)
        markDirty(index)
    }

    /// Asks a recogniser about a lift. An active gesture ends, if its recogniser has not ended or
    /// failed it.
    mutating func liftCustom(
        _ index: Int, _ lifted: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        stepCustom(index, .lifted, lifted: lifted, context, fingers: fingers, into: &events)
        guard states.isActive(index) else { return }
        end(index, context, fingers: fingers, into: &events)
    }

    /// The next time at which a custom recogniser must be asked.
    func nextCustomDeadline(after context: StepContext) -> Timestamp {
        guard !hand.isEmpty else { return .never }
        var earliest = Timestamp.never
        for index in SlotSequence((states.active | states.candidates) & arbiter[.custom]) {
            earliest = min(earliest, nextCustomDeadline(of: index, after: context))
        }
        return earliest
    }

    /// When one recogniser must be asked; `never` if that time has passed.
    func nextCustomDeadline(of index: Int, after context: StepContext) -> Timestamp {
        guard let due = custom(index).nextDeadline, due > context.time else { return .never }
        return due
    }

    /// Begins a pending gesture if it no longer waits for others.
    mutating func beginPending(
        custom index: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let custom = custom(index)
        guard custom.isPending, states.isCandidate(index), !hand.isEmpty,
            !isBlocked(index, context, fingers: fingers)
        else { return }
        custom.isPending = false
        begin(index, context, fingers: fingers, into: &events)
    }

    private mutating func collectCustomFingers(
        lifted: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) {
        customFingers.removeAll(keepingCapacity: true)
        for slot in SlotSequence(hand.fingers) {
            let bit: UInt64 = 1 << UInt64(slot)
            customFingers.append(
                RecognizerFinger(
                    slot: slot, landedAt: fingers.landedAt(slot),
                    landing: fingers.landing(ofSlot: slot),
                    position: fingers.position(ofSlot: slot),
                    velocity: fingers.velocity(of: bit, at: context.time),
                    force: context.forceSource == nil ? nil : fingers.force(of: bit),
                    isLifting: lifted & bit != 0))
        }
    }
}
