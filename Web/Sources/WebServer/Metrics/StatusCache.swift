import GestureClient
import GestureWire
import LinuxIO
import NIOCore

/// The daemon's answer to `status`, and values of the connection.
struct DaemonState {
    /// The object of the reply.
    let status: JSONValue
    /// Touchscreens that can be read.
    let openDevices: Int
}

/// Requests the state of the daemon when needed, at most once a second.
final class StatusCache {
    typealias Answer = (Result<DaemonState, WebProblem>) -> Void

    /// How long a state is reused, in microseconds.
    private static let maximumAgeUs: Int64 = 1_000_000
    private let hub: WebHub
    private let timeout: TimeAmount
    private var waiting: [Answer] = []
    private var last: (atUs: Int64, state: Result<DaemonState, WebProblem>)?
    /// The number of times that callers began to wait; identifies a timeout.
    private var waitNumber = 0
    private var query: StatusQuery?

    /// - Parameter timeout: how long the daemon may take.
    init(_ hub: WebHub, timeout: TimeAmount) {
        self.hub = hub
        self.timeout = timeout
    }

    /// Calls `answer` with the state, immediately or within the timeout.
    func get(_ answer: @escaping Answer) {
        if let last, SystemClock.monotonicUs - last.atUs < Self.maximumAgeUs {
            return answer(last.state)
        }
        waiting.append(answer)
        guard waiting.count == 1 else { return }
        waitNumber += 1
        let number = waitNumber
        hub.loop.assumeIsolated().scheduleTask(in: timeout) {
            guard number == self.waitNumber else { return }
            self.deliver(.failure(WebProblem("gestured does not answer")))
        }
        sendQuery()
    }

    /// Sends a request unless one is unanswered, so that none accumulate if the daemon hangs.
    private func sendQuery() {
        guard query == nil else { return }
        query = StatusQuery(hub.options.socket, on: hub.loop) { [weak self] state in
            self?.query = nil
            self?.deliver(state)
        }
    }

    private func deliver(_ state: Result<DaemonState, WebProblem>) {
        guard !waiting.isEmpty else { return }
        last = (SystemClock.monotonicUs, state)
        let answers = waiting
        waiting = []
        answers.forEach { $0(state) }
    }
}

/// Requests the state of the daemon with a connection of its own.
final class StatusQuery: DaemonConnectionOwner {
    private let completion: (Result<DaemonState, WebProblem>) -> Void
    private var daemon: DaemonConnection?
    private var openDevices = 0

    /// Connects; `completion` receives the state or the problem, once.
    init(
        _ location: SocketLocation, on loop: any EventLoop,
        _ completion: @escaping (Result<DaemonState, WebProblem>) -> Void
    ) {
        self.completion = completion
        daemon = DaemonConnection(location, on: loop, owner: self)
    }

    func received(_ line: UnsafeRawBufferPointer) {
        guard let daemon, let value = try? JSONValue(parsing: line) else { return }
        switch value["type"]?.text {
        case "device" where value["device"]?["state"]?.text == "open": openDevices += 1
        case "snapshot_end":
            daemon.send(ByteBuffer(string: #"{"type":"status","id":1}"# + "\n"))
        case "reply":
            guard let status = value["status"] else {
                return finish(.failure(WebProblem("gestured does not answer")))
            }
            finish(.success(DaemonState(status: status, openDevices: openDevices)))
        case "bye": finish(.failure(WebProblem("gestured ends, or has too many clients")))
        default: break
        }
    }

    func didRead() {}

    func connectionEnded(_ problem: String) { finish(.failure(WebProblem(problem))) }

    private func finish(_ state: Result<DaemonState, WebProblem>) {
        guard let daemon else { return }
        self.daemon = nil
        daemon.close()
        completion(state)
    }
}

/// A problem as a sentence.
struct WebProblem: Error {
    /// The sentence, without a full stop.
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
