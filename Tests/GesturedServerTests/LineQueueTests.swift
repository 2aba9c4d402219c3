import GestureWire
import Testing
import TouchTestSupport

@testable import GesturedServer

/// Compares the queue with an array.
struct LineQueueTests {
    private struct Line: Equatable {
        var id: UInt64
        var kind: LineQueue.Kind
        var text: [UInt8]
    }

    private func contents(_ queue: borrowing LineQueue) -> [Line] {
        var cursor = 0
        var lines: [Line] = []
        while let entry = queue.next(&cursor) {
            let body = Array(queue.body(of: entry))
            lines.append(Line(id: entry.id, kind: entry.kind, text: body))
        }
        return lines
    }

    private func makeLine(_ random: inout SeededGenerator) -> Line {
        let kinds: [LineQueue.Kind] = [.began, .changed, .changed, .ended, .device]
        let length = Int.random(in: 1...90, using: &random)
        return Line(
            id: .random(in: 1...4, using: &random),
            kind: kinds.randomElement(using: &random) ?? .device,
            text: (0..<length).map { _ in .random(in: 0...255, using: &random) })
    }

    @Test(arguments: 0..<20)
    func `holds the lines that an array holds, whatever is appended and removed`(seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed)
        var queue = try makeQueue(byteCapacity: 600, lineCapacity: 12, numbersLines: false)
        var model: [Line] = []
        for _ in 0..<2_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let line = makeLine(&random)
                let bytes = model.reduce(0) { $0 + $1.text.count } + line.text.count
                let fits = bytes <= 600 && model.count < 12
                let appended = line.text.withUnsafeBytes {
                    queue.append(line.kind, id: line.id, $0)
                }
                #expect(appended == fits)
                if fits { model.append(line) }
            case 6..<8:
                var removed: [UInt64] = []
                let front = queue.unwritten(limit: 1).count
                queue.removeWritten(front) { removed.append($0.id) }
                #expect(removed == model.prefix(1).map(\.id))
                if !model.isEmpty { model.removeFirst() }
            default:
                let id = UInt64.random(in: 1...4, using: &random)
                let count = model.count
                model.removeAll { $0.kind == .changed && $0.id == id }
                let unreportedDrops = queue.remove { $0.kind == .changed && $0.id == id }
                #expect(unreportedDrops == UInt64(count - model.count))
            }
            let (found, count) = (contents(queue), queue.count)
            #expect(found == model)
            #expect(count == model.count)
        }
    }

    @Test(arguments: 0..<20)
    func `written lines are numbered without a gap, whatever lines are removed`(seed: UInt64) throws
    {
        var random = SeededGenerator(seed: seed)
        var queue = try makeQueue(byteCapacity: 900, lineCapacity: 12)
        var text = ""
        for _ in 0..<2_000 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<5:
                let kind: LineQueue.Kind =
                    [.began, .changed, .device, .reply, .ended]
                    .randomElement(using: &random) ?? .device
                let body = kind == .reply ? "reply\n" : ", \(Int.random(in: 0...9_999))\n"
                _ = Array(body.utf8).withUnsafeBytes { queue.append(kind, id: 1, $0) }
            case 5:
                let unwanted = Int.random(in: 0...2, using: &random)
                _ = queue.remove { Int($0.kind.rawValue) % 3 == unwanted }
            default:
                let bytes = queue.unwritten(limit: 200)
                let count = Int.random(in: 0...bytes.count, using: &random)
                text += String(decoding: bytes.prefix(count), as: UTF8.self)
                queue.removeWritten(count) { _ in }
            }
        }
        text += String(decoding: queue.unwritten(limit: .max), as: UTF8.self)
        let numbers = text.split(separator: "\n").compactMap { line -> Int? in
            guard let range = line.firstRange(of: #""seq":"#) else { return nil }
            return Int(line[range.upperBound...].prefix { $0.isNumber })
        }
        let numbered = text.split(separator: "\n").filter { $0 != "reply" }
        #expect(numbers.count == numbered.count)
        #expect(numbers == numbers.indices.map { $0 + 1 })
        #expect(numbers.count > 300)
    }

    @Test func `a write has whole lines, and no further one once the limit is reached`() throws {
        var queue = try makeQueue(byteCapacity: 900, lineCapacity: 12, numbersLines: false)
        let body = [UInt8](repeating: 7, count: 100)
        for id in 1...5 as ClosedRange<UInt64> {
            let isAppended = body.withUnsafeBytes { queue.append(.changed, id: id, $0) }
            #expect(isAppended)
        }
        let counts = [(1, 100), (100, 100), (101, 200), (450, 500), (.max, 500)]
        for (limit, expected) in counts as [(Int, Int)] {
            let count = queue.unwritten(limit: limit).count
            #expect(count == expected)
        }
        queue.removeWritten(30) { _ in }
        let remaining = queue.unwritten(limit: 100).count
        #expect(remaining == 170)
    }

    @Test func `a queue is empty once all lines are removed, and all of its room is free`() throws {
        var queue = try makeQueue(byteCapacity: 600, lineCapacity: 2, numbersLines: false)
        let body = [UInt8](repeating: 7, count: 300)
        for round in 1...3 as ClosedRange<UInt64> {
            let isAppended = body.withUnsafeBytes { bytes in
                queue.append(.changed, id: round, bytes) && queue.append(.ended, id: round, bytes)
            }
            var ids: [UInt64] = []
            queue.removeWritten(queue.unwritten(limit: .max).count) { ids.append($0.id) }
            let (count, bytes) = (queue.count, queue.byteCount)
            #expect(isAppended)
            #expect(ids == [round, round])
            #expect(count == 0)
            #expect(bytes == 0)
        }
    }

    @Test func `a queue that is never empty uses a quarter of its memory`() throws {
        var queue = try makeQueue(byteCapacity: 64 * 1024, lineCapacity: 1_000)
        let body = [UInt8](repeating: 120, count: 300)
        var maximum = 0
        for _ in 0..<2_000 {
            #expect(body.withUnsafeBytes { queue.append(.changed, id: 1, $0) })
            maximum = max(maximum, queue.bytesEnd)
            guard queue.count > 8 else { continue }
            let length = queue.unwritten(limit: 1).count
            queue.removeWritten(length) { _ in }
        }
        #expect(queue.count == 8)
        #expect(maximum <= 16 * 1024)
    }

    @Test func `a line that is half written stays`() throws {
        var queue = try makeQueue(byteCapacity: 600, lineCapacity: 12)
        let body: [UInt8] = [1, 2, 3]
        for id in 1...3 as ClosedRange<UInt64> {
            let isAppended = body.withUnsafeBytes { queue.append(.changed, id: id, $0) }
            #expect(isAppended)
        }
        queue.removeWritten(1) { _ in }
        let (unreportedDrops, front) = (queue.remove { _ in true }, queue.fixedFront?.id)
        var ids: [UInt64] = []
        queue.removeWritten(queue.unwritten(limit: .max).count) { ids.append($0.id) }
        let isEmpty = queue.isEmpty
        #expect(unreportedDrops == 2)
        #expect(front == 1)
        #expect(ids == [1])
        #expect(isEmpty)
    }

    @Test func `a removed overflow counts for the lines it reported`() throws {
        var queue = try makeQueue(byteCapacity: 600, lineCapacity: 12)
        let body: [UInt8] = [1]
        let appended = body.withUnsafeBytes { bytes in
            [
                queue.append(.overflow, id: 40, bytes),
                queue.append(.syntheticCancel, id: 7, bytes),
                queue.append(.ended, id: 8, bytes),
            ]
        }
        let unreportedDrops = queue.remove { _ in true }
        #expect(appended == [true, true, true])
        #expect(unreportedDrops == 41)
    }
}
