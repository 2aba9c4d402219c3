import GestureWire
import Testing

@testable import WebServer

/// The lines that have left a page's queue, as texts.
private func drain(_ page: inout PageLines, limit: Int = .max) -> [String] {
    var lines: [String] = []
    page.queue.drain(limit: limit) { entry, seq in
        lines.append(text(entry.head) + (seq.map { "\($0)" } ?? "") + text(entry.body))
    }
    return lines
}

private func phases(_ lines: [String]) -> [String] {
    lines.map { line in
        let type = line.dropFirst(9).prefix { $0 != "\"" }
        guard type == "gesture", let place = line.range(of: #""phase":""#) else {
            return String(type)
        }
        return String(line[place.upperBound...].prefix { $0 != "\"" })
    }
}

extension String {
    /// The first range of a text.
    fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}

@Suite struct PageTests {
    private func deliver(_ page: inout PageLines, _ phase: String, _ id: Int, us: Int = 1_000)
        throws
    {
        page.deliver(try #require(gesture(phase, id: id, us: us)))
    }

    @Test func `lines are numbered when they leave`() throws {
        var page = PageLines(queueBytes: 1 << 18)
        try deliver(&page, "began", 1)
        try deliver(&page, "ended", 1)
        let lines = drain(&page)
        #expect(lines[0].hasPrefix(#"{"type":"gesture","seq":1,"time_us":1000,"#))
        #expect(lines[1].hasPrefix(#"{"type":"gesture","seq":2,"#))
    }

    @Test func `a gesture whose beginning was not sent is not sent`() throws {
        var page = PageLines(queueBytes: 1 << 18)
        try deliver(&page, "changed", 1)
        try deliver(&page, "ended", 1)
        #expect(drain(&page).isEmpty)
    }

    @Test func `an active gesture keeps the filter that it began under`() throws {
        var page = PageLines(queueBytes: 1 << 18)
        try deliver(&page, "began", 1)
        var none = Subscription()
        none.topics = []
        page.adopt(none, [])
        try deliver(&page, "began", 2)
        try deliver(&page, "ended", 2)
        try deliver(&page, "ended", 1)
        #expect(phases(drain(&page)) == ["began", "ended"])
    }

    @Test func `above the soft limit a newer change takes the place of the older`() throws {
        var page = PageLines(queueBytes: 1 << 18)
        try deliver(&page, "began", 1)
        for us in 1...1_000 { try deliver(&page, "changed", 1, us: 1_000 + us) }
        let lines = drain(&page)
        #expect(lines.count < 200)
        #expect(lines.last?.contains(#""time_us":2000"#) == true)
        #expect(page.droppedLines == 0)
    }

    @Test func `changes that newer ones replaced take no place while a page reads nothing`() throws
    {
        var page = PageLines(queueBytes: 1 << 18)
        for id in 1...4 { try deliver(&page, "began", id) }
        for us in 1...50_000 { try deliver(&page, "changed", 1 + us % 4, us: 1_000 + us) }
        #expect(page.queue.entryCount < 1_000)
        #expect(page.queue.byteCount <= 1 << 18)
        for id in 1...4 { try deliver(&page, "ended", id, us: 60_000) }
        let lines = drain(&page)
        check(lines)
        #expect(lines.count < 1_000 && lines.count { $0.contains(#""time_us":51000"#) } == 1)
        #expect(page.droppedLines == 0 && page.queue.isEmpty)
    }

    @Test func `a queue without room ends what the page knows and reports the loss`() throws {
        var page = PageLines(queueBytes: 1 << 16)
        try deliver(&page, "began", 1)
        #expect(phases(drain(&page)) == ["began"])
        var id = 1
        while page.droppedLines == 0 {
            id += 1
            try deliver(&page, "began", id)
            try deliver(&page, "ended", id)
        }
        let lines = drain(&page)
        #expect(phases(lines).prefix(2) == ["overflow", "cancelled"])
        #expect(lines[1].contains(#""id":1,"phase":"cancelled","reason":"overflow""#))
        #expect(page.droppedLines > 100)
        // The later `ended` is of a gesture that is over for the page.
        try deliver(&page, "ended", 1)
        #expect(drain(&page).isEmpty)
    }

    @Test func `replies are never dropped`() throws {
        var page = PageLines(queueBytes: 1 << 15)
        page.send(unnumbered: Array(#"{"type":"reply","ok":true}"#.utf8), isReply: true)
        for id in 1...500 {
            try deliver(&page, "began", id)
            try deliver(&page, "ended", id)
        }
        #expect(phases(drain(&page)).contains("reply"))
    }

    @Test(arguments: 0..<16)
    func `every beginning has one end whatever is read and lost`(seed: UInt64) throws {
        var random = Generator(seed: seed)
        var page = PageLines(queueBytes: 1 << 14)
        var active: Set<Int> = []
        var next = 0
        var us = 1_000
        var seen: [String] = []
        for _ in 0..<2_500 {
            us += 1
            switch random.next(below: 8) {
            case 0 where active.count < 30:
                next += 1
                active.insert(next)
                try deliver(&page, "began", next, us: us)
            case 1:
                guard let id = active.sorted().randomElement(using: &random) else { continue }
                active.remove(id)
                try deliver(&page, random.next(below: 2) == 0 ? "ended" : "cancelled", id, us: us)
            case 2 where random.next(below: 6) == 0:
                seen += drain(&page, limit: random.next(below: 4_000))
            default:
                guard let id = active.sorted().randomElement(using: &random) else { continue }
                try deliver(&page, "changed", id, us: us)
            }
        }
        page.cancelAll(reason: "shutdown")
        seen += drain(&page)
        check(seen)
    }

    /// Checks that numbers have no gap, time does not run back, and each gesture has one end after
    /// its beginning.
    private func check(_ lines: [String]) {
        var active: Set<String> = []
        var ended: Set<String> = []
        var last = 0
        for (index, line) in lines.enumerated() {
            #expect(line.contains("\"seq\":\(index + 1),"))
            guard line.hasPrefix(#"{"type":"gesture""#) else { continue }
            let us = Int(value("time_us", line)) ?? 0
            #expect(us >= last)
            last = us
            let id = value("id", line)
            switch phases([line])[0] {
            case "began": #expect(active.insert(id).inserted && !ended.contains(id))
            case "changed": #expect(active.contains(id))
            default:
                #expect(active.remove(id) != nil)
                #expect(ended.insert(id).inserted)
            }
        }
        #expect(active.isEmpty)
    }

    private func value(_ name: String, _ line: String) -> String {
        guard let place = line.range(of: "\"\(name)\":") else { return "" }
        return String(line[place.upperBound...].prefix { $0.isNumber })
    }
}

/// Numbers that are the same for the same seed (SplitMix64).
private struct Generator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
