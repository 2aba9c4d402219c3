import Foundation
import GestureClient
import Testing

/// The code of docs/clients.md, built with the tests.
enum PageCode {
    static func reading() async throws {
        let client = GestureClient(.init(subscription: .gestures(.tap, .swipe, .drag)))
        for try await event in client.events {
            guard case .gesture(let gesture) = event else { continue }
            switch (gesture.kind, gesture.phase) {
            case (.tap, .ended): print("tap", gesture.count ?? 1, gesture.place?.xMm ?? 0)
            case (.swipe, .ended): print("swipe", gesture.direction ?? "")
            case (.drag, .changed): print("drag", gesture.dxMm ?? 0, gesture.dyMm ?? 0)
            default: break
            }
        }
    }

    static func asking() async throws {
        let client = GestureClient()
        try await client.connect()
        let status = try await client.status()
        try await client.subscribe(to: .gestures(.drag))
        try await client.add(
            ClientZone(
                "canvas", x: 0.25, y: 0, width: 0.75, height: 1,
                gestures: [
                    .init(.drag, name: "stroke", ["fingers": 1]), .init(.tap, ["fingers": 2]),
                ]))
        let bars = try await client.zones().filter { $0.name == "left_bar" }
        print(status.clients, bars.count)
    }
}

/// docs/clients.md.
struct PageTests {
    private func compact(_ text: some StringProtocol) -> String {
        String(text.filter { !$0.isWhitespace && $0 != "," })
    }

    @Test func `the code of the page is built`() throws {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "docs/clients.md"), encoding: .utf8)
        let code = compact(try String(contentsOfFile: #filePath, encoding: .utf8))
        let blocks = page.components(separatedBy: "```").enumerated().compactMap {
            $0.offset % 2 == 1 && $0.element.contains("let client") ? $0.element : nil
        }
        #expect(blocks.count == 2)
        for block in blocks {
            let body = block.split(separator: "\n").dropFirst().filter {
                !$0.hasPrefix("import ")
            }
            #expect(code.contains(compact(body.joined())))
        }
    }
}
