import Glibc
import LinuxIO

/// The time of the monotonic clock.
func nanosecondsNow() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Memory of this process that is resident.
func residentKilobytes() -> Int {
    guard let bytes = try? readFile("/proc/self/statm") else { return 0 }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * (sysconf(Int32(_SC_PAGESIZE)) / 1024)
}

/// What a file holds.
func readFile(_ path: String) throws(BenchError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .failure("cannot open \(path)") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(file, &chunk, chunk.count)
        guard count >= 0 else { throw .failure("cannot read \(path)") }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
}

/// Makes the file at `path` hold `bytes`.
func writeFile(_ bytes: [UInt8], to path: String) throws(BenchError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .failure("cannot write \(path)") }
    defer { close(file) }
    try bytes.withUnsafeBufferPointer { all throws(BenchError) in
        try writeAll(UnsafeRawBufferPointer(all), to: file)
    }
}

/// A file without a name that holds `bytes`, to be read from its beginning.
func makeFile(of bytes: UnsafeRawBufferPointer) throws(BenchError) -> Int32 {
    var path = Array("/tmp/touchbench-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { throw .failure("cannot make a file in /tmp") }
    unlink(path)
    try writeAll(bytes, to: file)
    _ = lseek(file, 0, SEEK_SET)
    return file
}

/// Maps the file at `path` into memory that can be changed without changing the file.
func mapFile(_ path: String) throws(BenchError) -> UnsafeMutableRawBufferPointer {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .failure("cannot open \(path)") }
    defer { close(file) }
    let count = Int(lseek(file, 0, SEEK_END))
    let start = mmap(nil, max(count, 1), PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0)
    guard count >= 0, start != MAP_FAILED else { throw .failure("cannot map \(path)") }
    return UnsafeMutableRawBufferPointer(start: start, count: count)
}

/// Writes all of `bytes` to the descriptor `file`.
func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(BenchError) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let chunk = UnsafeRawBufferPointer(rebasing: rest)
        let count = write(file, chunk.baseAddress, chunk.count)
        guard count > 0 else { throw .failure("cannot write") }
        rest = rest.dropFirst(count)
    }
}

/// Writes `text` and a line feed, as far as somebody reads it.
func writeLine(_ text: String, to file: Int32) {
    _ = text.withCString { write(file, $0, text.utf8.count) }
    _ = write(file, "\n", 1)
}

/// Why nothing can be measured, and the status to exit with.
struct BenchError: Error {
    var status: Int32
    var description: String

    /// A system call that failed with `errno`.
    static func failure(_ action: String) -> BenchError {
        BenchError(status: 74, description: "\(action): \(String(cString: strerror(errno)))")
    }

    /// Does what fails as the daemon does.
    static func passingOn<Value>(
        _ action: () throws(CommandError) -> Value
    ) throws(BenchError) -> Value {
        do throws(CommandError) {
            return try action()
        } catch {
            throw BenchError(status: error.status.rawValue, description: error.description)
        }
    }
}
