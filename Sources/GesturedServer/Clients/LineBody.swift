/// All of a line that follows its `seq`.
struct LineBody {
    /// Good while nothing is told; until the end of the turn where they are lent.
    var bytes: UnsafeRawBufferPointer
    /// They lie in `LentBytes`, so that they need not be copied at once.
    var isLent = false
}
