import CSession
import LinuxIO
import SessionShield

/// The compositor, as Swift values.
final class Compositor {
    /// An event, between two turns of the loop.
    enum Event {
        case output(Output)
        case outputRemoved(UInt32)
        case down(TouchID, x: Double, y: Double)
        case motion(TouchID, x: Double, y: Double)
        case up(TouchID)
        case cancel(seat: UInt32)
        case pointer
        case synchronised
    }

    /// The events that were read and not yet handled.
    private final class Inbox {
        /// libwayland reads 4 KiB at a time, but the connection begins with several reads.
        static let limit = 4096
        var events: [Event] = []

        func append(_ event: Event) {
            // Only the last state of an output counts.
            if case .output(let new) = event, case .output(let old) = events.last, new.id == old.id
            {
                events.removeLast()
            }
            if events.count < Self.limit { events.append(event) }
        }
    }

    private let inbox = Inbox()
    private let session: OpaquePointer

    /// Connects, and waits for outputs and seats, for five seconds at most.
    init() throws(CommandError) {
        var problem = [CChar](repeating: 0, count: Int(CSESSION_TEXT))
        // The inbox lives as long as this object, which closes the session first.
        let context = Unmanaged.passUnretained(inbox).toOpaque()
        let session = csession_connect(
            { context, event in
                guard let context, let event else { return }
                let inbox = Unmanaged<Inbox>.fromOpaque(context).takeUnretainedValue()
                if let event = Compositor.event(event.pointee) { inbox.append(event) }
            }, context, &problem)
        guard let session else {
            let text = problem.withUnsafeBufferPointer {
                $0.baseAddress.map { String(cString: $0) }
            }
            throw CommandError(
                .unavailable,
                """
                cannot use the compositor: \(escapedText(text ?? "no memory"))
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
            // The compositor may have said why.
            _ = csession_read(session)
            throw ended
        }
        return result == 1
    }

    /// Reads and returns events.
    func read() throws(CommandError) -> [Event] {
        let result = csession_read(session)
        guard result == 0 else { throw ended }
        return try takeEvents()
    }

    /// The events that have been read.
    func takeEvents() throws(CommandError) -> [Event] {
        guard inbox.events.count < Inbox.limit else {
            throw CommandError(.unavailable, "the compositor sends too many events at once")
        }
        defer { inbox.events.removeAll(keepingCapacity: true) }
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
        if case .picture(let message, let seconds) = cover {
            csession_set_picture(session, message, seconds, isDark)
        } else {
            csession_set_picture(session, nil, 0, isDark)
        }
        switch cover {
        case .none: csession_set_cover(session, CSESSION_NOTHING)
        case .strips: csession_set_cover(session, CSESSION_STRIPS_ONLY)
        case .everything, .picture: csession_set_cover(session, CSESSION_EVERYTHING)
        }
    }

    private var ended: CommandError {
        var text = [CChar](repeating: 0, count: Int(CSESSION_TEXT))
        csession_problem(session, &text)
        let reason = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
        return CommandError(
            .unavailable, "the compositor is gone: \(escapedText(reason ?? ""))")
    }

    private static func event(_ event: csession_event) -> Event? {
        let touch = TouchID(seat: event.seat, id: event.touch)
        switch event.kind {
        case CSESSION_OUTPUT: return event.output.map { .output(output($0.pointee)) }
        case CSESSION_OUTPUT_REMOVED: return event.output.map { .outputRemoved($0.pointee.id) }
        case CSESSION_DOWN: return .down(touch, x: event.x, y: event.y)
        case CSESSION_MOTION: return .motion(touch, x: event.x, y: event.y)
        case CSESSION_UP: return .up(touch)
        case CSESSION_CANCEL: return .cancel(seat: event.seat)
        case CSESSION_POINTER: return .pointer
        case CSESSION_SYNCHRONISED: return .synchronised
        default: return nil
        }
    }

    private static func output(_ values: csession_output) -> Output {
        let name = withUnsafeBytes(of: values.name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Output(
            id: values.id, name: name, widthMM: Double(values.width_mm),
            heightMM: Double(values.height_mm), transform: values.transform)
    }
}
