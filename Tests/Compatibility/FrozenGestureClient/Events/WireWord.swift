/// A word of the protocol.
///
/// No enum: later daemons may say words that this library does not know, and those are kept.
public protocol WireWord: RawRepresentable, Sendable, Hashable, CustomStringConvertible
where RawValue == String {
    /// The word as it stands in lines.
    init(rawValue: String)
}

extension WireWord {
    /// The word as it stands in lines.
    public var description: String { rawValue }
}
