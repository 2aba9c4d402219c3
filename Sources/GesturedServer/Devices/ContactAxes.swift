import CEvdev
import GestureWire
import TouchCore
import TouchRecordings

/// What a device's axes say of a contact beside its place: how large it is.
struct ContactAxes {
    private let major: AxisRange?
    private let minor: AxisRange?

    init(of device: InputDevice) {
        major = device.axis(.absMTTouchMajor)
        minor = device.axis(.absMTTouchMinor)
    }

    /// The length of the contact's ellipse; `nil` where the device does not tell it.
    func major(of contact: cevdev_slot) -> ContactRecord.Extent? {
        major.map { extent(contact.touch_major, on: $0) }
    }

    /// The width of the contact's ellipse; `nil` where the device does not tell it.
    func minor(of contact: cevdev_slot) -> ContactRecord.Extent? {
        minor.map { extent(contact.touch_minor, on: $0) }
    }

    /// A coarse axis says nothing of millimetres, as for palms (docs/gestures/contacts.md).
    private func extent(_ raw: Int32, on axis: AxisRange) -> ContactRecord.Extent {
        let isLength = axis.resolution >= Self.leastResolution
        return ContactRecord.Extent(
            raw: raw, millimetres: isLength ? Double(raw) / Double(axis.resolution) : nil)
    }

    /// Units a millimetre.
    private static let leastResolution: Int32 = 5
}
