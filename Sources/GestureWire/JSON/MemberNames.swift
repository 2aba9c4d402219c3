/// A member of a type of line, or of an object in one. Writers and readers name it by its case.
///
/// The raw value is its name on the wire; the cases are in the order of the line.
package protocol WireMember: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    /// The names of all members, stored once.
    static var names: MemberNames { get }
}

extension WireMember {
    /// The index in `allCases`.
    var position: Int {
        // The cases of an enum without payloads are numbered in their order, in one byte; a single
        // case needs none.
        withUnsafeBytes(of: self) { $0.first.map(Int.init) ?? 0 }
    }
}

/// The names of the members of an object, for finding all of them in one pass.
package final class MemberNames: Sendable {
    private struct Slot {
        var key: UInt64 = 0
        /// The index of the name in `text`.
        var start: UInt16 = 0
        /// 0 if the slot is empty.
        var count: UInt8 = 0
        var position: UInt8 = 0
    }

    /// A hash table by key with linear probing; at least one slot is empty.
    private let slots: [Slot]
    /// Each name as the start of a member: `,"name":`.
    private let text: [UInt8]
    /// The index in `text` after each start of a member.
    private let ends: [Int]
    /// The number of names.
    package let count: Int

    /// The names of up to 127 members.
    package init<Member: WireMember>(of type: Member.Type) {
        let members = Member.allCases
        var slots = [Slot](repeating: Slot(), count: 128)
        var (text, ends): ([UInt8], [Int]) = ([], [])
        count = members.count
        precondition(count < slots.count, "too many members")
        for (position, member) in members.enumerated() {
            text.append(contentsOf: #",""#.utf8)
            let start = text.count
            text.append(contentsOf: member.rawValue.utf8)
            let key = text.withUnsafeBytes { JSONToken.key(of: $0, start..<$0.count) }
            var slot = Self.slot(of: key)
            while slots[slot].count != 0 { slot = (slot + 1) % slots.count }
            slots[slot] = Slot(
                key: key, start: UInt16(start), count: UInt8(text.count - start),
                position: UInt8(position))
            text.append(contentsOf: #"":"#.utf8)
            ends.append(text.count)
        }
        (self.slots, self.text, self.ends) = (slots, text, ends)
    }

    /// Calls `body` with the start of the member at `position`: `,"name":`.
    func withStart(of position: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        let start = position == 0 ? 0 : ends[position - 1]
        text.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<ends[position]])) }
    }

    @inline(__always)
    private static func slot(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 57)
    }

    /// For each of these members that the object at `object` has, sets `found` at the position of the
    /// member to the index of its first token. Other elements of `found` are left unchanged.
    func find(
        in tokens: UnsafeBufferPointer<JSONToken>, object: Int, of bytes: UnsafeRawBufferPointer,
        into found: UnsafeMutableBufferPointer<UInt32>
    ) {
        slots.withUnsafeBufferPointer { slots in
            let end = object &+ Int(tokens[object].size)
            var index = object &+ 1
            while index < end {
                let position = position(of: tokens[index], in: slots, bytes)
                if position >= 0, found[position] == 0 {
                    found[position] = UInt32(truncatingIfNeeded: index)
                }
                index &+= Int(tokens[index].size)
            }
        }
    }

    /// The position of the member that has the token's name; -1 if none has it.
    @inline(__always)
    private func position(
        of token: JSONToken, in slots: UnsafeBufferPointer<Slot>, _ bytes: UnsafeRawBufferPointer
    ) -> Int {
        let name = token.name
        if name.hasEscapes { return escapedPosition(of: name, bytes) }
        var index = Self.slot(of: token.key)
        while slots[index].count != 0 {
            if slots[index].key == token.key, Int(slots[index].count) == name.count,
                name.count <= 8 || isText(name, slots[index], bytes)
            {
                return Int(slots[index].position)
            }
            index = (index &+ 1) & (slots.count &- 1)
        }
        return -1
    }

    /// Whether two names of more than 8 bytes, whose keys are equal, are the same.
    @inline(__always)
    private func isText(
        _ name: JSONToken.Span, _ slot: Slot, _ bytes: UnsafeRawBufferPointer
    ) -> Bool {
        text.withUnsafeBytes { text in
            func isEqual(at offset: Int) -> Bool {
                text.loadUnaligned(fromByteOffset: Int(slot.start) &+ offset, as: UInt64.self)
                    == bytes.loadUnaligned(
                        fromByteOffset: Int(name.start) &+ offset, as: UInt64.self)
            }
            var offset = 0
            while offset &+ 8 <= name.count {
                guard isEqual(at: offset) else { return false }
                offset &+= 8
            }
            return isEqual(at: name.count &- 8)
        }
    }

    @inline(never)
    private func escapedPosition(of name: JSONToken.Span, _ bytes: UnsafeRawBufferPointer) -> Int {
        var name = JSONEscape.unescaped(UnsafeRawBufferPointer(rebasing: bytes[name.range]))
        return name.withUTF8 { name in
            slots.first { slot in
                slot.count == name.count && slot.count > 0
                    && text[Int(slot.start)..<Int(slot.start) + name.count].elementsEqual(name)
            }.map { Int($0.position) } ?? -1
        }
    }
}
