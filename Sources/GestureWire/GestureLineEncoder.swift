public import TouchCore

/// Writes gesture lines for one configuration: names are escaped here once, not for each line.
public struct GestureLineEncoder: Sendable {
    private var fragments: GestureFragments
    private let bound = GestureLineBound()
    private let includesPositions: Bool

    /// An encoder of events from engines with this configuration.
    ///
    /// - Parameter includesPositions: whether lines contain the positions of the fingers; otherwise
    ///   `x`, `y` and their millimetres are omitted.
    public init(configuration: GestureConfiguration, includesPositions: Bool = true) {
        fragments = GestureFragments(configuration)
        self.includesPositions = includesPositions
        // Static names are created at their first use, which allocates: a frame must not do that.
        let names = [
            ContactMember.names, HealthMember.names, ActivityMember.names, WakeMember.names,
        ]
        precondition(names.allSatisfy { $0.count > 0 })
    }

    /// Adds a zone to those of the configuration; the cost does not depend on the number of zones.
    public mutating func add(_ zone: ZoneConfiguration, as handle: ZoneHandle) {
        fragments.add(zone, as: handle.rawValue)
    }

    /// Removes a zone that was added.
    public mutating func remove(_ handle: ZoneHandle) {
        fragments.remove(handle.rawValue)
    }

    /// The part of a line from the zone of `event` to the colon after `id`, for callers that may
    /// have to write a line of the gesture after its zone is removed; `nil` if it has been removed
    /// already.
    public func fragment(of event: GestureEvent) -> [UInt8]? {
        fragments.fragment(zone: event.zone, gesture: event.gesture)
    }

    /// Appends the body of the event's line: everything after `seq`.
    ///
    /// Allocates nothing while `buffer` has room: 1280 bytes for names of up to 64 bytes, and about
    /// 400 for each part of a composition. If the zone of `event` has been removed, nothing is
    /// appended.
    ///
    /// - Parameter parts: the parts of compositions; those of the event are in `event.parts`.
    public func appendBody(
        _ event: GestureEvent, parts: ContiguousArray<GesturePart> = [], to buffer: inout LineBuffer
    ) {
        appendBody(event, parts: parts, includesPositions: includesPositions, to: &buffer)
    }

    /// Appends the body of the event's line; the caller decides for each line whether it contains
    /// positions.
    package func appendBody(
        _ event: GestureEvent, parts: ContiguousArray<GesturePart>, includesPositions: Bool,
        to buffer: inout LineBuffer
    ) {
        let hasZone = fragments.withFragment(zone: event.zone, gesture: event.gesture) { fragment in
            append(event, fragment, includesPositions: includesPositions, to: &buffer)
        }
        guard hasZone else { return }
        if event.values.kind.isComposition {
            appendParts(event, parts, to: &buffer)
        }
        buffer.append("}\n")
    }

    /// Appends the body of a line that ends a gesture whose `fragment` was kept.
    package func appendEnd(
        _ event: GestureEvent, _ fragment: [UInt8], includesPositions: Bool,
        to buffer: inout LineBuffer
    ) {
        fragment.withUnsafeBytes {
            append(event, $0, includesPositions: includesPositions, to: &buffer)
        }
        if event.values.kind.isComposition {
            buffer.append(GestureMember.parts)
            buffer.append("[]")
        }
        buffer.append("}\n")
    }

    private func append(
        _ event: GestureEvent, _ fragment: UnsafeRawBufferPointer, includesPositions: Bool,
        to buffer: inout LineBuffer
    ) {
        let fits = buffer.append(bound, fragment: fragment.count) { line in
            append(event, fragment, includesPositions: includesPositions, to: &line)
        }
        if !fits { appendEssentials(of: event, fragment, to: &buffer) }
    }

    private func append(
        _ event: GestureEvent, _ fragment: UnsafeRawBufferPointer, includesPositions: Bool,
        to line: inout GestureLineWriter
    ) {
        line.appendHead(of: event, fragment)
        appendValues(of: event, includesPositions: includesPositions, to: &line)
    }

