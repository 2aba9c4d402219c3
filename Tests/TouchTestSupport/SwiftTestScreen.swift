public import TouchCore

/// Gestures written in Swift, on the panel of `TestScreen`.
public final class SwiftTestScreen: TouchTarget {
    public let surface: GestureSurface
    /// Everything that the daemon would have sent to clients.
    public private(set) var events: [GestureEvent] = []

    /// - Parameter settings: without jitter, so that thresholds are met to the hair, and without an
    ///   end to rest, so that no deadline is left but those of gestures.
    public init(
        panel: Panel = TestScreen.panel,
        settings: DeviceSettings = .init(
            jitter: 0, stuckAfter: .zero, confirmation: .off, stitch: .zero),
        @SurfaceBuilder content: () -> SurfaceContent
    ) {
        surface = GestureSurface(panel: panel, settings: settings, content: content)
        surface.onEvent = { [unowned self] in events.append($0) }
    }

    public func process(_ frame: TouchFrame, reports: [TouchReport]) {
        surface.process(frame, reports: reports.span)
    }

    public func advance(to time: Timestamp) {
        surface.advance(to: time)
    }
}
