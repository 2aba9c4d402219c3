import ArgumentParser
import GestureClient
import Glibc
import LinuxIO
import TouchCore

/// `gesturectl calibrate`
struct CalibrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "calibrate",
        abstract: "Ask for four touches, and print the calibration of the panel.",
        discussion: """
            Asks for four crosses, and waits until each is touched. gestured-session of this user \
            draws them on the screen; without one the terminal names the four places. Prints the \
            line for the device in gestured.yaml, and the property for libinput, which gestured reads too. \
            Take calibration, rotation and a matrix of udev out first. The daemon has to send \
            contacts: privacy: { contacts: true } in its configuration. With --from it needs no \
            daemon.
            """)

    @OptionGroup var socket: SocketOption

    @Option(
        help: ArgumentHelp(
            "How many seconds to wait for the touch of a cross that is drawn.", valueName: "seconds"
        ))
    var touch = SessionCross.longest

    @Option(
        help: ArgumentHelp(
            "Values of xinput_calibrator: MinX,MaxX,MinY,MaxY, and ,SwapXY for swapped axes.",
            valueName: "values"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "With --from: the device's own ranges, MinX,MaxX,MinY,MaxY, as evtest prints them.",
            valueName: "ranges"))
    var axes: String?

    func validate() throws {
        guard (1...600).contains(touch) else {
            throw ValidationError("--touch takes 1 to 600 seconds.")
        }
        guard (from == nil) == (axes == nil) else {
            throw ValidationError("--from and --axes come together.")
        }
        if from != nil { _ = try converted() }
    }

    /// The calibration of `--from`.
    private func converted() throws -> PanelCalibration {
        var values = Self.items(from)
        let swapsAxes = values.last?.lowercased() == "swapxy"
        if swapsAxes { values.removeLast() }
        guard let shown = Self.numbers(values), let ranges = Self.numbers(Self.items(axes)) else {
            throw ValidationError(
                "--from takes MinX,MaxX,MinY,MaxY[,SwapXY], and --axes MinX,MaxX,MinY,MaxY.")
        }
        guard let calibration = PanelCalibration(shown, swapsAxes: swapsAxes, axes: ranges) else {
            throw ValidationError("An axis of --from or --axes begins where it ends.")
        }
        return calibration
    }

    private static func items(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private static func numbers(_ items: [String]) -> [Double]? {
        let numbers = items.compactMap(Int32.init).map(Double.init)
        return numbers.count == 4 && items.count == 4 ? numbers : nil
    }

    func run() async throws {
        guard from == nil else {
            let calibration = try converted()
            return try CommandProcess.runAlone {
                try OutputFile.standard.write(calibration.text)
            }
        }
        try await CommandProcess.run {
            CommandProcess.endQuietlyOnInterrupt()
            var subscription = GestureSubscription()
            subscription.events = [.contact, .device]
            let client = socket.client(subscription, waits: false)
            try OutputFile.standard.write(try await calibration(client).text)
        }
    }

    /// Asks for the crosses, again from the first if one was missed.
    private func calibration(_ client: GestureClient) async throws -> PanelCalibration {
        let status = SessionStatus.ask()
        var session = CrossSession(draws: status?.isLocked == false, seconds: touch)
        defer { session.end() }
        do {
            for try await line in client.lines {
                if let problem = session.receive(line.event) { throw problem }
                if let result = session.result { return result }
            }
        } catch let error as GestureClientError {
            throw MeasureCommand.failure(error)
        }
        throw CommandError(.unavailable, "the daemon ended before all crosses were touched")
    }
}

/// Asks for one cross after the other.
struct CrossSession {
    /// Whether gestured-session draws the crosses: if the screen is locked, it is not asked to.
    private let draws: Bool
    /// How long a cross is shown.
    private let seconds: Int
    /// Whether a cross may be on the screen.
    private var mayBeDrawn = false
    /// What the message of a cross begins with: that the crosses begin again, if they do.
    private var prefix = "Touch"
    private(set) var result: PanelCalibration?
    private var devices: [Int: TouchDevice] = [:]
    /// The device that was touched first; others do not count.
    private var device: Int?
    private var reported: [Point] = []
    private var touch = (sum: Point(x: 0, y: 0), count: 0.0)
    private var down: Set<Int> = []
    private var hasOneFinger = true

    init(draws: Bool, seconds: Int) {
        self.draws = draws
        self.seconds = seconds
        _ = signal(SIGALRM) { _ in
            let text: StaticString =
                "gesturectl: the cross was not touched in time\n  Begin again\n"
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            _exit(ExitStatus.unavailable.rawValue)
        }
    }

    /// Removes the cross that is on the screen.
    mutating func end() {
        alarm(0)
        if mayBeDrawn { SessionCross.remove() }
        mayBeDrawn = false
    }

    /// Processes a line of the daemon. Returns why it cannot be calibrated, if so.
    mutating func receive(_ event: GestureClientEvent) -> CommandError? {
        switch event {
        case .device(let update): devices[update.device.id] = update.device
        case .snapshotEnd: ask()
        case .overflow: (down, touch.count) = ([], 0)
        case .contact(let contact) where contact.device == device ?? contact.device:
            return receive(contact)
        default: break
        }
        return nil
    }

    private mutating func receive(_ contact: ContactUpdate) -> CommandError? {
        guard let slot = contact.slot, let place = contact.place else { return nil }
        device = contact.device
        if let transform = devices[contact.device]?.transform, transform != .normal {
            return CommandError(
                .unavailable,
                """
                the axes follow an output that is turned (\(transform.rawValue))
                  Turn it back, or end gestured-session, and begin again
                """)
        }
        if down.isEmpty { (touch, hasOneFinger) = ((Point(x: 0, y: 0), 0), true) }
        if contact.phase == .ended { down.remove(slot) } else { down.insert(slot) }
        if down.count > 1 { hasOneFinger = false }
        touch.sum = Point(x: touch.sum.x + place.x, y: touch.sum.y + place.y)
        touch.count += 1
        if down.isEmpty, hasOneFinger {
            finish(Point(x: touch.sum.x / touch.count, y: touch.sum.y / touch.count))
        }
        return nil
    }

    private mutating func finish(_ point: Point) {
        reported.append(point)
        if reported.count == PanelCalibration.crosses.count {
            result = PanelCalibration(reported: reported)
            guard result == nil else { return }
            CommandProcess.report("The touches fit no panel: a place was missed. Begin again.")
            prefix = "Begin again: touch"
            reported = []
        }
        ask()
    }

    private mutating func ask() {
        let cross = PanelCalibration.crosses[reported.count]
        let number = "\(reported.count + 1) of \(PanelCalibration.crosses.count)"
        var isDrawn = false
        if draws {
            alarm(0)
            mayBeDrawn = true
            isDrawn = SessionCross.show(
                at: cross.position, message: "\(prefix) the cross (\(number))", seconds: seconds)
            // Later touches would be those of what is below.
            if isDrawn { alarm(UInt32(seconds)) }
        }
        CommandProcess.report(
            isDrawn
                ? "Touch the cross near the \(cross.corner) corner (\(number))."
                : """
                Touch the place an eighth of the width and an eighth of the height from the \
                \(cross.corner) corner (\(number)).
                """)
    }
}
