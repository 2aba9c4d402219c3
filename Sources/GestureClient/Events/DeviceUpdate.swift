/// A touchscreen is present, or was added, removed or changed.
public struct DeviceUpdate: Sendable, Hashable {
    /// Why the line was sent.
    public struct Change: WireWord {
        /// The word on the wire.
        public let rawValue: String

        /// A word of the protocol, which this library need not know.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It was present when this client connected.
        public static let present = Change(rawValue: "present")
        /// It was added.
        public static let added = Change(rawValue: "added")
        /// It was removed.
        public static let removed = Change(rawValue: "removed")
        /// A property changed.
        public static let changed = Change(rawValue: "changed")
    }

    /// Why the line was sent.
    public let change: Change
    /// Its present state.
    public let device: TouchDevice
}

extension DeviceUpdate {
    init(_ members: LineMembers) throws(LineError) {
        change = try members.word("change")
        device = try TouchDevice(members.object("device"))
    }
}
