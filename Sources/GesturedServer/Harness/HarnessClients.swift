import Glibc
import LinuxIO
import SystemPackage

/// The clients of a rehearsal, as they are at their end: they read what is there.
struct HarnessClients: ~Copyable {
    private var ends = OwnedTable<Descriptor>(capacity: 1)
    // Belongs to this value alone.
    private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)

    init() {}

    deinit {
        chunk.deallocate()
    }

    /// Adds a client; the end that the server talks to.
    ///
    /// - Throws: what socketpair(2) says.
    mutating func connect() throws(Errno) -> Descriptor {
        var pair: [Int32] = [-1, -1]
        let type = Int32(
            SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        _ = try systemCall { socketpair(AF_UNIX, type, 0, &pair) }
        ends.append(Descriptor(owning: pair[1]))
        return Descriptor(owning: pair[0])
    }

    /// Reads what is there; how many lines the first client was told.
    ///
    /// - Throws: what read(2) says.
    mutating func read() throws(Errno) -> Int {
        var lines = 0
        for index in 0..<ends.count {
            while let count = try ends[index].read(into: chunk), count > 0 {
                lines &+= index == 0 ? countLines(count) : 0
            }
        }
        return lines
    }

    /// The line feeds in the first `count` bytes of the chunk.
    private func countLines(_ count: Int) -> Int {
        guard let start = chunk.baseAddress else { return 0 }
        var (lines, place) = (0, start)
        while let found = memchr(place, 0x0a, start + count - place) {
            lines &+= 1
            place = found + 1
        }
        return lines
    }
}
