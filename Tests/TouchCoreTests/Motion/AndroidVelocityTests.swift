import Foundation
import Testing
import TouchCore

@Suite struct AndroidVelocityTests {
    private static let withinOneScan =
        "its samples span less than 8 ms: no panel scans so often, only late frames have such times"
    /// Cases in which our rules deliberately give another velocity, and why.
    private static let differences = [
        "MultiPointerResampledData":
            "the panel has measured a movement in the frame of a lift; Android drops the position",
        "AxisScrollVelocity_SimilarDifferentialValues":
            "all its timestamps are within 18 ns; those of the kernel are whole microseconds",
        "AxisScrollVelocity_OnlyTwoValues": withinOneScan,
        "AxisScrollVelocity_ConstantVelocity": withinOneScan,
        "LeastSquaresVelocityTrackerStrategy_Linear": withinOneScan,
        "LeastSquaresVelocityTrackerStrategy_Parabolic": withinOneScan,
        "LeastSquaresVelocityTrackerStrategy_Parabolic2": withinOneScan,
    ]

    @Test(.enabled(if: OracleFile.exists, "needs the corpus: set TOUCH_CORPUS"))
    func `the corpus has the cases`() {
        let names = Set(AndroidVelocityCase.all.map(\.name))
        #expect(names.count == 44)
        #expect(names.isSuperset(of: Self.differences.keys))
    }

    @Test(
        .enabled(if: OracleFile.exists, "needs the corpus: set TOUCH_CORPUS"),
        arguments: AndroidVelocityCase.all)
    func `velocities are those of Android`(oracle: AndroidVelocityCase) throws {
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

    /// The velocity at the last event, in units per second.
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
            case "up", "pointer_up": add(pointer, ifChanged: true)
            default: add(pointer, ifChanged: false)
            }
        }
    }

    /// Adds a position, unless software has resampled it, because no panel reports such a position.
    ///
    /// - Parameter ifChanged: whether the position must differ from the last one, as in a lift.
    private mutating func add(_ pointer: AndroidVelocityCase.Pointer, ifChanged: Bool) {
        guard pointer.resampled != true else { return }
        let position = Point(x: pointer.x, y: pointer.y)
        var estimator = estimators[pointer.id] ?? VelocityEstimator(strategy: strategy)
        if ifChanged, estimator.newestPosition == position { return }
        estimator.add(position, at: end)
        estimators[pointer.id] = estimator
    }
}

/// A case of Android's tests of its velocity tracker, in the form of the corpus.
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

    /// An expected velocity. Here no velocity is equal to a velocity of 0.
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
