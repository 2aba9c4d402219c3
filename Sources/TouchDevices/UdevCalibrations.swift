import LinuxIO
package import Logging
package import TouchCore

/// The calibrations of nodes from udev's rules (LIBINPUT_CALIBRATION_MATRIX).
///
/// One value per path: udev names nodes, and a user may name links to them.
package struct UdevCalibrations {
    private var texts: [String: String] = [:]

    /// No calibrations.
    package init() {}

    /// Records udev's calibration of the node at `path`; `nil` if udev has no calibration.
    ///
    /// Returns whether it has changed. Warns once of a text that is not a matrix.
    @discardableResult
    package mutating func record(_ text: String?, of path: String, _ logger: Logger) -> Bool {
        guard texts[path] != text else { return false }
        texts[path] = text
        guard let text, CalibrationMatrix(property: text) == nil else { return true }
        logger.warning(
            """
            \(escapedText(path)): its LIBINPUT_CALIBRATION_MATRIX is not a matrix: \
            "\(escapedText(text))"
              Give six numbers, as in "1 0 0 0 1 0", in the rule of udev that sets it
            """)
        return true
    }

    /// Forgets the node at `path`, which was removed.
    package mutating func forget(_ path: String) {
        texts[path] = nil
    }

    /// The matrix of a node with the names `names`; the identity if udev has no matrix.
    package func matrix(of names: [String]) -> CalibrationMatrix {
        let text = names.lazy.compactMap { texts[$0] }.first
        return text.flatMap { CalibrationMatrix(property: $0) } ?? .identity
    }
}

extension CalibrationMatrix {
    /// The matrix of udev's `LIBINPUT_CALIBRATION_MATRIX`: six numbers separated by spaces.
    ///
    /// `nil` for any other text, and for an invalid matrix.
    package init?(property text: String) {
        let fields = text.split { $0 == " " || $0 == "\t" }
        let numbers = fields.compactMap(Self.number)
        guard fields.count == 6, numbers.count == 6 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
        guard isInvertible else { return nil }
    }

    /// A decimal number: Swift would also accept `0x1p3`, `inf` and `nan`.
    private static func number(_ text: Substring) -> Double? {
        guard text.utf8.allSatisfy({ Array("0123456789+-.eE".utf8).contains($0) }) else {
            return nil
        }
        return Double(text)
    }
}
