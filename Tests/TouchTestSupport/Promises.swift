public import TouchCore

/// Checks a stream of events for the promises of the protocol.
public enum Promises {
    /// The broken promises, a sentence each; empty if every promise is kept.
    ///
    /// - Parameter isOver: whether the stream has ended, so that no gesture may be left alive.
    public static func broken(by events: [GestureEvent], isOver: Bool = true) -> [String] {
        var alive: [UInt64: GestureEvent] = [:]
        var known: Set<UInt64> = []
        var last: [Int: Timestamp] = [:]
        var broken: [String] = []
        for event in events {
            if let before = last[event.device], event.time < before {
                broken.append("time ran back to \(event.time.microseconds)")
            }
            last[event.device] = event.time
            broken += check(event, &alive, &known)
        }
        if isOver { broken += alive.keys.sorted().map { "\($0) never ended" } }
        return broken
    }

    private static func check(
        _ event: GestureEvent, _ alive: inout [UInt64: GestureEvent], _ known: inout Set<UInt64>
    ) -> [String] {
        if event.values.kind.traits.contains(.discrete) {
            guard event.phase == .ended else {
                return ["\(event.id) is discrete and \(event.phase)"]
            }
            return known.insert(event.id).inserted ? [] : ["\(event.id) was used before"]
        }
        if event.phase == .began {
            alive[event.id] = event
            return known.insert(event.id).inserted ? [] : ["\(event.id) was used before"]
        }
        guard let began = alive[event.id] else {
            // A custom gesture may end without `began`, like a tap.
            let isDiscrete = event.phase == .ended && event.values.kind == .custom
            guard isDiscrete, known.insert(event.id).inserted else {
                return ["\(event.id) \(event.phase) without began"]
            }
            return []
        }
        if event.phase != .changed { alive[event.id] = nil }
        var broken: [String] = []
        if began.fingers != event.fingers { broken.append("\(event.id) changed its fingers") }
        if began.gesture != event.gesture { broken.append("\(event.id) changed its gesture") }
        if began.zone != event.zone { broken.append("\(event.id) changed its zone") }
        if (event.reason != nil) != (event.phase == .cancelled) {
            broken.append(
                "\(event.id) \(event.phase) with reason \(String(describing: event.reason))")
        }
        return broken
    }
}
