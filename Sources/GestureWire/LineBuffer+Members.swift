/// Members with a comma before them.
extension LineBuffer {
    /// Appends `,"name":`.
    mutating func append<Member: WireMember>(_ member: Member) {
        Member.names.withStart(of: member.position) { append(utf8: $0) }
    }

    /// Appends the first member of an object, without a comma: `{"name":`.
    mutating func append<Member: WireMember>(first member: Member) {
        append("{")
        Member.names.withStart(of: member.position) {
            append(utf8: UnsafeRawBufferPointer(rebasing: $0.dropFirst()))
        }
    }

    mutating func append<Member: WireMember>(_ member: Member, _ value: Int) {
        append(member)
        append(integer: value)
    }

    mutating func append<Member: WireMember>(_ member: Member, _ value: Int64) {
        append(member)
        append(integer: value)
    }

    mutating func append<Member: WireMember>(_ member: Member, _ value: UInt64) {
        append(member)
        append(integer: value)
    }

    mutating func append<Member: WireMember>(_ member: Member, _ text: String) {
        append(member)
        append(string: text)
    }

    /// Appends a keyword.
    mutating func append<Member: WireMember, Keyword: RawRepresentable>(
        _ member: Member, keyword: Keyword
    ) where Keyword.RawValue == String {
        append(member, keyword.rawValue)
    }

    mutating func append<Member: WireMember>(
        _ member: Member, _ value: Double, places: DecimalPlaces
    ) {
        append(member)
        append(decimal: value, places: places)
    }

    mutating func append<Member: WireMember>(_ member: Member, _ flag: Bool) {
        append(member)
        append(flag ? "true" : "false")
    }
}
