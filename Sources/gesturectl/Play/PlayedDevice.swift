import GestureSettings
import InputDevices
import TouchRecordings

/// The part of a recorded touchscreen that is played: its touches.
///
/// Keys other than buttons, and movements of a pointer, are left out: a recording cannot type.
struct PlayedDevice: Sendable, Hashable {
    /// The buttons of `BTN_*`; other codes are keys of a keyboard.
    private static let buttons: ClosedRange<UInt16> = 0x100...0x15f
    /// `MSC_TIMESTAMP`: when the panel scanned, by its own clock.
    private static let scanTime = InputCode(type: InputEventType.msc, code: 0x05)

    /// The device that the kernel makes.
    let description: InputDevice

    /// - Parameter isForDaemon: whether gestured reads it, by its own name; otherwise it has the
    ///   name that gestured ignores.
    init(_ recorded: InputDevice, isForDaemon: Bool) {
        var device = recorded
        device.codes = recorded.codes.filter(Self.isPlayed)
        let name = recorded.name.isEmpty ? "Unnamed" : recorded.name
        let isIgnoredName = name == DeviceRule.performerName
        device.name =
            isForDaemon
            ? (isIgnoredName ? "\(name) for gestured" : name) : DeviceRule.performerName
        description = device
    }

    /// Whether events of a code are played.
    static func isPlayed(_ code: InputCode) -> Bool {
        switch code.type {
        case InputEventType.abs: code.code <= InputCode.maximumAbs
        case InputEventType.key: buttons.contains(code.code)
        case InputEventType.syn: code == .synReport || code == .synMTReport
        default: code == scanTime
        }
    }
}
