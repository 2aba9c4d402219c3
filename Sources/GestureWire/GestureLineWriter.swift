internal import TouchCore

/// Writes the body of one gesture's line: only members, each at most once.
///
/// It does not check for room. `GestureMember` bounds the size of each member and each is written
/// at most once, which debug builds check; `GestureLineBound` is the sum.
struct GestureLineWriter {
    private var line: LineWriter
    #if DEBUG
        private var written: UInt64 = 0
    #endif

    /// A writer of members to `line`.
    @inline(__always)
    init(_ line: LineWriter) {
        self.line = line
    }

    /// Where the next byte goes.
    @inline(__always)
    var end: UnsafeMutablePointer<UInt8> { line.end }

    /// Appends the fragment of the line's gesture; the caller has reserved room for it in addition
    /// to the bound.
    @inline(__always)
    mutating func append(fragment: UnsafeRawBufferPointer) {
        line.append(utf8: fragment)
    }

    /// Appends an integer member.
    @inline(__always)
    mutating func append<Value: FixedWidthInteger>(_ member: GestureMember, _ value: Value) {
        note(member)
        line.append(member.prefix)
        line.append(integer: value)
    }

    /// Appends a decimal member.
    @inline(__always)
    mutating func append(_ member: GestureMember, decimal value: Double) {
        note(member)
        line.append(member.prefix)
        line.append(decimal: value, places: member.places)
    }

    /// Appends two decimal members of the same precision.
    @inline(__always)
    mutating func append(
        _ first: GestureMember, _ firstValue: Double, _ second: GestureMember,
        _ secondValue: Double
    ) {
        note(first)
        note(second)
        assert(first.places == second.places, "a pair of two precisions")
        line.append(first.prefix, firstValue, second.prefix, secondValue, places: first.places)
    }

    /// Appends a member whose value is one of a fixed set of words.
    @inline(__always)
    mutating func append<Word: WireWord>(_ member: GestureMember, word: Word) {
        note(member)
        line.append(word.wireMember)
    }

    @inline(__always)
    private mutating func note(_ member: GestureMember) {
        #if DEBUG
            let bit = UInt64(1) << UInt64(GestureMember.allCases.firstIndex(of: member) ?? 0)
            assert(written & bit == 0, "\(member) is told twice")
            written |= bit
        #endif
    }
}
