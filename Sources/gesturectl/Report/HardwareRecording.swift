import Glibc
import LinuxIO
import SystemPackage

/// A recording of the events of the hardware while a report is made: `gestured --record`, in a
/// process of its own.
///
/// The daemon's lines show how the daemon interpreted a bad panel. Only the events show what the
/// panel reported.
struct HardwareRecording {
    /// The maximum size of a recording in a report, in bytes: two minutes of ten fingers at 120 Hz.
    private static let maximumSize = 64 << 20
    /// How long the process may take after its time, in microseconds.
    private static let graceUs: Int64 = 5_000_000

    /// Records to `touches.yml` in a folder for `$2` seconds. The file `status` exists once that
    /// has ended. Removes the folder later, in case gesturectl was killed.
    private static let script = """
        timeout --signal=INT --kill-after=3 "$2" \
        "$3" --record "$1/touches.yml" --dump > /dev/null 2> "$1/errors"
        echo $? > "$1/status.new" && mv "$1/status.new" "$1/status"
        sleep 20
        rm -rf "$1"
        """

    /// A folder only for its owner.
    private let folder: String
    private let process: pid_t
    /// When the process is given up, in microseconds of CLOCK_MONOTONIC.
    private let deadlineUs: Int64

    /// Starts to record for the given number of seconds.
    ///
    /// - Parameter program: gestured; a name without a slash is searched in `PATH`.
    /// - Throws: why it cannot be started.
    static func start(
        seconds: Int, program: String = Self.program
    ) throws(Errno) -> HardwareRecording {
        let parent = environmentVariable("TMPDIR") ?? "/tmp"
        var template = FileName.cString("\(parent)/gestured-report-XXXXXX")
        guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
        let folder = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        do throws(Errno) {
            let process = try ChildProcess.start(
                ["/bin/sh", "-c", script, "sh", folder, String(seconds), program],
                environment: ChildProcess.environment, directory: nil)
            let end = SystemClock.monotonicUs &+ Int64(seconds) * 1_000_000
            return HardwareRecording(
                folder: folder, process: process, deadlineUs: end &+ graceUs)
        } catch {
            rmdir(folder)
            throw error
        }
    }

    /// gestured beside gesturectl, or the one in `PATH`.
    private static var program: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { return "gestured" }
        let own = String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let beside =
            own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/gestured"
        return access(beside, X_OK) == 0 ? beside : "gestured"
    }

    /// Waits for the end of the recording, and returns its bytes, or why there is none.
    func finish() -> (bytes: [UInt8], problem: String?) {
        defer { remove() }
        while Self.bytes(of: "\(folder)/status", limit: 16) == nil {
            guard SystemClock.monotonicUs < deadlineUs else { return ([], "gestured did not end") }
            usleep(20_000)
        }
        let bytes = Self.bytes(of: "\(folder)/touches.yml", limit: Self.maximumSize) ?? []
        if Self.hasTouchscreen(bytes) {
            let isCut = bytes.count == Self.maximumSize
            return (bytes, isCut ? "only the first \(Self.maximumSize >> 20) MB" : nil)
        }
        let errors = Self.bytes(of: "\(folder)/errors", limit: 4_096) ?? []
        let lines = ReadableName.lines(of: String(decoding: errors, as: UTF8.self))
        let reason = bytes.isEmpty ? "gestured recorded nothing" : "no touchscreen could be read"
        return ([], ([reason] + lines).joined(separator: "\n  "))
    }

    /// Whether a recording has more than its head: gestured also writes one without a touchscreen.
    private static func hasTouchscreen(_ bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix(1_024), as: UTF8.self)
        return !bytes.isEmpty && !head.contains("\nndevices: 0\n")
    }

    /// Ends the process, and removes the folder.
    private func remove() {
        kill(-process, SIGKILL)
        var status: Int32 = 0
        _ = try? systemCall { waitpid(process, &status, 0) }
        for name in ["touches.yml", "errors", "status", "status.new"] {
            unlink("\(folder)/\(name)")
        }
        rmdir(folder)
    }

    /// The first `limit` bytes of a file; `nil` if it cannot be read.
    private static func bytes(of path: String, limit: Int) -> [UInt8]? {
        (try? RegularFile.read(path, upTo: limit)).map { Array($0.prefix(limit)) }
    }
}
