import Testing

@testable import LinuxIO

/// The numbers of users and groups.
struct AccountNumberTests {
    @Test func `a user is found by name, and a number is its own`() {
        #expect(AccountNumber.ofUser("root") == .found(0))
        #expect(AccountNumber.ofUser("4294967294") == .found(4_294_967_294))
        #expect(AccountNumber.ofUser("no-such-user.here") == .unknown)
    }

    @Test func `a group is found only by its name`() {
        #expect(AccountNumber.ofGroup("root") == .found(0))
        #expect(AccountNumber.ofGroup("0") == .unknown)
    }
}
