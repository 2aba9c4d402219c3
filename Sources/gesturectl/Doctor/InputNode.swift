import CLinux
import Glibc
import LinuxIO
import SystemPackage

/// An event node of this machine, as sysfs and udev's database describe it to everybody.
struct InputNode: Hashable {
    /// `event3`
    var node: String
    /// What the device calls itself.
    var name: String
    /// udev's `ID_INPUT_TOUCHSCREEN`.
    var isTouchscreen = false
    /// udev's `ID_INPUT_TOUCHPAD`.
    var isTouchpad = false
    /// The kernel has positions of contacts for it (ABS_MT_POSITION_X).
    var hasTouches = false
    /// One program has it for itself (EVIOCGRAB); false also where that cannot be seen.
    var isGrabbed = false

    /// `/dev/input/event3`
    var path: String { "/dev/input/\(node)" }

    /// `"ELAN Touch" (/dev/input/event3)`
    var description: String { "\"\(escapedText(name))\" (\(path))" }

    /// Bit of ABS_MT_POSITION_X (`linux/input-event-codes.h`).
    private static let positionBit = 0x35

    /// Every event node.
    ///
    /// - Parameter root: of the file system, for tests.
    static func all(root: String = "") -> [InputNode] {
        var nodes: [InputNode] = []
        guard let directory = opendir("\(root)/sys/class/input") else { return [] }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix("event") { nodes.append(InputNode(name, root: root)) }
        }
        return nodes.sorted { ($0.node.count, $0.node) < ($1.node.count, $1.node) }
    }

    private init(_ node: String, root: String) {
        self.node = node
        let folder = "\(root)/sys/class/input/\(node)"
        name = Self.text(of: "\(folder)/device/name") ?? node
        hasTouches = Self.hasPositions(Self.text(of: "\(folder)/device/capabilities/abs") ?? "")
        if let number = Self.text(of: "\(folder)/dev"),
            let record = Self.text(of: "\(root)/run/udev/data/c\(number)")
        {
            let lines = record.split(separator: "\n")
            isTouchscreen = lines.contains("E:ID_INPUT_TOUCHSCREEN=1")
            isTouchpad = lines.contains("E:ID_INPUT_TOUCHPAD=1")
        }
    }

    /// Looks whether somebody has it for themselves, by taking and giving it back at once.
    ///
    /// Only where nothing comes of it anyway: a lift that came just then would be lost to all others.
    mutating func lookForGrab() {
        isGrabbed = clinux_is_grabbed(path) == 1
    }

    /// Words of 64 bits, the highest first, as sysfs prints them.
    static func hasPositions(_ bitmap: String) -> Bool {
        let words = bitmap.split(separator: " ").reversed().map { UInt64($0, radix: 16) ?? 0 }
        let (word, bit) = positionBit.quotientAndRemainder(dividingBy: UInt64.bitWidth)
        return words.indices.contains(word) && words[word] >> UInt64(bit) & 1 == 1
    }

    /// The first 64 KiB of a file, without the line end; `nil` where it cannot be read.
    private static func text(of path: String) -> String? {
        guard let file = try? Descriptor({ open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }),
            let bytes = try? RegularFile.bytes(of: file, upTo: 1 << 16)
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