    /// All members after `fingers`.
    private func appendValues(
        of event: GestureEvent, includesPositions: Bool, to line: inout GestureLineWriter
    ) {
        if includesPositions {
            line.appendPosition(of: event)
        }
        line.appendMotion(of: event.values)
        line.appendForce(of: event)
        if event.phase == .ended {
            line.appendMaximumForce(of: event.values)
        }
        line.appendWords(of: event.values)
        line.appendDuration(of: event)
    }

    /// Appends the members that every gesture has, in place of a line that exceeded its bound, so
    /// that a client which waits for the end of a gesture receives it.
    @inline(never)
    private func appendEssentials(
        of event: GestureEvent, _ fragment: UnsafeRawBufferPointer, to buffer: inout LineBuffer
    ) {
        _ = buffer.append(bound, fragment: fragment.count) { line in
            line.appendHead(of: event, fragment)
            line.appendDuration(of: event)
        }
    }
}

extension GestureLineEncoder {
    /// Appends `,"parts":[…]`: each part that has begun or ended, nested as in the composition.
    private func appendParts(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>, to buffer: inout LineBuffer
    ) {
        guard event.parts.upperBound <= parts.count,
            let root = fragments.root(zone: event.zone, gesture: event.gesture)
        else { return }
        var remaining = event.parts
        appendParts(of: root, zone: event.zone, parts, &remaining, to: &buffer)
    }

    /// Appends the parts of the composition at `node` that are the next in `remaining`, and removes
    /// them from it.
    private func appendParts(
        of node: Int, zone: Int, _ parts: ContiguousArray<GesturePart>,
        _ remaining: inout Range<Int>, to buffer: inout LineBuffer
    ) {
        buffer.append(GestureMember.parts)
        buffer.append("[")
        let end = fragments.end(zone: zone, node: node)
        var part = node + 1
        var isFirst = true
        while part < end {
            let next = fragments.end(zone: zone, node: part)
            if let index = remaining.first, parts[index].node < next {
                if !isFirst { buffer.append(UInt8(ascii: ",")) }
                isFirst = false
                fragments.append(zone: zone, part: part, to: &buffer)
                if next > part + 1 {
                    appendParts(of: part, zone: zone, parts, &remaining, to: &buffer)
                } else {
                    remaining.removeFirst()
                    append(parts[index].values, to: &buffer)
                }
                buffer.append(UInt8(ascii: "}"))
            }
            part = next
        }
        buffer.append(UInt8(ascii: "]"))
    }

    private func append(_ values: GestureValues, to buffer: inout LineBuffer) {
        _ = buffer.append(bound, fragment: 0) { line in
            line.appendMotion(of: values)
            line.appendMaximumForce(of: values)
            line.appendWords(of: values)
        }
    }
}

extension GestureLineWriter {
    /// Appends the members from `time_us` to `fingers`.
    fileprivate mutating func appendHead(
        of event: GestureEvent, _ fragment: UnsafeRawBufferPointer
    ) {
        append(.time, event.time.microseconds)
        append(.device, event.device)
        append(fragment: fragment)
        append(.id, event.id)
        append(.phase, keyword: event.phase)
        if event.phase == .cancelled, let reason = event.reason {
            append(.reason, keyword: reason)
        }
        append(.fingers, event.fingers)
    }

    fileprivate mutating func appendDuration(of event: GestureEvent) {
        if event.phase != .began {
            append(.duration, event.durationUs)
        }
    }

    fileprivate mutating func appendPosition(of event: GestureEvent) {
        append(.x, event.unitPosition.x, .y, event.unitPosition.y)
        append(.xMillimetres, event.position.x, .yMillimetres, event.position.y)
    }

    /// Appends `force` and `force_source`.
    fileprivate mutating func appendForce(of event: GestureEvent) {
        if let force = event.force {
            append(.force, decimal: force)
            if let source = event.forceSource {
                append(.forceSource, keyword: source)
            }
        }
    }
}
