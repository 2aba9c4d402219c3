import Glibc
import Logging
import SystemPackage
import TouchRecordings

/// Writes what is read from devices to a file, in the format of `libinput record` (`--record`).
///
/// A file that can no longer be written is given up, said once; the gestures go on.
final class EventRecorder {
    /// Bytes held before they are written.
    private static let enoughBytes = 64 * 1024

    /// Why the file ends too early: exit status 74.
    private(set) var failure: DaemonError?

    private let file: Descriptor
    private let path: String
    private let logger: Logger
    private var writer = LibinputRecordWriter()
    private var bytes: [UInt8] = []

    /// Makes the file at `path`, which must not exist, readable by its owner alone.
    ///
    /// - Throws: exit status 73, or 77 without permission.
    init(path: String, devices: [InputDevice], logger: Logger) throws(DaemonError) {
        do throws(Errno) {
            file = try Descriptor {
                open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            }
        } catch {
            throw DaemonError(
                .cannotCreate, "cannot make \(escapedText(path))", error,
                advice: "--record makes a new file and never overwrites one")
        }
        self.path = path
        self.logger = logger
        bytes.reserveCapacity(2 * Self.enoughBytes)
        // In the order of the session, so that the numbers are the same.
        for device in devices {
            _ = writer.add(device)
        }
        writer.begin(into: &bytes)
        logger.notice(
            "recording to \(escapedText(path)): the file holds every touch, also that of a PIN")
    }

    /// Takes a device in that came later; its number stands for it in `take`.
    func add(_ device: InputDevice, node: String) -> Int {
        writer.add(device, node: node)
    }

    /// Takes one event of the device with the number `device`.
    func take(_ event: InputEvent, of device: Int) {
        guard failure == nil else { return }
        writer.append(event, device: device, into: &bytes)
        if bytes.count >= Self.enoughBytes {
            write()
        }
    }

    /// Takes events of the device that is at `index` in the session.
    func take(_ events: ArraySlice<RecordedEvent>, of index: Int) {
        guard failure == nil else { return }
        for recorded in events {
            writer.append(recorded.event, device: index, into: &bytes)
        }
        if bytes.count >= Self.enoughBytes {
            write()
        }
    }

    /// Writes what is left.
    func finish() {
        guard failure == nil else { return }
        writer.finish(into: &bytes)
        write()
    }

    private func write() {
        do throws(Errno) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let taken = try rest.withUnsafeBufferPointer { bytes throws(Errno) in
                    try file.write(UnsafeRawBufferPointer(bytes))
                }
                rest = rest.dropFirst(taken ?? 0)
            }
        } catch {
            let failure = DaemonError(
                .inputOutput, "cannot write \(escapedText(path))", error,
                advice: "The file ends before the touches do")
            logger.error("\(failure)")
            self.failure = failure
        }
        bytes.removeAll(keepingCapacity: true)
    }
}
