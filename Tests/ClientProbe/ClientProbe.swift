import GestureClient

/// Reads the events of a daemon as a user's program does, so that Scripts/client-cost can measure what one costs:
/// `ClientProbe SOCKET`. Prints how many gestures changed.
@main
struct ClientProbe {
    static func main() async throws {
        let location = SocketLocation(path: CommandLine.arguments.last ?? "")
        let client = GestureClient(.init(location: location, waits: false, reconnects: false))
        var changes = 0
        for try await event in client.events {
            if case .gesture(let update) = event, update.phase == .changed { changes += 1 }
        }
        print(changes)
    }
}
