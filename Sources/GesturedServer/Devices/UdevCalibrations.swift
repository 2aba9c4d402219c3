import LinuxIO
import Logging
import TouchCore

/// The calibration that udev's rules give each node.
struct UdevCalibrations {
    private var texts: [String: String] = [:]

    /// Takes note of what udev says of the node at `path`; `nil`: nothing.
    ///
    /// Returns whether it says something else than before. Warns of text that is no matrix, once.
    @discardableResult
    mutating func note(_ text: String?, of path: String, _ logger: Logger) -> Bool {
        guard texts[path] != text else { return false }
        texts[path] = text
        guard let text, CalibrationMatrix(property: text) == nil else { return true }
        logger.warning(
            """
            \(escapedText(path)): its LIBINPUT_CALIBRATION_MATRIX is no matrix: "\(escapedText(text))"
              Give six numbers, as in "1 0 0 0 1 0", in the rule of udev that sets it
            """)
        return true
    }

    /// Forgets the node at `path`, which went away.
    mutating func forget(_ path: String) {
        texts[path] = nil
    }

    /// The matrix of a node that goes by `names`; the identity where udev gives none.
    func matrix(of names: [String]) -> CalibrationMatrix {
        let text = names.lazy.compactMap { texts[$0] }.first
        return text.flatMap { CalibrationMatrix(property: $0) } ?? .identity
    }
}
