import GestureClient
import GestureSettings
import Glibc
import LinuxIO
import TouchCore

/// One line of `doctor`, with advice.
struct Finding: Hashable {
    enum Verdict: String {
        case fine = "ok"
        /// Not an error, but unusual.
        case odd = "note"
        case wrong = "FAIL"
    }

    var verdict: Verdict
    var text: String
    /// One line or several; `nil` if no action is needed.
    var advice: String?
    /// The exit status of the command if the finding is an error.
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
    /// The findings, in order from the daemon to the touchscreens.
    var findings: [Finding] {
        var findings = [daemon]
        if case .served = connection {
            findings += [configurationFinding]
            findings += devices.map(finding)
            findings += adaptationFindings
            findings += devices.compactMap(mappingFinding)
            findings += isReplay ? [replayFinding] : inputs.compactMap(finding)
            if devices.isEmpty { findings.append(noDevice) }
        }
        if let access { findings.append(access) }
        if let session { findings.append(finding(session)) }
        if let crossFinding { findings.append(crossFinding) }
        if let sway = swayWithStrips, sway.deliversToOneSurface {
            findings.append(stripFinding(sway))
        }
        switch touch {
        case .success(let touch): findings.append(finding(touch))
        case .failure(let error): findings.append(finding(error))
        case nil: break
        }
        return findings
    }

    private var daemon: Finding {
        switch connection {
        case .served(let path, let userID, let server):
            // A socket that the system's systemd opened has the user id of root. The systemd of a
            // user has the same id as the user's daemon.
            let systemd = userID == 0 ? " (the daemon, or systemd if it opened the socket)" : ""
            let user = userID.map { ", listening as user \($0)\(systemd)" } ?? ""
            let name = ReadableName.of(server)
            // `status` also reports the version, with the commit.
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
        case .cannotConnect(let path, ENOTSOCK):
            return .wrong(
                "\(escapedText(path)) is no socket: it is \(socket?.kind ?? "something else")",
                "Name the daemon's socket: --socket PATH, or GESTURED_SOCKET", status)
        case .notServed(let path):
            return .wrong(
                "no process serves \(escapedText(path))",
                "See why it ended: systemctl status gestured; journalctl -u gestured -b", status)
        case .permissionDenied(let path):
            return .wrong(
                "you may not connect to \(escapedText(path))", permissionAdvice, status)
        case .notTheProtocol(let path, let reason):
            return .wrong(
                "\(escapedText(path)) is no socket of gestured's: \(escapedText(reason))",
                "See whose it is: sudo ss -xlp; name that of the daemon: --socket PATH", status)
        case .noAnswer(let path):
            return .wrong(
                "the daemon at \(escapedText(path)) does not answer",
                "It hangs, or is stopped: systemctl status gestured; journalctl -u gestured -b",
                status)
        default:
            let lines = "\(error)".split(separator: "\n")
            let advice = lines.dropFirst().map { $0.drop { $0 == " " } }.joined(separator: "\n")
            return .wrong(
                lines.first.map(String.init) ?? "",
                advice.isEmpty ? "See the daemon's log: journalctl -u gestured -b" : advice, status)
        }
    }

    /// Advice on how to get permission to connect.
    private var permissionAdvice: String {
        guard let socket else {
            return "Join its group, and log in again: sudo adduser $USER gestured-clients"
        }
        guard let group = socket.writers else {
            return """
                It is for the user \(escapedText(socket.owner)) alone. Name a group in the daemon's \
                configuration: socket: { group: … }
                """
        }
        return "Join its group, and log in again: sudo adduser $USER \(escapedText(group))"
    }

    private var configurationFinding: Finding {
        switch report?.configuration {
        case .fallback:
            return .wrong(
                "the configuration is wrong: the built-in one holds, and no position is sent",
                configuration.problem ?? refusal
                    ?? "See what is wrong: gestured --check; then systemctl reload gestured",
                .configuration)
        case .builtIn:
            if let problem = configuration.problem {
                return .odd("there is a configuration that the daemon has not read", problem)
            }
            guard configuration.state == .changed else {
                return .fine("configured by what is built in, as there is no file")
            }
            return .odd(
                "the daemon has not read \(escapedText(configuration.path))",
                "Have it read: systemctl reload gestured")
        case .file: return fileFinding
        case nil: return .odd("the daemon is too old to say how it is configured", "Upgrade it")
        }
    }

