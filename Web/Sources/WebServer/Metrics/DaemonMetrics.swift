import GestureWire
import LinuxIO

/// The metrics of the daemon, from its `status`; missing values are omitted.
extension MetricsText {
    private static let counters: [(metric: String, member: String, help: String)] = [
        ("gestured_frames_total", "frames", "Frames of touchscreens."),
        ("gestured_contacts_total", "contacts", "Contacts that landed, fingers or not."),
        ("gestured_ghosts_total", "ghosts", "Contacts too short to count."),
        ("gestured_stitches_total", "stitches", "Contacts that broke and were joined again."),
        (
            "gestured_resynchronisations_total", "resynchronisations",
            "Times that the kernel lost events."
        ),
        ("gestured_lines_dropped_total", "dropped", "Lines that clients read too slowly to get."),
    ]
    private static let refusals: [(reason: String, member: String)] = [
        ("palm", "palms"), ("ghost", "ghosts"), ("jump", "jumps"), ("clamped", "clamped"),
        ("stuck", "stuck"), ("spike", "spikes"), ("split", "splits"),
    ]

    /// Appends the values that the daemon reports; `nil` if it does not answer.
    mutating func append(daemon state: DaemonState?) {
        single(
            "gestured_up", .gauge, "Whether gestured answers.", state == nil ? "0" : "1")
        guard let status = state?.status else { return }
        family("gestured_build_info", .info, "Version of gestured and of its protocol.")
        sample(
            "gestured_build_info",
            [("version", status["version"]?.text ?? ""), ("protocol", String(protocolVersion))], "1"
        )
        appendConfiguration(status)
        single(
            "gestured_uptime_seconds", .gauge, "Since gestured began to serve.",
            status["uptime_us"]?.integer.map { Self.seconds(us: $0) })
        single(
            "gestured_devices", .gauge, "Touchscreens.", status["devices"]?.integer.map { "\($0)" })
        single(
            "gestured_clients", .gauge, "Connections to the socket of gestured.",
            status["clients"]?.integer.map { "\($0)" })
        for counter in Self.counters {
            single(
                counter.metric, .counter, counter.help,
                status[counter.member]?.integer.map { "\($0)" })
        }
        appendRefusals(status)
        appendGestures(status)
        appendLatency(status)
        appendLastTouch(status)
    }

    private mutating func appendConfiguration(_ status: JSONValue) {
        guard let source = status["configuration"]?.text else { return }
        let name = "gestured_configuration_info"
        family(name, .info, "The configuration in force.")
        let digest = status["configuration_sha256"]?.text ?? ""
        sample(name, [("source", source), ("sha256", digest)], "1")
        single(
            "gestured_configuration_refused", .gauge,
            "Whether the configuration file that was read last is wrong, and not in force.",
            status["configuration_refused"]?.boolean.map { $0 ? "1" : "0" })
    }

    private mutating func appendRefusals(_ status: JSONValue) {
        let known = Self.refusals.compactMap { entry in
            status[entry.member]?.integer.map { (entry.reason, $0) }
        }
        guard !known.isEmpty else { return }
        let name = "gestured_contacts_refused_total"
        family(name, .counter, "Contacts, steps and places of contacts that no finger makes.")
        for (reason, count) in known { sample(name, [("reason", reason)], "\(count)") }
    }

    private mutating func appendGestures(_ status: JSONValue) {
        let name = "gestured_gestures_total"
        family(name, .counter, "Gestures that began; zones of clients together are client.")
        for entry in Self.gestures(status) {
            sample(name, [("gesture", entry.kind), ("zone", entry.zone)], "\(entry.count)")
        }
    }

    private typealias KindInZone = (kind: String, zone: String, count: Int64)

    /// Gestures by kind and zone, each once: a zone of the configuration may also be named
    /// `client`.
    private static func gestures(_ status: JSONValue) -> [KindInZone] {
        var counts: [KindInZone] = []
        func add(_ kinds: JSONValue?, _ zone: String) {
            guard case .object(let members)? = kinds else { return }
            for member in members {
                guard let more = member.value.integer else { continue }
                let same = counts.firstIndex { $0.kind == member.name && $0.zone == zone }
                if let same {
                    counts[same].count.addClamped(more)
                } else {
                    counts.append((member.name, zone, more))
                }
            }
        }
        if case .array(let zones)? = status["gestures_by_zone"] {
            for zone in zones { add(zone["gestures"], zone["zone"]?.text ?? "client") }
        } else {
            add(status["gestures_by_kind"], "")
        }
        return counts
    }

    private mutating func appendLatency(_ status: JSONValue) {
        guard case .array(let bounds)? = status["latency"]?["bounds_us"],
            case .array(let counts)? = status["latency"]?["counts"],
            let sum = status["latency"]?["sum_us"]?.integer, counts.count == bounds.count + 1
        else { return }
        let name = "gestured_event_latency_seconds"
        family(name, .histogram, "From the kernel's stamp of a frame until its lines were made.")
        var total: Int64 = 0
        for (index, count) in counts.enumerated() {
            total.addClamped(count.integer ?? 0)
            let bound =
                index < bounds.count ? bounds[index].integer.map { Self.seconds(us: $0) } : "+Inf"
            sample("\(name)_bucket", [("le", bound ?? "+Inf")], "\(total)")
        }
        sample("\(name)_sum", [], Self.seconds(us: sum))
        sample("\(name)_count", [], "\(total)")
    }

    /// The maximum age of a status, in microseconds.
    private static let delayUs: Int64 = 2_000_000

    /// Converts the time from CLOCK_MONOTONIC to CLOCK_REALTIME; their difference is the same for
    /// all processes of a machine. A time at which the daemon did not run is a recording's, whose
    /// clock may be of another machine.
    private mutating func appendLastTouch(_ status: JSONValue) {
        let now = SystemClock.monotonicUs
        let uptime = status["uptime_us"]?.integer ?? .max
        guard let us = status["last_touch_us"]?.integer, us <= now,
            us >= now.addingClamped(-max(uptime, 0)).addingClamped(-Self.delayUs)
        else { return }
        let difference = SystemClock.realtimeUs - now
        single(
            "gestured_last_touch_timestamp_seconds", .gauge, "When a touch was over last.",
            Self.seconds(us: us.addingClamped(difference)))
    }
}

/// The metrics of gestured-web.
extension MetricsText {
    /// Appends the counters of a hub.
    mutating func append(_ hub: WebHub) {
        let counters = hub.counters
        single("gestured_web_pages", .gauge, "Pages that are connected.", "\(hub.pages.count)")
        single(
            "gestured_web_upstream_connections", .gauge, "Connections of pages to gestured.",
            "\(hub.connectionCount)")
        single(
            "gestured_web_lines_sent_total", .counter, "Lines sent to pages.", "\(counters.lines)")
        single(
            "gestured_web_lines_dropped_total", .counter,
            "Lines that pages read too slowly to get.", "\(counters.dropped)")
        let refused = "gestured_web_refused_total"
        family(refused, .counter, "Requests and pages that were refused or disconnected.")
        for (reason, count) in zip(WebCounters.Refusal.allCases, counters.refusals) {
            sample(refused, [("reason", reason.rawValue)], "\(count)")
        }
        guard !counters.answers.isEmpty else { return }
        let answers = "gestured_web_http_requests_total"
        family(answers, .counter, "Answers to requests, by status code.")
        for answer in counters.answers {
            sample(answers, [("code", "\(answer.code)")], "\(answer.count)")
        }
    }
}
