import CLinux
import Glibc
import LinuxIO
import Logging
import SystemPackage
import TouchRecordings

/// Writes the events of devices to a file, in the format of `libinput record` (`--record`).
///
/// The format lists events below their device. So the first device that sends events is written to
/// the file itself until it is removed. Each other device that sends events meanwhile is written to
/// a part beside the file (`FILE.part-2`), which is joined to the file at the end. If the recorder
/// is killed, the parts remain and can be appended to the file in any order.
///
/// If the file can no longer be written, recording stops, which is logged once; gestures continue.
final class EventRecorder {
    /// Bytes of one device that are buffered before they are written.
    private static let flushBytes = 64 * 1024
    /// The maximum time for which events are buffered, in microseconds.
    private static let timeoutUs: Int64 = 1_000_000

    /// A present device.
    fileprivate struct Section: ~Copyable {
        let number: Int
        var text: LibinputRecordSection
        /// The device's part; `nil` if it has sent no events yet, or is written to the file itself.
        var part: RecordFile?
    }

    /// Why the file is incomplete: exit status 74, without a message, as that has been logged.
    private(set) var failure: CommandError?
    /// When buffered events have to be written; set by the first `setTimer` after one is buffered.
    private var timer: LoopTimer

    private let path: String
    private let logger: Logger
    private var file: RecordFile
    private var sections = OwnedTable<Section>(capacity: 4)
    /// The number of devices so far, including removed ones.
    private var count = 0
    /// The number of the device that is written to the file itself.
    private var streamed: Int?
    /// The numbers of the devices with a part, so that no other file of such a name is joined.
    private var parts: Set<Int> = []
    /// Whether events are buffered.
    private var hasBufferedEvents = false

    /// The number of present devices.
    var deviceCount: Int { sections.count }

    /// Creates the file at `path`. Neither the file nor parts of it may exist.
    ///
    /// - Parameter timers: the timers of the loop that calls `setTimer` and `advance`.
    /// - Throws: exit status 73, or 77 without permission.
    init(
        path: String, devices: [InputDevice], logger: Logger, timers: TimerList
    ) throws(CommandError) {
        try Self.refuseParts(of: path)
        do throws(Errno) {
            file = try RecordFile(making: path)
        } catch {
            let advice: String? =
                switch error {
                case .fileExists: "--record creates a new file and never overwrites one"
                case .noSuchFileOrDirectory: "Its folder does not exist: create it first"
                default: nil
                }
            throw CommandError(
                .cannotCreate, "cannot create \(escapedText(path))", error, advice: advice)
        }
        self.path = path
        self.logger = logger
        timer = LoopTimer("recording", in: timers)
        // In the order of the session, whose indices are the numbers of the devices.
        for device in devices {
            _ = add(device, node: "unknown")
        }
        LibinputRecordSection.appendHead(devices: devices.count, to: &file.bytes)
        hasBufferedEvents = true
        logger.notice(
            """
            recording to \(escapedText(path)): the file contains every touch, including those of \
            a PIN
            """)
    }

    /// Adds a device that appeared later; `receive` identifies it by the returned number.
    func add(_ device: InputDevice, node: String) -> Int {
        sections.append(
            Section(number: count, text: LibinputRecordSection(device, node: node)))
        count += 1
        return count - 1
    }

    /// Forgets a device that was removed; its events stay.
    func remove(_ number: Int) {
        if failure == nil {
            write()
            if streamed == number { streamed = nil }
        }
        sections.remove { $0.number == number }
    }

    /// Records one event of the device with the number `number`.
    func receive(_ event: InputEvent, of number: Int) {
        guard failure == nil, let index = sections.firstIndex(where: { $0.number == number })
        else { return }
        hasBufferedEvents = true
        if streamed == nil, sections[index].part == nil { streamed = number }
        guard streamed != number else {
            sections[index].text.append(event, to: &file.bytes)
            if file.bytes.count >= Self.flushBytes { write() }
            return
        }
        guard makePart(of: index) else { return }
        let waiting = sections[index].append(event)
        if waiting >= Self.flushBytes { write() }
    }

    /// Records events of the device that is at `index` in the session.
    func receive(_ events: ArraySlice<RecordedEvent>, of index: Int) {
        for recorded in events {
            receive(recorded.event, of: index)
        }
    }

    /// Sets when events that were buffered before `now` have to be written. Called before each
    /// wait, because `receive` does not know the time.
    func setTimer(at now: Int64) {
        if hasBufferedEvents, !timer.isSet { timer.set(to: now &+ Self.timeoutUs) }
    }

