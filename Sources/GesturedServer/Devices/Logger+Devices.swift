import GestureInspect
import GestureWire
import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchRecordings

extension Logger {
    /// Says that a device could not be taken from everyone else.
    func warnOfGrab(_ device: InputDevice, at path: String, _ error: Errno) {
        let reason =
            error == .resourceBusy
            ? """
            another program has grabbed it
              Nothing is heard of it until that program ends, or leaves it to gestured
            """
            : """
            \(error.sentence)
              Other programs go on hearing of its touches
            """
        warning(
            "\"\(escapedText(device.name))\" (\(escapedText(path))) cannot be grabbed: \(reason)")
    }

    /// Says what people may not expect of a device that is taken: that it is a touchpad, that it
    /// tells no size.
    func noteTaking(_ device: InputDevice, _ record: DeviceRecord) {
        let name = escapedText(device.name)
        if let reason = device.whyNoTouchscreen {
            notice("\"\(name)\" is taken though \(reason)")
        }
        if record.size == .assumed {
            let (width, height) = (record.width, record.height)
            notice(
                """
                "\(name)" tells no size that can be: \(fixedDecimal(width, places: 1)) x \
                \(fixedDecimal(height, places: 1)) mm is assumed (size_mm tells the true one)
                """)
        }
    }
}
