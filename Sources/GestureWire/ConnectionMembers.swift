// Members of the lines about a connection, and of replies.

/// A member of a `hello` line.
package enum HelloMember: String, WireMember {
    case version = "protocol"
    case server
    case bootID = "boot_id"
    case monotonic = "monotonic_us"
    case realtime = "realtime_us"

    package static let names = MemberNames(of: Self.self)
}

/// A member of a `snapshot_end` line.
package enum SnapshotEndMember: String, WireMember {
    case devices

    package static let names = MemberNames(of: Self.self)
}

/// A member of an `overflow` line.
package enum OverflowMember: String, WireMember {
    case dropped

    package static let names = MemberNames(of: Self.self)
}

/// A member of a `bye` line.
package enum ByeMember: String, WireMember {
    case reason

    package static let names = MemberNames(of: Self.self)
}

/// A member of a `reply` line.
package enum ReplyMember: String, WireMember {
    case id
    case isSuccess = "ok"
    case status, zones, warning, error

    package static let names = MemberNames(of: Self.self)
}

/// A member of the error in a reply.
package enum ReplyErrorMember: String, WireMember {
    case code, message, member

    package static let names = MemberNames(of: Self.self)
}

/// A member of a zone in the reply to `zones`.
package enum ZoneMember: String, WireMember {
    case device, name, x, y, width, height, edges

    package static let names = MemberNames(of: Self.self)
}

/// A member of the state of the daemon in the reply to `status`.
package enum StatusMember: String, WireMember {
    case uptime = "uptime_us"
    case clients, devices, frames, gestures, dropped, wakeups
    case latency = "latency_us"
    case configuration, activity
    case lastTouch = "last_touch_us"
    case gesturesByKind = "gestures_by_kind"
    case gesturesByZone = "gestures_by_zone"
    case lineLatency = "latency"
    case contacts, palms, ghosts, jumps, clamped, stuck, spikes, splits, stitches,
        resynchronisations
    case configurationPath = "configuration_path"
    case configurationDigest = "configuration_sha256"
    case configurationRefused = "configuration_refused"
    case version

    package static let names = MemberNames(of: Self.self)
}

/// A member of `latency_us` of a status.
package enum LatencyMember: String, WireMember {
    case p50, p99, max

    package static let names = MemberNames(of: Self.self)
}

/// A member of `latency` of a status.
package enum LatencyHistogramMember: String, WireMember {
    case bounds = "bounds_us"
    case counts
    case sum = "sum_us"

    package static let names = MemberNames(of: Self.self)
}

/// A member of an element of `gestures_by_zone` of a status.
package enum ZoneGesturesMember: String, WireMember {
    case zone, gestures

    package static let names = MemberNames(of: Self.self)
}
