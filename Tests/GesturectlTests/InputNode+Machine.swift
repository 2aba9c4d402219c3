import Foundation
import TouchTestSupport

@testable import gesturectl

extension InputNode {
    /// The input nodes of a machine with the given devices, whose files are written into `root`.
    static func machine(
        in root: TemporaryDirectory, _ devices: [(name: String, isTouchscreen: Bool)]
    ) throws -> [InputNode] {
        func write(_ text: String, _ path: String) throws {
            let file = URL(filePath: root.file(path))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        for (index, device) in devices.enumerated() {
            let node = "sys/class/input/event\(index)"
            try write(device.name + "\n", "\(node)/device/name")
            try write("13:\(64 + index)\n", "\(node)/dev")
            let property = device.isTouchscreen ? "ID_INPUT_TOUCHSCREEN" : "ID_INPUT_MOUSE"
            try write("E:\(property)=1\n", "run/udev/data/c13:\(64 + index)")
        }
        return InputNode.all(root: root.path)
    }
}
