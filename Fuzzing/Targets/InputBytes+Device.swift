import TouchCore
import TouchRecordings

extension InputBytes {
    /// A touch device, with usual or unusual properties.
    mutating func touchDevice() -> InputDevice {
        let (kind, oddities) = (byte(), byte())
        var axes: [InputCode: AxisRange] = [
            .absX: AxisRange(minimum: 0, maximum: 6_880, fuzz: 2, resolution: 20),
            .absY: AxisRange(minimum: 0, maximum: 3_880, fuzz: 2, resolution: 20),
        ]
        if kind % 8 != 0 {
            axes[.absMTPositionX] = axes[.absX]
            axes[.absMTPositionY] = axes[.absY]
            axes[.absMTTrackingID] = AxisRange(minimum: 0, maximum: 65_535)
            axes[.absMTToolType] = AxisRange(minimum: 0, maximum: 2)
        }
        // A multitouch device without slots has protocol A.
        if kind % 8 > 1 {
            axes[.absMTSlot] = AxisRange(minimum: 0, maximum: [9, 0, 1, 63][Int(kind / 8 % 4)])
        }
        if kind % 8 == 2 { axes[.absMTDistance] = AxisRange(minimum: 0, maximum: 255) }
        if kind & 0x20 == 0 { axes[.absMTPressure] = AxisRange(minimum: 0, maximum: 1_023) }
        if kind & 0x40 != 0 {
            axes[.absMTTouchMajor] = AxisRange(minimum: 0, maximum: 1_023, resolution: 20)
        }
        for (bit, code) in [InputCode.absMTPositionX, .absMTPositionY, .absX, .absY].enumerated()
        where oddities & 1 << UInt8(bit) != 0 {
            axes[code] = AxisRange(
                minimum: number(), maximum: number(), fuzz: number(), resolution: number())
        }
        if oddities & 0x10 != 0 { axes[.absMTSlot]?.maximum = number() }
        var device = InputDevice(
            name: "Panel", bus: 3, properties: [InputProperty.direct],
            axes: Dictionary(uniqueKeysWithValues: axes.map { ($0.key.code, $0.value) }))
        if kind & 0x80 == 0 { device.codes.insert(.btnTouch) }
        if kind % 8 == 3 { device.codes.formUnion([.btnToolPen, .btnToolFinger]) }
        return device
    }
}
