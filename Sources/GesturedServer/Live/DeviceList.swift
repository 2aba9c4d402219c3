import GestureInspect
import Glibc
public import LinuxIO
import SystemPackage
import TouchCore
import TouchRecordings

/// The touch devices of this machine, for people to read (`--list-devices`).
///
/// Every event node is asked what it is, as udev would: a touchpad can be named too.
public enum DeviceList {
    /// Where the kernel's event nodes are.
    private static let directory = "/dev/input"

    /// Prints the table to standard output.
    ///
    /// - Throws: exit status 74 where standard output cannot be written; a closed pipe is quiet.
    public static func print() throws(DaemonError) {
        ProcessSetup.prepare()
        let source = EvdevSource(withoutMonitor: ())
        try writeToStandardOutput(table(of: source, paths: eventNodes(in: directory)))
    }

    /// The table of what is at `paths`, with its line feeds.
    static func table<Source: DeviceSource>(of source: Source, paths: [String]) -> String {
        var rows: [[String]] = []
        var refused: [String] = []
        for path in paths {
            do throws(Errno) {
                let reader = try source.open(path)
                defer { reader.close() }
                let device = reader.describe()
                if let what = kind(of: device) {
                    rows.append(row(path, device, what))
                }
            } catch {
                refused.append("\(escapedText(path)) cannot be opened: \(error.sentence)")
            }
        }
        let head = ["NODE", "IDS", "SIZE", "SLOTS", "KIND", "NAME"]
        let found = rows.isEmpty ? ["no touch device was found"] : lines([head] + rows)
        return (found + refused).map { $0 + "\n" }.joined()
    }

    /// The event nodes in `directory`, in the order of their numbers.
    static func eventNodes(in directory: String) -> [String] {
        let numbers = entries(of: directory).compactMap { name in
            name.hasPrefix("event") ? Int(name.dropFirst(5)) : nil
        }
        return numbers.sorted().map { "\(directory)/event\($0)" }
    }

    /// What a touch device is; `nil` for others.
    private static func kind(of device: InputDevice) -> String? {
        switch device.classification {
        case .touchscreen: "touchscreen"
        case .touchpad: "touchpad (only with --device)"
        case .pen where device.contactsBesidePen != nil: "pen and touchscreen (if udev says so)"
        case .pen where device.panel != nil: "pen (never taken)"
        default: nil
        }
    }

    private static func row(_ path: String, _ device: InputDevice, _ kind: String) -> [String] {
        let ids = [device.bus, device.vendor, device.product].map(hexadecimal)
        let surface = device.panel.map { Surface(panel: $0) }
        let size = surface.map { surface in
            let sides = [surface.width, surface.height].map { fixedDecimal($0, places: 0) }
            let mark = surface.sizeSource == .assumed ? " (assumed)" : ""
            return "\(sides[0]) x \(sides[1]) mm\(mark)"
        }
        return [
            escapedText(path), ids.joined(separator: ":"), size ?? "-",
            "\(max(device.slotCount, 1))", kind, escapedText(device.name),
        ]
    }

    /// The rows with their columns below each other; the last column is as long as it is.
    private static func lines(_ rows: [[String]]) -> [String] {
        let columns = rows.first?.count ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let padding = column == columns - 1 ? 0 : cell.1 - cell.0.count
                return cell.0 + String(repeating: " ", count: padding)
            }.joined(separator: "  ")
        }
    }
}
