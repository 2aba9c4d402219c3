import TouchCore
package import TouchRecordings

extension InputDevice {
    /// The panel of the workloads: 16384 × 9216 units of 31 a millimetre, pressure 0 to 255.
    package static func benchPanel(slots: Int) -> InputDevice {
        var device = InputDevice(
            name: "Bench Ten Point Touch", bus: 3, vendor: 0x0eef, product: 0x7200, version: 0x0210)
        let (x, y) = (AxisRange(upTo: 16_383), AxisRange(upTo: 9_215))
        let pressure = AxisRange(minimum: 0, maximum: 255)
        device.axes = [
            InputCode.absX.code: x, InputCode.absY.code: y, InputCode.absPressure.code: pressure,
            InputCode.absMTPositionX.code: x, InputCode.absMTPositionY.code: y,
            InputCode.absMTPressure.code: pressure,
            InputCode.absMTSlot.code: AxisRange(minimum: 0, maximum: Int32(clamping: slots) &- 1),
            InputCode.absMTTrackingID.code: AxisRange(minimum: 0, maximum: 65_535),
        ]
        device.properties = [InputProperty.direct]
        device.codes = [
            .synReport, .btnTouch, .absX, .absY, .absPressure, .absMTSlot, .absMTPositionX,
            .absMTPositionY, .absMTTrackingID, .absMTPressure,
        ]
        return device
    }
}

extension AxisRange {
    fileprivate init(upTo maximum: Int32) {
        self.init(minimum: 0, maximum: maximum, resolution: 31)
    }
}
