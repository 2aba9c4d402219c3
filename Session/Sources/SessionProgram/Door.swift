import CSession
import GestureWire
import Glibc
import LinuxIO
import SystemPackage

/// A request of the user, by the session's own socket.
enum DoorRequest: Equatable {
    case lock(LockRequest)
    case unlock(onlyCross: Bool)
    case status

    /// Parses a line.
    ///
    /// - Throws: what is wrong, as a sentence.
    init(_ line: [UInt8]) throws(DoorError) {
        guard let value = JSONValue(text: line), let type = value["type"]?.text else {
            throw DoorError(text: "the request is not a JSON object with a type")
        }
        switch type {
        case "lock":
            guard let seconds = value["seconds"]?.double, seconds >= 1, seconds <= 86_400 else {
                throw DoorError(text: "seconds takes a number of 1 to 86400")
            }
            let message = value["message"]?.text ?? ""
            guard message.utf8.count <= LockRequest.longestMessage else {
                throw DoorError(text: "a message has \(LockRequest.longestMessage) bytes at most")
            }
            var request = LockRequest(durationUs: Int64(seconds * 1_000_000), message: message)
            if let place = value["cross"] {
                guard let x = place["x"]?.double, let y = place["y"]?.double,
                    (0...1).contains(x), (0...1).contains(y)
                else { throw DoorError(text: "cross takes x and y, fractions of a screen") }
                request.cross = Cross(x: x, y: y)
            }
            self = .lock(request)
        case "unlock": self = .unlock(onlyCross: value["cross"]?.boolean == true)
        case "status": self = .status
        default: throw DoorError(text: "there is no request \(escapedText(type))")
        }
    }
}

/// The error in a request.
struct DoorError: Error, Equatable { var text: String }

/// The session's own socket: one request a connection, one reply, then its end.
struct Door: ~Copyable {
    private static let maximumLine = 1024
    /// How long a connection may take for its request, and the pause after accept(2) has failed, in
    /// microseconds.
    private static let timeoutUs: Int64 = 500_000

    let path: String
    let listener: Int32
    /// The one connection that is read; others wait in the socket's queue.
    private var connection: LineSocket?
    /// When the connection is closed without a request. Without a connection, when accept(2) is
    /// tried again after it has failed; `nil` if it has not failed.
    private(set) var deadline: Int64?
    /// Device and inode of the socket's file, to notice that another socket has replaced it.
    private let file: [UInt64]

    init(in folder: String) throws(CommandError) {
        let path = "\(folder)/gestured-session.sock"
        let listener = csession_listen(path)
        guard listener >= 0 else {
            let error = Errno(rawValue: errno)
            let reason =
                error == .addressInUse ? "another gestured-session runs" : error.sentence
            throw CommandError(.cannotCreate, "cannot listen at \(escapedText(path)): \(reason)")
        }
        // Last, because `deinit` runs once every member is set.
        self.path = path
        self.listener = listener
        file = Self.file(path)
    }

    private static func file(_ path: String) -> [UInt64] {
        var status = stat()
        return lstat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
    }

    deinit {
        close(listener)
        if Self.file(path) == file { unlink(path) }
    }

    /// The descriptor to wait for.
    var descriptor: Int32 {
        switch connection {
        case .none: deadline == nil ? listener : -1
        case .some(let connection): connection.descriptor
        }
    }

    mutating func advance(now: Int64) {
        if let deadline, deadline <= now { disconnect() }
    }

    private mutating func disconnect() {
        connection = nil
        deadline = nil
    }

    /// Accepts a connection or reads a request, which `answer` answers with the text of a reply.
    mutating func turn(now: Int64, _ answer: (DoorRequest) -> String) {
        guard connection != nil else {
            // Also if accept(2) fails: an error such as EMFILE lasts, and the listener stays
            // readable.
            deadline = now + Self.timeoutUs
            let descriptor = csession_accept(listener)
            guard descriptor >= 0 else { return }
            connection = LineSocket(owning: descriptor, maximumLine: Self.maximumLine)
            return
        }
        guard let lines = connection?.read() else { return disconnect() }
        guard let line = lines.first else { return }
        do throws(DoorError) {
            _ = connection?.send(answer(try DoorRequest(line)))
        } catch {
            _ = connection?.send(#"{"ok":false,"error":\#(quotedJSON(error.text))}"#)
        }
        disconnect()
    }
}
