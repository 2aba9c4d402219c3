import GestureClient
import GestureSettings
import LinuxIO

/// What `doctor` knows of a machine, gathered before anything is concluded from it.
struct Observations {
    /// What came of connecting.
    enum Connection {
        case served(path: String, userID: UInt32?, server: String)
        case failed(GestureClientError)
    }

    /// What came of asking for a touch.
    struct Touch {
        var seconds: Int
        /// How many frames came meanwhile.
        var frames: Int
        /// How many gestures.
        var gestures: Int
    }

    var connection: Connection
    /// The reply to `status`.
    var report: DaemonReport?
    /// The touchscreens that the daemon reads.
    var devices: [TouchDevice] = []
    /// What this machine has, as far as its files show it.
    var inputs: [InputNode] = []
    /// SHA-256 of the daemon's configuration as it is now, of the default one where it has none; `nil`
    /// where it cannot be read.
    var digest: String?
    /// What is wrong with the file that should hold; `nil` where nothing is.
    var configurationProblem: String?
    /// `nil` where nobody was asked to touch.
    var touch: Touch?
}

/// One line of `doctor`, and what to do about it.
struct Finding: Hashable {
    enum Verdict: String {
        case fine = "ok"
        /// Worth a look.
        case odd = "note"
        case wrong = "FAIL"
    }

    var verdict: Verdict
    var text: String
    /// One line or several; `nil` where there is nothing to do.
    var advice: String?
    /// What the command ends with, where it is wrong.
    var status = ExitStatus.unavailable

    static func fine(_ text: String) -> Finding { Finding(verdict: .fine, text: text) }

    static func odd(_ text: String, _ advice: String) -> Finding {
        Finding(verdict: .odd, text: text, advice: advice)
    }

    static func wrong(
        _ text: String, _ advice: String, _ status: ExitStatus = .unavailable
    ) -> Finding {
        Finding(verdict: .wrong, text: text, advice: advice, status: status)
    }

    /// For people: `FAIL  …`, and the advice indented below.
    var line: String {
        let head = verdict.rawValue + String(repeating: " ", count: 6 - verdict.rawValue.count)
        let lines = advice?.split(separator: "\n").map { "\n      \($0)" } ?? []
        return head + text + lines.joined() + "\n"
    }
}

extension Observations {
    /// What follows, from the daemon to the glass.
    var findings: [Finding] {
        var findings = [daemon]
        if case .served = connection {
            findings += [configuration]
            findings += devices.isEmpty ? [] : devices.map(finding)
        }
        findings += inputs.isEmpty ? [] : inputs.compactMap(finding)
        if case .served = connection, devices.isEmpty { findings.append(noDevice) }
        if let touch { findings.append(finding(touch)) }
        return findings
    }

    private var daemon: Finding {
        switch connection {
        case .served(let path, let userID, let server):
            let user = userID.map { ", listening as user \($0)" } ?? ""
            let name = ReadableName.of(server)
            // `status` has the version once more, with the commit.
            let program = String(name.prefix { $0 != "/" })
            let whole = report?.version.map { "\(program) \(ReadableName.of($0))" } ?? name
            return .fine("\(whole) serves \(escapedText(path))\(user)")
        case .failed(let error): return finding(error)
        }
    }

    private func finding(_ error: GestureClientError) -> Finding {
        let status = CommandError(error).status
        switch error {
        case .noSocket(let paths):
            return .wrong(
                "there is no socket: \(paths.map { escapedText($0) }.joined(separator: ", "))",
                """
                Start the daemon: systemctl enable --now gestured.socket gestured.service
                Where it was started by hand, name its socket: --socket PATH
                """, status)
        case .notServed(let path):
            return .wrong(
                "nobody serves \(escapedText(path))",
                "See why it ended: systemctl status gestured; journalctl -u gestured -b", status)
        case .permissionDenied(let path):
            return .wrong(
                "you may not connect to \(escapedText(path))",
                "Join its group, and log in again: sudo adduser $USER gestured-clients", status)
        case .notTheProtocol(let path, _):
            return .wrong(
                "\(escapedText(path)) is no socket of gestured's: \(error)",
                "See whose it is: ss -xlp | grep \(escapedText(path))", status)
        case .noAnswer(let path):
            return .wrong(
                "the daemon at \(escapedText(path)) does not answer",
                "It hangs, or is stopped: systemctl status gestured; journalctl -u gestured -b",
                status)
        default:
            return .wrong("\(error)", "See the daemon's log: journalctl -u gestured -b", status)
        }
    }

