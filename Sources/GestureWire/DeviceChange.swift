/// Why a `device` line is sent.
public enum DeviceChange: String, Sendable, Hashable, CaseIterable {
    /// The device was present when the client connected.
    case present
    /// The device was added.
    case added
    /// The device was removed.
    case removed
    /// A property in its line changed.
    case changed
}
