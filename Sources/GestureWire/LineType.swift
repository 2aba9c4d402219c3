/// The types of lines that carry a `seq`.
public enum LineType: String, Sendable, Hashable, CaseIterable {
    /// One step in the life of one gesture.
    case gesture
    /// A touchscreen is there, came, went or changed.
    case device
    /// The devices that were there at the start have been told.
    case snapshotEnd = "snapshot_end"
    /// Somebody touches something, or nobody has for a while.
    case activity
    /// A frame changed a contact.
    case contact
    /// Something that is no gesture: see `HealthReport`.
    case health
    /// Lines were dropped that the client did not take in time.
    case overflow

    /// The line up to its `seq`.
    var head: StaticString {
        switch self {
        case .gesture: #"{"type":"gesture","seq":"#
        case .device: #"{"type":"device","seq":"#
        case .snapshotEnd: #"{"type":"snapshot_end","seq":"#
        case .activity: #"{"type":"activity","seq":"#
        case .contact: #"{"type":"contact","seq":"#
        case .health: #"{"type":"health","seq":"#
        case .overflow: #"{"type":"overflow","seq":"#
        }
    }
}
