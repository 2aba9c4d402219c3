import CLinux
import GestureSettings
import Glibc
import LinuxIO
import SystemPackage

/// An event node of this machine, as described by sysfs and udev's database, which all users can
/// read.
struct InputNode: Hashable {
    /// `event3`
    var node: String
    /// The name that the device reports.
    var name: String
    var vendor: UInt16 = 0
    var product: UInt16 = 0
    /// Links to it, as in `/dev/input/by-id`.
    var links: [String] = []
    /// udev's `ID_INPUT_TOUCHSCREEN`.
    var isTouchscreen = false
    /// udev's `ID_INPUT_TOUCHPAD`.
    var isTouchpad = false
    /// udev's record of the node, with the lines of `udevadm info`; `nil` if udev has none.
    var udevRecord: String?
    /// Whether the node has positions of contacts (ABS_MT_POSITION_X).
    var hasTouches = false
    /// Whether this user may read it; `nil` if the node does not exist.
    var isReadable: Bool?
    /// The group that may read it; `nil` if only root's group may.
    var group: String?
    /// Whether it is one of the daemon's devices.
    var isDaemonDevice = false
    /// Whether one program has grabbed it (EVIOCGRAB); false also if that is unknown.
    var isGrabbed = false

    /// `/dev/input/event3`
    var path: String { "/dev/input/\(node)" }

    /// `"ELAN Touch" (/dev/input/event3)`
    var description: String { "\"\(escapedText(name))\" (\(path))" }

    /// Bit of ABS_MT_POSITION_X (`linux/input-event-codes.h`).
    private static let positionBit = 0x35

    /// Every event node.
    ///
    /// - Parameter root: the root of the file system, for tests.
    static func all(root: String = "") -> [InputNode] {
        let links = Self.links(root: root)
        return entries(of: "\(root)/sys/class/input").filter { $0.hasPrefix("event") }
            .map { InputNode($0, links: links[$0] ?? [], root: root) }
            .sorted { ($0.node.count, $0.node) < ($1.node.count, $1.node) }
    }

    /// The links to each node, by its name, in the folders whose links a configuration may name.
    private static func links(root: String) -> [String: [String]] {
        var links: [String: [String]] = [:]
        for folder in ["/dev/input/by-path", "/dev/input/by-id"] {
            for name in entries(of: root + folder).sorted() {
                guard let target = resolvedPath("\(root)\(folder)/\(name)") else { continue }
                let node = target.split(separator: "/").last.map(String.init) ?? ""
                links[node, default: []].append("\(folder)/\(name)")
            }
        }
        return links
    }

    private init(_ node: String, links: [String], root: String) {
        self.node = node
        self.links = links
        let folder = "\(root)/sys/class/input/\(node)"
        name = Self.text(of: "\(folder)/device/name") ?? node
        vendor = Self.number(of: "\(folder)/device/id/vendor")
        product = Self.number(of: "\(folder)/device/id/product")
        hasTouches = Self.hasPositions(Self.text(of: "\(folder)/device/capabilities/abs") ?? "")
        if let number = Self.text(of: "\(folder)/dev"),
            let record = Self.text(of: "\(root)/run/udev/data/c\(number)")
        {
            udevRecord = record
            let lines = record.split(separator: "\n")
            isTouchscreen = lines.contains("E:ID_INPUT_TOUCHSCREEN=1")
            isTouchpad = lines.contains("E:ID_INPUT_TOUCHPAD=1")
        }
        if let file = FileDescription(root + path) {
            isReadable = access(FileName.cString(root + path), R_OK) == 0
            group = file.readers
        }
    }

    /// Whether the daemon ignores it with `configuration`.
    func isIgnored(by configuration: DaemonConfiguration) -> Bool {
        rules(of: configuration).compactMap(\.ignore).last ?? false
    }

    /// Whether the daemon grabs it with `configuration`.
    func isGrabbed(by configuration: DaemonConfiguration) -> Bool {
        rules(of: configuration).compactMap(\.grab).last ?? false
    }

    private func rules(of configuration: DaemonConfiguration) -> [DeviceRule] {
        configuration.deviceRules.filter {
            $0.match.matches(name: name, vendor: vendor, product: product, paths: [path] + links)
        }
    }

    /// Tests whether a program has grabbed the node, by grabbing it and releasing it at once.
    ///
    /// Called only if no touch is reported: other readers would miss a lift during the test.
    mutating func testGrab() {
        isGrabbed = clinux_is_grabbed(FileName.cString(path)) == 1
    }

    /// Whether a bitmap of axes has ABS_MT_POSITION_X. sysfs prints it as numbers of 64 bits, the
    /// highest first.
    static func hasPositions(_ bitmap: String) -> Bool {
        let words = bitmap.split(separator: " ").reversed().map { UInt64($0, radix: 16) ?? 0 }
        let (word, bit) = positionBit.quotientAndRemainder(dividingBy: UInt64.bitWidth)
        return words.indices.contains(word) && words[word] >> UInt64(bit) & 1 == 1
    }

    /// A number of four hexadecimal digits; 0 if the text is no such number.
    private static func number(of path: String) -> UInt16 {
        text(of: path).flatMap { UInt16($0, radix: 16) } ?? 0
    }

    /// The first 64 KiB of a file, without the line end; `nil` if it cannot be read.
    private static func text(of path: String) -> String? {
        guard let file = try? Descriptor({ open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }),
            let bytes = try? RegularFile.bytes(of: file, upTo: 1 << 16)
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
