import Testing
import TouchCore

/// Feeds the events of a case to estimators as the engine would the frames of a panel.
struct AndroidVelocityReplay {
    private let strategy: VelocityStrategy
    private var estimators: [Int: VelocityEstimator] = [:]
    private var scroll: ScalarVelocityEstimator
    private var scrolled = 0.0
    private var end = Timestamp(microseconds: 0)

    init(_ events: [AndroidVelocityCase.Event], strategy: VelocityStrategy) {
        self.strategy = strategy
        scroll = ScalarVelocityEstimator(strategy: strategy)
        for event in events {
            end = Timestamp(microseconds: Int64((Double(event.time) / 1_000).rounded()))
            replay(event)
        }
    }

    /// In units a second, at the last event.
    func velocity(of pointer: Int, on axis: String) -> Double {
        let velocity = estimators[pointer]?.velocity(at: end) ?? .zero
        switch axis {
        case "x": return velocity.x
        case "y": return velocity.y
        default: return scroll.velocity(at: end)
        }
    }

    private mutating func replay(_ event: AndroidVelocityCase.Event) {
        if let delta = event.delta {
            scrolled += delta
            scroll.add(scrolled, at: end)
        }
        for pointer in event.pointers ?? [] {
            let isLeaving = event.changing?.contains(pointer.id) ?? true
            switch event.action {
            case "cancel": estimators[pointer.id] = nil
            case "pointer_up" where isLeaving && event.canceled == true:
                estimators[pointer.id] = nil
            case "up", "pointer_up": add(pointer, asChange: true)
            default: add(pointer, asChange: false)
            }
        }
    }

    /// A place that something between hardware and application made up is none that a panel told;
    /// and a lift tells a place where it differs from the last.
    private mutating func add(_ pointer: AndroidVelocityCase.Pointer, asChange: Bool) {
        guard pointer.resampled != true else { return }
        let position = Point(x: pointer.x, y: pointer.y)
        var estimator = estimators[pointer.id] ?? VelocityEstimator(strategy: strategy)
        if asChange, estimator.newestPosition == position { return }
        estimator.add(position, at: end)
        estimators[pointer.id] = estimator
    }
}
