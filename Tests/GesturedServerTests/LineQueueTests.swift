import Testing
import TouchTestSupport

@testable import GesturedServer

/// The queue against a plain array that does the same.
struct LineQueueTests {
    private struct Line: Equatable {
        var id: UInt64
        var kind: LineQueue.Kind
        var text: [UInt8]
    }

    private func contents(_ queue: borrowing LineQueue) -> [Line] {
        var cursor = 0
        var lines: [Line] = []
        while let (entry, body) = queue.next(&cursor) {
            lines.append(Line(id: entry.id, kind: entry.kind, text: Array(body)))
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
    func `holds what a plain array holds, whatever is done to it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var queue = try makeQueue(byteCapacity: 600, lineCapacity: 12)
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
                let removed = queue.removeFirst()
                #expect(removed?.id == model.first?.id)
                if !model.isEmpty { model.removeFirst() }
            default:
                let id = UInt64.random(in: 1...4, using: &random)
                let count = model.count
                model.removeAll { $0.kind == .changed && $0.id == id }
                let unreportedDrops = queue.remove { $0.kind == .changed && $0.id == id }
                #expect(unreportedDrops == UInt64(count - model.count))
            }
            let (now, count) = (contents(queue), queue.count)
            #expect(now == model)
            #expect(count == model.count)
        }
    }

    @Test(arguments: 0..<20)
    func `holds what it was lent after it has taken that over`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var queue = try makeQueue(byteCapacity: 600, lineCapacity: 12)
        var turnBuffer = SharedTurnBuffer()
        var model: [Line] = []
        for _ in 0..<300 {
            for _ in 0..<Int.random(in: 0..<8, using: &random) {
                append(makeLine(&random), sharedFrom: &turnBuffer, to: &queue, &model, &random)
            }
            if Bool.random(using: &random), !model.isEmpty {
                #expect(queue.removeFirst()?.id == model.removeFirst().id)
            }
            model.removeAll { $0.kind == .ended && $0.id == 3 }
            _ = queue.remove { $0.kind == .ended && $0.id == 3 }
            #expect(contents(queue) == model)
            queue.copyBorrowed()
            turnBuffer.removeAll()
            spoil(&turnBuffer)
            #expect(contents(queue) == model)
        }
    }

    private func append(
        _ line: Line, sharedFrom turnBuffer: inout SharedTurnBuffer, to queue: inout LineQueue,
        _ model: inout [Line], _ random: inout SeededGenerator
    ) {
        let isAppended = line.text.withUnsafeBytes { bytes in
            let kept = Bool.random(using: &random) ? turnBuffer.store(bytes) : nil
            let body =
                kept.map { EncodedLine(bytes: $0, isShared: true) } ?? EncodedLine(bytes: bytes)
            return Bool.random(using: &random)
                ? queue.append(line.kind, id: line.id, body)
                : queue.appendWithoutEviction(line.kind, id: line.id, body, upTo: 500)
        }
        if isAppended { model.append(line) }
    }

    /// Writes over all that was lent.
    private func spoil(_ turnBuffer: inout SharedTurnBuffer) {
        let waste = [UInt8](repeating: 0xff, count: 4096)
        waste.withUnsafeBytes { bytes in
            while turnBuffer.store(bytes) != nil {}
        }
        turnBuffer.removeAll()
    }

    @Test func `is empty once all of it is taken out, and has all of its room`() throws {
        var queue = try makeQueue(byteCapacity: 600, lineCapacity: 2)
        let body = [UInt8](repeating: 7, count: 300)
        for round in 1...3 as ClosedRange<UInt64> {
            let isAppended = body.withUnsafeBytes { bytes in
                queue.append(.changed, id: round, bytes) && queue.append(.ended, id: round, bytes)
            }
            var ids: [UInt64] = []
            queue.removeAll { ids.append($0.id) }
            let (count, bytes) = (queue.count, queue.byteCount)
            #expect(isAppended)
            #expect(ids == [round, round])
            #expect(count == 0)
            #expect(bytes == 0)
        }
    }

    @Test func `a line that is half written stays`() throws {
        var queue = try makeQueue(byteCapacity: 600, lineCapacity: 12)
        let body: [UInt8] = [1, 2, 3]
        for id in 1...3 as ClosedRange<UInt64> {
            let isAppended = body.withUnsafeBytes { queue.append(.changed, id: id, $0) }
            #expect(isAppended)
        }
        queue.isFrontFixed = true
        let (unreportedDrops, front) = (queue.remove { _ in true }, queue.fixedFront?.id)
        let (first, isEmpty) = (queue.removeFirst()?.id, queue.isEmpty)
        #expect(unreportedDrops == 2)
        #expect(front == 1)
        #expect(first == 1)
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
