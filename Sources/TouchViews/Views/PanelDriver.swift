public import TouchCore

/// Converts the frames of a panel for a window: contacts to fingers, millimetres to points.
///
/// Palms, ghosts, jumps and broken contacts are handled as in the daemon. A point is 25.4/163 mm
/// unless the program gives the size of the window on the panel.
@MainActor
public final class PanelDriver: @MainActor TouchReceiver {
    /// The window that receives the touches.
    public let window: UIWindow
    /// Points per millimetre, in both directions.
    public let pointsPerMillimetre: CGFloat
    private var tracker: FingerTracker
    private var lastTime = Timestamp(microseconds: .min)
    private var input: [TouchInput] = []

    /// A driver with a window as large as its panel.
    ///
    /// - Parameters:
    ///   - panel: the axes of the device.
    ///   - settings: properties that the device does not report, and the filters of contacts.
    ///   - pointsPerMillimetre: `nil` means 163 points per inch.
    public init(
        panel: Panel, settings: DeviceSettings = .init(), pointsPerMillimetre: CGFloat? = nil
    ) {
        let scale = pointsPerMillimetre ?? Limits.pointsPerMillimetre
        tracker = FingerTracker(panel: panel, settings: settings)
        let surface = tracker.surface
        self.pointsPerMillimetre = scale > 0 ? scale : Limits.pointsPerMillimetre
        window = UIWindow(
            size: CGSize(
                width: surface.width * self.pointsPerMillimetre,
                height: surface.height * self.pointsPerMillimetre))
    }

    /// A driver with a window of the given width, in points of the program's screen.
    public convenience init(
        panel: Panel, settings: DeviceSettings = .init(), widthInPoints width: CGFloat
    ) {
        let surface = Surface(panel: panel, settings: settings)
        self.init(
            panel: panel, settings: settings, pointsPerMillimetre: width / surface.width)
    }

    /// When `advance(to:)` must be called; `nil` if it waits for nothing.
    public var nextDeadline: Timestamp? {
        earlier(tracker.nextDeadline, window.nextDue)
    }

    /// Handles one frame; deadlines up to its timestamp fire first.
    public func process(_ frame: TouchFrame, reports: Span<TouchReport>) {
        advance(to: frame.time)
        tracker.process(frame, reports: reports)
        hand(on: frame.time)
    }

    /// Advances to `time`: every deadline up to it fires, in order.
    public func advance(to time: Timestamp) {
        while let due = tracker.nextDeadline, due <= time {
            tracker.advance(to: due)
            hand(on: due)
            if tracker.nextDeadline == due { break }
        }
        window.send([], at: time)
    }

    /// Cancels every touch, for a device that is removed.
    public func cancelAll(_ reason: CancellationReason = .deviceRemoved) {
        tracker.cancelAll()
        window.cancelAllTouches()
    }

    private func hand(on time: Timestamp) {
        lastTime = max(lastTime, time)
        guard !tracker.changes.isEmpty else { return }
        input.removeAll(keepingCapacity: true)
        for change in tracker.changes {
            input.append(
                TouchInput(
                    id: change.slot, phase: TouchInput.Phase(change.phase),
                    location: CGPoint(
                        x: change.position.x * pointsPerMillimetre,
                        y: change.position.y * pointsPerMillimetre),
                    force: change.force.map { CGFloat($0) }))
        }
        window.send(input, at: lastTime)
    }
}

extension TouchInput.Phase {
    fileprivate init(_ phase: FingerTracker.Phase) {
        switch phase {
        case .landed: self = .began
        case .moved: self = .moved
        case .lifted: self = .ended
        case .cancelled: self = .cancelled
        }
    }
}
