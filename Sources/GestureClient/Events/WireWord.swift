/// A word of the protocol.
///
/// Not an enum: a later daemon may send words that this library does not know; they are preserved.
public protocol WireWord: RawRepresentable, Sendable, Hashable, CustomStringConvertible
where RawValue == String {
    /// The word on the wire.
    init(rawValue: String)
}

extension WireWord {
    /// The word on the wire.
    public var description: String { rawValue }
}
