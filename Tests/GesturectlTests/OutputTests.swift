import Foundation
import Testing
import TouchTestSupport

@testable import gesturectl

/// The outputs of commands: nothing is lost, and no text controls a terminal.
struct OutputTests {
    private let directory: TemporaryDirectory
    private let path: String
    /// C0, DEL, C1, and characters that change the direction of text or are invisible.
    private static let hostileName = "P\u{7}a\u{7F}b\u{9B}31mc\u{202E}d\u{2028}e\u{E0041}f"
    private static let unsafeScalars: Set<Unicode.Scalar> = [
        "\u{7}", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2028}", "\u{E0041}",
    ]

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    private func serve() throws -> RunningProgram {
        let text = SampleText.head(Self.hostileName) + "E: 1.000000 0000 0000 0\n"
        let recording = try directory.write(text.utf8, to: "named.evemu")
        return try BuiltDaemon.serve(path, "--replay", recording)
    }

    /// The output of a command on a terminal.
    private func onTerminal(_ arguments: [String]) throws -> String {
        let leader = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(leader) }
        // TIOCSPTLCK and TIOCGPTN, as unlockpt(3) and ptsname(3) do, which Swift cannot import.
        var (lock, number): (Int32, UInt32) = (0, 0)
        try #require(ioctl(leader, 0x4004_5431, &lock) == 0)
        try #require(ioctl(leader, 0x8004_5430, &number) == 0)
        let follower = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        let output = FileHandle(fileDescriptor: follower, closeOnDealloc: true)
        let program = try GesturectlCommand.start(arguments, output: output)
        try output.close()
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        // Once the follower is closed, read(2) of the leader fails with EIO.
        while case let count = read(leader, &buffer, buffer.count), count > 0 {
            bytes += buffer.prefix(count)
        }
        #expect(try program.wait().status == 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a file whose name begins with a combining mark is made in its folder`() throws {
        try #require(mkdir(directory.file("sub"), 0o700) == 0)
        for name in ["\u{301}r", "sub/\u{301}r"] {
            let path = directory.file(name)
            let output = try OutputFile.make(path)
            #expect(FileManager.default.fileExists(atPath: path))
            output.remove()
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test(arguments: ["watch", "devices"])
    func `text is escaped into a pipe as on a terminal`(command: String) throws {
        for isTerminal in [true, false] {
            let daemon = try serve()
            let arguments = [command, "--text", "--socket", path]
            let text =
                try isTerminal
                ? onTerminal(arguments) : GesturectlCommand.start(arguments).wait().output
            #expect(
                text.contains(#"P\x07a\x7fb\x9b31mc\u{202e}d\u{2028}e\u{e0041}f"#), "\(text)")
            #expect(Self.unsafeScalars.isDisjoint(with: text.unicodeScalars))
            daemon.signal(SIGTERM)
            _ = try daemon.wait()
        }
    }

    @Test(arguments: ["watch", "devices"])
    func `JSON is unchanged in a pipe, and equivalent on a terminal`(command: String)
        throws
    {
        var daemon = try serve()
        let arguments = [command, "--json", "--socket", path]
        let piped = try GesturectlCommand.start(arguments).wait().output
        // Only characters that JSON requires to be escaped are escaped.
        #expect(piped.contains(Self.hostileName.replacing("\u{7}", with: #"\u0007"#)))
        daemon.signal(SIGTERM)
        _ = try daemon.wait()
        daemon = try serve()
        let shown = try onTerminal(arguments)
        #expect(Self.unsafeScalars.isDisjoint(with: shown.unicodeScalars))
        #expect(shown.contains(#"P\u0007a\u007fb\u009b31mc\u202ed\u2028e\udb40\udc41f"#))
        let device = try WireLine.lines(of: shown.replacing("\r\n", with: "\n")).first {
            $0.type == "device"
        }
        #expect(device?.object("device")?.string("name") == Self.hostileName)
        daemon.signal(SIGTERM)
    }

    @Test func `messages of a bindings file are escaped, too`() throws {
        let text = #"bindings: [{ gesture: "\x9Bs\u202Ew\x7F", run: [ls] }]"#
        let file = try directory.write(text.utf8, to: "b.yaml")
        #expect(chmod(file, 0o644) == 0)
        let result = try GesturectlCommand.run("check", file)
        #expect(result.status == 78)
        #expect(result.errors.contains(#"found "\x9bs\u{202e}w\x7f""#), "\(result.errors)")
    }

    @Test func `output waits for a full non-blocking pipe, and loses nothing`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        let pipe = Pipe()
        let writing = pipe.fileHandleForWriting.fileDescriptor
        let reading = pipe.fileHandleForReading.fileDescriptor
        // F_SETPIPE_SZ: so small that the pipe is repeatedly full.
        try #require(fcntl(writing, 1_031, 4_096) >= 0)
        try #require(fcntl(writing, F_SETFL, O_WRONLY | O_NONBLOCK) == 0)
        let program = try GesturectlCommand.start(
            ["watch", "--socket", path], output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        // All pending lines are written at once; the pipe has room only for the first ones.
        try poll {
            var count: Int32 = 0
            return ioctl(reading, UInt(FIONREAD), &count) == 0 && count > 0 ? true : nil
        }
        let output = String(
            decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let result = try program.wait()
        #expect(result.status == 0, "\(result.errors)")
        let lines = output.split(separator: "\n").map(String.init)
        #expect(
            try Array(lines.dropFirst().dropLast()) == BuiltDaemon.lines(of: BuiltDaemon.demo))
        #expect(try daemon.wait().status == 0)
    }
}
