import GestureWire

/// The text that `write` makes of an empty buffer.
func text(capacity: Int = 512, _ write: (inout LineBuffer) -> Void) -> String {
    var buffer = LineBuffer(capacity: capacity)
    write(&buffer)
    return buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}