    /// The daemon's errors in the configuration that it read last, line by line; `nil` if there are
    /// none.
    private var refusal: String? {
        configurationError.map { ReadableName.lines(of: $0).joined(separator: "\n") }
    }

    /// The finding about the file that the daemon's configuration was read from.
    private var fileFinding: Finding {
        let path = escapedText(configuration.path)
        if let refusal {
            return .wrong(
                "\(path) was refused: the daemon keeps the configuration that it read before",
                refusal + "\nCorrect it, then: systemctl reload gestured", .configuration)
        }
        if let problem = configuration.problem {
            // The files that it names may be unreadable to this user.
            let found =
                configuration.state == .same
                ? "configured by \(path), which cannot be checked here"
                : "\(path) is wrong now: the daemon keeps the configuration that it read before"
            return .odd(found, problem)
        }
        switch configuration.state {
        case .same: return .fine("configured by \(path)")
        case .changed:
            let check = configuration.bytes == nil ? "gesturectl check \(path); " : ""
            return .odd(
                "\(path) has changed since the daemon read it",
                "Reload it: \(check)systemctl reload gestured")
        case .gone:
            return .odd(
                "\(path) is missing now: the daemon keeps the configuration that it read before",
                configuration.path == ConfigurationFile.defaultPath
                    ? "Put it back: without it the daemon starts with the built-in configuration"
                    : "Put it back: the daemon does not start again without it")
        case .unreadable:
            return .odd(
                "configured by \(path), which cannot be read here: it may have changed since",
                "Run it as a user who may read it: sudo gesturectl doctor")
        }
    }

    private func finding(_ device: TouchDevice) -> Finding {
        let text = "touchscreen \(device.id): \(DeviceText(device).line)"
        if device.state != "open" {
            return .wrong(text, "See the daemon's log: journalctl -u gestured -b")
        }
        guard device.size == "assumed" else {
            return Finding(verdict: .fine, text: text, advice: profileAdvice(for: device))
        }
        let size = [device.width, device.height].map { NumberText.decimal($0, places: 0) }
            .joined(separator: ", ")
        return .odd(
            text,
            """
            Its size is a guess, and every length depends on it. Measure the glass, and configure it:
            devices: [{ match: { name: "\(NamePattern.quotable(device.name))" }, size_mm: [\(size)] }]
            """)
    }

    /// The profile that suits the size of a panel, unless the daemon's configuration has one; `nil`
    /// if the defaults do.
    private func profileAdvice(for device: TouchDevice) -> String? {
        guard configuration.settings?.profile == .standard,
            let profile = GestureProfile(forWidth: device.width, height: device.height)
        else { return nil }
        let inches = NumberText.decimal(
            (device.width * device.width + device.height * device.height).squareRoot() / 25.4,
            places: 1)
        return "The profile for its \(inches) inches may suit it: profile: \(profile.rawValue)"
    }

    /// The findings about the adaptations to the devices. The last one has one line of the
    /// configuration for all of them.
    private var adaptationFindings: [Finding] {
        let adapted = devices.map {
            DeviceAdaptations(device: $0, adaptations: Adaptation.all(in: adaptations[$0.id] ?? ""))
        }
        var findings = adapted.flatMap { adapted in
            adapted.adaptations.map { finding($0, of: adapted.device) }
        }
        let rules = adapted.compactMap(\.rule).joined(separator: ", ")
        if !rules.isEmpty, let last = findings.indices.last {
            let advice = """
                Each adaptation ends after 50 lifts without its fault. To switch them off:
                devices: [\(rules)]
                """
            findings[last].advice = [findings[last].advice, advice].compactMap(\.self)
                .joined(separator: "\n")
        }
        return findings
    }

    /// The finding about an adaptation to a device.
    private func finding(_ adaptation: Adaptation, of device: TouchDevice) -> Finding {
        let name = "touchscreen \(device.id)"
        guard let meaning = adaptation.meaning else {
            return .odd(
                "\(name) is treated as with \(escapedText(adaptation.name)): "
                    + escapedText(adaptation.value),
                "This gesturectl is older than the daemon, and does not know what it means")
        }
        return Finding(verdict: .odd, text: "\(name): \(meaning)")
    }

    /// Whether the daemon plays a recording, and so reads no device.
    var isReplay: Bool { devices.contains { $0.path == nil } }

    private var replayFinding: Finding {
        .odd(
            "the daemon plays a recording: touches of the glass do not reach it",
            "For the touchscreens of this machine end it, and start the service: "
                + "systemctl start gestured")
    }

