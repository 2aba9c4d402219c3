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

    private static let ageUs: Int64 = 1_000_000
    private let hub: WebHub
    private let time: TimeAmount
    private var waiting: [Answer] = []
    private var last: (atUs: Int64, state: Result<DaemonState, WebProblem>)?
    private var question = 0
    private var isAsking = false

    /// - Parameter time: how long the daemon may take.
    init(_ hub: WebHub, time: TimeAmount) {
        self.hub = hub
        self.time = time
    }

    /// Calls `answer` with the state, immediately or within the time.
    func get(_ answer: @escaping Answer) {
        if let last, SystemClock.monotonicUs - last.atUs < Self.ageUs { return answer(last.state) }
        waiting.append(answer)
        guard waiting.count == 1 else { return }
        question += 1
        let number = question
        hub.loop.assumeIsolated().scheduleTask(in: time) {
            guard number == self.question else { return }
            self.settle(.failure(WebProblem("gestured does not answer")))
        }
        ask()
    }

    /// Sends one request until the daemon answers, so that none accumulate if it hangs.
    private func ask() {
        guard !isAsking else { return }
        isAsking = true
        hub.withShared { connection in
            switch connection {
            case .failure(let problem):
                self.isAsking = false
                self.settle(.failure(problem))
            case .success(let upstream):
                self.hub.ask("status") { reply in
                    self.isAsking = false
                    guard let status = reply?.value?["status"] else {
                        return self.settle(.failure(WebProblem("gestured does not answer")))
                    }
                    let open = upstream.devices.count(where: \.isOpen)
                    self.settle(.success(DaemonState(status: status, openDevices: open)))
                }
            }
        }
    }

    private func settle(_ state: Result<DaemonState, WebProblem>) {
        guard !waiting.isEmpty else { return }
        last = (SystemClock.monotonicUs, state)
        let answers = waiting
        waiting = []
        answers.forEach { $0(state) }
    }
}
