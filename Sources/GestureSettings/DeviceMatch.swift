package import LinuxIO

/// Which devices a `DeviceRule` is for: all that is given must match; nothing given matches all.
package struct DeviceMatch: Sendable, Hashable {
    /// A pattern with `*`, `?` and `[…]` for the device's name.
    package var name: NamePattern?
    /// As USB and udev have it.
    package var vendor: UInt16?
    package var product: UInt16?
    /// A pattern for the node, or for a link to it; no recording matches one.
    package var path: NamePattern?

    package init(
        name: NamePattern? = nil, vendor: UInt16? = nil, product: UInt16? = nil,
        path: NamePattern? = nil
    ) {
        self.name = name
        self.vendor = vendor
        self.product = product
        self.path = path
    }

    /// Whether a device is one of these.
    ///
    /// - Parameter paths: its node and the links to it; none for a recording.
    package func matches(name: String, vendor: UInt16, product: UInt16, paths: [String]) -> Bool {
        if let pattern = self.name, !pattern.matches(name) { return false }
        if let wanted = self.vendor, vendor != wanted { return false }
        if let wanted = self.product, product != wanted { return false }
        guard let path else { return true }
        return paths.contains(where: path.matches)
    }
}