    /// The finding about a node of this machine; `nil` if there is nothing to report.
    private func finding(_ input: InputNode) -> Finding? {
        guard !input.isDaemonDevice else { return input.isGrabbed ? grabFinding(input) : nil }
        if input.isTouchscreen { return unreadFinding(input) }
        guard input.hasTouches, !input.isTouchpad else { return nil }
        return .odd(
            "\(input.description) has positions of fingers, and udev calls it no touchscreen",
            """
            If it is one, say so in the configuration:
            devices: [{ match: { name: "\(NamePattern.quotable(input.name))" }, as: touchscreen }]
            """)
    }

    /// A touchscreen that is not one of the daemon's devices.
    private func unreadFinding(_ input: InputNode) -> Finding {
        let text = "\(input.description) is a touchscreen, and the daemon does not read it"
        if input.name == DeviceRule.performerName {
            return .odd(
                text, "gesturectl performs on it for other programs: --for-daemon includes gestured"
            )
        }
        let advice =
            "The daemon's log has the reason: journalctl -u gestured -b | grep \(input.node)"
        guard let settings = configuration.settings else {
            return .odd(
                text,
                advice + "\nOr it is ignored on purpose: the configuration is not known here")
        }
        guard !input.isIgnored(by: settings) else {
            return .odd(text, "As configured: ignore: true in \(escapedText(configuration.path))")
        }
        return .wrong(text, advice)
    }

    /// A device of the daemon that one program has grabbed.
    private func grabFinding(_ input: InputNode) -> Finding {
        let others =
            "Nobody else gets its touches: see who has it open: sudo fuser -v \(input.path)"
        guard let settings = configuration.settings else {
            return .odd(
                "\(input.description) is held by one program alone",
                "Where that is gestured, by grab: true in its configuration, all is well\n" + others
            )
        }
        guard input.isGrabbed(by: settings) else {
            return .odd("\(input.description) is held by one program alone", others)
        }
        return .odd(
            "\(input.description) is held by one program alone: by gestured, as configured",
            "Where another was first, its log says so: journalctl -u gestured -b | grep grab")
    }

    /// The finding about this user's permission to read the nodes, which programs without the
    /// daemon need; `nil` if there are no nodes.
    private var access: Finding? {
        let touched = inputs.filter { $0.isTouchscreen || $0.hasTouches }
        let nodes = (touched.isEmpty ? inputs : touched).filter { $0.isReadable != nil }
        guard let closed = nodes.first(where: { $0.isReadable == false }) else {
            return nodes.isEmpty
                ? nil : .fine("you may read the input devices, as gestured --dump and --record do")
        }
        let group = closed.group.map {
            ", or join the group, and log in again: sudo adduser $USER \($0)"
        }
        return .odd(
            "you may not read \(closed.path) yourself; only gestured --dump, --record and "
                + "--list-devices need it",
            "Clients do not need it. Run these with sudo\(group ?? "")")
    }

    private func stripFinding(_ sway: SwayVersion) -> Finding {
        .odd(
            "gestured-session keeps strips under sway \(sway.major).\(sway.minor): a finger that "
                + "rests on one stops the touches of the window",
            "Keep strips where no hand rests, or not at all: --keep of gestured-session"
        )
    }

    private var noDevice: Finding {
        let hasTouchDevice = inputs.contains { $0.isTouchscreen || $0.hasTouches }
        return .wrong(
            "the daemon reads no touchscreen",
            hasTouchDevice
                ? "See above; every device that there is: sudo gestured --list-devices"
                : "This machine shows none: is its cable plugged in, and its driver loaded? dmesg | "
                    + "grep -i -e touch -e hid")
    }

    private func finding(_ touch: Touch) -> Finding {
        if touch.frames > 0 {
            return .fine(
                "touches \(isReplay ? "of the recording " : "")come: "
                    + "\(NumberText.count(touch.frames, "frame")), "
                    + NumberText.count(touch.gestures, "gesture"))
        }
        guard !isReplay else {
            return .wrong(
                "the recording had no touch in \(NumberText.count(touch.seconds, "second"))",
                "It may be over: gestured --replay FILE --realtime --loop repeats it")
        }
        return .wrong(
            "no touch arrived in \(NumberText.count(touch.seconds, "second"))",
            """
            Check whether the kernel receives events: sudo libinput debug-events, or evtest
            Another program may hold the panel: sudo fuser -v /dev/input/event*
            """)
    }
}
