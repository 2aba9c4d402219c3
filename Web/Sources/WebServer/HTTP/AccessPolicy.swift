/// Decides on access: by `Host` on every request, and by `Origin` if a page requests lines.
///
/// A page of any site may make its name resolve to 127.0.0.1 (DNS rebinding). Its requests then
/// have its own name as `Host`, whatever their `Origin` is.
struct AccessPolicy {
    /// Whether a page receives lines.
    enum Answer: Equatable {
        case allowed
        /// No `Origin`: the client is not a browser.
        case missing
        /// The sentence for the log and for the page.
        case refused(String)
    }

    private let hosts: Set<String>
    private let origins: Set<String>
    private let url: String

    /// The policy for requests at the port of `options`.
    init(_ options: WebOptions) {
        url = options.url
        let port = options.port
        var hosts: Set<String> = []
        for name in ["127.0.0.1", "localhost", "[::1]"] {
            hosts.insert("\(name):\(port)")
            if port == 80 { hosts.insert(name) }
        }
        for name in options.hosts {
            hosts.insert(name)
            if !name.dropFirst(name.hasPrefix("[") ? 2 : 0).contains(":") || name.hasSuffix("]") {
                hosts.insert("\(name):\(port)")
            }
        }
        self.hosts = hosts
        let ownOrigins = options.allowsOwnPage ? hosts.flatMap { ["http://\($0)"] } : []
        origins = Set(options.origins + ownOrigins)
    }

    /// The problem with the `Host` of a request; `nil` if it is valid.
    func problem(ofHosts values: [String]) -> String? {
        guard values.count == 1 else { return "a request names one Host" }
        guard !hosts.contains(values[0].lowercased()) else { return nil }
        return """
            Host \(shown(values[0])) is not served here: open \(url), or start \
            gestured-web with --host
            """
    }

    /// Whether a page receives lines, by the values of `Origin`.
    func answer(forOrigins values: [String]) -> Answer {
        guard let origin = values.first else { return .missing }
        if values.count == 1, origins.contains(origin) { return .allowed }
        if hosts.contains(where: { "http://\($0)" == origin }) {
            return .refused("\(shown(origin)) is not allowed: start gestured-web with --own-page")
        }
        return .refused(
            "origin \(shown(origin)) is not allowed; start gestured-web with --origin \(shown(origin))"
        )
    }

    /// A client's text for sentences: without spaces and unprintable characters, 48 at most.
    private func shown(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { $0.value > 0x20 && $0.value < 0x7F }
        var shown = ""
        for scalar in kept.prefix(48) { shown.unicodeScalars.append(scalar) }
        return kept.count > 48 ? shown + "..." : shown
    }

    /// A sentence as the reason of a close frame, which has 123 bytes at most.
    static func closeReason(_ sentence: String) -> String {
        guard sentence.utf8.count > 123 else { return sentence }
        var (kept, count) = ("", 0)
        for scalar in sentence.unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= 120 else { break }
            kept.unicodeScalars.append(scalar)
        }
        return kept + "..."
    }

    /// The content security policy of pages served here: only resources of this server.
    func contentPolicy(host: String) -> String {
        """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
        connect-src 'self' ws://\(host); base-uri 'none'; frame-ancestors 'none'; form-action 'none'
        """
    }
}
