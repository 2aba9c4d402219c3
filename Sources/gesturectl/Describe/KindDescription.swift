/// What a kind of gesture is, for `describe`.
struct KindDescription: Sendable {
    /// A number that decides.
    struct Threshold: Sendable {
        /// Its name in the configuration.
        let name: String
        /// What holds where the configuration says nothing; `–`: nothing.
        let standard: String
        /// What it is about.
        let meaning: String

        init(_ name: String, _ standard: String, _ meaning: String) {
            self.name = name
            self.standard = standard
            self.meaning = meaning
        }
    }

    /// As lines and the configuration have it.
    let name: String
    /// One sentence without a full stop.
    let summary: String
    /// Whether it begins and goes on; else it is told once, when it is done.
    let isContinuous: Bool
    /// The members of its lines beside those of every line.
    let values: [String]
    /// What decides.
    let thresholds: [Threshold]
}