    private var configuration: Finding {
        switch report?.configuration {
        case .fallback:
            return .wrong(
                "the configuration is wrong: the built-in one holds, and no position is sent",
                configurationProblem
                    ?? "See what is wrong: gestured --check; then systemctl reload gestured",
                .configuration)
        case .builtIn where configurationProblem != nil:
            return .odd(
                "there is a configuration that the daemon has not read",
                configurationProblem ?? "")
        case .builtIn where digest != nil:
            return .odd(
                "\(ConfigurationFile.defaultPath) is there, and the daemon has not read it",
                "Have it read: systemctl reload gestured")
        case .builtIn: return .fine("configured by what is built in, as there is no file")
        case .file:
            let path = report?.configurationPath.map { escapedText($0) } ?? "a file"
            if let problem = configurationProblem {
                return .odd("\(path) holds as it was; it is wrong by now", problem)
            }
            if let digest, digest != report?.configurationDigest {
                return .odd(
                    "\(path) has changed since the daemon read it",
                    "Have it read anew: systemctl reload gestured")
            }
            return .fine("configured by \(path)")
        case nil: return .odd("the daemon is too old to say how it is configured", "Upgrade it")
        }
    }

    private func finding(_ device: TouchDevice) -> Finding {
        let text = "touchscreen \(device.id): \(DeviceText(device).line)"
        if device.state != "open" {
            return .wrong(text, "See the daemon's log: journalctl -u gestured -b")
        }
        guard device.size == "assumed" else { return .fine(text) }
        let size = "[\(Int(device.width.rounded())), \(Int(device.height.rounded()))]"
        return .odd(
            text,
            """
            Its size is a guess, and every length depends on it. Measure the glass, and configure it:
            devices: [{ match: { name: "\(NamePattern.quotable(device.name))" }, size_mm: \(size) }]
            """)
    }

    /// What a node of this machine means that the daemon does not read; `nil`: nothing.
    private func finding(_ input: InputNode) -> Finding? {
        guard !devices.contains(where: { $0.path == input.path }) else {
            guard input.isGrabbed else { return nil }
            return .odd(
                "\(input.description) is held by one program alone",
                "Nobody else gets its touches: see who has it open: sudo fuser -v \(input.path)")
        }
        if input.isTouchscreen {
            return .wrong(
                "\(input.description) is a touchscreen, and the daemon does not read it",
                "The daemon's log has the reason: journalctl -u gestured -b | grep \(input.node)")
        }
        guard input.hasTouches, !input.isTouchpad else { return nil }
        return .odd(
            "\(input.description) has positions of fingers, and udev calls it no touchscreen",
            """
            If it is one, say so in the configuration:
            devices: [{ match: { name: "\(NamePattern.quotable(input.name))" }, as: touchscreen }]
            """)
    }

    private var noDevice: Finding {
        let isThere = inputs.contains { $0.isTouchscreen || $0.hasTouches }
        return .wrong(
            "the daemon reads no touchscreen",
            isThere
                ? "See above; every device that there is: sudo gestured --list-devices"
                : "This machine shows none: is its cable plugged in, and its driver loaded? dmesg | "
                    + "grep -i -e touch -e hid")
    }

    private func finding(_ touch: Touch) -> Finding {
        if touch.frames > 0 {
            return .fine(
                "touches come: \(NumberText.count(touch.frames, "frame")), "
                    + NumberText.count(touch.gestures, "gesture"))
        }
        return .wrong(
            "nothing came of the glass in \(NumberText.count(touch.seconds, "second"))",
            """
            Look whether the kernel gets anything: sudo libinput debug-events, or evtest
            Another program may hold the panel: sudo fuser -v /dev/input/event*
            """)
    }
}
