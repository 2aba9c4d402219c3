/// Has the value that holds it borrowed where it lies.
///
/// Swift hands a large value that is only read to a function as a copy on the stack: 928 bytes at
/// each call of a method of `Arena` that does not change it. A value whose layout is hidden, as that
/// of an existential is, has no such copy: it goes by its address. This is one, of nothing
/// (docs/decisions/0002-fixed-tables.md).
struct InPlace: Sendable {
    private let nothing: (any Sendable)? = nil
}
