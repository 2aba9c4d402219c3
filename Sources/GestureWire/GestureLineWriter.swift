internal import TouchCore

/// Writes the body of one gesture's line: members alone, each at most once.
///
/// It looks after no room: that there is enough follows from `GestureMember`, which says how wide each
/// can be, and from each being written once, which debug builds look after.
struct GestureLineWriter {
    private var line: LineWriter
    #if DEBUG
        private var written: UInt64 = 0
    #endif

    /// Puts members where `line` writes to.
    @inline(__always)
    init(_ line: LineWriter) {
        self.line = line
    }

    /// Where the next byte goes.
    @inline(__always)
    var end: UnsafeMutablePointer<UInt8> { line.end }

    /// Appends the fragment of the line's gesture; the caller has made room for it beside the bound.
    @inline(__always)
    mutating func append(fragment: UnsafeRawBufferPointer) {
        line.append(utf8: fragment)
    }

    /// Appends a member that is an integer.
    @inline(__always)
    mutating func append<Value: FixedWidthInteger>(_ member: GestureMember, _ value: Value) {
        note(member)
        line.append(member.prefix)
        line.append(integer: value)
    }

    /// Appends a member that is a decimal number.
    @inline(__always)
    mutating func append(_ member: GestureMember, decimal value: Double) {
        note(member)
        line.append(member.prefix)
        line.append(decimal: value, places: member.places)
    }

    /// Appends two members that are decimal numbers with as many digits.
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

    /// Appends a member that is a word.
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
