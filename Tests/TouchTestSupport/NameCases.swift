/// Patterns of the smaller grammar, and names: every function that matches names gives these results.
public enum NameCases {
    /// A pattern, the name of a touchscreen, and whether they match.
    public static let all: [(pattern: String, name: String, fits: Bool)] = [
        ("Panel*", "Panel [1]", true), ("Panel ?1?", "Panel [1]", true),
        ("Panel [1]", "Panel [1]", true), ("Panel [1]", "Panel 1", false),
        ("Panel [0-9]", "Panel 1", false), ("[!x]anel", "Panel", false), ("[", "[", true),
        (#"a\b"#, #"a\b"#, true), (#"a\*"#, "a*", false), (#"a\*"#, #"a\b"#, true),
        (#"\?"#, "?", false), (#"*\*"#, #"C:\Panel"#, true), ("?", "é", true),
        ("Panel", "panel", false), ("*/*", "a/b", true), (".?", ".a", true),
    ]
}
