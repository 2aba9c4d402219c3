/// Why a `device` line is sent.
public enum DeviceChange: String, Sendable, Hashable, CaseIterable {
    /// It was there when the client came.
    case present
    /// It came.
    case added
    /// It went.
    case removed
    /// What its line says of it changed.
    case changed
}
