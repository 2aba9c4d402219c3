import CSession
import Glibc
public import LinuxIO

/// The program: one thread, one loop, and an end on SIGTERM, SIGINT or SIGHUP.
public enum SessionProgram {
    /// Runs until a signal ends it.
    ///
    /// - Throws: why it cannot run, or that the compositor has ended.
    public static func run(_ options: SessionOptions) throws(CommandError) {
        // libpango finds the fonts; nothing else that is drawn depends on the locale.
        setlocale(LC_CTYPE, "")
        guard let folder = environmentVariable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
            throw CommandError(
                .usage,
                """
                XDG_RUNTIME_DIR names no folder
                  Start it in the graphical session: systemctl --user start gestured-session
                """)
        }
        let log = NonBlockingLog(toStandardErrorWith: { $0 })
        var loop = try SessionLoop(options, log, folder: folder)
        if !csession_confine(folder) { log.write("not confined: the kernel permits no Landlock") }
        try loop.run()
    }
}
