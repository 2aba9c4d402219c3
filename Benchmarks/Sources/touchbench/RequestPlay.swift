import GesturedServer
import Glibc
import LinuxIO

/// Clients that ask for something, one after the other: what a request costs.
struct RequestPlay {
    /// What they ask for.
    enum Kind: String {
        case ping, subscribe
        /// Each adds a zone of three gestures; once all have, each takes its own away.
        case zones
    }

    private let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// Asks in so many passes, and prints how many requests each of them has.
    func run(_ harnessOptions: HarnessOptions, passes: Int) throws(BenchError) {
        let requests = requests
        var count = 0
        try BenchError.passingOn { () throws(DaemonError) in
            let harness = try RequestHarness(harnessOptions)
            for _ in 0..<passes { count += try harness.ask(requests) }
        }
        guard count == passes * harnessOptions.clients * requests.count else {
            throw BenchError(status: 70, description: "\(count) requests alone were done")
        }
        writeLine("requests=\(count / passes)", to: STDOUT_FILENO)
    }

    private var requests: [(Int) -> String] {
        switch kind {
        case .ping: [{ #"{"type":"ping","id":\#($0)}"# }]
        case .subscribe: [{ #"{"type":"subscribe","id":\#($0),"gestures":["drag","tap"]}"# }]
        case .zones:
            [
                { number in
                    #"{"type":"add_zone","id":1,"name":"own\#(number)","rect":"#
                        + #"{"x":0.25,"y":0,"width":0.5,"height":1},"gestures":"#
                        + #"[{"drag":{"fingers":1},"name":"stroke"},{"tap":{}},{"magnify":{}}]}"#
                },
                { #"{"type":"remove_zone","id":2,"name":"own\#($0)"}"# },
            ]
        }
    }
}
