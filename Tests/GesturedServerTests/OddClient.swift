import Foundation
import TouchTestSupport

/// A client that acts by a habit, step by step.
final class OddClient {
    enum Habit: CaseIterable {
        /// Reads all available lines.
        case fast
        /// As `fast`, but reads byte by byte at first, and sends requests byte by byte.
        case byteByByte
        /// As `fast`, after it has shut down its write side.
        case halfClosed
        /// As `fast`, and sometimes changes its filter.
        case refiltering
        /// Sometimes reads a little.
        case slow
        /// Reads nothing.
        case stopped
        /// Disconnects in the middle of a line of its own or of the daemon, and reconnects at once.
        case leaving
        /// Sends bytes that are not a valid request, and reads all available lines.
        case garbage, endless, invalidText, deep, hugeNumbers
        /// Reads all available lines, and sometimes passes a descriptor whose close lingers.
        case passing
        /// Adds and removes zones; reads all available lines, sometimes a little, or nothing.
        case owner, slowOwner, stoppedOwner
        /// As `stoppedOwner`, and sometimes disconnects, which removes its zones, and reconnects.
        case leavingOwner

        /// Whether it adds zones, which take fingers from the zones of the configuration.
        var hasZones: Bool {
            [.owner, .slowOwner, .stoppedOwner, .leavingOwner].contains(self)
        }
    }

    let habit: Habit
    private(set) var connection: UnixClient
    private let path: String
    private var random: SeededGenerator
    /// The bytes that are still to be sent one by one.
    private var unsent: [UInt8] = []
    /// The prefix of the names of its zones, which end with a number.
    let zonePrefix: String
    private var zones: [String] = []
    private var zoneCount = 0
    /// The sockets that it passed. A socket lingers only as long as its value exists.
    private var passed: [LingeringSocket] = []

    init(_ habit: Habit, _ path: String, seed: UInt64) throws {
        self.habit = habit
        self.path = path
        random = SeededGenerator(seed: seed)
        zonePrefix = "z\(seed)_"
        connection = try UnixClient(path)
        if habit == .halfClosed { connection.shutDownWriting() }
    }

    /// Whether it reads all its lines, so that none may be lost.
    var isWellBehaved: Bool {
        [.fast, .byteByByte, .halfClosed, .refiltering, .owner].contains(habit)
    }

    /// Whether it reads all its lines, and has the default filter and no zones.
    var isOrdinary: Bool { isWellBehaved && habit != .refiltering && habit != .owner }

    /// Its lines after hello, except replies.
    var received: [String] {
        connection.lines.filter { !["hello", "reply"].contains($0.type) }.map(\.text)
    }

    /// Performs a step of its habit.
    func act() throws {
        switch habit {
        case .fast, .halfClosed: try connection.read()
        case .byteByByte: try exchangeBytes()
        case .refiltering: try changeFilter()
        case .slow:
            if random.oneIn(8) {
                try connection.read(limit: .random(in: 1...9_000, using: &random))
            }
        case .stopped: break
        case .passing: try passDescriptor()
        case .leaving: try leave()
        case .owner:
            try connection.read()
            changeZones()
        case .slowOwner:
            changeZones()
            if random.oneIn(8) {
                try connection.read(limit: .random(in: 1...9_000, using: &random))
            }
        case .stoppedOwner: changeZones()
        case .leavingOwner:
            changeZones()
            guard random.oneIn(10) else { return }
            connection = try UnixClient(path)
            zones = []
        case .garbage, .endless, .invalidText, .deep, .hugeNumbers:
            connection.send(nonsense())
            try reconnectIfDisconnected()
        }
    }

    private func exchangeBytes() throws {
        if unsent.isEmpty { unsent = Array("{\"type\":\"ping\",\"id\":1}\n".utf8) }
        connection.send([unsent.removeFirst()])
        for _ in 0..<8 { try connection.read(limit: 1) }
        try connection.read()
    }

    private func changeFilter() throws {
        try connection.read()
        guard random.oneIn(10) else { return }
        let filters = [
            "", #","gestures":["tap","drag"]"#, #","max_rate_hz":10"#, #","fingers":[1,1]"#,
            #","events":["gesture","contact","health","activity"]"#, #","positions":false"#,
            #","zones":["screen"]"#,
        ]
        let filter = filters.randomElement(using: &random) ?? ""
        connection.send(Array("{\"type\":\"subscribe\"\(filter)}\n".utf8))
    }

    private func leave() throws {
        try connection.read(limit: .random(in: 0...500, using: &random))
        connection.send(Array(#"{"type":"#.utf8))
        if random.oneIn(5) { connection = try UnixClient(path) }
    }

    private func passDescriptor() throws {
        guard random.oneIn(10) else { return try reconnectIfDisconnected() }
        let isUrgent = random.oneIn(2)
        let bytes = Array((isUrgent ? "{" : #"{"type":"ping"}"# + "\n").utf8)
        let socket = try LingeringSocket(seconds: 60)
        passed.append(socket)
        connection.send(bytes, passing: socket, isUrgent: isUrgent)
        if random.oneIn(4) { connection = try UnixClient(path) }
    }

    /// Sometimes adds a zone of one to three gestures, or removes one; has at most four.
    private func changeZones() {
        guard random.oneIn(4) else { return }
        if zones.count == 4 || (!zones.isEmpty && random.oneIn(2)) {
            let name = zones.remove(at: .random(in: 0..<zones.count, using: &random))
            connection.send(Array("{\"type\":\"remove_zone\",\"name\":\"\(name)\"}\n".utf8))
            return
        }
        zoneCount += 1
        zones.append("\(zonePrefix)\(zoneCount)")
        let all = [#"{"tap":{}}"#, #"{"drag":{}}"#, #"{"long_press":{}}"#].shuffled(using: &random)
        let gestures = all.prefix(.random(in: 1...3, using: &random)).joined(separator: ",")
        let x = Double(Int.random(in: 0...7, using: &random)) / 10
        let rect = #"{"x":\#(x),"y":0,"width":\#(0.3),"height":1}"#
        let name = zones[zones.count - 1]
        connection.send(
            Array(
                (#"{"type":"add_zone","name":"\#(name)","rect":\#(rect),"#
                    + #""gestures":[\#(gestures)]}"# + "\n").utf8))
    }

    private func reconnectIfDisconnected() throws {
        do {
            try connection.read()
        } catch is POSIXError {
            connection = try UnixClient(path)
        }
        if connection.isAtEnd { connection = try UnixClient(path) }
    }

    private func nonsense() -> [UInt8] {
        switch habit {
        case .endless: return [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        case .invalidText:
            return Array("{\"type\":\"ping\",\"id\":\"".utf8) + [0xFF, 0xC0, 0x22, 0x7D, 10]
        case .deep:
            let depth = Int.random(in: 1...1_900, using: &random)
            return Array((String(repeating: #"{"a":"#, count: depth / 3) + "\n").utf8)
        case .hugeNumbers:
            let digits = String(repeating: "9", count: .random(in: 1...900, using: &random))
            return Array("{\"type\":\"subscribe\",\"max_rate_hz\":\(digits)e\(digits)}\n".utf8)
        default: return (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }
}
