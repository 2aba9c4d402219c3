import Foundation
import Testing
import TouchCore

@Suite struct AndroidVelocityTests {
    private static let withinOneLook =
        "its samples span less than 8 ms: no panel looks so often, but late ones stamp so"
    /// Cases in which our rules deliberately give another velocity, and why.
    private static let differences = [
        "MultiPointerResampledData":
            "a panel that moves a finger in the frame of its lift means it; Android drops such a place",
        "AxisScrollVelocity_SimilarDifferentialValues":
            "its stamps are 18 ns apart in all; the kernel's count whole microseconds",
        "AxisScrollVelocity_OnlyTwoValues": withinOneLook,
        "AxisScrollVelocity_ConstantVelocity": withinOneLook,
        "LeastSquaresVelocityTrackerStrategy_Linear": withinOneLook,
        "LeastSquaresVelocityTrackerStrategy_Parabolic": withinOneLook,
        "LeastSquaresVelocityTrackerStrategy_Parabolic2": withinOneLook,
    ]

    @Test(.enabled(if: OracleFile.isThere, "needs the corpus: set TOUCH_CORPUS"))
    func `the corpus holds the cases`() {
        let names = Set(AndroidVelocityCase.all.map(\.name))
        #expect(names.count == 44)
        #expect(names.isSuperset(of: Self.differences.keys))
    }

    @Test(
        .enabled(if: OracleFile.isThere, "needs the corpus: set TOUCH_CORPUS"),
        arguments: AndroidVelocityCase.all)
    func `moves as Android does`(oracle: AndroidVelocityCase) throws {
        var misses: [String] = []
        for expectation in oracle.expected {
            let strategy: VelocityStrategy =
                expectation.strategy == "IMPULSE" ? .impulse : .leastSquares
            let velocity = AndroidVelocityReplay(oracle.events, strategy: strategy)
                .velocity(of: expectation.pointer, on: expectation.axis)
            let target = expectation.velocity ?? 0
            let tolerance = max(target.magnitude * (expectation.tolerance ?? 0.2), 1e-6)
            if (velocity - target).magnitude > tolerance {
                misses.append("\(strategy) \(expectation.axis): \(velocity), not \(target)")
            }
        }
        if let reason = Self.differences[oracle.name] {
            #expect(!misses.isEmpty, "no longer differs: \(reason)")
        } else {
            #expect(misses == [])
        }
    }
}

/// Feeds the events of a case to estimators, as the engine does with the frames of a panel.
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

    /// A position that software between hardware and application computed is none that a panel
    /// reported; and a lift has a position if it differs from the last.
    private mutating func add(_ pointer: AndroidVelocityCase.Pointer, asChange: Bool) {
        guard pointer.resampled != true else { return }
        let position = Point(x: pointer.x, y: pointer.y)
        var estimator = estimators[pointer.id] ?? VelocityEstimator(strategy: strategy)
        if asChange, estimator.newestPosition == position { return }
        estimator.add(position, at: end)
        estimators[pointer.id] = estimator
    }
}

/// A case of Android's tests of its velocity tracker, as the corpus re-expresses it.
struct AndroidVelocityCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Pointer: Decodable, Sendable {
        var id: Int
        var x: Double
        var y: Double
        var resampled: Bool?
    }

    /// A touch event, or a step of a scroll wheel (`delta`); `time` in nanoseconds.
    struct Event: Decodable, Sendable {
        var time: Int64
        var action: String?
        var pointers: [Pointer]?
        var changing: [Int]?
        var canceled: Bool?
        var delta: Double?

        enum CodingKeys: String, CodingKey {
            case time = "t_ns"
            case action, pointers, changing, canceled, delta
        }
    }

    /// No velocity is represented by a velocity of 0 here.
    struct Expectation: Decodable, Sendable {
        var strategy: String
        var axis: String
        var velocity: Double?
        var pointer: Int
        var tolerance: Double?

        enum CodingKeys: String, CodingKey {
            case strategy, axis, velocity, pointer
            case tolerance = "tol_rel"
        }
    }

    var name: String
    var events: [Event]
    var expected: [Expectation]

    var testDescription: String { name }

    static let all: [AndroidVelocityCase] = OracleFile.cases(of: "android_velocity_tracker")
}
