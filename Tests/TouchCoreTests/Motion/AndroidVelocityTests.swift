import Foundation
import Testing
import TouchCore

@Suite struct AndroidVelocityTests {
    /// Cases in which our rules mean to give another velocity, and why.
    private static let differences = [
        "MultiPointerResampledData":
            "a panel that moves a finger in the frame of its lift means it; Android drops such a place",
        "AxisScrollVelocity_SimilarDifferentialValues":
            "its stamps are 18 ns apart in all; the kernel's count whole microseconds",
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
