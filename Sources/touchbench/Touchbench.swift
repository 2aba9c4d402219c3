import BenchHarness
import Glibc
import LinuxIO

/// What a frame costs on the daemon's own way: `touchbench FILE.evbin PASSES [option …]`.
///
/// Prints `frames=<of a pass> events=<gesture lines of the first pass> ns0=… ns1=…` (nanoseconds a
/// frame, one a pass) and `rss_kb=…`; with `--requests` `requests=<of a pass>`. docs/performance.md has the options and variables.
@main
struct Touchbench {
    static func main() {
        ProcessSetup.prepare()
        do throws(BenchError) {
            let options = try Options(ProgramArguments.words)
            if let kind = options.requests {
                try RequestPlay(kind).run(options.harnessOptions, passes: options.passes)
            } else {
                try run(options)
            }
        } catch {
            writeLine("touchbench: \(error.description)", to: STDERR_FILENO)
            exit(error.status)
        }
    }

    private static func run(_ options: Options) throws(BenchError) {
        let (frames, passes) = try makePasses(options)
        if let path = options.detectionsPath {
            try writeDetections(to: path, of: passes[0], options.harnessOptions)
        }
        var harnessOptions = options.harnessOptions
        harnessOptions.stage = options.stage
        let harness = try BenchError.passingOn { () throws(CommandError) in
            try Harness(harnessOptions)
        }
        if options.linesPath != nil { harness.startKeepingLines() }
        // Made at once, so that a second pass allocates nothing.
        var nanoseconds = [Int64](repeating: 0, count: max(options.passes, 2))
        var firstEvents = 0
        for pass in 0..<options.passes {
            let begin = nanosecondsNow()
            try BenchError.passingOn { () throws(CommandError) in
                try harness.play(passes[pass])
            }
            nanoseconds[pass] = nanosecondsNow() - begin
            if pass == 0 { firstEvents = harness.eventCount }
        }
        if let path = options.linesPath {
            let lines = try BenchError.passingOn { () throws(CommandError) in
                try harness.finish()
            }
            try writeFile(lines, to: path)
        }
        report(frames: frames, firstEvents, nanoseconds.prefix(options.passes))
    }

    /// The frames of a pass, and a file of each.
    private static func makePasses(
        _ options: Options
    ) throws(BenchError) -> (frames: Int, passes: [Int32]) {
        let events = try EventFile(options.path, maximumFrames: options.maximumFrames)
        // Two at least, so that one pass and two differ by what the second one costs.
        return (events.frameCount, try events.makePasses(max(options.passes, 2)))
    }

    private static func report(frames: Int, _ events: Int, _ nanoseconds: ArraySlice<Int64>) {
        var line = "frames=\(frames) events=\(events)"
        line.reserveCapacity(64 + 32 * max(nanoseconds.count, 2))
        for pass in nanoseconds.indices {
            line += " ns"
            line += String(pass)
            line += "="
            line += String((nanoseconds[pass] + Int64(frames / 2)) / Int64(max(frames, 1)))
        }
        writeLine(line, to: STDOUT_FILENO)
        writeLine("rss_kb=\(residentKilobytes())", to: STDOUT_FILENO)
    }

    /// Writes `kind,t_us` of each recognition in one pass.
    private static func writeDetections(
        to path: String, of pass: Int32, _ harnessOptions: HarnessOptions
    ) throws(BenchError) {
        var harnessOptions = harnessOptions
        harnessOptions.stage = .recognise
        var text = ""
        try BenchError.passingOn { () throws(CommandError) in
            let harness = try Harness(harnessOptions) { kind, time in text += "\(kind),\(time)\n" }
            try harness.play(pass)
        }
        // The pass is read again.
        _ = lseek(pass, 0, SEEK_SET)
        try writeFile(Array(text.utf8), to: path)
    }
}

/// Clients that ask for something, one after the other: what a request costs.
struct RequestPlay {
    /// What they ask for.
    enum Kind: String {
        case ping, subscribe, status
        /// Each adds a zone, moves it as a page does whose element scrolls, and takes it away.
        case move
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
        try BenchError.passingOn { () throws(CommandError) in
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
        case .status: [{ #"{"type":"status","id":\#($0)}"# }]
        case .zones: [Self.add, Self.remove]
        case .move: [Self.add] + (1...Self.moves).map(Self.move) + [Self.remove]
        }
    }

    /// Moves between the coming and the going of a zone.
    private static let moves = 60

    private static func add(_ number: Int) -> String {
        #"{"type":"add_zone","id":1,"name":"own\#(number)","rect":"#
            + #"{"x":0.25,"y":0,"width":0.5,"height":1},"gestures":"#
            + #"[{"drag":{"fingers":1},"name":"stroke"},{"tap":{}},{"magnify":{}}]}"#
    }

    private static func move(_ step: Int) -> (Int) -> String {
        { number in
            #"{"type":"move_zone","id":3,"name":"own\#(number)","rect":"#
                + #"{"x":0.25,"y":\#(Double(step) / 128),"width":0.5,"height":0.5}}"#
        }
    }

    private static func remove(_ number: Int) -> String {
        #"{"type":"remove_zone","id":2,"name":"own\#(number)"}"#
    }
}
