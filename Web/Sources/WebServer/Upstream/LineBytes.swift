import GestureWire
import Glibc
import LinuxIO

extension UnsafeRawBufferPointer {
    /// The index of the first line feed from `start` on.
    func lineFeed(from start: Int) -> Int? {
        guard start < count, let base = baseAddress,
            let found = memchr(base + start, 0x0A, count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// The range of the first occurrence of `text`.
    ///
    /// - Parameter rare: the index of a rare byte of `text`, which is searched for first.
    func range(of text: StaticString, rare: Int = 0) -> Range<Int>? {
        let length = text.utf8CodeUnitCount
        guard let base = baseAddress else { return nil }
        let byte = Int32(text.utf8Start[rare])
        var position = rare
        while position <= count - (length - rare),
            let found = memchr(base + position, byte, count - (length - rare) + 1 - position)
        {
            let start = UnsafeRawPointer(found) - base - rare
            if memcmp(base + start, text.utf8Start, length) == 0 { return start..<(start + length) }
            position = start + rare + 1
        }
        return nil
    }

    /// Whether the bytes begin with `text`.
    func starts(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard let base = baseAddress, count >= length else { return false }
        return memcmp(base, text.utf8Start, length) == 0
    }

    /// The number in decimal digits from `start` on; `nil` if there is none, or it is too large.
    func number(from start: Int) -> UInt64? {
        var value: UInt64?
        for byte in self[Swift.min(start, count)...] {
            guard (48...57).contains(byte) else { break }
            let (tens, overflows) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, carries) = tens.addingReportingOverflow(UInt64(byte - 48))
            guard !overflows, !carries else { return nil }
            value = sum
        }
        return value
    }
}

extension FileName {
    /// Whether a file exists at `path`.
    static func exists(_ path: String) -> Bool { access(FileName.cString(path), F_OK) == 0 }
}
