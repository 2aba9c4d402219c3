import Glibc
import LinuxIO
import SystemPackage

/// The file of a picture, made beside the old one, which it replaces at the end (`--plot`).
///
/// An existing file is replaced where it is empty or looks like SVG, and left alone where it is
/// anything else: a slip is not to cost a recording, nor a device node.
final class PlotFile {
    private let path: String
    private let draft: String
    private let file: Descriptor
    /// The draft has become the file.
    private var isDone = false

    /// Makes the draft, readable by its owner alone, for it shows every touch.
    ///
    /// - Throws: exit status 73, or 77 without permission.
    init(replacing path: String) throws(DaemonError) {
        let draft = "\(path).new-\(getpid())"
        do throws(Errno) {
            file = try Descriptor {
                open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            }
        } catch {
            throw DaemonError(.cannotCreate, "cannot make \(escapedText(path))", error)
        }
        self.path = path
        self.draft = draft
        guard Self.mayReplace(path) else {
            throw DaemonError(
                .cannotCreate,
                """
                cannot make \(escapedText(path)): what is there is no SVG file
                  --plot replaces nothing else: choose another name
                """)
        }
    }

    deinit {
        if !isDone {
            unlink(draft)
        }
    }

    /// Writes `text` and puts it in the place of what was there, all or nothing.
    ///
    /// - Throws: exit status 74 where it cannot be written, 73 where it cannot be put in place.
    func write(_ text: String) throws(DaemonError) {
        do throws(Errno) {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let taken = try rest.withUnsafeBufferPointer { bytes throws(Errno) in
                    try file.write(UnsafeRawBufferPointer(bytes))
                }
                rest = rest.dropFirst(taken ?? 0)
            }
        } catch {
            throw DaemonError(.inputOutput, "cannot write \(escapedText(path))", error)
        }
        do throws(Errno) {
            _ = try systemCall { rename(draft, path) }
        } catch {
            throw DaemonError(.cannotCreate, "cannot make \(escapedText(path))", error)
        }
        isDone = true
    }

    /// Whether nothing is at `path`, or a regular file that is empty or begins as SVG does.
    ///
    /// A link is not followed: rename(2) would replace the link, not what it leads to.
    private static func mayReplace(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        guard status.st_size > 0 else { return true }
        guard
            let file = try? Descriptor({ open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) })
        else { return false }
        var head = [UInt8](repeating: 0, count: 5)
        let count = try? head.withUnsafeMutableBytes { try file.read(into: $0) }
        let start = String(decoding: head.prefix((count ?? nil) ?? 0), as: UTF8.self)
        return start.hasPrefix("<svg") || start == "<?xml"
    }
}
