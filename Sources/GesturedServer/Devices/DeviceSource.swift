import SystemPackage

/// Where touch devices come from: the kernel and udev, or a test.
protocol DeviceSource {
    associatedtype Reader: DeviceReader

    /// Readable when `changes` has something to tell; `nil` where devices never come or go.
    var changesDescriptor: Int32? { get }

    /// Opens the node at `path`, whatever it is.
    func open(_ path: String) throws(Errno) -> Reader

    /// What the node at `path` goes by: `path` first, the node, and the links to it.
    func names(of path: String) -> [String]

    /// Whether nodes that udev does not call touchscreens are reported too, as `offered`.
    func offerOthers(_ wanted: Bool)

    /// Begins anew to watch for changes, where that failed; the descriptor is another then.
    func reopen() throws(Errno)

    /// The touchscreens that are there now.
    func present() throws(Errno) -> [DeviceNotice]

    /// What changed since it was asked last; empty where nothing did.
    ///
    /// - Throws: where it cannot be watched for any more, until `reopen`.
    func changes() throws(Errno) -> [DeviceNotice]
}
