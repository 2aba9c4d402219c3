import Foundation
import Testing

@testable import GesturedServer

/// What `hello` has of the daemon.
struct ServerIdentityTests {
    private static let kernelBootID = try? String(
        contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)

    @Test(arguments: [
        ("26ec26117fbd4d16954ef2d608378dfc", "26ec2611-7fbd-4d16-954e-f2d608378dfc"),
        ("26ec2611-7fbd-4d16-954e-f2d608378dfc", "26ec2611-7fbd-4d16-954e-f2d608378dfc"),
        ("26ec26117fbd4d16954ef2d608378df", "26ec26117fbd4d16954ef2d608378df"),
        ("not an id, but of thirty-two cha", "not an id, but of thirty-two cha"),
    ])
    func `the boot id of the environment is formatted as by the kernel`(
        variable: String, expected: String
    ) {
        let identity = ServerIdentity { $0 == "GESTURED_BOOT_ID" ? variable : nil }
        #expect(identity.bootID == expected)
    }

    @Test(.enabled(if: kernelBootID != nil, "the kernel has no id"), arguments: [nil, ""])
    func `without one in the environment it is the kernel's`(variable: String?) throws {
        let kernel = try #require(Self.kernelBootID).trimmingCharacters(in: .newlines)
        #expect(ServerIdentity { _ in variable }.bootID == kernel)
    }
}
