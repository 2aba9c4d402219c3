import Testing

@testable import GestureClient

/// Which sockets a client tries.
struct SocketLocationTests {
    private let everything = ["GESTURED_SOCKET": "/env", "XDG_RUNTIME_DIR": "/run/user/7"]

    @Test func `an option wins over the environment`() {
        let location = SocketLocation(option: "/mine") { everything[$0] }
        #expect(location.candidates == ["/mine"])
    }

    @Test func `the environment's socket is the only one`() {
        let location = SocketLocation(option: nil) { everything[$0] }
        #expect(location.candidates == ["/env"])
    }

    @Test(arguments: [nil, ""])
    func `else it is the system's and then the user's`(variable: String?) {
        let environment = ["GESTURED_SOCKET": variable, "XDG_RUNTIME_DIR": "/run/user/7"]
        let location = SocketLocation(option: nil) { environment[$0] ?? nil }
        #expect(
            location.candidates == ["/run/gestured/gestured.sock", "/run/user/7/gestured.sock"])
    }

    @Test func `without a folder of the user it is the system's`() {
        let location = SocketLocation(option: nil) { _ in nil }
        #expect(location.candidates == [SocketLocation.systemPath])
    }
}
