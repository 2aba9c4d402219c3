import Foundation
import Testing

@testable import GesturedServer
@testable import LinuxIO

/// The socket that is served.
struct SocketAddressTests {
    private func choose(
        _ option: String? = nil, _ environment: [String: String] = [:], superuser: Bool = false
    ) throws(CommandError) -> SocketAddress {
        try .choose(
            option: option, environment: { environment[$0] }, isSuperuser: superuser,
            processID: 42)
    }

    private static let allVariables = [
        "GESTURED_SOCKET": "/e", "LISTEN_PID": "42", "LISTEN_FDS": "1", "XDG_RUNTIME_DIR": "/x",
    ]

    @Test func `each location has precedence over the next`() throws {
        var environment = Self.allVariables
        #expect(try choose("/o", environment, superuser: true) == .path("/o"))
        #expect(try choose(nil, environment, superuser: true) == .path("/e"))
        environment["GESTURED_SOCKET"] = ""
        #expect(try choose(nil, environment, superuser: true) == .inherited(3))
        environment["LISTEN_FDS"] = nil
        #expect(
            try choose(nil, environment, superuser: true) == .path("/run/gestured/gestured.sock"))
        #expect(try choose(nil, environment) == .path("/x/gestured.sock"))
    }

    @Test(arguments: [("43", "1"), ("42", "0"), ("42", "-1"), ("42", "many"), ("", "1")])
    func `descriptors for another process are ignored`(pid: String, count: String) throws {
        let environment = ["LISTEN_PID": pid, "LISTEN_FDS": count, "XDG_RUNTIME_DIR": "/x"]
        #expect(try choose(nil, environment) == .path("/x/gestured.sock"))
    }

    @Test func `a missing location is a usage error with advice`() throws {
        let error = try #require(throws: CommandError.self) { try choose() }
        #expect(error.status == .usage)
        #expect(error.description.contains("--socket PATH"))
        #expect(throws: CommandError.self) { try choose("", Self.allVariables) }
    }
}

/// The members of `hello` about the daemon.
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
    func `without a boot id in the environment the kernel's is used`(variable: String?) throws {
        let kernel = try #require(Self.kernelBootID).trimmingCharacters(in: .newlines)
        #expect(ServerIdentity { _ in variable }.bootID == kernel)
    }
}
