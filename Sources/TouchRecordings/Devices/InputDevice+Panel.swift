public import TouchCore

extension InputDevice {
    /// The device as a touch panel: the axes of its contacts.
    ///
    /// Positions are the multitouch axes if it has them, otherwise `ABS_X` and `ABS_Y`. `nil` if it
    /// has neither, or if the range of an axis is empty, as no position can then be computed.
    public var panel: Panel? {
        guard let (x, y) = positions(.absMTPositionX, .absMTPositionY) ?? positions(.absX, .absY)
        else { return nil }
        return Panel(
            x: x, y: y, pressure: usableAxis(.absMTPressure) ?? usableAxis(.absPressure),
            touchMajor: usableAxis(.absMTTouchMajor))
    }

    private func positions(_ x: InputCode, _ y: InputCode) -> (AxisRange, AxisRange)? {
        guard let x = axis(x), let y = axis(y), x.span > 0, y.span > 0 else { return nil }
        return (x, y)
    }

    private func usableAxis(_ code: InputCode) -> AxisRange? {
        guard let range = axis(code), range.minimum < range.maximum else { return nil }
        return range
    }
}
