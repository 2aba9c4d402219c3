import Glibc
import LinuxIO
import SystemPackage

/// The browser of the user of this machine.
enum Browser {
    /// Whether this process can open a page.
    enum Means: Hashable {
        /// The user has a display.
        case display
        /// There is no display: a console, a service, an ssh session.
        case noDisplay
        /// The process runs as root, and a display belongs to another user.
        case root

        /// - Parameter environment: the value of a variable.
        init(uid: uid_t, environment: (String) -> String?) {
            let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains {
                environment($0)?.isEmpty == false
            }
            self = !hasDisplay ? .noDisplay : uid == 0 ? .root : .display
        }

        /// What the user must do to open the page; `nil` if this process can.
        func advice(for page: WebPage) -> String? {
            switch self {
            case .display: nil
            case .noDisplay:
                """
                there is no display here: open the address in a browser of this machine
                  From another machine: ssh -L \(page.port):127.0.0.1:\(page.port) HOST, then the \
                same address there
                """
            case .root:
                """
                root opens no browser: it would run as root in the session of somebody else
                  Open the address as the user of the display
                """
            }
        }
    }

    /// Opens a page with the desktop's command. Returns what failed; `nil` on success.
    ///
    /// The browser inherits neither the terminal nor a pipe of the caller.
    ///
    /// - Parameters:
    ///   - environment: `NAME=text`.
    ///   - failureTimeUs: how long to wait for a failure, in microseconds. xdg-open may run as long
    ///     as the browser.
    static func open(
        _ address: String, environment: [String] = ChildProcess.environment,
        failureTimeUs: Int64 = 2_000_000
    ) -> String? {
        let command = #"exec xdg-open "$1" > /dev/null 2>&1"#
        let process: pid_t
        do throws(Errno) {
            process = try ChildProcess.start(
                ["/bin/sh", "-c", command, "sh", address], environment: environment,
                directory: nil)
        } catch {
            return "xdg-open cannot be started: \(error.sentence)"
        }
        let deadline = SystemClock.monotonicUs &+ failureTimeUs
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            guard SystemClock.monotonicUs < deadline else { return nil }
            usleep(20_000)
        }
        // The exit status of a shell that does not find the program.
        if status == 127 << 8 { return "there is no xdg-open (package xdg-utils)" }
        return ChildProcess.failure(status).map { "xdg-open \($0)" }
    }
}
