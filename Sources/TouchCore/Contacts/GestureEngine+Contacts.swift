/// What is known of contacts beside the gestures of fingers.
extension GestureEngine {
    /// The force of a sample, 0 to 1 of the calibrated range and unsmoothed; `nil` until the device has
    /// shown that it has any.
    ///
    /// - Parameters:
    ///   - pressure: on the device's axis.
    ///   - touchMajor: on the device's axis.
    public func force(pressure: Int32, touchMajor: Int32) -> Double? {
        guard let sensor = filter.sensor, sensor.isProven else { return nil }
        return sensor.share(pressure: pressure, touchMajor: touchMajor)
    }

    /// How much the device told that was refused.
    public var tally: ContactTally { filter.tally }

    /// A contact that was found to be stuck, each once; `nil` once all are told.
    ///
    /// Ask after each call that lets time go on: a contact whose slot lands anew is told no more.
    public mutating func takeStuck() -> StuckContact? { filter.takeStuck(fingers) }
}
