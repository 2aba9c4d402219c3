/// Whether a device can be read.
public enum DeviceState: String, Sendable, Hashable, CaseIterable {
    /// It is being read.
    case open
    /// It cannot be read; its line contains the error.
    case error
}
