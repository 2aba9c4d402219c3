/// What became of contacts that are no fingers.
extension GestureEngine {
    /// How much the device told that was refused.
    public var tally: ContactTally { filter.tally }

    /// A contact that was found to be stuck, each once; `nil` once all are told.
    ///
    /// Ask after each call that lets time go on: a contact whose slot lands anew is told no more.
    public mutating func takeStuck() -> StuckContact? { filter.takeStuck(fingers) }
}
