import CSession
import GestureWire
import LinuxIO

/// The connection to the compositor.
final class Compositor {
    /// The events that were read and not yet handled.
    final class Inbox {
        /// Since 1.23 libwayland reads all that the socket has: 208 KiB, or 10 650 events of the
        /// shortest kind that is not merged.
        static let limit = 16_384
        private(set) var events: [csession_event] = []

        /// Appends an event. Of several of one kind about one touch or output, without another kind
        /// between them, the last one remains: of motions, and of states. 64 are compared.
        func append(_ event: csession_event) {
            let run = events.indices.suffix(64).reversed().prefix {
                events[$0].kind == event.kind
            }
            let same = run.first {
                events[$0].seat == event.seat && events[$0].touch == event.touch
                    && events[$0].output.id == event.output.id
            }
            if let same {
                events[same] = event
            } else if events.count < Self.limit {
                events.append(event)
            }
        }

        func removeAll() { events.removeAll(keepingCapacity: events.capacity < 256) }
    }

    private let inbox = Inbox()
    private let session: OpaquePointer

    /// Connects, and waits for outputs and seats, for five seconds at most.
    init() throws(CommandError) {
        // The inbox lives as long as this object, which closes the session first.
        let context = Unmanaged.passUnretained(inbox).toOpaque()
        var lacks = false
        let session = csession_connect(
            { context, event in
                guard let context, let event else { return }
                Unmanaged<Inbox>.fromOpaque(context).takeUnretainedValue().append(event.pointee)
            }, context, &lacks)
        guard let session else {
            // The unit does not start the program again where it can never run.
            throw CommandError(
                lacks ? .configuration : .unavailable,
                """
                cannot use the compositor: \(Self.problem(nil))
                  It runs in a graphical session of Wayland whose compositor has layer shell, such as \
                sway or labwc (docs/session.md)
                """)
        }
        self.session = session
    }

    deinit { csession_close(session) }

    var descriptor: Int32 { csession_descriptor(session) }

    /// Sends what is queued. Returns whether the rest waits for the compositor to read.
    func flush() throws(CommandError) -> Bool {
        let result = csession_flush(session)
        if result < 0 {
            // The compositor may have sent the reason.
            _ = csession_read(session)
            throw ended
        }
        return result == 1
    }

    /// Reads and returns events.
    func read() throws(CommandError) -> [csession_event] {
        guard csession_read(session) == 0 else { throw ended }
        return try takeEvents()
    }

    /// The events that have been read.
    func takeEvents() throws(CommandError) -> [csession_event] {
        guard inbox.events.count < Inbox.limit else {
            throw CommandError(.unavailable, "the compositor sends too many events at once")
        }
        defer { inbox.removeAll() }
        return inbox.events
    }

    func sync() { csession_sync(session) }

    func setStrips(_ strips: [Rectangle], of output: UInt32) {
        let strips = strips.map {
            csession_strip(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
        }
        csession_set_strips(session, output, strips, strips.count)
    }

    func show(_ cover: Cover, isDark: Bool) {
        switch cover {
        case .none: csession_show(session, CSESSION_NOTHING, nil)
        case .strips: csession_show(session, CSESSION_STRIPS_ONLY, nil)
        case .everything: csession_show(session, CSESSION_EVERYTHING, nil)
        case .picture(let message, let seconds, let cross):
            message.withCString { message in
                var picture = csession_picture(
                    message: message, seconds: seconds, is_dark: isDark, has_cross: cross != nil,
                    x: cross?.x ?? 0, y: cross?.y ?? 0)
                csession_show(session, CSESSION_EVERYTHING, &picture)
            }
        }
    }

    private var ended: CommandError {
        CommandError(.unavailable, "lost the compositor: \(Self.problem(session))")
    }

    /// Why a connection has ended, or could not begin.
    private static func problem(_ session: OpaquePointer?) -> String {
        escapedText(String(cString: csession_problem(session)), limit: 300)
    }
}

extension Output {
    init(_ values: csession_output) {
        func text(_ value: some Any) -> String {
            withUnsafeBytes(of: value) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        self.init(
            id: values.id, name: text(values.name), model: text(values.model),
            widthMM: Double(values.width_mm), heightMM: Double(values.height_mm),
            transform: values.transform)
    }

    /// Whether a touch can show if the compositor turns touches with the output. A reflection alone
    /// does not move the middle, in which a lock has its message.
    var isTurned: Bool { transform & 3 != 0 }

    /// The member of `status` for a touch in fractions of this output; `nil` if the output is not
    /// turned.
    func touched(_ event: csession_event) -> String? {
        guard isTurned, event.width > 0, event.height > 0 else { return nil }
        let (x, y) = (event.x / event.width, event.y / event.height)
        return #","touch":{"output":\#(quotedJSON(name)),"x":\#(x),"y":\#(y)}"#
    }
}
