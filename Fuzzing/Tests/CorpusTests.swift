import Foundation
import Testing

@testable import GestureSettings
@testable import GesturedServer

/// The initial inputs, and those that fuzzing has kept so far.
struct CorpusTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Corpora")

    @Test(arguments: FuzzTarget.allCases)
    func `no input of the corpus breaks a promise`(target: FuzzTarget) throws {
        let folder = Self.folder.appending(path: target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 3, "the corpus is missing")
        for file in files {
            let bytes = Array(try Data(contentsOf: file))
            #expect(throws: Never.self, "\(target) \(file.lastPathComponent)") {
                try target.run(bytes)
            }
        }
    }

    @Test(arguments: SampleConfigurations.texts)
    func `the sample configurations are valid`(text: String) {
        var problems = ProblemList()
        _ = DaemonConfiguration.read(Array(text.utf8), &problems)
        #expect(problems.descriptions(in: "sample") == [])
    }
}
