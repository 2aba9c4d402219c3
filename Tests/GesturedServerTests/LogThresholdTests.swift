import Logging
import Testing

@testable import GesturedServer

/// A level that can change under loggers in use.
struct LogThresholdTests {
    @Test func `every logger that writes by a threshold follows it`() {
        let threshold = LogThreshold(.notice)
        let one = Logger(label: "one") { _ in StandardErrorLog(threshold: threshold) }
        let other = Logger(label: "other") { _ in StandardErrorLog(threshold: threshold) }
        #expect([one, other].map(\.logLevel) == [.notice, .notice])
        threshold.level = .error
        #expect([one, other].map(\.logLevel) == [.error, .error])
        #expect(Logger(label: "third") { _ in StandardErrorLog(level: .info) }.logLevel == .info)
    }
}
