/// Whether a device can be read.
public enum DeviceState: String, Sendable, Hashable, CaseIterable {
    /// It is being read.
    case open
    /// It cannot be; its line says why.
    case error
}
