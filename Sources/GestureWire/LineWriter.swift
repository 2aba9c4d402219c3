/// Writes one line, piece by piece, into memory with room for all of it.
///
/// `LineBuffer` checks room and count for each piece; here the creator checks once for the whole
/// line and guarantees `limit`. Creators are `LineBuffer`, for one number (`Digits.room`), and
/// `GestureLineWriter`, for a line of members (`GestureLineBound`).
struct LineWriter {
    /// Where the next byte goes.
    private(set) var end: UnsafeMutablePointer<UInt8>
    /// One past the last byte that may be written to.
    private let limit: UnsafeMutablePointer<UInt8>

    /// A writer to `room` bytes at `start`.
    @inline(__always)
    init(_ start: UnsafeMutablePointer<UInt8>, room: Int) {
        end = start
        limit = start + room
    }

    /// Appends literal text as it is, without quotes or escapes.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        append(utf8: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends bytes as they are.
    @inline(__always)
    mutating func append(utf8 bytes: UnsafeRawBufferPointer) {
        assert(end + bytes.count <= limit, "a line longer than its writer was told")
        guard let source = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(end).copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    /// Appends an integer of 64 bits at most in decimal.
    @inline(__always)
    mutating func append<Value: FixedWidthInteger>(integer value: Value) {
        assert(end + Digits.room <= limit, "a line longer than its writer was told")
        end = Digits.write(UInt64(value.magnitude), to: Digits.writeSign(value < 0, to: end))
    }

    /// Appends two members with decimal values, as `append(decimal:places:)` does.
    ///
    /// - Parameters:
    ///   - firstName: everything before the first number; `secondName` before the second.
    ///   - places: digits after the point, of both.
    @inline(__always)
    mutating func append(
        _ firstName: StaticString, _ first: Double, _ secondName: StaticString, _ second: Double,
        places: DecimalPlaces
    ) {
        guard let pair = DecimalPair(first, second, scale: places.scale) else {
            append(firstName)
            append(decimal: first, places: places)
            append(secondName)
            append(decimal: second, places: places)
            return
        }
        append(firstName)
        append(pair.first, places: places)
        append(secondName)
        append(pair.second, places: places)
    }

    @inline(__always)
    private mutating func append(_ digits: SignedDigits, places: DecimalPlaces) {
        assert(end + Digits.room <= limit, "a line longer than its writer was told")
        end = digits.writeDecimal(places: places.count, to: end)
    }

    /// Appends a number as `LineBuffer` does.
    @inline(__always)
    mutating func append(decimal value: Double, places: DecimalPlaces) {
        assert(end + Digits.room <= limit, "a line longer than its writer was told")
        end =
            switch places {
            case .two: Digits.writeHundredths(value, to: end)
            case .four: Digits.writeTenThousandths(value, to: end)
            case .five: Digits.writeHundredThousandths(value, to: end)
            }
    }
}
