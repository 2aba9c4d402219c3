import GestureWire

extension LineQueue {
    /// What a line is: what head it gets, and whether it can be done without. Those of gestures last.
    enum Kind: UInt8 {
        /// A line without `seq`: hello or bye.
        case complete
        /// The answer to a request, which is never dropped; without `seq`.
        case reply
        case device
        case snapshotEnd
        case activity
        /// Dropped where there is no room, as `changed` is.
        case contact
        case health
        /// `id` is the number of lines that it tells of.
        case overflow
        case began
        /// Dropped where there is no room.
        case changed
        /// Ended or cancelled.
        case ended
        /// The `cancelled` that stands for lines which this queue lost.
        case brokenOff
    }
}

extension LineQueue.Kind {
    /// Whether a line of this kind has a `seq`.
    var isNumbered: Bool { self != .complete && self != .reply }

    /// Whether it is a step of a gesture.
    var isOfGesture: Bool { rawValue >= Self.began.rawValue }

    /// The head that a line of this kind gets; `nil` where it has no `seq`.
    var lineType: LineType? {
        switch self {
        case .complete, .reply: nil
        case .device: .device
        case .snapshotEnd: .snapshotEnd
        case .activity: .activity
        case .contact: .contact
        case .health: .health
        case .overflow: .overflow
        case .began, .changed, .ended, .brokenOff: .gesture
        }
    }
}
