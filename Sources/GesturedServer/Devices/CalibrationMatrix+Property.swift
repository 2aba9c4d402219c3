import TouchCore

extension CalibrationMatrix {
    /// The matrix of udev's `LIBINPUT_CALIBRATION_MATRIX`: six numbers with spaces between them.
    ///
    /// `nil` for any other text, and for a matrix that cannot be.
    init?(property text: String) {
        let words = text.split { $0 == " " || $0 == "\t" }
        let numbers = words.compactMap(Self.number)
        guard words.count == 6, numbers.count == 6 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
        guard isInvertible else { return nil }
    }

    /// A decimal number: Swift would also take `0x1p3`, `inf` and `nan`.
    private static func number(_ word: Substring) -> Double? {
        guard word.utf8.allSatisfy({ Array("0123456789+-.eE".utf8).contains($0) }) else {
            return nil
        }
        return Double(word)
    }
}
