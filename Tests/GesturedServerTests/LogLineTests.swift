import CLinux
import Glibc
import Logging
import Testing

@testable import GesturedServer
@testable import LinuxIO

/// Lines for terminals and lines for the journal.
struct LogLineStyleTests {
    /// The value that systemd would set in `$JOURNAL_STREAM` for `descriptor`.
    private func stream(_ descriptor: Int32) -> String {
        var file = clinux_file()
        #expect(clinux_identify_descriptor(descriptor, &file) == 0)
        return "\(file.device):\(file.inode)"
    }

    @Test func `the journal's style is only for the stream that JOURNAL_STREAM names`() throws {
        let journal = try Descriptor { open("/dev/null", O_WRONLY) }
        let other = try Descriptor { open("/dev/zero", O_WRONLY) }
        let name = stream(journal.number)
        for (descriptor, variable, style) in [
            (journal.number, name, LogLineStyle.journal), (other.number, name, .plain),
            (journal.number, "", .plain), (journal.number, "1:2", .plain),
            (journal.number, name + "0", .plain), (-1, name, .plain),
        ] {
            let found = LogLineStyle.suiting(descriptor) { $0 == "JOURNAL_STREAM" ? variable : nil }
            #expect(found == style, "\(variable)")
        }
        #expect(LogLineStyle.suiting(journal.number) { _ in nil } == .plain)
    }

    @Test(arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2]))
    func `the journal receives the priority`(level: Logger.Level, priority: Int) {
        #expect(LogLineStyle.journal.line(level, "ready") == "<\(priority)>ready")
    }

    @Test func `every line of a message has its priority in the journal`() {
        let message = "cannot serve x: permission denied\n  Check its directory"
        #expect(
            LogLineStyle.journal.failure(message)
                == "<3>cannot serve x: permission denied\n<3>  Check its directory")
        #expect(LogLineStyle.journal.line(.warning, message).split(separator: "\n").count == 2)
    }

    @Test func `plain lines have the program's name and the level`() {
        #expect(LogLineStyle.plain.line(.notice, "ready") == "gestured: notice: ready")
        #expect(LogLineStyle.plain.failure("cannot\n  Try") == "gestured: cannot\n  Try")
    }
}

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
