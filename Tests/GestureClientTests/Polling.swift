import Foundation

/// Asks again and again until there is an answer; other tasks go on meanwhile.
///
/// - Throws: `NothingCame`.
func polling<Answer>(
    seconds: Double = 20, _ question: () async throws -> Answer?
) async throws -> Answer {
    let end = Date(timeIntervalSinceNow: seconds)
    // Other tests may hold up every thread that tasks have: being asked seldom is no answer.
    var questions = 0
    while Date() < end || questions < 1_000 {
        if let answer = try await question() { return answer }
        questions += 1
        try await Task.sleep(for: .milliseconds(5))
    }
    throw NothingCame()
}

/// What a test waited for did not come.
struct NothingCame: Error {}
