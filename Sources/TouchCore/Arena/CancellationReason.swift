/// Why a gesture was cancelled.
public enum CancellationReason: String, Sendable, Hashable, CaseIterable {
    /// A finger joined; the gesture had begun with fewer.
    case fingerAdded = "finger_added"
    /// Another gesture won.
    case lost
    /// A finger moved farther than the gesture allows.
    case tooFar = "too_far"
    /// The device called a finger of the gesture a palm.
    case palm
    /// A finger of the gesture turned out to be stuck.
    case stuck
    /// A part that a composition needs failed, after the composition had begun.
    case failed
    /// The device went away.
    case deviceRemoved = "device_removed"
    /// Events were lost; what the fingers did meanwhile is not known.
    case resynchronised
    /// A new configuration took over.
    case reloaded
    /// The client did not read in time.
    case overflow
    /// The daemon is ending.
    case shutdown
}
