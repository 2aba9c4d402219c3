import LinuxIO
import Testing

@testable import WebServer

@Suite struct PolicyTests {
    @Test(arguments: [
        ("http://localhost:8080", "http://localhost:8080"),
        ("https://a.example", "https://a.example"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ])
    func `an origin as browsers write it is accepted`(value: String, origin: String) throws {
        #expect(try WebOptions.origin(value) == origin)
    }

    @Test(arguments: [
        ("http://a.example/", "Write --origin http://a.example"),
        ("http://a.example/x/y", "Write --origin http://a.example"),
        ("https://a.example:443", "Write --origin https://a.example"),
        ("http://A.example", "Write --origin http://a.example"), ("*", "let any page in"),
        ("file://", "http:// or https://"), ("http://", "the host is missing"),
        ("http://ä.example", "not ASCII"),
    ])
    func `any other origin is refused with what to write`(value: String, advice: String) {
        let error = #expect(throws: CommandError.self) { try WebOptions.origin(value) }
        #expect(error?.description.contains(advice) == true)
    }

    @Test(arguments: 0..<4)
    func `the reason of a close is cut between characters to fit into its frame`(offset: Int) {
        let reason = AccessPolicy.closeReason(
            String(repeating: "x", count: offset) + String(repeating: "\u{1F4A1}", count: 60))
        #expect((117...123).contains(reason.utf8.count))
        #expect(reason.hasSuffix("\u{1F4A1}...") && !reason.contains("\u{FFFD}"))
    }

    @Test(arguments: [
        (["text/plain"], MetricsFormat.text), ([], .text), (["*/*"], .text),
        (["application/openmetrics-text"], .openMetrics),
        (["application/openmetrics-text; version=0.0.1"], .text),
        (
            ["application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.2"],
            .openMetrics
        ),
        (["text/plain;q=0.9", "application/openmetrics-text;version=1.0.0;q=0.1"], .text),
        (["application/openmetrics-text;q=0"], .text),
    ])
    func `metrics have the format that the client prefers`(
        accept: [String], format: MetricsFormat
    ) {
        #expect(MetricsFormat(accept: accept) == format)
    }

    @Test(
        arguments: [
            (0, "0"), (50, "0.00005"), (1_000_000, "1"), (1_500_000, "1.5"), (-1, "-0.000001"),
            (Int64.max, "9223372036854.775807"),
        ] as [(Int64, String)])
    func `microseconds are written as seconds`(us: Int64, text: String) {
        #expect(MetricsText.seconds(us: us) == text)
    }

    @Test func `a reason that names a long origin fits into a close frame`() {
        let policy = AccessPolicy(WebOptions())
        let long = "https://" + String(repeating: "x", count: 5_000)
        guard case .refused(let sentence) = policy.answer(forOrigins: [long]) else {
            Issue.record("it is allowed")
            return
        }
        #expect(AccessPolicy.closeReason(sentence).utf8.count <= 123)
    }

    @Test func `a request with two origins is not allowed`() {
        var options = WebOptions()
        options.origins = ["http://a.example"]
        let policy = AccessPolicy(options)
        #expect(policy.answer(forOrigins: ["http://a.example"]) == .allowed)
        #expect(policy.answer(forOrigins: []) == .missing)
        if case .allowed = policy.answer(forOrigins: ["http://a.example", "http://a.example"]) {
            Issue.record("it is allowed")
        }
    }
}
