internal import TouchCore

/// What lines say of each configured gesture, made ready once: zone, kind and name, escaped.
///
/// All text lies in one array, so that writing a line copies bytes and makes no `String`.
struct GestureFragments: Sendable {
    private var bytes: [UInt8] = []
    /// The end of each gesture's fragment in `bytes`, after a leading 0; gestures of all zones in
    /// order.
    private var ends: [Int] = [0]
    /// The place of each zone's first gesture in that order.
    private var firstGesture: [Int] = []

    /// The fragments of all gestures of all zones.
    init(_ configuration: GestureConfiguration) {
        var buffer = LineBuffer(capacity: 4096)
        for zone in configuration.zones {
            firstGesture.append(ends.count - 1)
            for gesture in zone.gestures {
                buffer.appendFragment(zone: zone, gesture: gesture)
                ends.append(buffer.count)
            }
        }
        bytes = buffer.withUnsafeBytes { Array($0) }
    }

    /// Appends the fragment of gesture number `gesture` of zone number `zone`, from the comma before
    /// `zone` to the colon after `id`.
    ///
    /// Both must be indices of the configuration.
    @inline(__always)
    func append(zone: Int, gesture: Int, to buffer: inout LineBuffer) {
        let place = firstGesture[zone] &+ gesture
        let start = ends[place]
        let end = ends[place &+ 1]
        bytes.withUnsafeBytes { all in
            buffer.append(utf8: UnsafeRawBufferPointer(rebasing: all[start..<end]))
        }
    }
}

extension LineBuffer {
    fileprivate mutating func appendFragment(
        zone: ZoneConfiguration, gesture: ConfiguredGesture
    ) {
        append(#","zone":"#)
        append(string: zone.name)
        append(#","gesture":"#)
        append(string: gesture.kind.rawValue)
        append(#","name":"#)
        append(string: gesture.name)
        append(#","id":"#)
    }
}
