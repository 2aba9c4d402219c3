import Foundation
import Testing
import TouchTestSupport

/// What an option prints and exits, into a pipe that has no room and does not block.
struct FullPipeTests {
    @Test func `a pipe that does not block is waited for, and loses nothing`() throws {
        let pipe = Pipe()
        let writing = pipe.fileHandleForWriting.fileDescriptor
        try #require(fcntl(writing, F_SETFL, O_WRONLY | O_NONBLOCK) == 0)
        var filling = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
        while write(writing, &filling, filling.count) > 0 {}
        let config = GesturedCommand.root + "packaging/gestured.yaml"
        let program = try GesturedCommand.start(
            ["--check", "--config", config], output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        // Not before it has found the pipe full: it waits in poll(2), or has given up.
        try poll {
            let place = try? String(
                contentsOfFile: "/proc/\(program.processID)/wchan", encoding: .utf8)
            let hasEnded = !program.errors.isEmpty || place == nil
            return hasEnded || place?.contains("poll") == true ? true : nil
        }
        let output = String(
            decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(output.drop { $0 == "x" } == "\(config): no problem found\n")
        let result = try program.wait()
        #expect(result.status == 0, "\(result.errors)")
    }
}
