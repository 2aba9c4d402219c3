/// How many fingers a gesture takes: a number, or a range of them.
public protocol FingerCount {
    /// From the fewest to the most.
    var fingers: ClosedRange<Int> { get }
}

extension Int: FingerCount {
    /// So many and no others.
    public var fingers: ClosedRange<Int> { self...self }
}

extension ClosedRange<Int>: FingerCount {
    public var fingers: ClosedRange<Int> { self }
}
