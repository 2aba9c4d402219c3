/// The types of lines that carry a `seq`.
public enum LineType: String, Sendable, Hashable, CaseIterable {
    /// One event of a gesture.
    case gesture
    /// A touchscreen is present, or was added, removed or changed.
    case device
    /// The devices that are present have all been sent.
    case snapshotEnd = "snapshot_end"
    /// Somebody started to touch a screen, or nobody has for a while.
    case activity
    /// A frame changed a contact.
    case contact
    /// An event that is no gesture: see `HealthReport`.
    case health
    /// Lines were dropped because the client did not read them in time.
    case overflow

    /// The text of the line up to its `seq`.
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
