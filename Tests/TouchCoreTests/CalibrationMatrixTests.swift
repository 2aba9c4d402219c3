import Testing

@testable import TouchCore

/// Maps of positions, one after the other.
struct CalibrationMatrixTests {
    private let quarterTurn = CalibrationMatrix(0, -1, 1, 1, 0, 0)
    private let leftHalf = CalibrationMatrix(0.5, 0, 0, 0, 1, 0)

    @Test func `the identity changes no map`() {
        #expect(quarterTurn.followed(by: .identity) == quarterTurn)
        #expect(CalibrationMatrix.identity.followed(by: quarterTurn) == quarterTurn)
    }

    @Test func `the first map is done first`() {
        // Turned clockwise, the top right lies at the bottom right; then the right half is cut off.
        #expect(quarterTurn.followed(by: leftHalf) == CalibrationMatrix(0, -0.5, 0.5, 1, 0, 0))
        #expect(leftHalf.followed(by: quarterTurn) == CalibrationMatrix(0, -1, 1, 0.5, 0, 0))
    }

    @Test func `four quarter turns are none`() {
        let half = quarterTurn.followed(by: quarterTurn)
        #expect(half == CalibrationMatrix(-1, 0, 1, 0, -1, 1))
        #expect(half.followed(by: half) == .identity)
    }
}
