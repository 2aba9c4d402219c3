@testable import GestureWire

/// Checks that each line is one JSON object with one line feed, at its end.
struct CheckedLines {
    /// The first line that is wrong.
    private var wrong: String?

    /// Writes a line and checks it.
    mutating func add(_ write: (inout LineBuffer) -> Void) {
        var buffer = LineBuffer(capacity: 1024)
        write(&buffer)
        buffer.withUnsafeBytes { bytes in
            if wrong == nil, !Self.isLine(bytes) {
                wrong = String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// - Throws: the first line that is wrong.
    func check() throws(Finding) {
        try Finding.unless(wrong == nil, "no line of the protocol: \(wrong ?? "")")
    }

    private static func isLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let end = UInt8(ascii: "\n")
        guard bytes.last == end, bytes.dropLast().firstIndex(of: end) == nil else { return false }
        let value = try? JSONReader.read(UnsafeRawBufferPointer(rebasing: bytes.dropLast()))
        guard case .object(let members) = value else { return false }
        return members.first?.name == "type"
            && Set(members.map(\.name)).count == members.count
    }
}
