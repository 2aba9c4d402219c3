public import TouchCore

/// Writes gesture lines for one configuration: names are escaped once, here, and not for each line.
public struct GestureLineEncoder: Sendable {
    private var fragments: GestureFragments
    private let tellsPositions: Bool

    /// An encoder of events from engines with this configuration.
    ///
    /// - Parameter tellsPositions: lines say where the fingers are; else `x`, `y` and their
    ///   millimetres are left out.
    public init(configuration: GestureConfiguration, tellsPositions: Bool = true) {
        fragments = GestureFragments(configuration)
        self.tellsPositions = tellsPositions
    }

    /// Writes lines of a zone beside those of the configuration, too; costs no more the more there are.
    public mutating func add(_ zone: ZoneConfiguration, as handle: ZoneHandle) {
        fragments.add(zone, named: handle.rawValue)
    }

    /// Writes no more lines of a zone that was added.
    public mutating func remove(_ handle: ZoneHandle) {
        fragments.remove(named: handle.rawValue)
    }

    /// What lines say of the gesture of `event`, from its zone to the colon behind `id`, for those who
    /// may have a line to write of it when its zone is no more; `nil`: the zone is no more.
    public func fragment(of event: GestureEvent) -> [UInt8]? {
        fragments.fragment(zone: event.zone, gesture: event.gesture)
    }

    /// Bytes that suffice for a body, but for what belongs to its zone and gesture, and for parts.
    private static let room = 1024

    /// Appends the body of the event's line: all that follows `seq`.
    ///
    /// Allocates nothing while `buffer` has room; 1280 bytes are enough for names of up to 64, and a
    /// composition's parts take some 400 each. Where the zone of `event` is no more, nothing is
    /// appended.
    ///
    /// - Parameter parts: what the parts of compositions say; the event names its own.
    public func appendBody(
        _ event: GestureEvent, parts: ContiguousArray<GesturePart> = [], to buffer: inout LineBuffer
    ) {
        appendBody(event, parts: parts, tellsPositions: tellsPositions, to: &buffer)
    }

    /// The same, where the line itself says whether it tells positions.
    @inline(__always)
    package func appendBody(
        _ event: GestureEvent, parts: ContiguousArray<GesturePart>, tellsPositions: Bool,
        to buffer: inout LineBuffer
    ) {
        let isThere = fragments.withFragment(zone: event.zone, gesture: event.gesture) { fragment in
            Self.append(event, fragment, tellsPositions: tellsPositions, to: &buffer)
        }
        guard isThere else { return }
        if case .composition = event.values {
            appendParts(event, parts, to: &buffer)
        }
        buffer.append("}\n")
    }

