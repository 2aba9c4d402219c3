/// The protocol version of these lines.
public let protocolVersion = 1

/// A line with a `seq` consists of a head and a body. A head is specific to a connection; a body
/// extends to the end of the line and is encoded once for all connections.
extension LineBuffer {
    /// Appends the head of a numbered line: its type and `seq`.
    public mutating func appendHead(_ type: LineType, seq: UInt64) {
        append(type.head)
        append(integer: seq)
    }

    /// Appends the body of a `snapshot_end` line.
    ///
    /// - Parameter devices: the number of `device` lines before it.
    public mutating func appendSnapshotEndBody(devices: Int) {
        append(SnapshotEndMember.devices, devices)
        append("}\n")
    }

    /// Appends the body of an `overflow` line.
    ///
    /// - Parameter dropped: the number of lines that were dropped for this client.
    public mutating func appendOverflowBody(dropped: UInt64) {
        append(OverflowMember.dropped, dropped)
        append("}\n")
    }

    /// Appends a whole `hello` line.
    ///
    /// - Parameters:
    ///   - server: name and version, as in `gestured/0.1.0`.
    ///   - bootID: the kernel's id of this boot.
    ///   - monotonicUs: the monotonic clock now, in microseconds: the clock of `time_us`.
    ///   - realtimeUs: the wall clock at the same instant, in microseconds since 1970.
    public mutating func appendHello(
        server: String, bootID: String, monotonicUs: Int64, realtimeUs: Int64
    ) {
        append(#"{"type":"hello""#)
        append(HelloMember.version, protocolVersion)
        append(HelloMember.server, server)
        append(HelloMember.bootID, bootID)
        append(HelloMember.monotonic, monotonicUs)
        append(HelloMember.realtime, realtimeUs)
        append("}\n")
    }

    /// Appends a whole `bye` line, the last of a connection.
    public mutating func appendBye(_ reason: ByeReason) {
        append(#"{"type":"bye""#)
        append(ByeMember.reason, keyword: reason)
        append("}\n")
    }

    /// Appends the body of a gesture's line with another timestamp and duration, in microseconds.
    ///
    /// For lines that are sent later than they were encoded. The members can be found by search
    /// because quotes in names are escaped.
    public mutating func appendRestamped(
        _ body: UnsafeRawBufferPointer, time: Int64, durationUs: Int64
    ) {
        let remaining = body.dropFirst(#","time_us":"#.utf8.count)
        append(#","time_us":"#)
        append(integer: time)
        let afterTime = remaining[
            (remaining.firstIndex(of: UInt8(ascii: ",")) ?? remaining.endIndex)...]
        // Compared in place: this is the hot path, which does not allocate.
        let name: StaticString = #","duration_us":"#
        let start = name.withUTF8Buffer { name in
            afterTime.indices.first { afterTime[$0...].starts(with: name) }
        }
        guard let start else {
            append(utf8: UnsafeRawBufferPointer(rebasing: afterTime))
            return
        }
        append(utf8: UnsafeRawBufferPointer(rebasing: afterTime[..<start]))
        append(name)
        append(integer: durationUs)
        let end = afterTime[(start + name.utf8CodeUnitCount)...].firstIndex {
            !(48...57).contains($0)
        }
        append(utf8: UnsafeRawBufferPointer(rebasing: afterTime[(end ?? afterTime.endIndex)...]))
    }
}

/// The types of lines that have a `seq`.
public enum LineType: String, Sendable, Hashable, CaseIterable {
    /// One event of a gesture.
    case gesture
    /// A touchscreen is present, or was added, removed or changed.
    case device
    /// The devices that are present have all been sent.
    case snapshotEnd = "snapshot_end"
    /// A user started to touch a screen, or no screen has been touched for some time.
    case activity
    /// The touch that ended an idle time is over.
    case wake
    /// A frame changed a contact.
    case contact
    /// An event that is not a gesture: see `HealthReport`.
    case health
    /// Why a gesture was not recognised.
    case explanation
    /// Lines were dropped because the client did not read them in time.
    case overflow

    /// The text of the line up to its `seq`.
    var head: StaticString {
        switch self {
        case .gesture: #"{"type":"gesture","seq":"#
        case .device: #"{"type":"device","seq":"#
        case .snapshotEnd: #"{"type":"snapshot_end","seq":"#
        case .activity: #"{"type":"activity","seq":"#
        case .wake: #"{"type":"wake","seq":"#
        case .contact: #"{"type":"contact","seq":"#
        case .health: #"{"type":"health","seq":"#
        case .explanation: #"{"type":"explanation","seq":"#
        case .overflow: #"{"type":"overflow","seq":"#
        }
    }

    /// Bytes that `writeHead` may write: more than the longest head.
    @inlinable
    public static var headRoom: Int { 80 }

    /// Writes the head of a numbered line to memory with room for `headRoom` bytes; returns its
    /// length.
    ///
    /// Bytes that it writes after the head are arbitrary; the body replaces them.
    public func writeHead(seq: UInt64, to start: UnsafeMutableRawPointer) -> Int {
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        var writer = LineWriter(bytes, room: Self.headRoom)
        writer.append(head)
        writer.append(integer: seq)
        return writer.end - bytes
    }
}

/// Why the daemon closes a connection.
public enum ByeReason: String, Sendable, Hashable, CaseIterable {
    /// The daemon is ending.
    case shutdown
    /// The daemon is ending and another one replaces it.
    case restarting
    /// The client has not read for too long.
    case tooSlow = "too_slow"
    /// The limit on clients is reached.
    case tooManyClients = "too_many_clients"
    /// The client passed descriptors, which no request needs.
    case descriptors
}
