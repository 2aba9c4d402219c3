import GestureWire
import Testing

@Suite struct LineBufferTests {
    @Test(arguments: [-1, 0, 1, 7, 64])
    func `grows rather than lose bytes`(capacity: Int) {
        let written = text(capacity: capacity) { buffer in
            for value in 0..<100 {
                buffer.append(integer: value)
                buffer.append(" é ")
            }
        }
        #expect(written == (0..<100).map { "\($0) é " }.joined())
    }

    @Test func `keeps its room when it is emptied`() {
        var buffer = LineBuffer(capacity: 4)
        buffer.append("more than four")
        let capacity = buffer.capacity
        buffer.removeAll()
        let isEmpty = buffer.isEmpty
        #expect(isEmpty)
        buffer.append("no longer")
        #expect(buffer.capacity == capacity)
        #expect(buffer.withUnsafeBytes { Array($0) } == Array("no longer".utf8))
    }

    @Test func `does not grow while there is room`() {
        var buffer = LineBuffer(capacity: 8)
        buffer.append("12345678")
        #expect(buffer.capacity == 8)
        buffer.append(UInt8(ascii: "9"))
        #expect(buffer.capacity > 8)
        #expect(buffer.withUnsafeBytes { Array($0) } == Array("123456789".utf8))
    }

    @Test func `grows for a number that may not fit`() {
        var buffer = LineBuffer(capacity: 1)
        buffer.append(decimal: -123_456_789.125, places: .five)
        buffer.append(integer: UInt64.max)
        #expect(
            buffer.withUnsafeBytes { Array($0) }
                == Array("-123456789.12518446744073709551615".utf8))
    }

    @Test func `takes bytes as they are`() {
        let bytes = Array(#"{"a":"é"}"#.utf8)
        let written = text(capacity: 1) { buffer in
            buffer.append(utf8: bytes)
            bytes.withUnsafeBytes { buffer.append(utf8: $0) }
            buffer.append(utf8: [])
        }
        #expect(written == #"{"a":"é"}{"a":"é"}"#)
    }

    @Test func `hands on what the body throws`() {
        struct Refusal: Error {}
        let buffer = LineBuffer(capacity: 1)
        #expect(throws: Refusal.self) {
            try buffer.withUnsafeBytes { _ throws(Refusal) in throw Refusal() }
        }
    }
}