    /// Appends the body of a line that ends a gesture, of which `fragment` was kept.
    package static func appendEnd(
        _ event: GestureEvent, _ fragment: [UInt8], tellsPositions: Bool,
        to buffer: inout LineBuffer
    ) {
        fragment.withUnsafeBytes {
            append(event, $0, tellsPositions: tellsPositions, to: &buffer)
        }
        if case .composition = event.values {
            buffer.append(#","parts":[]"#)
        }
        buffer.append("}\n")
    }

    @inline(__always)
    private static func append(
        _ event: GestureEvent, _ fragment: UnsafeRawBufferPointer, tellsPositions: Bool,
        to buffer: inout LineBuffer
    ) {
        buffer.append(writing: room &+ fragment.count) { line in
            append(event, fragment, tellsPositions: tellsPositions, to: &line)
        }
    }

    @inline(__always)
    private static func append(
        _ event: GestureEvent, _ fragment: UnsafeRawBufferPointer, tellsPositions: Bool,
        to line: inout LineWriter
    ) {
        line.append(#","time_us":"#)
        line.append(integer: event.time.microseconds)
        line.append(#","device":"#)
        line.append(integer: event.device)
        line.append(utf8: fragment)
        line.append(integer: event.id)
        line.append(event.phase.wireMember)
        if event.phase == .cancelled, let reason = event.reason {
            line.append(reason.wireMember)
        }
        line.append(#","fingers":"#)
        line.append(integer: event.fingers)
        if tellsPositions {
            line.appendPlace(of: event)
        }
        line.appendMotion(of: event.values)
        line.appendForce(of: event)
        if event.phase == .ended {
            line.appendGreatestForce(of: event.values)
        }
        line.appendWords(of: event.values)
        if event.phase != .began {
            line.append(#","duration_us":"#)
            line.append(integer: event.durationUs)
        }
    }
}

extension GestureLineEncoder {
    /// `,"parts":[…]`: what each part says that has begun or ended, as the composition nests them.
    private func appendParts(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>, to buffer: inout LineBuffer
    ) {
        guard event.parts.upperBound <= parts.count,
            let root = fragments.root(zone: event.zone, gesture: event.gesture)
        else { return }
        var rest = event.parts
        appendParts(of: root, zone: event.zone, parts, &rest, to: &buffer)
    }

    /// The parts of the composition at `node`, as far as they stand at the head of `rest`.
    private func appendParts(
        of node: Int, zone: Int, _ parts: ContiguousArray<GesturePart>, _ rest: inout Range<Int>,
        to buffer: inout LineBuffer
    ) {
        buffer.append(#","parts":["#)
        let end = fragments.end(zone: zone, node: node)
        var part = node + 1
        var isFirst = true
        while part < end {
            let next = fragments.end(zone: zone, node: part)
            if let place = rest.first, parts[place].node < next {
                if !isFirst { buffer.append(UInt8(ascii: ",")) }
                isFirst = false
                fragments.append(zone: zone, part: part, to: &buffer)
                if next > part + 1 {
                    appendParts(of: part, zone: zone, parts, &rest, to: &buffer)
                } else {
                    rest.removeFirst()
                    append(parts[place].values, to: &buffer)
                }
                buffer.append(UInt8(ascii: "}"))
            }
            part = next
        }
        buffer.append(UInt8(ascii: "]"))
    }

    private func append(_ values: GestureValues, to buffer: inout LineBuffer) {
        buffer.append(writing: Self.room) { line in
            line.appendMotion(of: values)
            line.appendGreatestForce(of: values)
            line.appendWords(of: values)
        }
    }
}

extension LineWriter {
    fileprivate mutating func appendPlace(of event: GestureEvent) {
        append(
            #","x":"#, event.unitPosition.x, #","y":"#, event.unitPosition.y, places: .five)
        append(
            #","x_mm":"#, event.position.x, #","y_mm":"#, event.position.y, places: .two)
    }

    /// From `dx_mm` to `rotation_velocity`.
    fileprivate mutating func appendMotion(of values: GestureValues) {
        switch values {
        case .tap, .press, .longPress, .deepPress, .force, .composition, .custom:
            break
        case .drag(let translation, let velocity, let predicted, _):
            appendTranslation(translation)
            appendVelocity(velocity)
            append(
                #","predicted_dx_mm":"#, predicted.x, #","predicted_dy_mm":"#, predicted.y,
                places: .two)
        case .swipe(let translation, let velocity, _, _):
            appendTranslation(translation)
            appendVelocity(velocity)
        case .magnify(let translation, let scale, let velocity):
            appendTranslation(translation)
            append(
                #","scale":"#, scale, #","scale_velocity":"#, velocity, places: .four)
        case .rotate(let translation, let degrees, let velocity):
            appendTranslation(translation)
            append(
                #","rotation_deg":"#, degrees, #","rotation_velocity":"#, velocity, places: .two)
        }
    }

    private mutating func appendTranslation(_ translation: Point) {
        append(
            #","dx_mm":"#, translation.x, #","dy_mm":"#, translation.y, places: .two)
    }

    private mutating func appendVelocity(_ velocity: Point) {
        append(
            #","vx_mm_s":"#, velocity.x, #","vy_mm_s":"#, velocity.y, places: .two)
    }

    /// From `force` to `max_force`.
    fileprivate mutating func appendForce(of event: GestureEvent) {
        if let force = event.force {
            append(#","force":"#)
            append(decimal: force, places: .four)
            if let source = event.forceSource {
                append(source.wireMember)
            }
        }
    }

    fileprivate mutating func appendGreatestForce(of values: GestureValues) {
        guard case .deepPress(let maximum?) = values else { return }
        append(#","max_force":"#)
        append(decimal: maximum, places: .four)
    }

    /// From `count` to `edge`.
    fileprivate mutating func appendWords(of values: GestureValues) {
        switch values {
        case .tap(let count):
            append(#","count":"#)
            append(integer: count)
        case .press(let ticks, let isInside):
            if let ticks {
                append(#","count":"#)
                append(integer: ticks)
            }
            if let isInside {
                append(isInside ? #","inside":true"# : #","inside":false"#)
            }
        case .drag(_, _, _, let edge):
            appendEdge(edge)
        case .swipe(_, _, let direction, let edge):
            append(direction.wireMember)
            appendEdge(edge)
        case .longPress, .magnify, .rotate, .deepPress, .force, .composition, .custom:
            break
        }
    }

    private mutating func appendEdge(_ edge: SurfaceEdge?) {
        if let edge {
            append(edge.wireMember)
        }
    }
}
