/// A reusable buffer of encoded lines, written without allocation.
///
/// A buffer is created with room for all that its owner writes between two calls of `removeAll()`.
/// A full buffer grows, which allocates, rather than drop bytes; with a well-chosen capacity this
/// does not happen in steady state.
public struct LineBuffer: ~Copyable {
    /// Allocated here, owned only by this value and freed in `deinit`; the first `count` bytes are
    /// initialised, and `count` never exceeds `capacity`. Every unsafe access below relies on this.
    private var storage: UnsafeMutablePointer<UInt8>

    /// The number of bytes that fit before the buffer has to grow.
    public private(set) var capacity: Int

    /// The number of bytes written since the last `removeAll()`.
    public private(set) var count = 0

    /// The number of lines that exceeded their bound and were omitted.
    public private(set) var overlongCount = 0

    /// An empty buffer with room for `capacity` bytes, at least one.
    public init(capacity: Int) {
        self.capacity = max(capacity, 1)
        storage = .allocate(capacity: self.capacity)
    }

    deinit {
        storage.deallocate()
    }

    /// Whether nothing has been written since the last `removeAll()`.
    public var isEmpty: Bool { count == 0 }

    /// Removes all bytes and keeps the capacity.
    public mutating func removeAll() {
        count = 0
    }

    /// Appends one byte as it is.
    public mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count &+= 1
    }

    /// Appends literal text as it is, without quotes or escapes.
    public mutating func append(_ text: StaticString) {
        precondition(text.hasPointerRepresentation, "a lone scalar goes through append(_: UInt8)")
        append(utf8: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends bytes as they are; the caller guarantees that they are UTF-8.
    public mutating func append(utf8 bytes: borrowing [UInt8]) {
        bytes.withUnsafeBytes { append(utf8: $0) }
    }

    /// Appends bytes as they are; the caller guarantees that they are UTF-8.
    ///
    /// `bytes` must not point into this buffer: growing would free them.
    public mutating func append(utf8 bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        UnsafeMutableRawPointer(storage + count)
            .copyMemory(from: source, byteCount: bytes.count)
        count &+= bytes.count
    }

    /// Calls `body` with all bytes written since the last `removeAll()`.
    ///
    /// The pointer is valid until `body` returns.
    public borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: storage, count: count))
    }

    /// Appends what `write` writes: at most `room` bytes.
    mutating func append(writing room: Int, _ write: (inout LineWriter) -> Void) {
        reserve(room)
        var writer = LineWriter(storage + count, room: room)
        write(&writer)
        count = writer.end - storage
    }

    /// Appends the members that `write` writes to a gesture's line. If they exceed `bound`, which
    /// is a bug, nothing is appended, the line is counted and the result is `false`.
    ///
    /// - Parameter fragment: the length in bytes of the gesture's fragment, which `bound` does not
    ///   include.
    mutating func append(
        _ bound: GestureLineBound, fragment: Int, _ write: (inout GestureLineWriter) -> Void
    ) -> Bool {
        reserve(bound.upperBound &+ fragment)
        let start = storage + count
        var writer = GestureLineWriter(LineWriter(start, room: bound.upperBound &+ fragment))
        write(&writer)
        guard writer.end - start <= bound.room &+ fragment else {
            overlongCount &+= 1
            return false
        }
        count = writer.end - storage
        return true
    }

    private mutating func reserve(_ additional: Int) {
        if capacity &- count < additional {
            grow(by: additional)
        }
    }

    @inline(never)
    private mutating func grow(by additional: Int) {
        let larger = max(capacity * 2, count + additional)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.moveInitialize(from: storage, count: count)
        storage.deallocate()
        storage = moved
        capacity = larger
    }
}

extension LineBuffer {
    /// Appends an integer in decimal.
    public mutating func append(integer value: Int) {
        append(integer: Int64(value))
    }

    /// Appends an integer in decimal.
    public mutating func append(integer value: Int64) {
        append(writing: Digits.room) { $0.append(integer: value) }
    }

    /// Appends an integer in decimal.
    public mutating func append(integer value: UInt64) {
        append(writing: Digits.room) { $0.append(integer: value) }
    }

    /// Appends a number with at most `places` digits after the point: nearest, ties away from zero,
    /// without trailing zeros.
    ///
    /// Multiplies the magnitude by 10 to the power of `places` as a `Double`, and rounds the
    /// product, which is itself rounded to a `Double`, to the nearest integer, half up. So 0.125
    /// becomes 0.13, as does a value so near to it that the product is rounded to 12.5.
    ///
    /// JSON cannot represent all values: a value that rounds to zero is `0`, never `-0`; NaN is
    /// `0`; a value whose rounded product does not fit into an `Int64`, such as an infinity, becomes
    /// the nearest number that fits.
    public mutating func append(decimal value: Double, places: DecimalPlaces) {
        append(writing: Digits.room) { $0.append(decimal: value, places: places) }
    }
}

extension LineBuffer {
    /// Appends a quoted JSON string. Quotes, backslashes and control characters below U+0020 are
    /// escaped; everything else is UTF-8 as it is.
    ///
    /// Invalid UTF-8 became U+FFFD when the `String` was created.
    public mutating func append(string text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            // Most text has nothing to escape.
            if bytes.allSatisfy({
                $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }) {
                append(utf8: UnsafeRawBufferPointer(bytes))
            } else {
                for byte in bytes { appendEscaped(byte) }
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        case ..<0x20:
            append("\\u00")
            append(Self.hexadecimalDigit(byte >> 4))
            append(Self.hexadecimalDigit(byte & 0xF))
        default: append(byte)
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
    }
}
