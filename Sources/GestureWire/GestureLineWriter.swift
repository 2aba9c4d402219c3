import TouchCore

/// Writes one line, piece by piece, into memory with room for all of it.
///
/// `LineBuffer` checks room and count for each piece; here the creator checks once for the whole
/// line and guarantees `limit`. Creators are `LineBuffer`, for one number (`Digits.room`), and
/// `GestureLineWriter`, for a line of members (`GestureLineBound`).
struct LineWriter {
    /// The position of the next byte.
    private(set) var end: UnsafeMutablePointer<UInt8>
    /// One past the last byte that may be written to.
    private let limit: UnsafeMutablePointer<UInt8>

    /// A writer to `room` bytes at `start`.
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
    mutating func append(utf8 bytes: UnsafeRawBufferPointer) {
        assert(end + bytes.count <= limit, "a line longer than the room of its writer")
        guard let source = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(end).copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    /// Appends an integer of at most 64 bits in decimal.
    mutating func append<Value: FixedWidthInteger>(integer value: Value) {
        assert(end + Digits.room <= limit, "a line longer than the room of its writer")
        end = Digits.write(UInt64(value.magnitude), to: Digits.writeSign(value < 0, to: end))
    }

    /// Appends a number as `LineBuffer` does.
    mutating func append(decimal value: Double, places: DecimalPlaces) {
        assert(end + Digits.room <= limit, "a line longer than the room of its writer")
        end =
            switch places {
            case .two: Digits.writeHundredths(value, to: end)
            case .four: Digits.writeTenThousandths(value, to: end)
            case .five: Digits.writeHundredThousandths(value, to: end)
            }
    }
}

/// Writes the body of one gesture's line: only members, each at most once.
///
/// The writer does not check for room: `GestureLineBound` is the sum of the maximum sizes of all
/// members (`GestureMember.widest`), and debug builds check that each is written at most once.
struct GestureLineWriter {
    private var line: LineWriter
    #if DEBUG
        private var written: UInt64 = 0
    #endif

    /// A writer of members to `line`.
    init(_ line: LineWriter) {
        self.line = line
    }

    /// The position of the next byte.
    var end: UnsafeMutablePointer<UInt8> { line.end }

    /// Appends the fragment of the line's gesture; the caller has reserved room for it in addition
    /// to the bound.
    mutating func append(fragment: UnsafeRawBufferPointer) {
        line.append(utf8: fragment)
    }

    /// Appends an integer member.
    mutating func append<Value: FixedWidthInteger>(_ member: GestureMember, _ value: Value) {
        recordWriting(of: member)
        line.append(member.prefix)
        line.append(integer: value)
    }

    /// Appends a decimal member.
    @inline(__always)
    mutating func append(_ member: GestureMember, decimal value: Double) {
        recordWriting(of: member)
        line.append(member.prefix)
        line.append(decimal: value, places: member.places)
    }

    /// Appends two decimal members.
    mutating func append(
        _ first: GestureMember, _ firstValue: Double, _ second: GestureMember,
        _ secondValue: Double
    ) {
        append(first, decimal: firstValue)
        append(second, decimal: secondValue)
    }

    /// Appends a member whose value is one of a fixed set of keywords.
    mutating func append<Keyword: WireKeyword>(_ member: GestureMember, keyword: Keyword) {
        recordWriting(of: member)
        line.append(keyword.wireMember)
    }

    /// Appends a member whose value is the name of a shape, no byte of which needs an escape.
    @inline(never)
    mutating func append(_ member: GestureMember, name: StrokeName) {
        recordWriting(of: member)
        line.append(member.prefix)
        name.forEachByte { byte in
            withUnsafeBytes(of: byte) { line.append(utf8: $0) }
        }
        line.append("\"")
    }

    private mutating func recordWriting(of member: GestureMember) {
        #if DEBUG
            let bit = UInt64(1) << UInt64(GestureMember.allCases.firstIndex(of: member) ?? 0)
            assert(written & bit == 0, "\(member) is written twice")
            written |= bit
        #endif
    }
}
