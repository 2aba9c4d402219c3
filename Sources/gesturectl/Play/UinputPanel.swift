import CUinput
import Glibc
import InputDevices
import LinuxIO
import SystemPackage
import TouchCore

/// A touchscreen that frames can be written to.
protocol TouchPanel {
    /// Writes the events of a frame, with its `SYN_REPORT`.
    ///
    /// - Throws: `CommandError` if the panel no longer works.
    func write(_ frame: [InputEvent]) throws(CommandError)
}

/// A touchscreen of the kernel (uinput). It is unplugged when this object is released, or the
/// process ends.
final class UinputPanel: TouchPanel {
    private static let control = "/dev/uinput"
    /// The maximum length of a name, in bytes.
    private static let maximumName = 79

    /// The event node, such as `/dev/input/event7`.
    let node: String
    private let descriptor: Descriptor

    /// Plugs a touchscreen in.
    ///
    /// - Throws: exit status 66 if the kernel has no uinput, 77 without permission, 65 if the
    ///   kernel refuses the description.
    init(_ device: PlayedDevice) throws(CommandError) {
        let descriptor = try Self.opened()
        do throws(Errno) {
            try Self.describe(device.description, to: descriptor.number)
            node = try Self.node(of: descriptor.number)
        } catch {
            throw CommandError(
                .data,
                "the kernel refuses a touchscreen like \"\(escapedText(device.description.name))\"",
                error,
                advice: "Check the ranges of its axes in the recording (docs/recordings.md)")
        }
        self.descriptor = descriptor
    }

    func write(_ frame: [InputEvent]) throws(CommandError) {
        let events = frame.map { cuinput_event(type: $0.type, code: $0.code, value: $0.value) }
        let number = descriptor.number
        do throws(Errno) {
            _ = try systemCall { cuinput_write(number, events, events.count) }
        } catch {
            throw CommandError(.inputOutput, "cannot write to \(Self.control)", error)
        }
    }

    private static func opened() throws(CommandError) -> Descriptor {
        do throws(Errno) {
            return try Descriptor { open(control, O_WRONLY | O_CLOEXEC) }
        } catch {
            let isForbidden = error == .permissionDenied || error == .notPermitted
            throw CommandError(
                .noInput, "cannot open \(control)", error,
                advice: isForbidden
                    ? "Run it as root: who may write there may press everything on the screen"
                    : error == .tooManyOpenFiles
                        ? nil : "Load the kernel's module: sudo modprobe uinput")
        }
    }

    private static func describe(_ device: InputDevice, to number: Int32) throws(Errno) {
        for property in device.properties.sorted() {
            _ = try systemCall { cuinput_enable_property(number, property) }
        }
        for code in device.codes.sorted() where code.type != InputEventType.syn {
            _ = try systemCall { cuinput_enable(number, code.type, code.code) }
        }
        for (code, range) in device.axes.sorted(by: { $0.key < $1.key })
        where device.has(.abs(code)) {
            // Not `fuzz`: the kernel would smooth positions that it smoothed when they were
            // recorded.
            var axis = cuinput_axis(
                code: code, minimum: range.minimum, maximum: range.maximum,
                resolution: range.resolution)
            _ = try systemCall { cuinput_set_axis(number, &axis) }
        }
        _ = try systemCall {
            cuinput_create(
                number, FileName.cString(fitting(device.name)), device.bus, device.vendor,
                device.product, device.version)
        }
    }

    /// The beginning of a name that the kernel has room for.
    private static func fitting(_ name: String) -> String {
        var name = name
        // Not by characters: one may be longer, and the kernel refuses an empty name.
        while name.utf8.count > maximumName { name.unicodeScalars.removeLast() }
        return name
    }

    private static func node(of number: Int32) throws(Errno) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        _ = try systemCall { cuinput_system_name(number, &buffer, buffer.count) }
        let name = FileName.text(cString: buffer)
        let events = entries(of: "/sys/devices/virtual/input/\(name)").filter {
            $0.hasPrefix("event")
        }
        guard let event = events.first else { throw .noSuchFileOrDirectory }
        return "/dev/input/\(event)"
    }
}
