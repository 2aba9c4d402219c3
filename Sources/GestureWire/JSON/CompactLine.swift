/// A line in the form that most lines of the daemon have: an object of numbers, Booleans and plain
/// ASCII strings, without spaces. Its members are read in place, without tokens.
struct CompactLine {
    /// A member of a line.
    struct Member {
        /// The index of the value's first byte.
        fileprivate let start: Int
        /// The index after its last byte.
        fileprivate let end: Int
        /// The index of a number's decimal point, or of its end if it has none; 0 for other values.
        fileprivate let point: Int

        /// Whether the value is an integer of at most 18 characters, which cannot overflow.
        var isInteger: Bool { point == end && end &- start <= 18 }
    }

    private let base: UnsafeRawPointer
    private let end: Int

    /// `nil` unless the line begins with `{` and ends with `}`. Because the last byte is a brace,
    /// the byte after any other one can be read without a check for the end.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress, bytes.count > 1, bytes[0] == UInt8(ascii: "{"),
            bytes[bytes.count - 1] == UInt8(ascii: "}")
        else { return nil }
        self.base = base
        end = bytes.count
    }

    /// Calls `body` with the key and the value of each member until `body` returns false. Returns
    /// whether the whole line has this form; `JSONTokens` reads other lines.
    @inline(__always)
    func forEachMember(until body: (UInt64, Member) -> Bool) -> Bool {
        var index = 0
        var isWanted = true
        repeat {
            let name = index &+ 2
            var point = 0
            guard byte(at: index &+ 1) == UInt8(ascii: "\""), let nameEnd = endOfText(from: name),
                byte(at: nameEnd &+ 1) == UInt8(ascii: ":"),
                let valueEnd = endOfValue(from: nameEnd &+ 2, &point)
            else { return false }
            if isWanted {
                isWanted = body(
                    key(of: name, nameEnd),
                    Member(start: nameEnd &+ 2, end: valueEnd, point: point))
            }
            index = valueEnd
        } while byte(at: index) == UInt8(ascii: ",")
        return byte(at: index) == UInt8(ascii: "}") && index &+ 1 == end
    }

    /// The key of a name of at most 8 bytes: its bytes, of which the first is the lowest.
    @inline(__always)
    static func key(_ name: StaticString) -> UInt64 {
        var key: UInt64 = 0
        for index in 0..<name.utf8CodeUnitCount {
            key |= UInt64(name.utf8Start[index]) &<< (8 &* UInt64(index))
        }
        return key
    }

    /// Whether the value of `member` is this string.
    func holds(_ string: StaticString, _ member: Member) -> Bool {
        let count = string.utf8CodeUnitCount
        guard member.end &- member.start == count &+ 2 else { return false }
        var index = 0
        while index < count, byte(at: member.start &+ 1 &+ index) == string.utf8Start[index] {
            index &+= 1
        }
        return index == count
    }

    /// Whether the value of `member` is a string.
    func isString(_ member: Member) -> Bool {
        byte(at: member.start) == UInt8(ascii: "\"")
    }

    /// The value of `member` if it is an integer of at most 18 characters.
    func integer(_ member: Member) -> Int64? {
        guard member.isInteger else { return nil }
        return JSONNumber.integer(
            UnsafeRawBufferPointer(
                start: base + member.start, count: member.end &- member.start))
    }

    /// The index after a value that is neither an array nor an object.
    @inline(__always)
    private func endOfValue(from start: Int, _ point: inout Int) -> Int? {
        let first = byte(at: start)
        if first &- UInt8(ascii: "0") <= 9 || first == UInt8(ascii: "-") {
            return endOfNumber(from: start, first, &point)
        }
        if first == UInt8(ascii: "\"") { return endOfText(from: start &+ 1).map { $0 &+ 1 } }
        return endOfFlag(from: start)
    }

    @inline(__always)
    private func endOfNumber(
        from start: Int, _ first: UInt8, _ point: inout Int
    ) -> Int? {
        let whole = first == UInt8(ascii: "-") ? start &+ 1 : start
        point = endOfDigits(from: whole)
        guard point > whole, byte(at: whole) != UInt8(ascii: "0") || point == whole &+ 1 else {
            return nil
        }
        guard byte(at: point) == UInt8(ascii: ".") else { return point }
        let last = endOfDigits(from: point &+ 1)
        return last > point &+ 1 ? last : nil
    }

    @inline(__always)
    private func endOfDigits(from start: Int) -> Int {
        var index = start
        while byte(at: index) &- UInt8(ascii: "0") <= 9 { index &+= 1 }
        return index
    }

    @inline(never)
    private func endOfFlag(from start: Int) -> Int? {
        let keyword: StaticString = byte(at: start) == UInt8(ascii: "t") ? "true" : "false"
        var index = 0
        while index < keyword.utf8CodeUnitCount {
            guard byte(at: start &+ index) == keyword.utf8Start[index] else { return nil }
            index &+= 1
        }
        return start &+ index
    }

    /// The index of the closing quote; `nil` if the string is not plain ASCII.
    @inline(__always)
    private func endOfText(from start: Int) -> Int? {
        var index = start
        while index &+ 8 <= end {
            let word = UInt64(
                littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            // Each mask has bit 7 of every byte that matches. The lowest such bit is correct; a
            // borrow from it may set others above it.
            let quotes = Self.zeroBytes(word ^ 0x2222_2222_2222_2222)
            let backslashes = Self.zeroBytes(word ^ 0x5C5C_5C5C_5C5C_5C5C)
            let others = (word &- 0x2020_2020_2020_2020) | word
            let found = (quotes | backslashes | others) & 0x8080_8080_8080_8080
            if found != 0 {
                index &+= found.trailingZeroBitCount &>> 3
                return byte(at: index) == UInt8(ascii: "\"") ? index : nil
            }
            index &+= 8
        }
        while index < end, byte(at: index) &- 0x20 < 0x60, byte(at: index) != UInt8(ascii: "\\") {
            if byte(at: index) == UInt8(ascii: "\"") { return index }
            index &+= 1
        }
        return nil
    }

    @inline(__always)
    private static func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word
    }

    /// The key of the name in `start..<nameEnd`; 0 if the name is empty or longer than 8 bytes, or if
    /// no 8 bytes can be loaded from its start.
    @inline(__always)
    private func key(of start: Int, _ nameEnd: Int) -> UInt64 {
        let count = nameEnd &- start
        guard count > 0, count <= 8, start &+ 8 <= end else { return 0 }
        let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        let word = UInt64(
            littleEndian: base.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        return (word &<< shift) &>> shift
    }

    @inline(__always)
    private func byte(at index: Int) -> UInt8 {
        base.load(fromByteOffset: index, as: UInt8.self)
    }
}
