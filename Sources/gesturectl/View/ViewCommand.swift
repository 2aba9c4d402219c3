import ArgumentParser
import Glibc
import LinuxIO
import SystemPackage

/// `gesturectl view`
struct ViewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "view",
        abstract: "Open the live page: the glass, fingers and gestures, in a browser.",
        discussion: """
            Asks gestured-web of this machine whether it serves the page, prints the page's \
            address and opens it with xdg-open if there is a display. As root it opens nothing, \
            because the browser would run as root in the session of another user. Exit status: 69 \
            if nothing answers. With --demo it opens a file with the same page, which plays a \
            recording of seven kinds of gestures: without a daemon and without gestured-web.
            """)

    @Option(
        help: ArgumentHelp(
            "The port of gestured-web.", valueName: "port"))
    var port: UInt16 = 8765

    @Flag(help: "Open the page with a demo, from a file.")
    var demo = false

    @Flag(help: "Print the address, and open nothing.")
    var noOpen = false

    func validate() throws {
        guard port > 0 else { throw ValidationError("--port takes 1 to 65535.") }
    }

    func run() async throws {
        try await CommandProcess.run {
            let means = Browser.Means(uid: geteuid(), environment: environmentVariable)
            if demo {
                let file = try DemoPage.file()
                return try show(
                    DemoPage.url(of: file), advice: DemoPage.advice(means, for: file))
            }
            let page = WebPage(port: port)
            if let problem = try page.checkHealth() {
                CommandProcess.report(
                    "gestured-web serves the page and reports: \(ReadableName.of(problem))\n"
                        + "  gesturectl doctor finds out why")
            }
            if page.isRefused {
                CommandProcess.report(
                    """
                    gestured-web refuses the page's requests, as it was started without --own-page
                      This permits them: \(WebPage.permittingCommand)
                      A service with options of its own: add --own-page to them
                    """)
            }
            try show(page.address, advice: means.advice(for: page))
        }
    }

    /// Prints an address, and opens it unless there is advice on what the user must do.
    private func show(_ address: String, advice: String?) throws {
        try OutputFile.standard.write(address + "\n")
        guard !noOpen else { return }
        if let advice { return CommandProcess.report(advice) }
        if let problem = Browser.open(address) {
            CommandProcess.report("\(problem)\n  Open the address in a browser of this machine")
        }
    }
}

/// The live page of gestured-web on this machine.
struct WebPage {
    /// The port of gestured-web on the loopback.
    let port: UInt16

    /// The URL, for a browser and for people.
    var address: String { "http://\(host)/" }

    /// The host as browsers send it: gestured-web refuses any other name.
    var host: String { port == 80 ? "127.0.0.1" : "127.0.0.1:\(port)" }

    /// The command that lets the page of the packaged service connect, as docs/live-page.md has it.
    static let permittingCommand =
        #"printf '[Service]\nEnvironment=GESTURED_WEB_OPTIONS=--own-page\n' | "#
        + "sudo install -D -m 644 /dev/stdin /etc/systemd/system/gestured-web.service.d/live-page.conf "
        + "&& sudo systemctl enable --now gestured-web.socket "
        + "&& sudo systemctl try-restart gestured-web.service"

    /// Whether gestured-web answers, and refuses lines to the page: it asks with the page's origin.
    var isRefused: Bool {
        let answer = try? LoopbackHTTP.get(
            "/gestures", host: host, port: port, origin: "http://\(host)")
        return answer?.status == 403
    }

    /// Checks that gestured-web serves this port. Returns the problem that it reports, such as a
    /// daemon that does not run; `nil` if it reports none.
    ///
    /// - Throws: exit status 69 if there is no answer, 65 if another program answers.
    func checkHealth() throws(CommandError) -> String? {
        let answer: LoopbackHTTP.Answer?
        do throws(Errno) {
            answer = try LoopbackHTTP.get("/healthz", host: host, port: port)
        } catch {
            throw CommandError(
                .unavailable, "nothing serves \(address)", error,
                advice: """
                    Install the package gestured-web if it is missing, then start it: sudo systemctl \
                    enable --now gestured-web.socket
                      If it has another port: gesturectl view --port PORT; to try the page without \
                    gestured-web: gesturectl view --demo
                    """)
        }
        switch answer?.status {
        case 200 where answer?.firstLine == "ok": return nil
        case 503: return answer?.firstLine ?? ""
        default:
            let found = answer.map { "it answers \($0.status)" } ?? "it speaks no HTTP"
            throw CommandError(
                .data,
                """
                what serves \(address) is not gestured-web: \(found)
                  Where gestured-web has another port: gesturectl view --port PORT
                """)
        }
    }
}
