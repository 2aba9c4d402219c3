public import TouchCore

extension Point {
    /// Whether both are equal except for rounding errors.
    public func isNear(_ other: Point, within tolerance: Double = 1e-6) -> Bool {
        (self - other).length <= tolerance * max(1, other.length)
    }
}

extension Double {
    /// Whether both are equal except for rounding errors.
    public func isNear(_ other: Double, within tolerance: Double = 1e-6) -> Bool {
        (self - other).magnitude <= tolerance * Swift.max(1, other.magnitude)
    }
}
