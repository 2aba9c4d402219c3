/// A touchscreen is there, came, went or changed.
public struct DeviceUpdate: Sendable, Hashable {
    /// Why it is told.
    public struct Change: WireWord {
        /// The word as it stands in lines.
        public let rawValue: String

        /// A word of the protocol, known here or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It was there when this client came.
        public static let present = Change(rawValue: "present")
        /// It came.
        public static let added = Change(rawValue: "added")
        /// It went.
        public static let removed = Change(rawValue: "removed")
        /// Something of it changed.
        public static let changed = Change(rawValue: "changed")
    }

    /// Why it is told.
    public let change: Change
    /// What it is now.
    public let device: TouchDevice
}

extension DeviceUpdate {
    init(_ members: LineMembers) throws(LineError) {
        change = try members.word("change")
        device = try TouchDevice(members.object("device"))
    }
}
