package import CEvdev
import LinuxIO
package import SystemPackage

/// The event node of a pen (`/dev/input/event*`), open for reading its proximity.
package struct EvdevPen: PenReader {
    package let descriptor: Int32

    /// Opens the node at `path`, and masks all events except those of tools.
    package init(opening path: String) throws(Errno) {
        descriptor = Int32(clamping: try requireSuccess(cevdev_pen_open(FileName.cString(path))))
    }

    package func read(
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int {
        try requireSuccess(cevdev_pen_read(descriptor, events.baseAddress, events.count))
    }

    package func tools() throws(Errno) -> UInt8 {
        UInt8(truncatingIfNeeded: try requireSuccess(cevdev_pen_tools(descriptor)))
    }

    package func close() {
        cevdev_pen_close(descriptor)
    }
}
