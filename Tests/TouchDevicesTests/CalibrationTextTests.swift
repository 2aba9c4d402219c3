import Testing
import TouchCore
import TouchDevices

/// The matrix that udev's rules give a node, as text.
struct CalibrationTextTests {
    @Test(
        arguments: [
            ("1 0 0 0 1 0", CalibrationMatrix.identity),
            ("0 -1 1 1 0 0", CalibrationMatrix(0, -1, 1, 1, 0, 0)),
            (" 1.5\t0 -2.5e-1 0  +1 .125 ", CalibrationMatrix(1.5, 0, -0.25, 0, 1, 0.125)),
        ])
    func `six numbers are a matrix`(text: String, matrix: CalibrationMatrix) {
        #expect(CalibrationMatrix(property: text) == matrix)
    }

    @Test(
        arguments: [
            "", " ", "1 0 0 0 1", "1 0 0 0 1 0 0", "1,0,0,0,1,0", "a b c d e f", "1 0 0 0 1 x",
            "1 0 0 0 1 nan", "inf 0 0 0 1 0", "0x1 0 0 0 1 0", "1e999 0 0 0 1 0", "0 0 0 0 0 0",
            "1 2 0 2 4 0", "1e200 0 0 0 1e200 0", "1 0 0 0 1 0\u{0}",
        ])
    func `other text is not a matrix`(text: String) {
        #expect(CalibrationMatrix(property: text) == nil)
    }
}
