import GestureWire

/// Which devices a `DeviceRule` is for: all that is given must match; nothing given matches all.
struct DeviceMatch: Sendable, Hashable {
    /// A pattern with `*`, `?` and `[…]` for the device's name.
    var name: NamePattern?
    /// As USB and udev have it.
    var vendor: UInt16?
    var product: UInt16?
    /// A pattern for the node, or for a link to it; no recording matches one.
    var path: NamePattern?

    /// Whether a device is one of these.
    ///
    /// - Parameter paths: its node and the links to it; none for a recording.
    func matches(name: String, vendor: UInt16, product: UInt16, paths: [String]) -> Bool {
        if let pattern = self.name, !pattern.matches(name) { return false }
        if let wanted = self.vendor, vendor != wanted { return false }
        if let wanted = self.product, product != wanted { return false }
        guard let path else { return true }
        return paths.contains(where: path.matches)
    }
}
