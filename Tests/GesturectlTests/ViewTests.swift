import Foundation
import Synchronization
import Testing
import TouchTestSupport

@testable import LinuxIO
@testable import gesturectl

/// `gesturectl view`, on a server of the test.
struct ViewTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Runs `gesturectl view` as a process without a display.
    private func view(_ port: UInt16, _ arguments: String...) throws -> RunningProgram.Result {
        try GesturectlCommand.start(
            ["view", "--port", "\(port)"] + arguments,
            environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""]
        ).wait()
    }

    @Test func `the address is printed once gestured-web answers for it`() throws {
        let server = try AnsweringServer("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nok\n")
        let result = try view(server.port, "--no-open")
        #expect(result.output == "http://127.0.0.1:\(server.port)/\n")
        #expect(result.errors == "")
        #expect(result.status == 0)
        let request = server.request
        #expect(request.hasPrefix("GET /healthz HTTP/1.1\r\n"))
        // gestured-web refuses other host names.
        #expect(request.contains("\r\nHost: 127.0.0.1:\(server.port)\r\n"))
    }

    @Test(arguments: [("403 Forbidden", true), ("426 Upgrade Required", false)])
    func `a gestured-web that refuses its own page is named, with the line that permits it`(
        answer: String, isRefused: Bool
    ) throws {
        let server = try AnsweringServer(
            "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nok\n", "HTTP/1.1 \(answer)\r\n\r\n")
        let result = try view(server.port, "--no-open")
        #expect(result.status == 0)
        #expect(result.output == "http://127.0.0.1:\(server.port)/\n")
        #expect(result.errors.contains("without --own-page") == isRefused, "\(result.errors)")
        #expect(result.errors.contains(WebPage.permittingCommand) == isRefused)
        #expect(server.request.contains("GET /gestures HTTP/1.1\r\n"))
        #expect(server.request.contains("\r\nOrigin: http://127.0.0.1:\(server.port)\r\n"))
    }

    @Test func `the line that permits the page is that of the manual`() throws {
        let page = try String(
            contentsOfFile: BuiltDaemon.root + "docs/live-page.md", encoding: .utf8)
        #expect(page.contains("    \(WebPage.permittingCommand)\n"))
    }

    @Test func `the address is printed even if gestured-web reports a problem`() throws {
        let server = try AnsweringServer(
            "HTTP/1.1 503 Service Unavailable\r\n\r\ngestured answers, and no \u{1B}[2Jtouchscreen is open\n"
        )
        let result = try view(server.port, "--no-open")
        #expect(result.output == "http://127.0.0.1:\(server.port)/\n")
        #expect(result.errors.contains(#"gestured answers, and no \x1b[2Jtouchscreen is open"#))
        #expect(result.status == 0)
    }

    @Test func `without a server view exits 69, with the unit to start`() throws {
        let port = try AnsweringServer("").close()
        let result = try view(port)
        #expect(result.status == 69)
        #expect(result.output == "")
        #expect(result.errors.contains("nothing serves http://127.0.0.1:\(port)/"))
        #expect(result.errors.contains("systemctl enable --now gestured-web.socket"))
        #expect(result.errors.contains("Install the package gestured-web if it is missing"))
        #expect(result.errors.contains("gesturectl view --demo"))
    }

    @Test(arguments: [
        ("HTTP/1.1 404 Not Found\r\n\r\n", "it answers 404"),
        ("HTTP/1.0 200 OK\r\n\r\n<html>", "it answers 200"), ("220 mail ready\r\n", "no HTTP"),
        ("", "no HTTP"), ("HTTP/1.1 abc\r\n\r\n", "no HTTP"),
        (String(repeating: "x", count: 100_000), "no HTTP"),
    ])
    func `another program at the port exits 65`(answer: String, reason: String) throws {
        let server = try AnsweringServer(answer)
        let result = try view(server.port)
        #expect(result.status == 65)
        #expect(result.output == "")
        #expect(result.errors.contains("is not gestured-web: "))
        #expect(result.errors.contains(reason), "\(result.errors)")
    }

    @Test func `without a display the advice is to forward the port`() throws {
        let server = try AnsweringServer("HTTP/1.1 200 OK\r\n\r\nok\n")
        let result = try view(server.port)
        #expect(result.output == "http://127.0.0.1:\(server.port)/\n")
        #expect(result.errors.contains("ssh -L \(server.port):127.0.0.1:\(server.port)"))
        #expect(result.status == 0)
    }

    @Test(
        arguments: [
            (0, ["DISPLAY": ":0"], .root), (1_000, ["DISPLAY": ":0"], .display),
            (1_000, ["WAYLAND_DISPLAY": "wayland-0"], .display), (1_000, [:], .noDisplay),
            (1_000, ["DISPLAY": ""], .noDisplay), (0, [:], .noDisplay),
        ] as [(uid_t, [String: String], Browser.Means)])
    func `only the user of a display opens a browser`(
        uid: uid_t, environment: [String: String], means: Browser.Means
    ) {
        #expect(Browser.Means(uid: uid) { environment[$0] } == means)
        let advice = means.advice(for: WebPage(port: 8765))
        #expect((advice == nil) == (means == .display))
    }

    @Test(
        arguments: [
            ("exit 0", nil), ("exit 4", "xdg-open ended with status 4"),
            (nil, "there is no xdg-open"),
        ] as [(String?, String?)])
    func `xdg-open opens the page`(body: String?, problem: String?) async throws {
        if let body {
            let script = "printf '%s' \"$1\" > \"$0.address\"\n\(body)"
            _ = try directory.install(script: script, as: "xdg-open")
        }
        let reported = Browser.open(
            "http://127.0.0.1:8765/", environment: ["PATH=\(directory.path)"],
            failureTimeUs: 60_000_000)
        #expect(problem == nil ? reported == nil : reported?.contains(problem ?? "") == true)
        if body != nil {
            let address = try String(
                contentsOfFile: directory.file("xdg-open.address"), encoding: .utf8)
            #expect(address == "http://127.0.0.1:8765/")
        }
    }

    @Test func `the demo is a file beside the program, and needs no server`() throws {
        let program = try BuiltFile(named: "gesturectl").path
        for name in ["bin", "share", "share/gestured"] {
            try FileManager.default.createDirectory(
                atPath: directory.file(name), withIntermediateDirectories: false)
        }
        let copy = try directory.install(program, as: "bin/gesturectl")
        let environment = ["DISPLAY": "", "WAYLAND_DISPLAY": ""]
        func view(_ arguments: String...) throws -> RunningProgram.Result {
            try RunningProgram(copy, ["view", "--demo"] + arguments, environment: environment)
                .wait()
        }
        if !FileManager.default.fileExists(atPath: "/usr/\(DemoPage.name)") {
            let missing = try view()
            #expect(missing.status == 66)
            #expect(
                missing.errors.contains("make live-page, and open .build/live-page/index.html"))
            let link = directory.file(DemoPage.name)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
            let unreadable = try view()
            #expect(unreadable.status == 66)
            #expect(unreadable.errors.contains("cannot read "), "\(unreadable.errors)")
            #expect(!unreadable.errors.contains("not installed"))
            try FileManager.default.removeItem(atPath: link)
        }
        let page = try directory.write("<!doctype html>".utf8, to: DemoPage.name)
        let result = try view()
        #expect(result.status == 0)
        let path = try #require(realpath(page, nil).map { String(cString: $0) })
        #expect(result.output == DemoPage.url(of: path) + "\n")
        #expect(result.errors.contains("open the file in a browser of this machine"))
        #expect(result.errors.contains("From another machine: scp HOST:'\(path)' ."))
        #expect(try view("--no-open").errors == "")
    }

    @Test func `other bytes of a path are escaped in the address`() {
        #expect(DemoPage.url(of: "/a b/é%~.html") == "file:///a%20b/%C3%A9%25~.html")
    }

    @Test func `port 80 is omitted from the address, as in browsers`() {
        #expect(WebPage(port: 80).address == "http://127.0.0.1/")
        #expect(WebPage(port: 8765).address == "http://127.0.0.1:8765/")
    }
}

/// Accepts one connection on the loopback interface and answers its request.
private final class AnsweringServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let received = Mutex("")
    private let isDone = DispatchSemaphore(value: 0)

    /// Answers one connection with each of `answers`, and refuses further ones.
    init(_ answers: String...) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        try #require(isBound)
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread { [self] in serve(answers) }.start()
    }

    deinit {
        Glibc.close(listener)
    }

    /// The requests, available once they have been answered.
    var request: String {
        _ = isDone.wait(timeout: .now() + 10)
        return received.withLock { $0 }
    }

    /// Closes the socket, and returns its port, on which no program listens any more.
    func close() -> UInt16 {
        shutdown(listener, Int32(SHUT_RDWR))
        _ = isDone.wait(timeout: .now() + 10)
        return port
    }

    private func serve(_ answers: [String]) {
        defer { isDone.signal() }
        for answer in answers {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = max(0, read(connection, &buffer, buffer.count))
            received.withLock { $0 += String(decoding: buffer[..<count], as: UTF8.self) }
            // A client that has read enough disconnects.
            try? writeAll(answer, to: connection, timeoutMs: 5_000)
            Glibc.close(connection)
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }
}
