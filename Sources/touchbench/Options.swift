import BenchHarness
import Glibc

/// What the command line and the environment ask for.
struct Options {
    private static let usage = """
        usage: touchbench FILE.evbin PASSES [--stage parse|recognise|lines|turn]
                 [--gestures N] [--zones N] [--clients N] [--slots N] [--config FILE]
               touchbench --requests PASSES [--ask ping|subscribe|status|zones|move] [--zones N] [--clients N]
                 [--gestures N] [--config FILE]
          MAXFRAMES=n cuts after the last frame up to n that leaves no contact.
          DETFILE and LINESFILE name files for the recognitions, and the lines, of a replay.
        """

    var path = ""
    var passes = 0
    /// What clients ask for; `nil`: nothing, a file is played.
    var requests: RequestPlay.Kind?
    var stage = HarnessOptions.Stage.lines
    /// All but the stage.
    var harnessOptions = HarnessOptions()
    /// The file is cut beyond; `nil`: it is not.
    var maximumFrames: Int?
    /// Where recognitions go; `nil`: nowhere.
    var detectionsPath: String?
    /// Where lines go; `nil`: nowhere.
    var linesPath: String?

    private var gestures: Int?
    private var zones: Int?
    private var configurationPath: String?

    init(_ arguments: [String]) throws(BenchError) {
        guard arguments.count >= 2 else { throw BenchError(status: 64, description: Self.usage) }
        if arguments[0] == "--requests" {
            requests = .ping
            passes = try number("PASSES", arguments[1], 1...1_000)
        } else {
            path = arguments[0]
            passes = try number("PASSES", arguments[1], 1...1_000)
        }
        var rest = arguments.dropFirst(2)
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else {
                throw BenchError(status: 64, description: "\(name) takes a value\n\(Self.usage)")
            }
            try take(name, value)
        }
        if let configurationPath {
            harnessOptions.configuration = String(
                decoding: try readFile(configurationPath), as: UTF8.self)
        } else {
            harnessOptions.configuration = benchConfiguration(gestures: gestures, zones: zones)
        }
        try takeEnvironment()
    }

    private mutating func take(_ name: String, _ value: String) throws(BenchError) {
        switch name {
        case "--stage":
            guard let stage = HarnessOptions.Stage(rawValue: value) else {
                throw BenchError(status: 64, description: "no stage \(value)\n\(Self.usage)")
            }
            self.stage = stage
        case "--ask":
            guard let kind = RequestPlay.Kind(rawValue: value) else {
                throw BenchError(status: 64, description: "no request \(value)\n\(Self.usage)")
            }
            requests = kind
        case "--gestures": gestures = try number(name, value, 1...64)
        case "--zones": zones = try number(name, value, 1...256)
        case "--clients": harnessOptions.clients = try number(name, value, 0...1_000)
        case "--slots": harnessOptions.slots = try number(name, value, 1...64)
        case "--config": configurationPath = value
        default:
            throw BenchError(status: 64, description: "no option \(name)\n\(Self.usage)")
        }
    }

    private mutating func takeEnvironment() throws(BenchError) {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        detectionsPath = variable("DETFILE")
        linesPath = variable("LINESFILE")
        if let most = variable("MAXFRAMES") {
            maximumFrames = try number("MAXFRAMES", most, 1...Int.max)
        }
        if linesPath != nil, stage != .lines {
            throw BenchError(status: 64, description: "LINESFILE goes with --stage lines")
        }
    }

    private func number(
        _ name: String, _ value: String, _ range: ClosedRange<Int>
    ) throws(BenchError) -> Int {
        guard let number = Int(value), range.contains(number) else {
            throw BenchError(
                status: 64,
                description:
                    "\(name) takes \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
        return number
    }
}

/// Kinds that are listed in turn where more gestures than the standard ones are wanted.
private let kinds = [
    "tap", "press", "long_press", "drag", "swipe", "magnify", "rotate", "deep_press",
]

/// What is recognised where nothing is configured; a zone has to list it.
private let standardList = """
     [{ tap: {} }, { long_press: {}, simultaneous: [deep_press, magnify, rotate] }, \
    { drag: {}, simultaneous: [deep_press, long_press, magnify, rotate, swipe] }, { swipe: {} }, \
    { magnify: {}, simultaneous: [rotate] }, { rotate: {} }, { deep_press: {} }]
    """

/// The text of a `gestured.yaml` with so many gestures in each zone, and so many zones.
///
/// Gestures are recognised all at the same time, so that each costs what it can. Zones are columns
/// side by side, that take what lands on them; without them there is the whole surface alone. The
/// 256th zone is the whole surface, below 255 columns.
private func benchConfiguration(gestures: Int?, zones: Int?) -> String {
    let list = gestures.map(gestureList) ?? standardList
    guard let zones else { return "gestures:\(list)\n" }
    let columns = min(zones, 255)
    var text = "zones:\n"
    for column in 0..<columns {
        let left = Double(column) / Double(columns)
        let width = Double(column + 1) / Double(columns) - left
        text += "  - name: column\(column)\n"
        text += "    rect: { x: \(left), y: 0, width: \(width), height: 1 }\n"
        text += "    gestures:\(list)\n"
    }
    return text
}

/// A list in one line.
private func gestureList(_ count: Int) -> String {
    let items = (0..<count).map { index in
        "{ \(kinds[index % kinds.count]): {}, name: g\(index), simultaneous: all }"
    }
    return " [\(items.joined(separator: ", "))]"
}
