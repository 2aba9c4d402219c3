/// What is said of a member, for people: in the example file and in the documents.
struct MemberAccount {
    /// What stands behind the name.
    enum Value {
        case given(String)
        /// Nothing: what holds then, and what could stand there.
        case missing(String, sample: String)
        case members([MemberAccount])
        /// Nothing: what its members are where it is there without them, and what could stand there.
        case missingMembers([MemberAccount], sample: [MemberAccount])
        /// A list, one line of text after the other.
        case list([String])
    }

    var name: String
    var value: Value
    /// What it takes; empty for a mapping.
    var range: String
    /// In full sentences.
    var about: String
    /// The first version that has it.
    var since = "0.1"
}