    /// Writes buffered events if that is due at `now`, in microseconds.
    func advance(to now: Int64) {
        if timer.isDue(now) { write() }
    }

    /// Writes nothing more until `finish`.
    func cancelTimer() { timer.cancel() }

    /// Writes the rest, joins the parts, and describes devices without an event.
    func finish() {
        write()
        for number in 0..<count where failure == nil && number != streamed {
            do throws(Errno) {
                try finish(number)
            } catch {
                giveUp(error)
            }
        }
    }

    private func finish(_ number: Int) throws(Errno) {
        let part = Self.part(number, of: path)
        if parts.contains(number) {
            try file.join(part)
            unlink(FileName.cString(part))
        } else if let index = sections.firstIndex(where: { $0.number == number }) {
            sections[index].text.finish(into: &file.bytes)
            try file.write()
        }
    }

    /// Creates the part of a device that sends events while another is written to the file; returns
    /// whether the device has a part.
    private func makePart(of index: Int) -> Bool {
        if sections[index].part != nil { return true }
        do throws(Errno) {
            let number = sections[index].number
            sections[index].part = try RecordFile(making: Self.part(number, of: path))
            parts.insert(number)
            return true
        } catch {
            giveUp(error)
            return false
        }
    }

    private func write() {
        hasBufferedEvents = false
        timer.cancel()
        guard failure == nil else { return }
        do throws(Errno) {
            try file.write()
            for index in 0..<sections.count {
                try sections[index].part?.write()
            }
        } catch {
            giveUp(error)
        }
    }

    private func giveUp(_ error: Errno) {
        let problem = CommandError(
            .inputOutput, "cannot write \(escapedText(path))", error,
            advice: "The recording is incomplete")
        logger.error("\(problem)")
        failure = CommandError(problem.status, "")
    }

    /// The path of a device's part.
    private static func part(_ number: Int, of path: String) -> String {
        "\(path).part-\(number + 1)"
    }

    /// Refuses to record if parts exist, which a killed recording has left.
    private static func refuseParts(of path: String) throws(CommandError) {
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false)
        let directory = path.contains("/") ? pieces.dropLast().joined(separator: "/") + "/" : "."
        let prefix = "\(pieces.last ?? "").part-"
        guard let part = entries(of: directory).first(where: { $0.hasPrefix(prefix) }) else {
            return
        }
        throw CommandError(
            .cannotCreate,
            """
            cannot create \(escapedText(path)): \(escapedText(part)) exists
              A recording of that name was killed: join its parts, or choose another name
            """)
    }
}

extension EventRecorder.Section {
    /// Appends an event to the device's own part, which exists; returns the bytes buffered there.
    fileprivate mutating func append(_ event: InputEvent) -> Int {
        guard var file = part.take() else { return 0 }
        text.append(event, to: &file.bytes)
        let count = file.bytes.count
        part = consume file
        return count
    }
}

/// A file that is created and written incrementally, readable only by its owner.
struct RecordFile: ~Copyable {
    /// Bytes to be written.
    var bytes: [UInt8]

    private let descriptor: Descriptor

    /// Creates the file at `path`, which must not exist.
    init(making path: String) throws(Errno) {
        descriptor = try Descriptor {
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            return open(FileName.cString(path), flags, 0o600)
        }
        // Set here because of Swift 6.2.3: see `OverflowRecovery`.
        bytes = []
    }

    /// Writes the buffered bytes.
    mutating func write() throws(Errno) {
        defer { bytes.removeAll(keepingCapacity: true) }
        try bytes.withUnsafeBufferPointer { bytes throws(Errno) in
            try writeAll(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Writes the buffered bytes, and then the contents of the file at `path`.
    mutating func join(_ path: String) throws(Errno) {
        try write()
        // Another user who may write to the directory may have replaced the part, for example with
        // a FIFO.
        let part = try Descriptor {
            open(FileName.cString(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        let number = part.number
        var found = clinux_file()
        _ = try systemCall { clinux_identify_descriptor(number, &found) }
        guard found.mode & S_IFMT == S_IFREG, found.owner == geteuid() else {
            throw .invalidArgument
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        while let count = try part.read(into: buffer), count > 0 {
            try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
        var remaining = bytes
        while !remaining.isEmpty {
            let written = try descriptor.write(remaining) ?? 0
            remaining = UnsafeRawBufferPointer(rebasing: remaining.dropFirst(written))
        }
    }
}
