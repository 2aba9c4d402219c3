import GestureInspect
import GestureWire
import Glibc
import LinuxIO
import SystemPackage
import TouchCore
import TouchDevices

/// Records for a picture (`--plot`) what a session publishes to its sink.
final class PlotObserver {
    private(set) var timeline: PlotTimeline

    /// Names gestures as `configuration` does.
    ///
    /// - Parameter window: the part of the recording to draw, in microseconds from its first frame.
    init(configuration: GestureConfiguration, window: ClosedRange<Int64> = 0...Int64.max) {
        timeline = PlotTimeline(configuration: configuration, window: window)
    }

    /// The configuration of the whole recording, which explanations refer to.
    var configuration: GestureConfiguration { timeline.configuration }

    func record(_ device: DeviceRecord) { timeline.receive(device) }

    func record(_ frame: FrameSnapshot) { timeline.receive(frame) }

    func record(_ explanations: [GestureExplanation]) { timeline.receive(explanations) }

    /// The picture has only configured zones: gestures of other zones are omitted.
    func record(_ event: GestureEvent) {
        if event.zone < timeline.configuration.zones.count { timeline.receive(event) }
    }
}

/// The file of a picture (`--plot`): a draft beside the old file, which it replaces at the end.
///
/// An existing file is replaced if it is empty or looks like SVG, and otherwise kept: a mistyped
/// path must not overwrite a recording or a device node.
final class PlotFile {
    private let path: String
    private let temporaryPath: String
    private let file: Descriptor
    /// Whether the draft has become the file.
    private var isDone = false

    /// Creates the draft, readable only by its owner, because it shows every touch.
    ///
    /// - Throws: exit status 73, or 77 without permission.
    init(replacing path: String) throws(CommandError) {
        let temporaryPath = "\(path).new-\(getpid())"
        do throws(Errno) {
            file = try Descriptor {
                let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
                return open(FileName.cString(temporaryPath), flags, 0o600)
            }
        } catch {
            throw CommandError(.cannotCreate, "cannot create \(escapedText(path))", error)
        }
        self.path = path
        self.temporaryPath = temporaryPath
        guard Self.mayReplace(path) else {
            throw CommandError(
                .cannotCreate,
                """
                cannot create \(escapedText(path)): the file of that name is not an SVG file
                  --plot replaces nothing else: choose another name
                """)
        }
    }

    deinit {
        if !isDone {
            unlink(FileName.cString(temporaryPath))
        }
    }

    /// Writes `text` and replaces the previous file, all or nothing.
    ///
    /// - Throws: exit status 74 if it cannot be written, 73 if it cannot replace the file.
    func write(_ text: String) throws(CommandError) {
        do throws(Errno) {
            var remaining = Array(text.utf8)[...]
            while !remaining.isEmpty {
                let written = try remaining.withUnsafeBufferPointer { bytes throws(Errno) in
                    try file.write(UnsafeRawBufferPointer(bytes))
                }
                remaining = remaining.dropFirst(written ?? 0)
            }
        } catch {
            throw CommandError(.inputOutput, "cannot write \(escapedText(path))", error)
        }
        do throws(Errno) {
            _ = try systemCall { rename(FileName.cString(temporaryPath), FileName.cString(path)) }
        } catch {
            throw CommandError(.cannotCreate, "cannot create \(escapedText(path))", error)
        }
        isDone = true
    }

    /// Whether `path` does not exist, or is a regular file that is empty or begins as SVG does.
    ///
    /// A link is not followed: rename(2) would replace the link, not its target.
    private static func mayReplace(_ path: String) -> Bool {
        var status = stat()
        guard lstat(FileName.cString(path), &status) == 0 else { return true }
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        guard status.st_size > 0 else { return true }
        guard
            let file = try? Descriptor({
                open(FileName.cString(path), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            })
        else { return false }
        var head = [UInt8](repeating: 0, count: 5)
        let count = try? head.withUnsafeMutableBytes { try file.read(into: $0) }
        let start = String(decoding: head.prefix((count ?? nil) ?? 0), as: UTF8.self)
        return start.hasPrefix("<svg") || start == "<?xml"
    }
}
