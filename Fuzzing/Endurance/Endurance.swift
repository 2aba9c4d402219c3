import Glibc
import Logging
import SystemPackage
import TouchCore
import TouchRecordings

@testable import GesturedServer

/// Plays recordings repeatedly into the daemon's socket, each as a device that is added and removed,
/// as fast as the first client reads: `Endurance SOCKET HOURS FILE…`.
///
/// HOURS is time of the recordings. At each hour prints a line with the resources of the process:
/// `hour=1 frames=N passes=N rss_kib=N descriptors=N`.
@main
struct Endurance {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let hours = Int64(arguments[2]), hours > 0 else {
            print("usage: Endurance SOCKET HOURS FILE...")
            exit(64)
        }
        _ = signal(SIGPIPE, SIG_IGN)
        let recordings = try arguments[3...].map {
            Recording(collecting: try RecordingFile.open($0))
        }
        let player = try EndurancePlayer(socket: arguments[1], recordings)
        try player.awaitClient()
        for hour in 1...hours {
            try player.play(until: hour * 3_600_000_000)
            print("hour=\(hour) \(player.resourceUsage)")
            fflush(nil)
        }
        try player.finish()
    }
}
